import { useState, type ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { MailFrame, type FrameView } from '../../components/mail-frame.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { isByLanguage, versionNames, type Campaign } from './campaign-words.ts';
import { Checks } from './checks.tsx';
import { PreviewContact } from './preview-contact.tsx';
import { audienceOf, excludedOf, useGroupNames } from './group-names.ts';

interface Props {
  readonly campaign: Campaign;
}

/** Renders a campaign that has not been sent yet: its settings, its preview, and the results of its checks. */
export function Draft({ campaign }: Props): ReactNode {
  const { filters, setFilters } = useFilters();
  const [contact, setContact] = useState<number>();
  const preview = <Preview campaign={campaign} contact={contact} onContact={setContact} />;
  return (
    <>
      {campaign.fault !== null && (
        <section className="card px-6 py-4 text-bad max-sm:px-4" aria-label="Why the campaign wasn’t sent">
          {campaign.fault}
        </section>
      )}
      <Card isMain>
        <What campaign={campaign} />
      </Card>
      <Tabs
        tabs={[
          { value: 'preview', label: 'Preview', content: preview },
          {
            value: 'checks',
            label: 'Checks',
            content: <Checks id={String(campaign.id)} version={campaign.updated_at} />,
          },
        ]}
        value={filters['show'] ?? 'preview'}
        onChange={(show) => setFilters({ show: show === 'preview' ? '' : show }, 'replace')}
      />
    </>
  );
}

function What({ campaign }: Props): ReactNode {
  const names = useGroupNames();
  const [to, without] = [audienceOf(campaign, names), excludedOf(campaign, names)];
  const tracked = [campaign.track_opens && 'opens', campaign.track_clicks && 'clicks'].filter(Boolean);
  return (
    <Facts
      rows={[
        ['Subject', campaign.subject],
        ...(campaign.preview_text === null ? [] : [['Preview text', campaign.preview_text] as const]),
        ['Sender', `${campaign.from_name} <${campaign.from_email}>`],
        ...(campaign.reply_to === null ? [] : [['Reply-to', campaign.reply_to] as const]),
        ['Audience', to.length === 0 ? 'No audience yet. Add lists, tags, or segments.' : to.join(', ')],
        ...(without.length === 0 ? [] : [['Excluded', without.join(', ')] as const]),
        ...(campaign.engaged_only
          ? [['Limited to', 'Contacts who opened an email in the last 90 days, and new contacts'] as const]
          : []),
        [
          'Scheduled for',
          campaign.scheduled_at === null ? (
            'Not scheduled'
          ) : (
            <span key="when">
              <Time at={campaign.scheduled_at} style="full" />
            </span>
          ),
        ],
        ...(campaign.spread_hours === 0 ? [] : [['Spread over', plural(campaign.spread_hours, 'hour')] as const]),
        ['Tracking', tracked.length === 0 ? 'Off' : tracked.join(' and ')],
        ...versionRows(campaign),
      ]}
    />
  );
}

function versionRows(campaign: Campaign): readonly (readonly [string, ReactNode])[] {
  const { variants } = campaign;
  if (isByLanguage(campaign)) return [['Languages', versionNames(campaign)]];
  if (variants.length === 0) return [];
  return [['Variants', <Badge key="variants">{plural(variants.length + 1, 'version')}</Badge>]];
}

/** Renders the email as a contact would receive it. If the content has errors, renders the errors instead. */
export function Preview(props: {
  readonly campaign: Campaign;
  /** ID of the contact. If undefined, the server chooses a contact. */
  readonly contact: number | undefined;
  readonly onContact: (id: number) => void;
  readonly view?: FrameView;
  /** Number of the variant. Default: the campaign's own content. */
  readonly variant?: number;
}): ReactNode {
  const { campaign, contact, onContact, variant = 0, view } = props;
  const id = String(campaign.id);
  const body = { ...(contact !== undefined && { contact_id: contact }), ...(variant > 0 && { variant }) };
  const read = useRead(
    'POST /campaigns/{id}/preview',
    { params: { id }, ...(Object.keys(body).length > 0 && { body }) },
    { keep: true },
  );
  if (read.error?.status === 422) return <Faults problem={read.error} />;
  return (
    <Loaded read={read} lines={8}>
      {({ email, subject }) => (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3">
            <p className="min-w-60 flex-1 text-ink-2">
              “{subject}” <span className="text-ink-3">as seen by {email}</span>
            </p>
            <PreviewContact onChoose={onContact} />
          </div>
          <MailFrame
            path="/dashboard/campaigns/{id}/preview"
            id={id}
            query={{
              contact_id: contact === undefined ? undefined : String(contact),
              variant: variant === 0 ? undefined : String(variant),
            }}
            version={campaign.updated_at}
            {...(view && { view })}
          />
        </>
      )}
    </Loaded>
  );
}

function Faults({ problem }: { readonly problem: ApiProblem }): ReactNode {
  return (
    <div className="px-6 py-5 max-sm:px-4">
      <p className="font-medium">Fix these errors before sending:</p>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {Object.entries(problem.errors).flatMap(([field, sentences]) =>
          sentences.map((sentence) => <li key={`${field} ${sentence}`}>{withoutPath(sentence)}</li>),
        )}
      </ul>
    </div>
  );
}

/** Removes the path in the design from an error message, because only API clients can use the path. */
function withoutPath(sentence: string): string {
  return sentence.replace(/^has an error at [\w.]+: /, '');
}
