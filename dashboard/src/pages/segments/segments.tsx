import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useAsked } from '../../asked.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { stringifySearch, useFilters } from '../../filters.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { SEGMENT } from '../contacts/contact-filters.ts';
import { SegmentForm } from './segment-form.tsx';

type Segment = Answer<'GET /contact-segments'>['data'][number];
type Opened = { readonly what: 'create' } | { readonly what: 'change' | 'delete'; readonly segment: Segment };

const PER_PAGE = '20';

/** Renders the segments, which are filters with names, and the number of contacts in each segment. */
export default function Segments(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const { filters, setFilters } = useFilters();
  const { page } = filters;
  const read = useRead(
    'GET /contact-segments',
    { query: { ...(page && { page }), per_page: PER_PAGE } },
    { keep: true },
  );
  const mayChange = useMay('account');
  useAsked(mayChange && 'create', () => setOpened({ what: 'create' }));
  const close = (): void => setOpened(undefined);
  const create = mayChange && (
    <Button look="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create segment
    </Button>
  );
  return (
    <Page
      title="Segments"
      summary="A segment is a saved filter. Each time you use a segment, it includes all contacts that match."
      actions={create}
    >
      <section className="card" aria-label="Segments">
        <Loaded read={read} lines={6}>
          {(answer) => (
            <>
              <Table
                label="Segments"
                columns={mayChange ? [...COLUMNS, actionsColumn(setOpened)] : COLUMNS}
                rows={answer.data}
                keyOf={({ id }) => String(id)}
                linkOf={({ id }) => `/contacts${stringifySearch({ [SEGMENT]: String(id) })}`}
                empty={<Empty create={create} />}
              />
              <Pager
                {...pagesNumbered(answer)}
                onPageChange={setFilters}
                total={answer.total === 0 ? undefined : plural(answer.total, 'segment')}
              />
            </>
          )}
        </Loaded>
      </section>
      {opened?.what === 'create' && <SegmentForm onClose={close} />}
      {opened?.what === 'change' && <SegmentForm id={opened.segment.id} onClose={close} />}
      {opened?.what === 'delete' && <Delete segment={opened.segment} onClose={close} />}
    </Page>
  );
}

function Empty({ create }: { readonly create: ReactNode }): ReactNode {
  return (
    <EmptyState
      title="No segments yet"
      action={
        <>
          {create}
          <ButtonLink to="/contacts">Go to contacts</ButtonLink>
        </>
      }
    >
      Filter contacts, for example those who opened an email in the last 90 days, and save the filter. You can send
      campaigns to segments.
    </EmptyState>
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

/** Count each segment in a separate request, because counting can be slow. */
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

function actionsColumn(onOpen: (opened: Opened) => void): Column<Segment> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-16',
    cell: (segment) => (
      <RowMenu
        label={`Actions for ${segment.name}`}
        actions={[
          { label: 'Edit', onClick: () => onOpen({ what: 'change', segment }) },
          { label: 'Delete', onClick: () => onOpen({ what: 'delete', segment }), isDanger: true },
        ]}
      />
    ),
  };
}

function Delete({ onClose, segment }: { readonly segment: Segment; readonly onClose: () => void }): ReactNode {
  const remove = useAct('DELETE /contact-segments/{id}', {
    // Do not reload the deleted segment itself. Its row still exists for a moment and would otherwise request it.
    refresh: ['GET /contact-segments', 'GET /contacts'],
    onDone: ({ message }) => {
      toast(message);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the segment ${segment.name}?`}
      isOpen
      onClose={onClose}
      action="Delete segment"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(segment.id) } })}
    >
      The contacts are kept, but campaigns that target this segment no longer reach them.
    </ConfirmDialog>
  );
}
