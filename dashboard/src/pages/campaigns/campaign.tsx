import type { ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useRead } from '../../reading.ts';
import { Actions } from './actions.tsx';
import { Archiving } from './archiving.tsx';
import { Badges } from './badges.tsx';
import { isAhead, isUnderWay, type Campaign } from './campaign-words.ts';
import { Draft } from './draft.tsx';
import { GatesNote } from './gates-note.tsx';
import { SortingOffice } from './office.tsx';
import { Report } from './report.tsx';
import { UnderWay } from './under-way.tsx';

const LIST = { to: '/campaigns', label: 'Campaigns' };
/** While it is sent it is looked at this often. */
const UNDER_WAY_MS = 5_000;
/** One that is scheduled begins by itself: within seconds when its time has come, as after 'Send now'. */
const [SCHEDULED_MS, DUE_MS] = [15_000, 2_000];

/** One campaign: what it will be while it is ahead, how far it is while it is sent, and what became of it. */
export default function CampaignPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead(
    'GET /campaigns/{id}',
    { params: { id } },
    {
      every: ({ data }) => {
        if (data && isUnderWay(data)) return UNDER_WAY_MS;
        if (data?.status !== 'scheduled') return false;
        return Date.parse(data.scheduled_at ?? '') > Date.now() + SCHEDULED_MS ? SCHEDULED_MS : DUE_MS;
      },
    },
  );
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="campaign" list={LIST}>
        It may have been deleted.
      </Unknown>
    );
  }
  const { data } = read;
  return (
    <Page
      title={data?.title ?? 'Campaign'}
      back={LIST}
      summary={data && <Standing of={data} />}
      actions={data && <Actions campaign={data} />}
    >
      <Loaded read={read} lines={8}>
        {(campaign) =>
          isAhead(campaign) ? (
            <>
              <GatesNote />
              <Draft campaign={campaign} />
            </>
          ) : (
            <>
              {isUnderWay(campaign) && <UnderWay campaign={campaign} />}
              {campaign.status !== 'cancelled' && <SortingOffice campaign={campaign} />}
              <Report campaign={campaign} />
              {campaign.status === 'sent' && <Archiving id={id} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Standing({ of }: { readonly of: Campaign }): ReactNode {
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
