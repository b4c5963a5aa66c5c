import { useRef, type ReactNode } from 'react';
import type { Answer } from '../api.ts';
import { Status } from './badge.tsx';
import { Table, type Column } from './table.tsx';
import type { Selection } from './selection.tsx';
import { Time } from './time.tsx';
import { plural } from '../words.ts';

export type Listed = Answer<'GET /transactional/emails'>['data'][number];

/** Renders messages as table rows, each with a link. Highlights messages that arrive while the page is open. */
export function MessageTable(props: {
  readonly label: string;
  readonly rows: readonly Listed[];
  readonly empty: ReactNode;
  readonly selection?: Selection;
}): ReactNode {
  const { empty, label, rows, selection } = props;
  const newest = useRef(rows[0]?.created_at ?? '');
  return (
    <Table
      label={label}
      columns={COLUMNS}
      rows={rows}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/messages/${id}`}
      nameOf={({ subject, to }) => `${subject}, to ${to.join(', ')}`}
      isNew={({ created_at }) => created_at > newest.current}
      empty={empty}
      {...(selection && { selection })}
    />
  );
}

const COLUMNS: readonly Column<Listed>[] = [
  { key: 'status', header: 'Status', cell: (row) => <Status state={row.status} />, width: 'w-36', isSide: true },
  { key: 'to', header: 'Recipient', cell: (row) => <Recipients row={row} />, isMain: true, isClipped: true },
  {
    key: 'subject',
    header: 'Subject',
    cell: (row) => <span className="text-ink-2">{row.subject}</span>,
    isClipped: true,
  },
  {
    key: 'tag',
    header: 'Tag',
    cell: (row) => row.tag !== null && <code className="font-mono text-sm text-ink-2">{row.tag}</code>,
    isExtra: true,
    isClipped: true,
    width: 'w-40',
  },
  {
    key: 'time',
    header: 'Accepted',
    cell: (row) => (
      <span className="text-ink-3">
        <Time at={row.created_at} />
      </span>
    ),
    isRight: true,
    width: 'w-36',
  },
];

function Recipients({ row }: { readonly row: Listed }): ReactNode {
  const all = [...row.to, ...row.cc, ...row.bcc];
  return (
    <>
      {all[0]}
      {all.length > 1 && <span className="font-normal text-ink-3"> and {plural(all.length - 1, 'other')}</span>}
    </>
  );
}
