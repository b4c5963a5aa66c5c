import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { NewAutomation } from './automation-dialogs.tsx';
import { UseRecipe } from './recipe-dialog.tsx';
import { useDuplicate } from '../../components/use-duplicate.ts';

type Row = Answer<'GET /automations'>['data'][number];

const PER_PAGE = '50';

export default function Automations(): ReactNode {
  const [isCreating, setCreating] = useState(false);
  const [isUsingRecipe, setUsingRecipe] = useState(false);
  const { filters, setFilters } = useFilters();
  const { page } = filters;
  const read = useRead('GET /automations', { query: { ...(page && { page }), per_page: PER_PAGE } }, { keep: true });
  const mayChange = useMay('account');
  const duplicate = useDuplicate('automation');
  useDoParameter(mayChange && 'create', () => setCreating(true));
  const create = mayChange && (
    <>
      <Button onClick={() => setUsingRecipe(true)}>Use a recipe</Button>
      <Button look="primary" onClick={() => setCreating(true)}>
        <Plus className="size-4" aria-hidden /> Create automation
      </Button>
    </>
  );
  return (
    <Page
      title="Automations"
      summary="Send a series of emails automatically when a contact meets a condition."
      actions={create}
    >
      <section className="card" aria-label="Automations">
        <Loaded read={read} lines={6}>
          {(answer) => (
            <>
              <Table
                label="Automations"
                columns={
                  mayChange
                    ? [...COLUMNS, actionsColumn((row) => duplicate.act({ params: { id: String(row.id) } }))]
                    : COLUMNS
                }
                rows={answer.data}
                keyOf={({ id }) => String(id)}
                linkOf={({ id }) => `/automations/${id}`}
                empty={
                  <EmptyState title="No automations yet" action={create}>
                    An automation sends a series of emails, such as a welcome series for new subscribers or a follow-up
                    after a click.
                  </EmptyState>
                }
              />
              <Pager
                {...pagesNumbered(answer)}
                onPageChange={setFilters}
                total={answer.total === 0 ? undefined : plural(answer.total, 'automation')}
              />
            </>
          )}
        </Loaded>
      </section>
      {isCreating && <NewAutomation onClose={() => setCreating(false)} />}
      {isUsingRecipe && <UseRecipe onClose={() => setUsingRecipe(false)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'title', header: 'Title', isMain: true, isClipped: true, cell: ({ title }) => title },
  { key: 'state', header: 'Status', width: 'w-40', cell: (row) => <State of={row} /> },
  {
    key: 'emails',
    header: 'Emails',
    isRight: true,
    isNamed: true,
    width: 'w-20',
    cell: ({ automation_items: items }) => count(items.length),
  },
  {
    key: 'entered',
    header: 'Entered',
    isRight: true,
    isNamed: true,
    width: 'w-24',
    cell: ({ entered_count: entered }) => count(entered),
  },
  {
    key: 'waiting',
    header: 'In progress',
    isRight: true,
    isNamed: true,
    width: 'w-24',
    cell: ({ waiting_count: waiting }) => count(waiting),
  },
];

function actionsColumn(onDuplicate: (row: Row) => void): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    // Hidden on phones, because the page of the automation also has these actions.
    isExtra: true,
    isRight: true,
    width: 'w-16',
    cell: (row) => (
      <RowMenu label={`Actions for ${row.title}`} actions={[{ label: 'Duplicate', onClick: () => onDuplicate(row) }]} />
    ),
  };
}

function State({ of }: { readonly of: Row }): ReactNode {
  const isAmiss = of.active && [...of.automation_items, ...of.automation_triggers].some(({ fault }) => fault !== null);
  if (isAmiss) return <Badge tone="warn">needs attention</Badge>;
  return of.active ? <Badge tone="ok">active</Badge> : <Badge>inactive</Badge>;
}
