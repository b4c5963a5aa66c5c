import { addressOf, type Input } from '../../api.ts';
import type { Condition } from '../../conditions.ts';
import type { Choice } from '../../components/choice.ts';
import { shellQuoted } from '../../shell-quoted.ts';
import { capitalized } from '../../words.ts';

type Filters = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<Input<'GET /transactional/emails'>['query']>;

const STATUSES: readonly Choice[] = [
  'queued',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
].map((value) => ({ value, label: capitalized(value) }));

const PROVIDERS: readonly Choice[] = [
  { value: 'google', label: 'Google' },
  { value: 'outlook', label: 'Outlook.com' },
  { value: 'office365', label: 'Microsoft 365' },
  { value: 'yahoo', label: 'Yahoo' },
  { value: 'apple', label: 'iCloud' },
  { value: 'comcast', label: 'Comcast' },
  { value: 'orange', label: 'Orange' },
];

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<string, number>> = { '1h': 1, '24h': 24, '7d': 168 };

/** Filters for the message list. Except for `since`, each filter has the name of the query parameter in the API. */
export const CONDITIONS: readonly Condition[] = [
  { name: 'status', label: 'Status', kind: 'one', choices: STATUSES },
  {
    name: 'since',
    label: 'Accepted',
    kind: 'one',
    choices: [
      { value: '1h', label: 'Last hour' },
      { value: '24h', label: 'Last 24 hours' },
      { value: '7d', label: 'Last 7 days' },
    ],
  },
  {
    name: 'recipient',
    label: 'Recipient contains',
    kind: 'text',
    hint: 'Enter part of the address, such as a name or domain.',
  },
  { name: 'to', label: 'Recipient is', kind: 'text', placeholder: 'ada@example.com' },
  { name: 'subject', label: 'Subject contains', kind: 'text', hint: 'The subject must contain all words.' },
  { name: 'tag', label: 'Tag', kind: 'text', placeholder: 'password_reset' },
  { name: 'from', label: 'Sender', kind: 'text', placeholder: 'post@northwind.example' },
  {
    name: 'smtp_code',
    label: 'SMTP code',
    kind: 'text',
    placeholder: '550 or 5.1.1',
    hint: 'Enter the SMTP code that the receiving server returned when it rejected or deferred the message.',
  },
  {
    name: 'provider',
    label: 'Provider',
    kind: 'one',
    choices: PROVIDERS,
    hint: 'Choose the mailbox provider that accepted or rejected the message.',
  },
  { name: 'created_after', label: 'Accepted from', kind: 'date' },
  { name: 'created_before', label: 'Accepted before', kind: 'date' },
];

/**
 * Converts the filters of a page to the query parameters for listing messages. Rounds the start of the period down to a
 * full minute, so that a reload sends the same request.
 */
export function queryOf(filters: Filters, nowMs: number = Date.now()): Query {
  const names = [...CONDITIONS.map(({ name }) => name), 'search', 'after', 'before'].filter((name) => name !== 'since');
  const hours = HOURS[filters['since'] ?? ''];
  const beganMs = hours === undefined ? undefined : Math.floor((nowMs - hours * HOUR_MS) / 60_000) * 60_000;
  return {
    ...Object.fromEntries(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []))),
    per_page: '25',
    ...(beganMs !== undefined && { created_after: new Date(beganMs).toISOString() }),
  };
}

/** Returns the query parameters without the pagination parameters. */
export function unpaged(query: Query): Query {
  const { after: _after, before: _before, limit: _limit, per_page: _perPage, ...rest } = query;
  return rest;
}

/** Returns the URL of a file with all messages that match the filters, or with the given messages. */
export function exportOf(query: Query, ids?: Iterable<string>): string {
  return addressOf('/dashboard/messages/export', { query: ids ? { ids: [...ids].join(',') } : unpaged(query) });
}

/** Returns a shell command that requests the messages that match a query. The user must insert the API key. */
export function curlOf(baseUrl: string, query: Query): string {
  const address = baseUrl + addressOf('/transactional/emails', { query });
  return `curl ${shellQuoted(address)} -H "Authorization: Bearer $POSTRIDER_API_KEY"`;
}
