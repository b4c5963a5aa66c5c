import { type ReactNode, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { type RowAction, RowMenu } from '../../components/row-menu.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type { SortOrder } from '../../components/table-head.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { Badges } from './badges.tsx';
import { CopyDraftCall } from './copy-draft-call.tsx';
import { isInProgress, percent } from './campaign-words.ts';
import { DeleteDraft } from './delete-draft.tsx';
import { SafeguardsNote } from './safeguards-note.tsx';
import { audienceOf, type GroupNames, inShort, useGroupNames } from './group-names.ts';
import { NewCampaign } from './new-campaign.tsx';
import { Resend } from './resend.tsx';
import { useDuplicate } from '../../components/use-duplicate.ts';

/** A campaign without its content, with its statistics. */
type Summary = Answer<'GET /dashboard/campaigns'>['data'][number];
type OfRow = 'delete' | 'clone' | 'duplicate';
type Opened = { readonly what: 'create' } | { readonly what: Exclude<OfRow, 'duplicate'>; readonly campaign: Summary };

const READ_AGAIN_MS = 15_000;

/** Renders the campaigns of the account with their statuses, audiences, and results. */
export default function Campaigns(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const { filters } = useFilters();
  const mayChange = useMay('account');
  const names = useGroupNames();
  const read = useRead(
    'GET /dashboard/campaigns',
    { query: queryOf(filters) },
    { keep: true, every: ({ data }) => (data?.data.some(isInProgress) === true ? READ_AGAIN_MS : false) },
  );
  const duplicate = useDuplicate('campaign');
  const openNew = (): void => setOpened({ what: 'create' });
  const act = (what: OfRow, campaign: Summary): void =>
    what === 'duplicate' ? duplicate.act({ params: { id: String(campaign.id) } }) : setOpened({ what, campaign });
  useDoParameter(mayChange && 'create', openNew);
  const create = mayChange && <CreateButton onClick={openNew} />;
  const columns = [...columnsOf(names), ...(mayChange ? [actionsColumn(act)] : [])];
  return (
    <Page
      title="Campaigns"
      summary="View drafts, scheduled campaigns, and the results of sent campaigns."
      actions={
        mayChange && (
          <>
            <CopyDraftCall />
            {create}
          </>
        )
      }
    >
      <SafeguardsNote />
      <section className="card" aria-label="Campaigns">
        <Search counts={read.data?.statuses} />
        <Loaded read={read} lines={6}>
          {(answer) => <List answer={answer} columns={columns} create={create} />}
        </Loaded>
      </section>
      {opened && <Dialog opened={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

type Filters = ReturnType<typeof useFilters>['filters'];
type Summaries = Answer<'GET /dashboard/campaigns'>;

function queryOf({ page, query, sort, status }: Filters) {
  return { ...(page && { page }), ...(query && { query }), ...(status && { status }), ...(sort && { sort }) };
}

function List(props: {
  readonly answer: Summaries;
  readonly columns: readonly Column<Summary>[];
  readonly create: ReactNode;
}): ReactNode {
  const { answer, columns, create } = props;
  const { filters, setFilters } = useFilters();
  const { query, sort, status } = filters;
  const isNarrowed = query !== undefined || status !== undefined;
  return (
    <>
      <Table
        label="Campaigns"
        columns={columns}
        rows={answer.data}
        keyOf={({ id }) => String(id)}
        linkOf={({ id }) => `/campaigns/${id}`}
        sorting={{
          value: sort ?? NEWEST,
          onSort: (value) => setFilters({ sort: value === NEWEST ? '' : value, page: '' }),
        }}
        empty={<Empty create={create} isBehind={answer.total > 0} isNarrowed={isNarrowed} />}
      />
      <Pager
        {...pagesNumbered(answer)}
        onPageChange={setFilters}
        total={answer.total === 0 ? undefined : plural(answer.total, 'campaign')}
      />
    </>
  );
}

function Search({ counts }: { readonly counts: Summaries['statuses'] | undefined }): ReactNode {
  const { filters, setFilters } = useFilters();
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
      <SearchField
        label="Search by title or subject"
        value={filters['query'] ?? ''}
        onSearch={(text) => setFilters({ query: text, page: '' })}
      />
      <Statuses counts={counts} status={filters['status'] ?? ''} />
    </div>
  );
}

function Dialog({ onClose, opened }: { readonly opened: Opened; readonly onClose: () => void }): ReactNode {
  if (opened.what === 'create') return <NewCampaign onClose={onClose} />;
  if (opened.what === 'delete') return <DeleteDraft campaign={opened.campaign} onClose={onClose} />;
  return <Resend campaign={opened.campaign} onClose={onClose} />;
}

function CreateButton({ onClick }: { readonly onClick: () => void }): ReactNode {
  return (
    <Button look="primary" onClick={onClick}>
      <Plus className="size-4" aria-hidden /> Create campaign
    </Button>
  );
}

const NEWEST = '-id';
const STATUSES = [
  { value: '', label: 'All', count: 'all' },
  { value: 'draft', label: 'Drafts', count: 'draft' },
  { value: 'scheduled', label: 'Scheduled', count: 'scheduled' },
  { value: 'in_progress', label: 'Sending', count: 'in_progress' },
  { value: 'sent', label: 'Sent', count: 'sent' },
  { value: 'cancelled', label: 'Canceled', count: 'cancelled' },
] as const;

/** Renders a link for each campaign status, with the number of campaigns that have this status. */
function Statuses(props: { readonly counts: Summaries['statuses'] | undefined; readonly status: string }): ReactNode {
  const { counts, status } = props;
  const { filters } = useFilters();
  const { query, sort } = filters;
  return (
    <nav aria-label="Campaigns by status" className="flex max-w-full gap-1 overflow-x-auto">
      {STATUSES.map(({ count: key, label, value }) => (
        <Link
          key={value}
          to="/campaigns"
          search={{ ...(query && { query }), ...(sort && { sort }), ...(value && { status: value }) }}
          {...(value === status && { 'data-shown': '' })}
          className="flex h-8 items-center gap-1.5 rounded-control px-2.5 whitespace-nowrap text-ink-2 hover:bg-sunken data-shown:bg-sunken data-shown:font-medium data-shown:text-ink max-sm:h-10"
          {...(value === status && { 'aria-current': 'page' })}
        >
          {label} <span className="text-sm text-ink-3">{counts ? count(counts[key]) : ''}</span>
        </Link>
      ))}
    </nav>
  );
}

function Empty(props: {
  readonly create: ReactNode;
  readonly isBehind: boolean;
  readonly isNarrowed: boolean;
}): ReactNode {
  const { create, isBehind, isNarrowed } = props;
  if (isNarrowed && !isBehind) {
    return (
      <EmptyState title="No campaigns match" action={<ButtonLink to="/campaigns">Show all campaigns</ButtonLink>}>
        Try a different title or subject, or choose another status.
      </EmptyState>
    );
  }
  if (isBehind)
    return (
      <EmptyState title="No campaigns on this page">
        The list now has fewer pages. Go back to a previous page.
      </EmptyState>
    );
  return (
    <EmptyState title="No campaigns yet" action={create}>
      A campaign is an email, such as a newsletter, that you send to an audience.
    </EmptyState>
  );
}

const both = (name: string): readonly SortOrder[] => [
  { value: `-${name}`, direction: 'descending' },
  { value: name, direction: 'ascending' },
];

function columnsOf(names: GroupNames): Column<Summary>[] {
  const figure = (key: 'sent_count' | 'open_rate' | 'click_rate', header: string): Column<Summary> => ({
    key,
    header,
    isRight: true,
    isNamed: true,
    width: 'w-22',
    sorts: both(key === 'sent_count' ? 'sent' : key),
    cell: ({ [key]: value, sent_count: sent }) => {
      if (sent === 0) return <span className="text-ink-3">–</span>;
      return key === 'sent_count' ? count(value) : percent(value);
    },
  });
  return [
    {
      key: 'title',
      header: 'Title',
      cell: ({ title }) => title,
      isMain: true,
      isClipped: true,
      sorts: both('title').toReversed(),
    },
    { key: 'status', header: 'Status', cell: (row) => <Badges of={row} />, isSide: true, width: 'w-46' },
    {
      key: 'audience',
      header: 'Audience',
      cell: (row) => <span className="text-ink-2">{inShort(audienceOf(row, names))}</span>,
      isClipped: true,
      isExtra: true,
      width: 'w-36',
    },
    {
      key: 'when',
      header: 'Date',
      isRight: true,
      isExtra: true,
      width: 'w-32',
      sorts: both('date'),
      cell: ({ scheduled_at: planned, sent_at: sent }) => (
        <span className="text-ink-3">
          <Time at={sent ?? planned} style="date" />
        </span>
      ),
    },
    figure('sent_count', 'Sent'),
    figure('open_rate', 'Opened'),
    figure('click_rate', 'Clicked'),
  ];
}

function actionsColumn(onAct: (what: OfRow, campaign: Summary) => void): Column<Summary> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    // Hidden on phones, because the page of the campaign also has these actions.
    isExtra: true,
    isRight: true,
    width: 'w-16',
    cell: (campaign) => {
      const actions: RowAction[] = [{ label: 'Duplicate', onClick: () => onAct('duplicate', campaign) }];
      if (campaign.status === 'sent')
        actions.push({ label: 'Resend campaign', onClick: () => onAct('clone', campaign) });
      if (campaign.status === 'draft')
        actions.push({ label: 'Delete', onClick: () => onAct('delete', campaign), isDanger: true });
      return <RowMenu label={`Actions for ${campaign.title}`} actions={actions} />;
    },
  };
}
