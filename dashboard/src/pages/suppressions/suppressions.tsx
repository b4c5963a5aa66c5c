import { type ReactNode, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge, Status } from '../../components/badge.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Clipped } from '../../components/clipped.tsx';
import { FilterBuilder } from '../../components/filter-builder.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesAround } from '../../components/pager.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { SelectionBar, useSelection } from '../../components/selection.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { Condition } from '../../conditions.ts';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { totalOf } from '../../total.ts';
import { RemoveMany } from './remove-many.tsx';
import { AddSuppressions, RemoveSuppression } from './suppression-dialogs.tsx';

type Entry = Answer<'GET /transactional/suppressions'>['data'][number];

const CONDITIONS: readonly Condition[] = [
  {
    name: 'reason',
    label: 'Reason',
    kind: 'one',
    choices: [
      { value: 'bounced', label: 'Bounced' },
      { value: 'complained', label: 'Complained' },
      { value: 'manual', label: 'Added manually' },
    ],
  },
];
const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'address', label: 'By email' },
];
const PER_PAGE = '100';

/** Renders the suppressed addresses. The user can search, add, and remove addresses. */
export default function Suppressions(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Entry>();
  const filtering = useFilters();
  const { after, before, query, reason, sort } = filtering.filters;
  const matching = { ...(query && { query }), ...(reason && { reason }) };
  const asked = { ...matching, ...(after && { after }), ...(before && { before }), ...(sort && { sort }) };
  const read = useRead('GET /transactional/suppressions', { query: { ...asked, per_page: PER_PAGE } }, { keep: true });
  const mayChange = useMay('dashboard:write');
  useDoParameter(mayChange && 'add', () => setAdding(true));
  const add = mayChange && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden /> Add addresses
    </Button>
  );
  return (
    <Page
      title="Suppressions"
      summary="No email is sent to these addresses. Hard bounces and complaints are added automatically."
      actions={<ListActions>{add}</ListActions>}
    >
      <section className="card" aria-label="Suppressions">
        <Choices filtering={filtering} />
        <Loaded read={read} lines={8}>
          {(page) => (
            <List
              page={page}
              matching={matching}
              filtering={filtering}
              mayChange={mayChange}
              empty={<Empty isFiltered={Boolean(query || reason)} add={add} />}
              onRemove={setRemoved}
            />
          )}
        </Loaded>
      </section>
      {isAdding && <AddSuppressions onClose={() => setAdding(false)} />}
      {removed && <RemoveSuppression entry={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

type Filtering = ReturnType<typeof useFilters>;

function Choices({ filtering }: { readonly filtering: Filtering }): ReactNode {
  const { filters, setFilters } = filtering;
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <SearchField
        label="Search addresses"
        value={filters['query'] ?? ''}
        onSearch={(text) => setFilters({ query: text })}
      />
      <FilterBuilder conditions={CONDITIONS} filtering={filtering} />
      {/* Only for phones, where the table has no headers that the user could click to sort. */}
      <Select
        label="Order"
        choices={ORDERS}
        value={filters['sort'] ?? 'newest'}
        onChange={(sort) => setFilters({ sort: sort === 'newest' ? '' : sort })}
        className="sm:hidden"
      />
    </div>
  );
}

function List(props: {
  readonly page: Answer<'GET /transactional/suppressions'>;
  readonly matching: { readonly query?: string; readonly reason?: string };
  readonly filtering: Filtering;
  readonly mayChange: boolean;
  readonly empty: ReactNode;
  readonly onRemove: (entry: Entry) => void;
}): ReactNode {
  const { empty, filtering, matching, mayChange, onRemove, page } = props;
  const { filters, setFilters } = filtering;
  const selection = useSelection(JSON.stringify(filters));
  const [isRemoving, setRemoving] = useState(false);
  const counted = useRead('GET /dashboard/suppressions/count', { query: matching }, { keep: true });
  const total = totalOf(counted.data, 'address', 'addresses');
  const around = pagesAround(filters, page, [page.data[0]?.address, page.data.at(-1)?.address]);
  const isWhole = !around.newer && !around.older;
  return (
    <>
      <Table
        label="Suppressions"
        columns={mayChange ? [...COLUMNS, removeColumn(onRemove)] : COLUMNS}
        rows={page.data}
        keyOf={({ address }) => address}
        empty={empty}
        sorting={{
          value: filters['sort'] ?? 'newest',
          onSort: (sort) => setFilters({ sort: sort === 'newest' ? '' : sort }),
        }}
        {...(mayChange && { selection })}
      />
      <SelectionBar selection={selection} rows={page.data.length} all={isWhole ? undefined : total}>
        <Button look="danger" onClick={() => setRemoving(true)}>
          Remove from list
        </Button>
      </SelectionBar>
      <Pager {...around} onPageChange={setFilters} total={page.data.length === 0 ? undefined : total} />
      {isRemoving && (
        <RemoveMany
          selection={selection}
          all={total ?? 'all addresses'}
          matching={matching}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

function Empty({ add, isFiltered }: { readonly add: ReactNode; readonly isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No addresses match your search">
      Search for the start of an address, or choose another reason.
    </EmptyState>
  ) : (
    <EmptyState title="No suppressed addresses" action={add}>
      Add addresses that you must not email, such as those on your previous provider’s suppression list.
    </EmptyState>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'address',
    header: 'Email',
    cell: (row) => <span className="font-medium">{row.address}</span>,
    isMain: true,
    isClipped: true,
    sorts: [{ value: 'address', direction: 'ascending' }],
  },
  { key: 'reason', header: 'Reason', cell: (row) => <Reason of={row} />, isSide: true, width: 'w-36' },
  {
    key: 'detail',
    header: 'Details',
    cell: (row) => (
      <span className="flex items-baseline gap-2 max-sm:flex-wrap">
        <span className="min-w-0 text-ink-2">
          <Clipped>{row.detail ?? <span className="text-ink-3">–</span>}</Clipped>
        </span>
        {row.message_id !== null && (
          <Link to={`/messages/${row.message_id}`} className="whitespace-nowrap text-accent-ink underline">
            View message
          </Link>
        )}
      </span>
    ),
  },
  {
    key: 'since',
    header: 'Added',
    sorts: [
      { value: 'newest', direction: 'descending' },
      { value: 'oldest', direction: 'ascending' },
    ],
    isRight: true,
    isExtra: true,
    width: 'w-36',
    cell: (row) => (
      <span className="text-ink-3">
        <Time at={row.created_at} />
      </span>
    ),
  },
];

function Reason({ of }: { readonly of: Entry }): ReactNode {
  return of.reason === 'manual' ? <Badge>manual</Badge> : <Status state={of.reason} />;
}

function removeColumn(onRemove: (entry: Entry) => void): Column<Entry> {
  return {
    key: 'remove',
    header: 'Remove from list',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-28',
    cell: (row) => (
      <Button look="quiet" onClick={() => onRemove(row)} aria-label={`Remove ${row.address}`}>
        Remove
      </Button>
    ),
  };
}

/** Renders the actions for the suppression list, and the link to the imports. */
function ListActions({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <ButtonLink to="/suppressions/imports">{useMay('dashboard:write') ? 'Import file' : 'Imports'}</ButtonLink>
      {children}
    </>
  );
}
