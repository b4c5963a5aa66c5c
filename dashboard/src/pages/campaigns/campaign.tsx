import type { ReactNode } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { Card, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useAct, useRead } from '../../reading.ts';
import { Actions } from './actions.tsx';
import { Badges } from './badges.tsx';
import { type Campaign, isAhead, isInProgress } from './campaign-words.ts';
import { Draft } from './draft.tsx';
import { SafeguardsNote } from './safeguards-note.tsx';
import { FirstWave } from './first-wave.tsx';
import { LiveProgress } from './live-progress.tsx';
import { Report } from './report.tsx';
import { Switch } from '../../components/field.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useMay } from '../../session.ts';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { count, plural } from '../../words.ts';

const READ_AGAIN_MS = 5_000;

const LIST = { to: '/campaigns', label: 'Campaigns' };
/** Refresh interval in milliseconds while the campaign is being sent. */
const SENDING_REFRESH_MS = 5_000;
/**
 * Refresh intervals of a scheduled campaign in milliseconds. The short interval is used when the campaign is about to
 * start.
 */
const [SCHEDULED_MS, DUE_MS] = [15_000, 2_000];

/** Renders a campaign: a preview before sending starts, and afterwards its progress and its results. */
export default function CampaignPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead(
    'GET /campaigns/{id}',
    { params: { id } },
    {
      every: ({ data }) => {
        if (data && isInProgress(data)) return SENDING_REFRESH_MS;
        if (data?.status !== 'scheduled') return false;
        return Date.parse(data.scheduled_at ?? '') > Date.now() + SCHEDULED_MS ? SCHEDULED_MS : DUE_MS;
      },
    },
  );
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
      title={data?.title ?? 'Campaign'}
      back={LIST}
      summary={data && <CampaignStatus of={data} />}
      actions={data && <Actions campaign={data} />}
    >
      <Loaded read={read} lines={8}>
        {(campaign) =>
          isAhead(campaign) ? (
            <>
              <SafeguardsNote />
              <Draft campaign={campaign} />
            </>
          ) : (
            <>
              {isInProgress(campaign) && <InProgress campaign={campaign} />}
              {campaign.status !== 'cancelled' && <LiveProgress campaign={campaign} />}
              <Report campaign={campaign} />
              {campaign.status === 'sent' && <Archiving id={id} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function CampaignStatus({ of }: { readonly of: Campaign }): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badges of={of} />
      {of.subject !== of.title && <span>{of.subject}</span>}
      {of.sent_at !== null && (
        <span className="text-ink-3">
          sent <Time at={of.sent_at} />
        </span>
      )}
      {of.status === 'scheduled' && (
        <span className="text-ink-3">
          scheduled for <Time at={of.scheduled_at} />
        </span>
      )}
    </span>
  );
}

/** Renders the setting for the public archive, and the URL of the campaign in the archive. */
function Archiving({ id }: { readonly id: string }): ReactNode {
  const read = useRead('GET /campaigns/{id}/archive', { params: { id } });
  const mayChange = useMay('account');
  const change = useAct('PATCH /campaigns/{id}/archive', { refresh: ['GET /campaigns/{id}/archive'] });
  useProblemToast(change.error);
  return (
    <Card title="Archive">
      <Loaded read={read} lines={2}>
        {({ is_archived: isArchived, url }) => (
          <Switch
            label="Show in the public archive"
            hint={url === null ? <Hidden isArchived={isArchived} /> : <Address of={url} />}
            checked={isArchived}
            disabled={!mayChange || change.isPending}
            onChange={({ target }) => change.act({ params: { id }, body: { is_archived: target.checked } })}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Hidden({ isArchived }: { readonly isArchived: boolean }): ReactNode {
  if (!isArchived) return 'This campaign isn’t listed in the archive.';
  return (
    <>
      The archive is turned off for this account.{' '}
      <Link to="/campaign-settings" className="text-accent-ink underline underline-offset-2">
        Turn on the archive
      </Link>
    </>
  );
}

function Address({ of }: { readonly of: string }): ReactNode {
  return (
    <>
      Anyone can read this campaign at{' '}
      <a href={of} target="_blank" rel="noreferrer" className="break-all text-accent-ink underline underline-offset-2">
        {of}
      </a>
    </>
  );
}

/** Renders the progress of a campaign. If the campaign is on hold, renders the reason. */
function InProgress({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const { data } = useRead(
    'GET /campaigns/{id}/stats',
    { params: { id: String(campaign.id) }, query: { include_link_stats: true } },
    { every: READ_AGAIN_MS },
  );
  const { pause_reason: reason, recipients_count: all, status } = campaign;
  const sent = data?.sent_count ?? 0;
  const sentence =
    status === 'preparing'
      ? `Preparing the audience: ${plural(all, 'contact')} so far.`
      : `Sent to ${count(sent)} of ${plural(all, 'contact')}.`;
  return (
    <Card isMain title={status === 'paused' ? 'Campaign paused' : 'Sending in progress'}>
      <ProgressBar
        label="Sending progress"
        progress={{ done: sent, total: status === 'preparing' ? null : all, sentence }}
      />
      {status === 'paused' && (
        <p className="mt-3 text-ink-2">
          {reason ?? 'A team member paused this campaign. No emails are sent until someone resumes the campaign.'}
        </p>
      )}
      {status !== 'paused' && <FirstWave campaign={campaign} />}
      {campaign.badges.includes('lane_paused') && (
        <p className="mt-3 text-warn">Some provider lanes below are paused. Emails to these providers are on hold.</p>
      )}
    </Card>
  );
}
