import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Clipped } from '../../components/clipped.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { Pager, pagesAround } from '../../components/pager.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { FilterChanges, useFilters } from '../../filters.ts';
import { AuditEntry } from './audit-entry.tsx';
import { actionInWords, changesOf, viaInWords } from './audit-words.ts';

type AuditPage = Answer<'GET /dashboard/account/audit'>;
type Entry = AuditPage['data'][number];

/** Renders a page of an audit log, either for the user's own account or for an account that the operator views. */
export function AuditList(props: {
  readonly page: AuditPage;
  readonly filtering: ReturnType<typeof useFilters>;
}): ReactNode {
  const {
    filtering: { filters, setFilters },
    page,
  } = props;
  const [first, last] = [page.data[0], page.data.at(-1)].map((entry) => entry && String(entry.id));
  // Swap the cursors, because `before` selects older entries in the audit log API.
  const { newer, older } = pagesAround({ after: filters['before'], before: filters['after'] }, page, [first, last]);
  const turn = (to: FilterChanges): void => setFilters({ before: to['after'] ?? '', after: to['before'] ?? '' });
  const [shown, setShown] = useState<number>();
  const entry = page.data.find(({ id }) => id === shown);
  return (
    <>
      <Table
        label="Audit log"
        isFixed
        columns={[...COLUMNS, detailsColumn(setShown)]}
        rows={page.data}
        keyOf={({ id }) => String(id)}
        empty={
          <EmptyNote title="No entries yet">
            Changes to keys, tokens, roles, and settings appear here, along with actions by the operator.
          </EmptyNote>
        }
      />
      <Pager newer={newer} older={older} onPageChange={turn} />
      {entry && <AuditEntry entry={entry} onClose={() => setShown(undefined)} />}
    </>
  );
}

function detailsColumn(onShow: (id: number) => void): Column<Entry> {
  return {
    key: 'details',
    header: 'Details',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-24',
    cell: ({ action, id }) => (
      <Button look="quiet" onClick={() => onShow(id)} aria-label={`Details: ${actionInWords(action)}`}>
        Details
      </Button>
    ),
  };
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'what',
    header: 'Event',
    isMain: true,
    cell: (entry) => (
      <>
        <span className="block">
          <span className="font-medium">{entry.by?.name || entry.by?.email || 'Someone'}</span>{' '}
          {actionInWords(entry.action)} {entry.subject !== null && <span className="font-medium">{entry.subject}</span>}
        </span>
        {changesOf(entry.before, entry.after).map((change) => (
          <span key={change} className="text-sm text-ink-3">
            <Clipped>{change}</Clipped>
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'via',
    header: 'Source',
    width: 'w-52',
    cell: ({ is_operator: isOperator, via }) => (
      <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
        {viaInWords(via)} {isOperator && <Badge tone="info">operator</Badge>}
      </span>
    ),
  },
  { key: 'at', header: 'Time', isRight: true, width: 'w-36', cell: ({ occurred_at: at }) => <Time at={at} /> },
];
