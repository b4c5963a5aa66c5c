import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useAsked } from '../../asked.ts';
import { Badge, Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Pager, Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { ListActions } from './list-actions.tsx';
import { AddSuppressions, RemoveSuppression } from './suppression-dialogs.tsx';

type Entry = Answer<'GET /transactional/suppressions'>['data'][number];

const REASONS = [
  { value: '', label: 'Any reason' },
  { value: 'bounced', label: 'Bounced' },
  { value: 'complained', label: 'Complained' },
  { value: 'manual', label: 'Added by hand' },
];

/** The addresses that the account does not write to: found, added and taken off. */
export default function Suppressions(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Entry>();
  const { filters, setFilters } = useFilters();
  const { after, query, reason } = filters;
  const asked = { ...(after && { after }), ...(query && { query }), ...(reason && { reason }), per_page: '50' };
  const read = useRead('GET /transactional/suppressions', { query: asked }, { keep: true });
  const mayChange = useMay('dashboard:write');
  useAsked(mayChange && 'add', () => setAdding(true));
  const add = mayChange && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden /> Add addresses
    </Button>
  );
  return (
    <Page
      title="Suppressions"
      summary="Nothing is sent to these addresses. Those that bounce for good or complain get here by themselves."
      actions={<ListActions>{add}</ListActions>}
    >
      <section className="card" aria-label="Suppressions">
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchField
            label="Beginning of the address"
            value={query ?? ''}
            onSearch={(text) => setFilters({ query: text })}
          />
          <Select
            label="Reason"
            choices={REASONS}
            value={reason ?? ''}
            onChange={(next) => setFilters({ reason: next })}
            className="max-sm:flex-1"
          />
        </div>
        <Loaded read={read} lines={8}>
          {({ data, has_more: hasMore }) => (
            <>
              <Table
                label="Suppressions"
                columns={mayChange ? [...COLUMNS, removeColumn(setRemoved)] : COLUMNS}
                rows={data}
                keyOf={({ address }) => address}
                empty={<Empty isFiltered={Boolean(query || reason)} add={add} />}
              />
              <Pager
                newer={after === undefined ? undefined : () => history.back()}
                older={hasMore ? () => setFilters({ after: data.at(-1)?.address ?? '' }) : undefined}
              />
            </>
          )}
        </Loaded>
      </section>
      {isAdding && <AddSuppressions onClose={() => setAdding(false)} />}
      {removed && <RemoveSuppression entry={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

function Empty({ add, isFiltered }: { readonly add: ReactNode; readonly isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No address fits">Look for how the address begins, or for another reason.</EmptyState>
  ) : (
    <EmptyState title="No address is suppressed" action={add}>
      Add those that you must not write to, for example the list of the service that you come from.
    </EmptyState>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'address',
    header: 'Address',
    cell: (row) => <span className="font-medium">{row.address}</span>,
    isMain: true,
  },
  { key: 'reason', header: 'Reason', cell: (row) => <Reason of={row} />, isSide: true, width: 'w-36' },
  {
    key: 'detail',
    header: 'Why',
    cell: (row) => (
      <>
        <span className="text-ink-2">{row.detail ?? <span className="text-ink-3">–</span>}</span>
        {row.message_id !== null && (
          <>
            {' '}
            <Link to={`/messages/${row.message_id}`} className="whitespace-nowrap text-accent-ink underline">
              The message
            </Link>
          </>
        )}
      </>
    ),
  },
  {
    key: 'since',
    header: 'Since',
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
  return of.reason === 'manual' ? <Badge>by hand</Badge> : <Status state={of.reason} />;
}

function removeColumn(onRemove: (entry: Entry) => void): Column<Entry> {
  return {
    key: 'remove',
    header: 'Take off the list',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-28',
    cell: (row) => (
      <Button look="quiet" onClick={() => onRemove(row)} aria-label={`Take off: ${row.address}`}>
        Take off
      </Button>
    ),
  };
}
