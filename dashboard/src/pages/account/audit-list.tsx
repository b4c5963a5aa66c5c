import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { Pager, Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { actionInWords, changesOf, viaInWords } from './audit-words.ts';

type AuditPage = Answer<'GET /dashboard/account/audit'>;
type Entry = AuditPage['data'][number];

/** A page of an audit log, of the own account or of one that the operator looks at. */
export function AuditList(props: {
  readonly page: AuditPage;
  readonly isFirst: boolean;
  /** Leads to what is older than an entry; empty leads to the newest. */
  readonly onPage: (before: string) => void;
}): ReactNode {
  const { isFirst, onPage, page } = props;
  const last = page.data.at(-1);
  const [shown, setShown] = useState<number>();
  const entry = page.data.find(({ id }) => id === shown);
  return (
    <>
      <Table
        label="Audit log"
        columns={[...COLUMNS, detailsColumn(setShown)]}
        rows={page.data}
        keyOf={({ id }) => String(id)}
        empty={
          <EmptyNote title="Nothing was changed yet">
            Keys, tokens, roles, settings and what the operator does leave a line here.
          </EmptyNote>
        }
      />
      <Pager
        newer={isFirst ? undefined : () => onPage('')}
        older={page.has_more && last ? () => onPage(String(last.id)) : undefined}
      />
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
      <Button look="quiet" onClick={() => onShow(id)} aria-label={`Details of: ${actionInWords(action)}`}>
        Details
      </Button>
    ),
  };
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'what',
    header: 'What',
    isMain: true,
    cell: (entry) => (
      <>
        <span className="block">
          <span className="font-medium">{entry.by?.name || entry.by?.email || 'Somebody'}</span>{' '}
          {actionInWords(entry.action)} {entry.subject !== null && <span className="font-medium">{entry.subject}</span>}
        </span>
        {changesOf(entry.before, entry.after).map((change) => (
          <span key={change} className="block text-sm text-ink-3">
            {change}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'via',
    header: 'How',
    cell: ({ is_operator: isOperator, via }) => (
      <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
        {viaInWords(via)} {isOperator && <Badge tone="info">operator</Badge>}
      </span>
    ),
  },
  { key: 'at', header: 'When', isRight: true, cell: ({ occurred_at: at }) => <Time at={at} /> },
];
