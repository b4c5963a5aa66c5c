import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { ListPage, useListQuery } from '../../components/list-page.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { stringifySearch } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { count } from '../../words.ts';
import { SEGMENT } from '../contacts/contact-filters.ts';
import { SegmentForm } from './segment-form.tsx';

type Segment = Answer<'GET /contact-segments'>['data'][number];

/** Renders the segments (saved filters) and the number of contacts in each segment. */
export default function Segments(): ReactNode {
  // Each row requires a count of its contacts, so a page has fewer rows than usual.
  const read = useRead('GET /contact-segments', { query: useListQuery('20').pages }, { keep: true });
  return (
    <ListPage
      title="Segments"
      summary="A segment is a saved filter. A segment always includes all contacts that currently match the filter."
      one="segment"
      read={read}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      linkOf={({ id }) => `/contacts${stringifySearch({ [SEGMENT]: String(id) })}`}
      actions={[{ label: 'Edit' }, { label: 'Delete', isDanger: true }]}
      empty="Filter contacts, for example those who opened an email in the last 90 days, and save the filter. You can send campaigns to segments."
      emptyAction={<ButtonLink to="/contacts">Go to contacts</ButtonLink>}
      dialogOf={({ row, what }, close) =>
        row && what === 'delete' ? (
          <Delete segment={row} onClose={close} />
        ) : (
          <SegmentForm {...(row && { id: row.id })} onClose={close} />
        )
      }
    />
  );
}

const COLUMNS: readonly Column<Segment>[] = [
  { key: 'name', header: 'Name', isMain: true, isClipped: true, width: 'w-64', cell: ({ name }) => name },
  { key: 'conditions', header: 'Conditions', cell: ({ id }) => <Conditions id={id} /> },
  {
    key: 'contacts',
    header: 'Contacts',
    isRight: true,
    width: 'w-28',
    cell: ({ id }) => <Size id={id} />,
  },
  {
    key: 'changed',
    header: 'Updated',
    isRight: true,
    isExtra: true,
    width: 'w-36',
    cell: ({ updated_at: at }) => (
      <span className="text-ink-3">
        <Time at={at} />
      </span>
    ),
  },
];

/**
 * Returns a segment with its description and its number of contacts, or undefined until they are loaded. Each segment
 * is loaded separately, because counting can be slow.
 */
function useSegment(id: number): Answer<'GET /contact-segments/{id}'> | undefined {
  return useRead('GET /contact-segments/{id}', { params: { id: String(id) }, query: { count: 'true' } }).data;
}

function Conditions({ id }: { readonly id: number }): ReactNode {
  const segment = useSegment(id);
  if (!segment) return <span className="text-ink-3">–</span>;
  if (segment.error === null) return <span className="text-ink-2">{segment.description}</span>;
  return (
    <span className="flex flex-col items-start gap-1 text-ink-2">
      <Badge tone="bad">cannot be used</Badge> {segment.error}
    </span>
  );
}

function Size({ id }: { readonly id: number }): ReactNode {
  const size = useSegment(id)?.contacts_count;
  return size === null || size === undefined ? <span className="text-ink-3">–</span> : count(size);
}

function Delete({ onClose, segment }: { readonly segment: Segment; readonly onClose: () => void }): ReactNode {
  return (
    <DeleteDialog
      operation="DELETE /contact-segments/{id}"
      id={segment.id}
      noun="segment"
      name={segment.name}
      // Do not reload the deleted segment itself. Its row is still shown for a moment and would request the segment
      // again.
      refresh={['GET /contact-segments', 'GET /contacts']}
      onClose={onClose}
    >
      The contacts are kept, but campaigns that target this segment no longer reach them.
    </DeleteDialog>
  );
}
