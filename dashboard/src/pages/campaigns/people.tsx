import type { ReactNode } from 'react';
import { Download } from 'lucide-react';
import { addressOf, type Answer } from '../../api.ts';
import { DownloadLink } from '../../components/download-link.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';

type Engaged = Answer<'GET /campaigns/{id}/engagement'>['data'][number];

const PER_PAGE = '25';

/** Groups of recipients by action. Each has the name of the time column and the title of the empty state. */
const KINDS = [
  { value: 'openers', label: 'Opened', at: 'opened_at', none: 'No opens yet' },
  { value: 'clickers', label: 'Clicked', at: 'clicked_at', none: 'No clicks yet' },
  { value: 'non_openers', label: 'Did not open', at: 'sent_at', none: 'All recipients have opened the campaign' },
  { value: 'bounced', label: 'Bounced', at: 'bounced_at', none: 'No bounces yet' },
  { value: 'unsubscribed', label: 'Unsubscribed', at: 'unsubscribed_at', none: 'No unsubscribes yet' },
] as const;
type Kind = (typeof KINDS)[number];

/** Renders the contacts in each group, with links to the contacts. */
export function People({ id }: { readonly id: string }): ReactNode {
  const { filters, setFilters } = useFilters();
  const shown = KINDS.find(({ value }) => value === filters['people']) ?? KINDS[0];
  return (
    <section aria-label="People" className="flex flex-col gap-3">
      <div className="flex flex-wrap justify-end gap-x-4 gap-y-2">
        <Export id={id} type={shown.value} label={`Export “${shown.label}” as CSV`} />
        <Export id={id} type="recipients" label="Export all recipients as CSV" />
      </div>
      <Tabs
        tabs={KINDS.map((kind) => ({ value: kind.value, label: kind.label, content: <List id={id} kind={kind} /> }))}
        value={shown.value}
        onChange={(next) => setFilters({ people: next === KINDS[0].value ? '' : next }, 'replace')}
      />
    </section>
  );
}

type Exported = Kind['value'] | 'recipients';

function Export({
  id,
  label,
  type,
}: {
  readonly id: string;
  readonly label: string;
  readonly type: Exported;
}): ReactNode {
  const href = addressOf('/dashboard/campaigns/{id}/engagement/export', { params: { id }, query: { type } });
  return (
    <DownloadLink href={href} className="inline-flex items-center gap-1.5 text-accent-ink hover:underline">
      <Download className="size-4" aria-hidden /> {label}
    </DownloadLink>
  );
}

function List({ id, kind }: { readonly id: string; readonly kind: Kind }): ReactNode {
  const { filters, setFilters } = useFilters();
  const { page } = filters;
  const read = useRead(
    'GET /campaigns/{id}/engagement',
    { params: { id }, query: { type: kind.value, per_page: PER_PAGE, ...(page && { page }) } },
    { keep: true },
  );
  return (
    <Loaded read={read} lines={8}>
      {(answer) => (
        <>
          <Table
            label={kind.label}
            columns={columnsOf(kind)}
            rows={answer.data}
            keyOf={(row) => String(row.id)}
            linkOf={({ contact_id: contact }) => (contact === null ? '/contacts' : `/contacts/${contact}`)}
            empty={<EmptyState title={kind.none}>This list updates as results come in.</EmptyState>}
          />
          <Pager
            {...pagesNumbered(answer)}
            onPageChange={setFilters}
            total={answer.total === 0 ? undefined : plural(answer.total, 'contact')}
          />
        </>
      )}
    </Loaded>
  );
}

const REASON: Column<Engaged> = {
  key: 'reason',
  header: 'Reason',
  cell: ({ bounce_reason: reason }) => <span className="text-ink-2">{reason ?? 'Unknown'}</span>,
};

function columnsOf(kind: Kind): readonly Column<Engaged>[] {
  return [
    {
      key: 'email',
      header: 'Email',
      cell: ({ contact_id: contact, email }) => (contact === null ? 'Erased' : email),
      isMain: true,
      isClipped: true,
    },
    {
      key: 'name',
      header: 'Name',
      cell: ({ first_name: first, last_name: last }) => <span className="text-ink-2">{`${first} ${last}`.trim()}</span>,
      isClipped: true,
      width: 'w-60',
    },
    ...(kind.value === 'bounced' ? [REASON] : []),
    {
      key: 'at',
      header: kind.at === 'sent_at' ? 'Sent' : kind.label,
      isRight: true,
      width: 'w-40',
      cell: (row) => (
        <span className="text-ink-3">
          <Time at={row[kind.at]} />
        </span>
      ),
    },
  ];
}
