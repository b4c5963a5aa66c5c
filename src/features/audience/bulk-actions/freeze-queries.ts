import { statement, type Statement, type Tx } from '../../../base/db.ts';
import { parseFilter, plannedForContacts, whereOf, type ResolvedFilter } from '../contact-filters/index.ts';
import { CHUNK_CONTACTS } from './limits.ts';

/** Whose contacts are frozen, and how many there may be. */
export interface Freezing {
  readonly accountId: number;
  readonly actionId: number;
  /** With more, or another number where one was agreed to, none is kept. */
  readonly most: number;
  readonly exactly: number | undefined;
}

/**
 * Keeps the contacts that a filter matches now, in the order of their ids and in chunks, by one statement, so that all are
 * of one moment; resolves with their number. Whoever holds the action, in a transaction that is planned anew.
 */
export async function freezeMatching(
  tx: Tx,
  { accountId, actionId, exactly, most }: Freezing,
  filter: ResolvedFilter,
  now: Date,
): Promise<number> {
  const { text, values } = freezeText(filter, now);
  const given: unknown[] = [accountId, actionId, most, exactly ?? null, ...values];
  const [row] = await plannedForContacts(tx, { accountId, filter }, (planned) =>
    planned.query<{ readonly matched: number }>({ name: '', text }, given),
  );
  return row?.matched ?? 0;
}

/** Each set of conditions is a text of its own, asked once an action. */
function freezeText(filter: ResolvedFilter, now: Date): { readonly text: string; readonly values: readonly unknown[] } {
  const where = whereOf(filter, now, 5);
  const text = `with matched as materialized (
    select s.contact_id as id, row_number() over (order by s.contact_id) - 1 as place
    from contact_stat s where s.account_id = $1
    ${where.text}
  ), counted as (
    select count(*) as matched from matched
  ), kept as (
    insert into bulk_action_chunk (account_id, action_id, chunk_no, contact_ids)
    select $1, $2, place / ${CHUNK_CONTACTS}, array_agg(id order by place)
    from matched
    where (select matched <= $3::bigint and matched = coalesce($4::bigint, matched) from counted)
    group by place / ${CHUNK_CONTACTS}
  )
  select matched from counted`;
  return { text, values: where.values };
}

/** Samples of what is built from parts, for the test that has PostgreSQL prepare them. */
export function allFreezeStatements(): Statement<[], unknown>[] {
  return [{}, { status: 'engaged', in_list_ids: [1], not_tag_ids: [2, 3] }, { query: 'ann' }].map((given, index) => {
    const filter = { all: [parseFilter(given, () => {}, { hasCampaigns: true })] };
    return statement<[], unknown>(`bulk_actions_freeze_${index}`, freezeText(filter, new Date(0)).text);
  });
}
