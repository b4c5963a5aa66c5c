import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { ListPage, useListQuery } from '../../components/list-page.tsx';
import type { Column } from '../../components/table.tsx';
import { useRead } from '../../reading.ts';
import { count } from '../../words.ts';
import { DeleteList, NameList } from './list-dialogs.tsx';

type List = Answer<'GET /lists'>['data'][number];
/** Renders the lists with their member counts and statistics. */
export default function Lists(): ReactNode {
  const read = useRead('GET /lists', { query: useListQuery().searched }, { keep: true });
  return (
    <ListPage
      title="Lists"
      summary="Manage the lists that people subscribe to, and compare their average open and click rates."
      one="list"
      read={read}
      searched="name"
      columns={COLUMNS}
      nameOf={({ name }) => name}
      linkOf={({ id }) => `/lists/${id}`}
      actions={[{ label: 'Rename' }, { label: 'Delete', isDanger: true }]}
      hasPages
      empty="People subscribe to a list, such as your newsletter. Forms add contacts to lists, and you send campaigns to lists."
      dialogOf={({ row, what }, close) =>
        row && what === 'delete' ? (
          <DeleteList list={row} onClose={close} />
        ) : (
          <NameList {...(row && { list: row })} onClose={close} />
        )
      }
    />
  );
}

function figure(key: 'contacts_count' | 'subscribed_contacts_count', header: string): Column<List> {
  return { key, header, isRight: true, isNamed: true, width: 'w-36', cell: (row) => count(row[key]) };
}

const COLUMNS: readonly Column<List>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, isMain: true, isClipped: true },
  figure('contacts_count', 'Contacts'),
  figure('subscribed_contacts_count', 'Active'),
  {
    key: 'opens',
    header: 'Opened',
    isRight: true,
    isNamed: true,
    width: 'w-36',
    cell: (row) => <Rate percent={row.average_email_open_percent} />,
  },
  {
    key: 'clicks',
    header: 'Clicked',
    isRight: true,
    isNamed: true,
    width: 'w-36',
    cell: (row) => <Rate percent={row.average_email_click_percent} />,
  },
];

/** Renders a percentage as a number and a bar. */
function Rate({ percent }: { readonly percent: number }): ReactNode {
  return (
    <span className="inline-flex flex-col items-end gap-1 max-sm:items-start">
      {percent}%
      <span aria-hidden className="h-1 w-16 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-ok" style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
    </span>
  );
}
