import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useAsked } from '../../asked.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { DeleteForm, NewForm } from './form-dialogs.tsx';
import { useDuplicate } from './use-duplicate.ts';

type Form = Answer<'GET /forms'>['data'][number];
type Opened = { readonly what: 'create' } | { readonly what: 'delete'; readonly form: Form };

const PER_PAGE = '50';

/** Renders the sign-up forms, their lists, and the number of submissions. */
export default function Forms(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const { filters, setFilters } = useFilters();
  const { page, query } = filters;
  const read = useRead(
    'GET /forms',
    { query: { ...(query && { query }), ...(page && { page }), per_page: PER_PAGE } },
    { keep: true },
  );
  const mayChange = useMay('account');
  const duplicate = useDuplicate();
  useAsked(mayChange && 'create', () => setOpened({ what: 'create' }));
  const close = (): void => setOpened(undefined);
  const act = (what: 'delete' | 'duplicate', form: Form): void =>
    what === 'delete' ? setOpened({ what, form }) : duplicate.act({ params: { id: String(form.id) } });
  const create = mayChange && (
    <Button look="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create form
    </Button>
  );
  return (
    <Page
      title="Forms"
      summary="Create sign-up forms that have their own page and can be embedded in your site."
      actions={create}
    >
      <section className="card" aria-label="Forms">
        <div className="border-b border-line p-3">
          <SearchField label="Search by title" value={query ?? ''} onSearch={(text) => setFilters({ query: text })} />
        </div>
        <Loaded read={read} lines={6}>
          {(answer) => (
            <>
              <Table
                label="Forms"
                columns={mayChange ? [...COLUMNS, actionsColumn(act)] : COLUMNS}
                rows={answer.data}
                keyOf={({ id }) => String(id)}
                linkOf={({ id }) => `/forms/${id}`}
                empty={<Empty isFiltered={Boolean(query)} create={create} />}
              />
              <Pager
                {...pagesNumbered(answer)}
                onPageChange={setFilters}
                total={answer.total === 0 ? undefined : plural(answer.total, 'form')}
              />
            </>
          )}
        </Loaded>
      </section>
      {opened?.what === 'create' && <NewForm onClose={close} />}
      {opened?.what === 'delete' && <DeleteForm form={opened.form} onClose={close} />}
    </Page>
  );
}

function Empty({ create, isFiltered }: { readonly isFiltered: boolean; readonly create: ReactNode }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No forms match your search">Try another title.</EmptyState>
  ) : (
    <EmptyState title="No forms yet" action={create}>
      With a form, people can sign up for your lists on the form’s page or on your site.
    </EmptyState>
  );
}

const COLUMNS: readonly Column<Form>[] = [
  {
    key: 'title',
    header: 'Title',
    isMain: true,
    isClipped: true,
    cell: ({ title }) => title,
  },
  {
    key: 'lists',
    header: 'Lists',
    isClipped: true,
    cell: ({ lists }) => <span className="text-ink-2">{lists.map(({ name }) => name).join(', ')}</span>,
  },
  {
    key: 'submissions',
    header: 'Submissions',
    isRight: true,
    isNamed: true,
    width: 'w-28',
    cell: ({ submissions_count: submissions }) => count(submissions),
  },
  {
    key: 'address',
    header: 'URL',
    isExtra: true,
    width: 'w-44',
    cell: ({ title, url }) => (
      // Positioned on top of the link that covers the whole row.
      <span className="relative z-10 inline-flex max-w-full items-center gap-1">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`${new URL(url).pathname}, page of ${title}`}
          className="min-w-0 truncate font-mono text-sm text-accent-ink underline underline-offset-2"
        >
          {new URL(url).pathname}
        </a>
        <CopyButton text={url} label={`Copy URL of ${title}`} />
      </span>
    ),
  },
];

function actionsColumn(onAct: (what: 'delete' | 'duplicate', form: Form) => void): Column<Form> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    // Hidden on phones, because the page of the form also has these actions.
    isExtra: true,
    isRight: true,
    width: 'w-16',
    cell: (form) => (
      <RowMenu
        label={`Actions for ${form.title}`}
        actions={[
          { label: 'Duplicate', onClick: () => onAct('duplicate', form) },
          { label: 'Delete', onClick: () => onAct('delete', form), isDanger: true },
        ]}
      />
    ),
  };
}
