import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Pager, pagesOnwards } from '../../components/pager.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { Approval } from './approval.tsx';
import { KINDS } from './approval-words.ts';
import { StoppedCampaigns } from './approval-stops.tsx';
import { OperatorPage } from './operator-page.tsx';

type Waiting = Answer<'GET /dashboard/operator/campaign-approvals'>['data'][number];

const READ_AGAIN_MS = 30_000;
const PER_PAGE = '25';

/**
 * Renders the campaigns, automations, and confirmation emails whose content is waiting for approval. If the URL
 * identifies one of them, renders its content instead.
 */
export default function Approvals(): ReactNode {
  const { filters } = useFilters();
  const { account, campaign } = filters;
  if (account !== undefined && campaign !== undefined) return <Approval account={account} campaign={campaign} />;
  return (
    <OperatorPage
      title="Approvals"
      summary="This content is sent only after you approve it. The oldest requests are listed first. The account is notified of your decision."
    >
      {() => (
        <>
          <Queue />
          <StoppedCampaigns />
        </>
      )}
    </OperatorPage>
  );
}

function Queue(): ReactNode {
  const filtering = useFilters();
  const { after } = filtering.filters;
  const read = useRead(
    'GET /dashboard/operator/campaign-approvals',
    { query: { per_page: PER_PAGE, ...(after && { after }) } },
    { keep: true, every: READ_AGAIN_MS },
  );
  return (
    <section className="card" aria-label="Pending approvals">
      <Loaded read={read} lines={6}>
        {({ data, has_more: hasMore }) => (
          <>
            <Table
              label="Pending approvals"
              columns={COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
              linkOf={({ account, campaign }) => `/operator/approvals?account=${account.id}&campaign=${campaign.id}`}
              empty={
                <EmptyState title="No pending approvals">
                  Content that needs approval appears here when an account sends or schedules it.
                </EmptyState>
              }
            />
            <Pager
              {...pagesOnwards(filtering, hasMore ? data.at(-1)?.id : undefined)}
              onPageChange={filtering.setFilters}
              words={['Earlier', 'Later']}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

const COLUMNS: readonly Column<Waiting>[] = [
  { key: 'subject', header: 'Subject', cell: ({ campaign }) => campaign.subject, isMain: true, isClipped: true },
  { key: 'account', header: 'Account', cell: ({ account }) => account.name, isClipped: true, width: 'w-48' },
  {
    key: 'kind',
    header: 'Type',
    cell: ({ campaign }) => <span className="text-ink-2">{KINDS[campaign.kind]}</span>,
    isExtra: true,
    isClipped: true,
    width: 'w-48',
  },
  {
    key: 'findings',
    header: 'Checks',
    isSide: true,
    width: 'w-36',
    cell: ({ findings }) =>
      findings.length === 0 ? (
        <Badge tone="ok">no findings</Badge>
      ) : (
        <Badge tone="warn">{plural(findings.length, 'finding')}</Badge>
      ),
  },
  {
    key: 'asked',
    header: 'Requested',
    isRight: true,
    width: 'w-32',
    cell: ({ asked_at: at }) => (
      <span className="text-ink-3">
        <Time at={at} />
      </span>
    ),
  },
];
