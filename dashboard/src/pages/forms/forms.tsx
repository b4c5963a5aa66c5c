import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { CopyButton } from '../../components/copy.tsx';
import { ListPage, useListQuery } from '../../components/list-page.tsx';
import { sourceColumns, useSources } from '../../components/source-columns.tsx';
import type { Column } from '../../components/table.tsx';
import { useRead } from '../../reading.ts';
import { count } from '../../words.ts';
import { DeleteForm, NewForm } from './form-dialogs.tsx';
import { useDuplicate } from '../../components/use-duplicate.ts';

type Form = Answer<'GET /forms'>['data'][number];
/** Renders the sign-up forms, their lists, and how many contacts they added. */
export default function Forms(): ReactNode {
  const read = useRead('GET /forms', { query: useListQuery().searched }, { keep: true });
  const duplicate = useDuplicate('form');
  const sources = useSources(
    'form',
    (read.data?.data ?? []).map(({ id }) => id),
  );
  return (
    <ListPage
      title="Forms"
      summary="Create sign-up forms that have their own page and can be embedded in your site."
      one="form"
      read={read}
      searched="title"
      columns={[...COLUMNS, ...sourceColumns<Form>(sources, ({ id }) => id), ADDRESS]}
      nameOf={({ title }) => title}
      linkOf={({ id }) => `/forms/${id}`}
      actions={[
        { label: 'Duplicate', onClick: ({ id }) => duplicate.act({ params: { id: String(id) } }) },
        { label: 'Delete', isDanger: true },
      ]}
      hasPages
      empty="With a form, people can sign up for your lists on the form’s page or on your site."
      dialogOf={({ row }, close) => (row ? <DeleteForm form={row} onClose={close} /> : <NewForm onClose={close} />)}
    />
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
];

const ADDRESS: Column<Form> = {
  key: 'address',
  header: 'URL',
  isExtra: true,
  width: 'w-44',
  cell: ({ title, url }) => (
    // Keeps the content in front of the link that covers the whole row.
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
};
