import { addressOf, type Input } from '../../api.ts';
import type { Choice } from '../../components/choice.ts';
import { shellQuoted } from '../welcome/snippets.ts';

type Filters = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<Input<'GET /transactional/emails'>['query']>;

export const STATUSES: readonly Choice[] = [
  { value: '', label: 'Any status' },
  ...['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed'].map((value) => ({
    value,
    label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
  })),
];

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<string, number>> = { '1h': 1, '24h': 24, '7d': 168 };

export const PERIODS: readonly Choice[] = [
  { value: '', label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
];

/** What the API is asked for a page's filters. A period begins at a full minute, so that reading again asks the same. */
export function queryOf(filters: Filters, nowMs: number = Date.now()): Query {
  const { since, after, before, status, tag, to, from } = filters;
  const hours = HOURS[since ?? ''];
  const beganMs = hours === undefined ? undefined : Math.floor((nowMs - hours * HOUR_MS) / 60_000) * 60_000;
  const given = { after, before, status, tag, to, from, per_page: '25' };
  const query = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...Object.fromEntries(query),
    ...(beganMs !== undefined && { created_after: new Date(beganMs).toISOString() }),
  };
}

/** Where all messages that fit the filters are a file, whichever page of them is shown. */
export function exportOf(query: Query): string {
  return addressOf('/dashboard/messages/export', {
    query: { ...query, after: undefined, before: undefined, per_page: undefined },
  });
}

/** The same question for a terminal; whoever pastes it brings the key. */
export function curlOf(baseUrl: string, query: Query): string {
  const address = baseUrl + addressOf('/transactional/emails', { query });
  return `curl ${shellQuoted(address)} -H "Authorization: Bearer $POSTRIDER_API_KEY"`;
}
