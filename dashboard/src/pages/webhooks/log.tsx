import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import type { Input } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Pager, Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { DeliveryState, LastAnswer, type Delivery } from './delivery-words.tsx';
import { EVENTS } from './payload-samples.ts';
import { WebhookPage } from './webhook-page.tsx';

type Query = NonNullable<Input<'GET /transactional/webhook/deliveries'>['query']>;
type Filters = ReturnType<typeof useFilters>;

const NAMES = ['event', 'state', 'answer', 'tag', 'message_id', 'recipient', 'replay_id'] as const;
const TIMES = ['created_after', 'created_before'] as const;
const NONE = Object.fromEntries([...NAMES, ...TIMES].map((name) => [name, '']));

/** What was sent to the webhook, newest first; its filters are the address of the page. */
export default function Log(): ReactNode {
  const { filters, setFilters } = useFilters();
  const read = useRead('GET /transactional/webhook/deliveries', { query: queryOf(filters) }, { keep: true });
  return (
    <WebhookPage
      title="Webhook log"
      summary="Every event of the last 30 days that was to be sent, and how it was answered."
    >
      <section className="card" aria-label="Deliveries">
        <Choices filters={filters} setFilters={setFilters} />
        <Chips filters={filters} setFilters={setFilters} />
        <Loaded read={read} lines={12}>
          {(page) => (
            <>
              <Table
                label="Deliveries"
                columns={COLUMNS}
                rows={page.data}
                keyOf={({ id }) => id}
                linkOf={({ id }) => `/webhooks/deliveries/${id}`}
                empty={<Empty filters={filters} hasMore={page.has_more} onClear={() => setFilters(NONE)} />}
              />
              <Pager
                newer={filters['after'] === undefined ? undefined : () => history.back()}
                older={page.has_more && page.next !== null ? () => setFilters({ after: page.next ?? '' }) : undefined}
              />
            </>
          )}
        </Loaded>
      </section>
    </WebhookPage>
  );
}

function queryOf(filters: Filters['filters']): Query {
  const given = [...NAMES, ...TIMES, 'after' as const].flatMap((name) => {
    const value = filters[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(given), per_page: '25' };
}

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'state', header: 'State', cell: (row) => <DeliveryState of={row} />, isSide: true, width: 'w-32' },
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
  { key: 'recipient', header: 'Recipient', cell: (row) => row.recipient ?? <span className="text-ink-3">–</span> },
  { key: 'answer', header: 'Answer', cell: (row) => <LastAnswer of={row} />, isRight: true },
  { key: 'attempts', header: 'Attempts', cell: (row) => row.attempt_count, isRight: true, isExtra: true },
  {
    key: 'time',
    header: 'Came up',
    isRight: true,
    width: 'w-32',
    cell: (row) => (
      <span className="text-ink-3">
        <Time at={row.created_at} />
      </span>
    ),
  },
];

const STATES = [
  { value: '', label: 'Any state' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'received', label: 'Received' },
  { value: 'given_up', label: 'Given up' },
  { value: 'held', label: 'Held' },
];
const ANSWERS = [
  { value: '', label: 'Any answer' },
  { value: '2xx', label: '2xx, received' },
  { value: '3xx,4xx,5xx,none', label: 'Anything but 2xx' },
  { value: '3xx', label: '3xx, elsewhere' },
  { value: '4xx', label: '4xx, refused' },
  { value: '5xx', label: '5xx, its own fault' },
  { value: 'none', label: 'No answer' },
];
const EVENT_CHOICES = [{ value: '', label: 'Any event' }, ...EVENTS.map(({ label, value }) => ({ label, value }))];

function Choices({ filters, setFilters }: Filters): ReactNode {
  const search = (text: string): void => {
    setFilters(text.startsWith('tm_') ? { message_id: text, recipient: '' } : { recipient: text, message_id: '' });
  };
  const known = (choices: readonly { readonly value: string; readonly label: string }[], value = '') =>
    choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }];
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <SearchField
        label="Recipient’s address or message id"
        value={filters['recipient'] ?? filters['message_id'] ?? ''}
        onSearch={search}
      />
      <Select
        label="Event"
        choices={known(EVENT_CHOICES, filters['event'])}
        value={filters['event'] ?? ''}
        onChange={(event) => setFilters({ event })}
        className="max-sm:flex-1"
      />
      <Select
        label="State"
        choices={known(STATES, filters['state'])}
        value={filters['state'] ?? ''}
        onChange={(state) => setFilters({ state })}
        className="max-sm:flex-1"
      />
      <Select
        label="Answer"
        choices={known(ANSWERS, filters['answer'])}
        value={filters['answer'] ?? ''}
        onChange={(answer) => setFilters({ answer })}
        className="max-sm:flex-1"
      />
    </div>
  );
}

const CHIPS: readonly (readonly [name: string, label: string])[] = [
  ['tag', 'Tag'],
  ['replay_id', 'Made by the replay'],
  ['created_after', 'From'],
  ['created_before', 'Until'],
];

/** Filters that other pages lead here with, each to be taken away. */
function Chips({ filters, setFilters }: Filters): ReactNode {
  const shown = CHIPS.filter(([name]) => filters[name]);
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-3 py-2">
      {shown.map(([name, label]) => (
        <Button key={name} onClick={() => setFilters({ [name]: '' })} aria-label={`Take away: ${label}`}>
          <span className="text-ink-3">{label}</span>
          {name.startsWith('created') ? (
            <Time at={filters[name] ?? null} />
          ) : (
            <span className="max-w-60 truncate">{filters[name]}</span>
          )}
          <X className="size-3.5" aria-hidden />
        </Button>
      ))}
    </div>
  );
}

function Empty(props: {
  readonly filters: Filters['filters'];
  readonly hasMore: boolean;
  readonly onClear: () => void;
}): ReactNode {
  if (props.hasMore) {
    return (
      <EmptyState title="None among those looked at">
        Only so many deliveries are looked at for one page. Go on with “Older”, or narrow the time.
      </EmptyState>
    );
  }
  return Object.keys(queryOf(props.filters)).length > 1 ? (
    <EmptyState
      title="No delivery fits these filters"
      action={<Button onClick={props.onClear}>Clear the filters</Button>}
    >
      The log holds what came up in the last 30 days.
    </EmptyState>
  ) : (
    <EmptyState title="No delivery yet">
      Each event that the webhook asks for appears here when it comes up. The settings have a button that sends a test.
    </EmptyState>
  );
}
