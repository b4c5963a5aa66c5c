import { type ReactNode, useState } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useAsked } from '../../asked.ts';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { DeleteList, NameList } from './list-dialogs.tsx';

type List = Answer<'GET /lists'>['data'][number];
type Opened = { readonly what: 'create' } | { readonly what: 'rename' | 'delete'; readonly list: List };

const PER_PAGE = '50';

/** Renders the lists with their numbers of members and their statistics. */
export default function Lists(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const { filters, setFilters } = useFilters();
  const { page, query } = filters;
  const read = useRead(
    'GET /lists',
    { query: { ...(query && { query }), ...(page && { page }), per_page: PER_PAGE } },
    { keep: true },
  );
  const mayChange = useMay('account');
  useAsked(mayChange && 'create', () => setOpened({ what: 'create' }));
  const close = (): void => setOpened(undefined);
  const create = mayChange && (
    <Button look="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create list
    </Button>
  );
  return (
    <Page
      title="Lists"
      summary="Manage the lists that people subscribe to, and compare their average open and click rates."
      actions={create}
    >
      <section className="card" aria-label="Lists">
        <div className="border-b border-line p-3">
          <SearchField label="Search by name" value={query ?? ''} onSearch={(text) => setFilters({ query: text })} />
        </div>
        <Loaded read={read} lines={6}>
          {(answer) => (
            <>
              <Table
                label="Lists"
                columns={mayChange ? [...COLUMNS, actionsColumn(setOpened)] : COLUMNS}
                rows={answer.data}
                keyOf={({ id }) => String(id)}
                linkOf={({ id }) => `/lists/${id}`}
                empty={<Empty isFiltered={Boolean(query)} create={create} />}
              />
              <Pager
                {...pagesNumbered(answer)}
                onPageChange={setFilters}
                total={answer.total === 0 ? undefined : plural(answer.total, 'list')}
              />
            </>
          )}
        </Loaded>
      </section>
      {opened?.what === 'create' && <NameList onClose={close} />}
      {opened?.what === 'rename' && <NameList list={opened.list} onClose={close} />}
      {opened?.what === 'delete' && <DeleteList list={opened.list} onClose={close} />}
    </Page>
  );
}

function Empty({ create, isFiltered }: { readonly isFiltered: boolean; readonly create: ReactNode }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No lists match your search">Try another name.</EmptyState>
  ) : (
    <EmptyState title="No lists yet" action={create}>
      A list is something people subscribe to, such as your newsletter. Forms add contacts to lists, and you send
      campaigns to lists.
    </EmptyState>
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

function actionsColumn(onOpen: (opened: Opened) => void): Column<List> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    // Hidden on phones, because the page of the list also has these actions.
    isExtra: true,
    isRight: true,
    width: 'w-16',
    cell: (list) => (
      <RowMenu
        label={`Actions for ${list.name}`}
        actions={[
          { label: 'Rename', onClick: () => onOpen({ what: 'rename', list }) },
          { label: 'Delete', onClick: () => onOpen({ what: 'delete', list }), isDanger: true },
        ]}
      />
    ),
  };
}

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
