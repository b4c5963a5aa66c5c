import { type ReactNode, useState } from 'react';
import { Plus, Terminal } from 'lucide-react';
import { useAsked } from '../../asked.ts';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { type RowAction, RowMenu } from '../../components/row-menu.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { Badges } from './badges.tsx';
import { type Campaign, isInProgress, percent } from './campaign-words.ts';
import { DeleteDraft } from './delete-draft.tsx';
import { GatesNote } from './gates-note.tsx';
import { audienceOf, type GroupNames, inShort, useGroupNames } from './group-names.ts';
import { NewCampaign } from './new-campaign.tsx';
import { Resend } from './resend.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { copyText } from '../../components/copy-text.ts';
import { toast } from '../../components/toast.tsx';
import { shellQuoted } from '../../shell-quoted.ts';

const BODY = {
  title: 'November',
  subject: 'November news',
  html: '<p>Hello {{ contact.first_name | default: "there" }}</p>',
  from_name: 'Acme',
  from_email: 'news@acme.example',
};

/** Statistics of the campaigns by campaign ID. */
type FiguresById = ReadonlyMap<
  number,
  { readonly sent_count: number; readonly open_rate: number; readonly click_rate: number }
>;
type OfRow = 'delete' | 'clone' | 'duplicate';
type Opened = { readonly what: 'create' } | { readonly what: Exclude<OfRow, 'duplicate'>; readonly campaign: Campaign };

/** Small page size, because each campaign in the response includes its content. */
const PER_PAGE = '20';
const READ_AGAIN_MS = 15_000;

/** Renders the campaigns of the account with their statuses, audiences, and results. */
export default function Campaigns(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const { filters, setFilters } = useFilters();
  const mayChange = useMay('account');
  const names = useGroupNames();
  const read = useRead(
    'GET /campaigns',
    { query: { ...(filters['page'] && { page: filters['page'] }), per_page: PER_PAGE } },
    { keep: true, every: ({ data }) => (data?.data.some(isInProgress) === true ? READ_AGAIN_MS : false) },
  );
  const figures = useFigures(read.data?.data ?? []);
  const duplicate = useDuplicate();
  const openNew = (): void => setOpened({ what: 'create' });
  const act = (what: OfRow, campaign: Campaign): void =>
    what === 'duplicate' ? duplicate.act({ params: { id: String(campaign.id) } }) : setOpened({ what, campaign });
  useAsked(mayChange && 'create', openNew);
  const create = mayChange && <CreateButton onClick={openNew} />;
  const columns = [...columnsOf(names, figures), ...(mayChange ? [actionsColumn(act)] : [])];
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
      <GatesNote />
      <section className="card" aria-label="Campaigns">
        <Loaded read={read} lines={6}>
          {(answer) => (
            <>
              <Table
                label="Campaigns"
                columns={columns}
                rows={answer.data}
                keyOf={({ id }) => String(id)}
                linkOf={({ id }) => `/campaigns/${id}`}
                empty={<Empty create={create} isBehind={answer.total > 0} />}
              />
              <Pager
                {...pagesNumbered(answer)}
                onPageChange={setFilters}
                total={answer.total === 0 ? undefined : plural(answer.total, 'campaign')}
              />
            </>
          )}
        </Loaded>
      </section>
      {opened && <Dialog opened={opened} onClose={() => setOpened(undefined)} />}
    </Page>
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

function Empty({ create, isBehind }: { readonly create: ReactNode; readonly isBehind: boolean }): ReactNode {
  if (isBehind)
    return <EmptyState title="No campaigns on this page">The list now has fewer pages. Go to a newer page.</EmptyState>;
  return (
    <EmptyState title="No campaigns yet" action={create}>
      A campaign is an email to an audience, such as your newsletter.
    </EmptyState>
  );
}

/** Loads the statistics of all campaigns on the page in one request. */
function useFigures(rows: readonly Campaign[]): FiguresById {
  const begun = rows.filter(({ started_at: at }) => at !== null).map(({ id }) => id);
  const { data } = useRead(
    'GET /dashboard/campaign-figures',
    { query: { campaigns: begun.join(',') } },
    { enabled: begun.length > 0, keep: true, every: rows.some(isInProgress) ? READ_AGAIN_MS : false },
  );
  return new Map(data?.data.map((each) => [each.campaign_id, each]));
}

function columnsOf(names: GroupNames, figures: FiguresById): Column<Campaign>[] {
  const figure = (key: 'sent_count' | 'open_rate' | 'click_rate', header: string): Column<Campaign> => ({
    key,
    header,
    isRight: true,
    isNamed: true,
    width: 'w-22',
    cell: ({ id }) => {
      const value = figures.get(id)?.[key];
      if (value === undefined) return <span className="text-ink-3">–</span>;
      return key === 'sent_count' ? count(value) : percent(value);
    },
  });
  return [
    { key: 'title', header: 'Title', cell: ({ title }) => title, isMain: true, isClipped: true },
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
      cell: ({ scheduled_at: planned, sent_at: sent }) => (
        <span className="text-ink-3">
          <Time at={sent ?? planned} />
        </span>
      ),
    },
    figure('sent_count', 'Sent'),
    figure('open_rate', 'Opened'),
    figure('click_rate', 'Clicked'),
  ];
}

function actionsColumn(onAct: (what: OfRow, campaign: Campaign) => void): Column<Campaign> {
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

/** Returns a shell command that creates a draft of a campaign. Pure. */
function draftCall(baseUrl: string): string {
  const headers = '-H "Authorization: Bearer $POSTRIDER_TOKEN" -H "Content-Type: application/json"';
  return `curl ${shellQuoted(`${baseUrl}/campaigns`)} ${headers} -d ${shellQuoted(JSON.stringify(BODY))}`;
}

/** Renders a button that copies the shell command to create a draft. */
function CopyDraftCall(): ReactNode {
  const { installation } = useSession();
  const copy = async (): Promise<void> => {
    await copyText(draftCall(installation.base_url));
    toast('API call copied. Replace $POSTRIDER_TOKEN with a personal access token.');
  };
  return (
    <Button onClick={() => void copy()} title="Copy as API call">
      <Terminal className="size-4" aria-hidden /> Copy as API call
    </Button>
  );
}
