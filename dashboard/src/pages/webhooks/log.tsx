import type { ReactNode } from 'react';
import type { Input } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FilterBuilder } from '../../components/filter-builder.tsx';
import { Pager, pagesAround } from '../../components/pager.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { noneOf, type Condition } from '../../conditions.ts';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { EVENTS } from '../../webhook-events.ts';
import { DeliveryState, LastAnswer, type Delivery } from './delivery-words.tsx';
import { WebhookPage } from './webhook-page.tsx';

type Query = NonNullable<Input<'GET /transactional/webhook/deliveries'>['query']>;

type Filtering = ReturnType<typeof useFilters>;

const NAMES = [
  'event',
  'state',
  'answer',
  'tag',
  'message_id',
  'recipient',
  'replay_id',
  'created_after',
  'created_before',
] as const;

/** Renders the webhook deliveries, newest first. The filters are stored in the URL. */
export default function Log(): ReactNode {
  const filtering = useFilters();
  const { filters, setFilters } = filtering;
  const read = useRead('GET /transactional/webhook/deliveries', { query: queryOf(filtering) }, { keep: true });
  return (
    <WebhookPage
      title="Webhook log"
      summary="The log contains events from the last 30 days and the responses from your server."
    >
      <section className="card" aria-label="Deliveries">
        <Choices filtering={filtering} />
        <Loaded read={read} lines={12}>
          {(page) => (
            <>
              <Table
                label="Deliveries"
                columns={COLUMNS}
                rows={page.data}
                keyOf={({ id }) => id}
                linkOf={({ id }) => `/webhooks/deliveries/${id}`}
                empty={
                  <Empty
                    isFiltered={Object.keys(queryOf(filtering)).length > 1}
                    hasMore={page.has_more}
                    onClear={() => setFilters({ ...noneOf(CONDITIONS), recipient: '' })}
                  />
                }
              />
              <Pager
                {...pagesAround(filters, page, [page.data[0]?.id, page.data.at(-1)?.id])}
                onPageChange={setFilters}
              />
            </>
          )}
        </Loaded>
      </section>
    </WebhookPage>
  );
}

function queryOf({ filters, lists }: Filtering): Query {
  const given = [...NAMES, 'after' as const, 'before' as const].flatMap((name) => {
    const value = filters[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const answers = [...(lists['answer[]'] ?? []), ...(filters['answer'] ? [filters['answer']] : [])];
  return {
    ...Object.fromEntries(given),
    ...(answers.length > 0 && { answer: answers.join(',') }),
    per_page: '25',
  };
}

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'state', header: 'Status', cell: (row) => <DeliveryState of={row} />, isSide: true, width: 'w-36' },
  {
    key: 'event',
    header: 'Event',
    isMain: true,
    cell: (row) => (
      <>
        {row.event}
        {row.test && <span className="font-normal text-ink-3"> (test)</span>}
      </>
    ),
  },
  {
    key: 'recipient',
    header: 'Recipient',
    isClipped: true,
    cell: (row) => row.recipient ?? <span className="text-ink-3">–</span>,
  },
  { key: 'answer', header: 'Response', cell: (row) => <LastAnswer of={row} />, isRight: true, width: 'w-32' },
  {
    key: 'attempts',
    header: 'Attempts',
    cell: (row) => row.attempt_count,
    isRight: true,
    isExtra: true,
    width: 'w-28',
  },
  {
    key: 'time',
    header: 'Created',
    isRight: true,
    width: 'w-32',
    cell: (row) => (
      <span className="text-ink-3">
        <Time at={row.created_at} />
      </span>
    ),
  },
];

/** Filters for webhook deliveries. Links on other pages preset some of them. */
const CONDITIONS: readonly Condition[] = [
  { name: 'event', label: 'Event', kind: 'one', choices: EVENTS.map(({ label, value }) => ({ label, value })) },
  {
    name: 'state',
    label: 'Status',
    kind: 'one',
    choices: [
      { value: 'waiting', label: 'Waiting' },
      { value: 'received', label: 'Received' },
      { value: 'given_up', label: 'Expired' },
      { value: 'held', label: 'Held' },
    ],
  },
  {
    name: 'answer[]',
    label: 'Response',
    kind: 'many',
    choices: [
      { value: '2xx', label: '2xx, received' },
      { value: '3xx', label: '3xx, redirect' },
      { value: '4xx', label: '4xx, rejected' },
      { value: '5xx', label: '5xx, server error' },
      { value: 'none', label: 'No response' },
    ],
  },
  {
    name: 'answer',
    label: 'Response code',
    kind: 'text',
    placeholder: '404',
    hint: 'Enter one status code, or several separated by commas.',
  },
  { name: 'tag', label: 'Tag', kind: 'text', placeholder: 'password_reset' },
  { name: 'message_id', label: 'Message', kind: 'text', placeholder: 'tm_...' },
  { name: 'replay_id', label: 'Replay', kind: 'text' },
  { name: 'created_after', label: 'From', kind: 'date' },
  { name: 'created_before', label: 'Until', kind: 'date' },
];

function Choices({ filtering }: { readonly filtering: Filtering }): ReactNode {
  const { filters, setFilters } = filtering;
  const search = (text: string): void => {
    setFilters(text.startsWith('tm_') ? { message_id: text, recipient: '' } : { recipient: text });
  };
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <SearchField label="Search by recipient or message ID" value={filters['recipient'] ?? ''} onSearch={search} />
      <FilterBuilder conditions={CONDITIONS} filtering={filtering} />
    </div>
  );
}

function Empty(props: {
  readonly isFiltered: boolean;
  readonly hasMore: boolean;
  readonly onClear: () => void;
}): ReactNode {
  if (props.hasMore) {
    return (
      <EmptyState title="No matches so far">
        Each page searches a limited number of deliveries. Select “Older” to continue, or narrow the time range.
      </EmptyState>
    );
  }
  return props.isFiltered ? (
    <EmptyState
      title="No deliveries match these filters"
      action={<Button onClick={props.onClear}>Clear filters</Button>}
    >
      The log contains deliveries from the last 30 days.
    </EmptyState>
  ) : (
    <EmptyState title="No deliveries yet">
      Events selected for the webhook appear here. You can send a test event from the settings.
    </EmptyState>
  );
}
