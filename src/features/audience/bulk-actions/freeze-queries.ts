import { statement, type Statement, type Tx } from '../../../base/db.ts';
import { parseFilter, plannedForContacts, whereOf, type ResolvedFilter } from '../contact-filters/index.ts';
import { CHUNK_CONTACTS } from './limits.ts';

/** Parameters of `freezeMatching`: account, action and limits. */
export interface Freezing {
  readonly accountId: number;
  readonly actionId: number;
  /**
   * `most` is the maximum number of matching contacts. `exactly` is the number that the user confirmed, if any. Nothing
   * is stored if more than `most` contacts match, or if the number of matches differs from `exactly`.
   */
  readonly most: number;
  readonly exactly: number | undefined;
}

/**
 * Stores the IDs of all contacts that currently match a filter, in ascending order and in chunks, unless a limit in
 * `Freezing` prevents this. Returns the number of matching contacts in either case. The caller must hold the lock on
 * the action.
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

/**
 * Builds the statement for a filter. Each combination of conditions has its own statement text, which runs once per
 * action.
 */
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

/** Returns samples of the generated statements, for the test that prepares them in PostgreSQL. */
export function allFreezeStatements(): Statement<[], unknown>[] {
  return [{}, { status: 'engaged', in_list_ids: [1], not_tag_ids: [2, 3] }, { query: 'ann' }].map((given, index) => {
    const filter = { all: [parseFilter(given, () => {}, { hasCampaigns: true })] };
    return statement<[], unknown>(`bulk_actions_freeze_${index}`, freezeText(filter, new Date(0)).text);
  });
}
