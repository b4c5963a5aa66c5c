import { useState, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { SaveState } from '../../autosave.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useGo } from '../../filters.ts';
import { refreshed, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { plural } from '../../words.ts';
import { isAhead, isByLanguage, type Campaign, versionName, versionNames } from './campaign-words.ts';
import { Checks } from './checks.tsx';
import { EditAudience } from './edit-audience.tsx';
import { EditSender } from './edit-envelope.tsx';
import { EditVariants } from './edit-variants.tsx';
import { audienceOf, excludedOf, useGroupNames } from './group-names.ts';
import { ReviewAudience } from './review-audience.tsx';
import { ReviewSafeguards } from './review-safeguards.tsx';
import { SendOrSchedule } from './send.tsx';
import { OtherChange, useSaving } from './use-saving.tsx';

const LIST = { to: '/campaigns', label: 'Campaigns' };

/**
 * Renders the last step before a campaign is sent: its sender, its audience, the checks, the safeguards, and the
 * schedule.
 */
export default function Review(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /campaigns/{id}', { params: { id } });
  const mayChange = useMay('account');
  /** Number of reloads. A reload resets the fields to the values that are stored on the server. */
  const [times, setTimes] = useState(0);
  const reloadPage = async (): Promise<void> => {
    await refreshed(['GET /campaigns/{id}']);
    setTimes(times + 1);
  };
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="campaign" list={LIST}>
        The campaign may have been deleted.
      </Unknown>
    );
  }
  const { data } = read;
  return (
    <Page
      title={data ? `Review ${data.title}` : 'Review'}
      back={{ to: `/campaigns/${id}`, label: data?.title ?? 'Campaign' }}
      summary="Choose the sender and the audience, then check everything before you send."
      actions={data && mayChange && data.status === 'draft' && <EditLink campaign={data} />}
    >
      <Loaded read={read} lines={8}>
        {(campaign) => {
          if (!isAhead(campaign)) return <Begun campaign={campaign} />;
          if (!mayChange || campaign.status !== 'draft') return <Ahead campaign={campaign} />;
          return <Draft key={`${id} ${times}`} campaign={campaign} onStartAgain={() => void reloadPage()} />;
        }}
      </Loaded>
    </Page>
  );
}

function EditLink({ campaign }: { readonly campaign: Campaign }): ReactNode {
  return (
    <ButtonLink to={`/campaigns/${campaign.id}/edit`}>
      <Pencil className="size-4" aria-hidden /> Edit campaign
    </ButtonLink>
  );
}

/** Renders the review of a draft. Its sender, audience, and A/B test can be changed, and changes are saved automatically. */
function Draft({
  campaign,
  onStartAgain,
}: {
  readonly campaign: Campaign;
  readonly onStartAgain: () => void;
}): ReactNode {
  const { isOther, keepMine, note, now, problem, saving } = useSaving(campaign);
  const parts = { campaign, note, problem };
  return (
    <>
      <SaveState now={now} saving={saving} />
      {isOther && <OtherChange onMine={keepMine} onTheirs={onStartAgain} />}
      <Ahead campaign={campaign} onSend={now} sender={<EditSender {...parts} />} audience={<EditAudience {...parts} />}>
        {!isByLanguage(campaign) && (
          <Card title="A/B test" summary="The test group is split equally between the campaign and its variants.">
            <EditVariants {...parts} />
          </Card>
        )}
      </Ahead>
    </>
  );
}

function Begun({ campaign }: { readonly campaign: Campaign }): ReactNode {
  return (
    <section className="card">
      <EmptyState
        title="Sending has already started"
        action={<ButtonLink to={`/campaigns/${campaign.id}`}>View campaign</ButtonLink>}
      >
        Follow the progress on the campaign page.
      </EmptyState>
    </section>
  );
}

function Ahead(props: {
  readonly campaign: Campaign;
  /** Saves all changes before the campaign is sent. Returns true if no unsaved changes are left. */
  readonly onSend?: () => Promise<boolean>;
  /** Editable sender fields. If absent, the sender is shown but cannot be edited. */
  readonly sender?: ReactNode;
  readonly audience?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  const { audience, campaign, children, onSend, sender } = props;
  const [variant, setVariant] = useState(0);
  const mayChange = useMay('account');
  const go = useGo();
  return (
    <>
      {campaign.fault !== null && (
        <section className="card px-6 py-4 text-bad max-sm:px-4" aria-label="Why the campaign wasn’t sent">
          {campaign.fault}
        </section>
      )}
      <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
        <AtAGlance campaign={campaign} isEditable={sender !== undefined} />
        <ReviewSafeguards campaign={campaign} />
      </div>
      {sender !== undefined && <Card title="Sender">{sender}</Card>}
      <ReviewAudience campaign={campaign}>{audience}</ReviewAudience>
      {children}
      <Card
        title="Checks"
        summary="Postrider checks the content, its links, and your DNS records."
        isFlush
        actions={<Variants campaign={campaign} value={variant} onChange={setVariant} />}
      >
        <Checks id={String(campaign.id)} version={campaign.updated_at} variant={variant} />
      </Card>
      {mayChange && (
        <SendOrSchedule campaign={campaign} onSend={onSend} onSent={() => go(`/campaigns/${campaign.id}`)} />
      )}
    </>
  );
}

/** Renders buttons that choose the version to check, if the campaign has several versions. */
function Variants(props: {
  readonly campaign: Campaign;
  readonly value: number;
  readonly onChange: (variant: number) => void;
}): ReactNode {
  const { campaign, onChange, value } = props;
  if (campaign.variants.length === 0) return null;
  const names = [0, ...campaign.variants.map(({ variant }) => variant)];
  return (
    <div role="group" aria-label="Version to check" className="flex flex-wrap gap-1">
      {names.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
          className="h-8 rounded-control border border-line px-2.5 text-ink-2 hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink max-sm:h-10"
        >
          {versionName(campaign, each)}
        </button>
      ))}
    </div>
  );
}

/** Renders a preview of the campaign as an inbox lists it, and the settings that have no fields on this page. */
function AtAGlance(props: { readonly campaign: Campaign; readonly isEditable: boolean }): ReactNode {
  const { campaign, isEditable } = props;
  const initial = (campaign.from_name || campaign.from_email).slice(0, 1).toUpperCase();
  const audience = useAudienceRows(campaign);
  const rows = [
    ...(isEditable ? [] : audience),
    ...(campaign.spread_hours === 0 ? [] : [['Spread over', plural(campaign.spread_hours, 'hour')] as const]),
    ...versionRows(campaign),
    ...(campaign.scheduled_at === null
      ? []
      : [['Scheduled for', <Time key="when" at={campaign.scheduled_at} style="full" />] as const]),
  ];
  return (
    <Card isMain title="Inbox preview">
      <div className="flex gap-3 rounded-control border border-line bg-canvas px-4 py-3">
        <span
          className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-ink"
          aria-hidden
        >
          {initial}
        </span>
        <div className="min-w-0">
          <p className="truncate font-medium">{campaign.from_name}</p>
          <p className="break-words">{campaign.subject}</p>
          <p className="break-words text-ink-3">
            {campaign.preview_text ?? 'Without preview text, inboxes show the first words of the email.'}
          </p>
        </div>
      </div>
      {rows.length > 0 && (
        <div className="mt-4">
          <Facts rows={rows} />
        </div>
      )}
    </Card>
  );
}

function useAudienceRows(campaign: Campaign): readonly (readonly [string, ReactNode])[] {
  const names = useGroupNames();
  const [to, without] = [audienceOf(campaign, names), excludedOf(campaign, names)];
  const tracked = [campaign.track_opens && 'opens', campaign.track_clicks && 'clicks'].filter(Boolean);
  return [
    ['Sender', campaign.from_email],
    ...(campaign.reply_to === null ? [] : [['Reply-to', campaign.reply_to] as const]),
    ['Audience', to.length === 0 ? 'No audience yet. Add lists, tags, or segments.' : to.join(', ')],
    ...(without.length === 0 ? [] : [['Excluded', without.join(', ')] as const]),
    ['Tracking', tracked.length === 0 ? 'Off' : tracked.join(' and ')],
  ];
}

function versionRows(campaign: Campaign): readonly (readonly [string, ReactNode])[] {
  const { ab_test: test, subject, variants } = campaign;
  if (isByLanguage(campaign)) return [['Languages', versionNames(campaign)]];
  if (test === null) return [];
  const rule = test.rule === 'clicks' ? 'most clicked' : 'most opened';
  return [
    [
      'A/B test',
      <span key="test">
        {test.share}% of the audience is split equally between {plural(variants.length + 1, 'version')}. After{' '}
        {plural(test.hours ?? 0, 'hour')}, the rest receives the {rule} version.
        <ol className="mt-1 list-decimal pl-5 text-ink-2">
          <li>{subject}</li>
          {variants.map((each) => (
            <li key={each.variant}>{each.subject ?? subject}</li>
          ))}
        </ol>
      </span>,
    ],
  ];
}
