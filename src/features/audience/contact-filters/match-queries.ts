import { statement, type Statement } from '../../../base/db.ts';
import type { ResolvedFilter } from './filter.ts';
import { parseConditions } from './parse.ts';
import { searchWhereOf, whereOf, type Form } from './where.ts';

/**
 * A statement with its values. Each set of conditions is a text of its own, of which there are too many to keep them prepared
 * on every connection.
 */
export interface Asking {
  readonly name: '';
  readonly text: string;
  readonly values: readonly unknown[];
}

/** How many contacts of the account ($1) keep a filter. */
export function countStatement(accountId: number, filter: ResolvedFilter, now: Date): Asking {
  const words = onlySearchOf(filter);
  // Words alone need no other table than the one with the index.
  const { text, values } = words === undefined ? whereOf(filter, now, 2) : searchWhereOf(words, 2);
  const from = words === undefined ? 'contact_stat s where s.account_id = $1' : 'contact c where c.account_id = $1';
  return asking(`select count(*) as contacts from ${from}\n${text}`, [accountId, ...values]);
}

/** The words of a filter that has no other condition. */
function onlySearchOf({ all }: ResolvedFilter): string | undefined {
  const [only, ...others] = all.flatMap((filter) => Object.entries(filter));
  return only?.[0] === 'query' && others.length === 0 ? String(only[1]) : undefined;
}

/** Where a walk through the contacts of an account begins and ends, by id. */
export interface IdWindow {
  readonly afterId: number;
  /** The last one; absent: to the end. */
  readonly lastId?: number | undefined;
  readonly limit: number;
}

/** Ids of contacts in a window that keep a filter, in ascending order; primary key. */
export function idsStatement(
  accountId: number,
  filter: ResolvedFilter,
  now: Date,
  { afterId, lastId, limit }: IdWindow,
  form: Form,
): Asking {
  const { text, values } = whereOf(filter, now, 5, form);
  return asking(
    `select s.contact_id as id from contact_stat s
     where s.account_id = $1 and s.contact_id > $2::bigint and s.contact_id <= $3::bigint
     ${text}
     order by s.contact_id limit $4::bigint`,
    [accountId, afterId, lastId ?? Number.MAX_SAFE_INTEGER, limit, ...values],
  );
}

function asking(text: string, values: readonly unknown[]): Asking {
  return { name: '', text, values };
}

/** The contact so many places behind another, in ascending order of ids; primary key. */
export const idFurtherOn = statement<[accountId: number, afterId: number, places: number], { readonly id: number }>(
  'contact_filters_further_on',
  `select contact_id as id from contact_stat where account_id = $1 and contact_id > $2
   order by contact_id offset $3::bigint - 1 limit 1`,
);

const EACH_CONDITION: readonly Record<string, unknown>[] = [
  {},
  { query: 'ann smith' },
  { query: 'a', unsubscribed: false },
  { email: 'ann@example.com' },
  { unsubscribed: true },
  ...['active', 'engaged', 'inactive', 'new', 'unconfirmed', 'unsubscribed', 'bounced', 'invalid'].map((status) => ({
    status,
  })),
  { last_opened_after: '2026-01-01', last_opened_before: '2026-01-01', never_opened: true },
  { last_clicked_after: '2026-01-01', last_clicked_before: '2026-01-01', never_clicked: true },
  { last_sent_after: '2026-01-01', last_sent_before: '2026-01-01', never_sent: true },
  { created_after: '2026-01-01', created_before: '2026-01-01' },
  { in_list_ids: [1], not_in_list_ids: [1] },
  { in_list_ids: [1, 2], not_in_list_ids: [1, 2] },
  { tag_ids: [1], not_tag_ids: [1] },
  { tag_ids: [1, 2], not_tag_ids: [1, 2] },
  { segment_id: 1 },
  { opened_campaign_id: 1, not_opened_campaign_id: 1, clicked_campaign_id: 1 },
];

/** Filters with each condition, for tests that prepare statements with them. */
export function sampleFilters(): ResolvedFilter[] {
  return EACH_CONDITION.map((given) => ({ all: [parseConditions(given, () => {}, { hasCampaigns: true })] }));
}

/** A statement for each condition, for the test that prepares them. */
export function allMatchStatements(): Statement<[], unknown>[] {
  const [now, window] = [new Date(0), { afterId: 0, limit: 1 }];
  return sampleFilters().flatMap((filter, index) => [
    statement<[], unknown>(`contact_filters_count_${index}`, countStatement(1, filter, now).text),
    statement<[], unknown>(`contact_filters_join_${index}`, idsStatement(1, filter, now, window, 'joined').text),
    statement<[], unknown>(`contact_filters_probe_${index}`, idsStatement(1, filter, now, window, 'probed').text),
  ]);
}
