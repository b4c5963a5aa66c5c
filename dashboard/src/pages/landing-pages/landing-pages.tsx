import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { ListPage, useListQuery } from '../../components/list-page.tsx';
import { sourceColumns, useSources } from '../../components/source-columns.tsx';
import type { Column } from '../../components/table.tsx';
import { useRead } from '../../reading.ts';
import { NewLandingPage } from './landing-page-dialogs.tsx';

type Row = Answer<'GET /landing-pages'>['data'][number];

/** Renders the landing pages. A landing page contains text, an image, and a sign-up form. */
export default function LandingPages(): ReactNode {
  const read = useRead('GET /landing-pages', { query: useListQuery().searched }, { keep: true });
  // Each landing page has its own form, so the contacts of that form are the contacts of the landing page.
  const sources = useSources(
    'form',
    (read.data?.data ?? []).map(({ form_id: form }) => form),
  );
  return (
    <ListPage
      title="Landing pages"
      summary="Landing pages are standalone sign-up pages with text, an image, and a form."
      one="landing page"
      read={read}
      searched="title"
      columns={[...COLUMNS, ...sourceColumns<Row>(sources, ({ form_id: form }) => form), ADDRESS]}
      nameOf={({ title }) => title}
      linkOf={({ id }) => `/landing-pages/${id}`}
      empty="A landing page presents your newsletter to new readers and lets them sign up."
      dialogOf={(_, close) => <NewLandingPage onClose={close} />}
    />
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
];

const ADDRESS: Column<Row> = {
  key: 'address',
  header: 'URL',
  isExtra: true,
  width: 'w-72',
  cell: ({ title, url }) => (
    // Keeps the content in front of the link that covers the whole row.
    <span className="relative z-10 inline-flex max-w-full items-center gap-1">
      <span className="min-w-0 truncate font-mono text-sm text-ink-2">{new URL(url).pathname}</span>
      <CopyButton text={url} label={`Copy URL of ${title}`} />
    </span>
  ),
};
