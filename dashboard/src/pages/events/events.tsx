import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/copy.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useListQuery } from '../../components/list-page.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { propertiesText } from '../contacts/timeline-entries.ts';

type Entry = Answer<'GET /events'>['data'][number];

/** Renders the log of the events that applications sent for contacts. The user can search it. */
export default function Events(): ReactNode {
  const [shown, setShown] = useState<Entry>();
  const { filters, setFilters } = useFilters();
  const { searched } = useListQuery();
  const read = useRead('GET /events', { query: searched }, { keep: true });
  return (
    <Page
      title="Events"
      summary="View the events that your application reports about contacts. Events are kept for a year."
    >
      <section className="card" aria-label="Events">
        <div className="border-b border-line p-3">
          <SearchField
            label="Search by event name or email"
            value={filters['query'] ?? ''}
            onSearch={(query) => setFilters({ query })}
          />
        </div>
        <Loaded read={read} lines={8}>
          {(page) => (
            <>
              <Table
                label="Events"
                columns={[...COLUMNS, detailsColumn(setShown)]}
                rows={page.data}
                keyOf={({ id }) => String(id)}
                empty={<Empty isSearched={Boolean(filters['query'])} />}
              />
              <Pager
                {...pagesNumbered(page)}
                onPageChange={setFilters}
                total={page.total === 0 ? undefined : plural(page.total, 'event')}
              />
            </>
          )}
        </Loaded>
      </section>
      {shown && <Details event={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function Empty({ isSearched }: { readonly isSearched: boolean }): ReactNode {
  return isSearched ? (
    <EmptyState title="No events match your search">
      Search for a part of the event’s name, or for the contact’s full email address.
    </EmptyState>
  ) : (
    <EmptyState title="No events yet">
      Your application can report what contacts do, such as placing an order. Events can start, continue, or end
      automations.
    </EmptyState>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'name',
    header: 'Event',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
    isMain: true,
    isClipped: true,
  },
  { key: 'contact', header: 'Contact', cell: (row) => <Contact of={row} />, isClipped: true },
  {
    key: 'properties',
    header: 'Properties',
    cell: ({ properties }) => <span className="text-ink-3">{propertiesText(properties) ?? '–'}</span>,
    isClipped: true,
    isExtra: true,
  },
  {
    key: 'occurred',
    header: 'Occurred',
    cell: (row) => (
      <span className="text-ink-3">
        <Time at={row.occurred_at} />
      </span>
    ),
    isRight: true,
    isSide: true,
    width: 'w-36',
  },
];

function detailsColumn(onShow: (event: Entry) => void): Column<Entry> {
  return {
    key: 'details',
    header: 'Details',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-28',
    cell: (row) => (
      <Button look="quiet" onClick={() => onShow(row)} aria-label={`Details of ${row.name}`}>
        Details
      </Button>
    ),
  };
}

function Contact({ of: { contact_id: id, email } }: { readonly of: Entry }): ReactNode {
  if (email === null) return <span className="text-ink-3">Deleted contact</span>;
  return (
    <Link to={`/contacts/${id}`} className="text-accent-ink underline">
      {email}
    </Link>
  );
}

function Details({ event, onClose }: { readonly event: Entry; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title={event.name} isOpen onClose={onClose} width="wide">
      <dl className="mb-4 grid gap-x-6 sm:grid-cols-[auto_1fr] sm:gap-y-2 max-sm:[&_dd]:mb-2">
        <dt className="text-ink-3">Contact</dt>
        <dd className="min-w-0 break-words">
          <Contact of={event} />
        </dd>
        <dt className="text-ink-3">Occurred</dt>
        <dd>
          <Time at={event.occurred_at} style="full" />
        </dd>
        <dt className="text-ink-3">Received</dt>
        <dd>
          <Time at={event.created_at} style="full" />
        </dd>
      </dl>
      <CodeBlock label="Properties" code={JSON.stringify(event.properties, null, 2)} />
    </Dialog>
  );
}
