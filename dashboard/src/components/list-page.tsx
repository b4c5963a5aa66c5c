import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { ApiProblem } from '../api.ts';
import { useDoParameter } from '../do-parameter.ts';
import { useFilters } from '../filters.ts';
import { useMay } from '../session.ts';
import { noun, plural } from '../words.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';
import { Pager, pagesNumbered } from './pager.tsx';
import { RowMenu } from './row-menu.tsx';
import { SearchField } from './search-field.tsx';
import { EmptyState, Loaded } from './states.tsx';
import { Table, type Column } from './table.tsx';

/** An open dialog. `what` is `create`, or the label of a row action in lower case. */
export interface Opened<Row> {
  readonly what: string;
  readonly row?: Row;
}

/**
 * An action in the menu of a row. Without `onClick`, the action opens the dialog whose name is the label in lower case.
 */
interface ListAction<Row> {
  readonly label: string;
  readonly onClick?: (row: Row) => void;
  readonly isDanger?: true;
}

interface ListPageProps<Row> {
  readonly title: string;
  readonly summary: string;
  /** Singular noun for the listed objects, such as `list`. */
  readonly one: string;
  readonly read: {
    readonly data:
      | {
          readonly data: readonly Row[];
          readonly total: number;
          readonly current_page: number;
          readonly last_page: number;
        }
      | undefined;
    readonly error: ApiProblem | null;
    readonly retry?: () => void;
  };
  /** Name of the field that users can search. */
  readonly searched?: 'name' | 'title';
  readonly columns: readonly Column<Row>[];
  readonly nameOf: (row: Row) => string;
  readonly linkOf?: (row: Row) => string;
  readonly actions?: readonly ListAction<Row>[];
  /** Whether phones hide the actions, because the page of the object also has these actions. */
  readonly hasPages?: true;
  /** Title, text, and additional action that are shown if there are no objects. */
  readonly emptyTitle?: string;
  readonly empty: ReactNode;
  readonly emptyAction?: ReactNode;
  readonly dialogOf: (opened: Opened<Row>, close: () => void) => ReactNode;
}

/** Returns the queries for a page of a list: `pages` without the search text, and `searched` with the search text. */
export function useListQuery(perPage = '50') {
  const { page, query } = useFilters().filters;
  const pages = { ...(page && { page }), per_page: perPage };
  return { pages, searched: { ...pages, ...(query && { query }) } };
}

/** Renders a page that lists objects of one type, and the dialogs that create, change, and delete objects. */
export function ListPage<Row extends { readonly id: number }>(props: ListPageProps<Row>): ReactNode {
  const { columns, dialogOf, linkOf, one, read, searched, summary, title } = props;
  const [opened, setOpened] = useState<Opened<Row>>();
  const { filters, setFilters } = useFilters();
  const mayChange = useMay('account');
  useDoParameter(mayChange && 'create', () => setOpened({ what: 'create' }));
  const create = mayChange && (
    <Button look="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create {one}
    </Button>
  );
  return (
    <Page title={title} summary={summary} actions={create}>
      <section className="card" aria-label={title}>
        {searched && (
          <div className="border-b border-line p-3">
            <SearchField
              label={`Search by ${searched}`}
              value={filters['query'] ?? ''}
              onSearch={(query) => setFilters({ query })}
            />
          </div>
        )}
        <Loaded read={read} lines={6}>
          {(answer) => (
            <>
              <Table
                label={title}
                columns={mayChange && props.actions ? [...columns, actionsColumn(props, setOpened)] : columns}
                rows={answer.data}
                keyOf={({ id }) => String(id)}
                {...(linkOf && { linkOf })}
                empty={<Empty of={props} create={create} isFiltered={Boolean(searched && filters['query'])} />}
              />
              <Pager
                {...pagesNumbered(answer)}
                onPageChange={setFilters}
                total={answer.total === 0 ? undefined : plural(answer.total, one)}
              />
            </>
          )}
        </Loaded>
      </section>
      {opened && dialogOf(opened, () => setOpened(undefined))}
    </Page>
  );
}

function Empty<Row>(props: {
  readonly of: ListPageProps<Row>;
  readonly create: ReactNode;
  readonly isFiltered: boolean;
}): ReactNode {
  const { create, isFiltered, of } = props;
  const many = noun(2, of.one);
  if (isFiltered) return <EmptyState title={`No ${many} match your search`}>Try another {of.searched}.</EmptyState>;
  const action = (
    <>
      {create}
      {of.emptyAction}
    </>
  );
  return (
    <EmptyState title={of.emptyTitle ?? `No ${many} yet`} action={action}>
      {of.empty}
    </EmptyState>
  );
}

function actionsColumn<Row>(
  { actions = [], hasPages, nameOf }: ListPageProps<Row>,
  onOpen: (opened: Opened<Row>) => void,
): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-16',
    ...(hasPages && { isExtra: true }),
    cell: (row) => (
      <RowMenu
        label={`Actions for ${nameOf(row)}`}
        actions={actions.map(({ isDanger, label, onClick }) => ({
          label,
          onClick: () => (onClick ? onClick(row) : onOpen({ what: label.toLowerCase(), row })),
          ...(isDanger && { isDanger }),
        }))}
      />
    ),
  };
}
