import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useAsked } from '../../asked.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { plural } from '../../words.ts';
import { NewLandingPage } from './landing-page-dialogs.tsx';

type Row = Answer<'GET /landing-pages'>['data'][number];

const PER_PAGE = '50';

/** Renders the landing pages. A landing page contains a text, an image, and a sign-up form. */
export default function LandingPages(): ReactNode {
  const [isCreating, setCreating] = useState(false);
  const { filters, setFilters } = useFilters();
  const { page, query } = filters;
  const read = useRead(
    'GET /landing-pages',
    { query: { ...(query && { query }), ...(page && { page }), per_page: PER_PAGE } },
    { keep: true },
  );
  const mayChange = useMay('account');
  useAsked(mayChange && 'create', () => setCreating(true));
  const create = mayChange && (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus className="size-4" aria-hidden /> Create landing page
    </Button>
  );
  return (
    <Page
      title="Landing pages"
      summary="Landing pages are standalone sign-up pages with text, an image, and a form."
      actions={create}
    >
      <section className="card" aria-label="Landing pages">
        <div className="border-b border-line p-3">
          <SearchField label="Search by title" value={query ?? ''} onSearch={(text) => setFilters({ query: text })} />
        </div>
        <Loaded read={read} lines={6}>
          {(answer) => (
            <>
              <Table
                label="Landing pages"
                columns={COLUMNS}
                rows={answer.data}
                keyOf={({ id }) => String(id)}
                linkOf={({ id }) => `/landing-pages/${id}`}
                empty={
                  query ? (
                    <EmptyState title="No landing pages match your search">Try another title.</EmptyState>
                  ) : (
                    <EmptyState title="No landing pages yet" action={create}>
                      A landing page presents your newsletter to new readers and lets them sign up.
                    </EmptyState>
                  )
                }
              />
              <Pager
                {...pagesNumbered(answer)}
                onPageChange={setFilters}
                total={answer.total === 0 ? undefined : plural(answer.total, 'landing page')}
              />
            </>
          )}
        </Loaded>
      </section>
      {isCreating && <NewLandingPage onClose={() => setCreating(false)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'title', header: 'Title', isMain: true, isClipped: true, cell: ({ title }) => title },
  {
    key: 'state',
    header: 'Status',
    width: 'w-36',
    cell: ({ is_published: isPublished }) =>
      isPublished ? <Badge tone="ok">published</Badge> : <Badge>unpublished</Badge>,
  },
  {
    key: 'address',
    header: 'URL',
    isExtra: true,
    width: 'w-72',
    cell: ({ title, url }) => (
      // Positioned on top of the link that covers the whole row.
      <span className="relative z-10 inline-flex max-w-full items-center gap-1">
        <span className="min-w-0 truncate font-mono text-sm text-ink-2">{new URL(url).pathname}</span>
        <CopyButton text={url} label={`Copy URL of ${title}`} />
      </span>
    ),
  },
];
