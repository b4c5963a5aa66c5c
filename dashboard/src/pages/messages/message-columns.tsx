import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Status } from '../../components/badge.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { plural } from '../../words.ts';

export type ListedMessage = Answer<'GET /transactional/emails'>['data'][number];

/** A message in a list, the same wherever messages are listed. */
export const MESSAGE_COLUMNS: readonly Column<ListedMessage>[] = [
  { key: 'status', header: 'Status', cell: (row) => <Status state={row.status} />, width: 'w-32', isSide: true },
  { key: 'to', header: 'Recipient', cell: (row) => <Recipients row={row} />, isMain: true },
  { key: 'subject', header: 'Subject', cell: (row) => <span className="text-ink-2">{row.subject}</span> },
  {
    key: 'tag',
    header: 'Tag',
    cell: (row) => row.tag !== null && <code className="font-mono text-sm text-ink-2">{row.tag}</code>,
    isExtra: true,
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
    width: 'w-32',
  },
];

function Recipients({ row }: { readonly row: ListedMessage }): ReactNode {
  const all = [...row.to, ...row.cc, ...row.bcc];
  return (
    <>
      {all[0]}
      {all.length > 1 && <span className="font-normal text-ink-3"> and {plural(all.length - 1, 'other')}</span>}
    </>
  );
}
