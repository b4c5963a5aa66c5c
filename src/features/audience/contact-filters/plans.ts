import { replanned, type Db, type Tx } from '../../../base/db.ts';
import type { Form } from './clauses.ts';
import type { ComparedTable } from './conditions.ts';
import { conditionsWithin, type ResolvedFilter } from './filter.ts';

/** Maximum number of rows for which a nested loop is fast enough. */
const FEW = 100;
/**
 * Maximum ratio of actual to estimated rows that is considered accurate. The actual cost of a plan can exceed its
 * estimated cost by this factor.
 */
const TOLERATED = 10;
/**
 * If PostgreSQL estimates at least this many rows, it does not choose a nested loop over all rows, because other plans
 * have a lower estimated cost.
 */
const ENOUGH_EXPECTED = 1_000;

/** Account and filter of a query. A query without a filter may join contacts with any of the tables. */
interface Questioned {
  readonly accountId: number;
  readonly filter?: ResolvedFilter;
}

/** Tables that queries for contacts may join. PostgreSQL has separate statistics for each table. */
type Compared = ComparedTable | 'contact_stat' | 'suppression';

/** Tables in which the account has many more rows than PostgreSQL expects. */
export type Unexpected = ReadonlySet<Compared>;

/**
 * Runs `work` with custom plans, like `replanned`, and prevents nested loops over all contacts. PostgreSQL may choose
 * such a plan if its statistics do not cover the account, because it then assumes that the account is empty. If tables
 * of the query have many more rows than PostgreSQL expects, nested loops are disabled, and `work` receives these
 * tables.
 */
export async function plannedForContacts<T>(
  db: Db,
  { accountId, filter }: Questioned,
  work: (tx: Tx, unexpected: Unexpected) => Promise<T>,
): Promise<T> {
  return replanned(db, async (tx) => {
    const unexpected = await unexpectedOf(tx, accountId, comparedBy(filter));
    if (unexpected.size === 0) return work(tx, unexpected);
    await tx.query({ name: '', text: 'set local enable_nestloop = off' }, []);
    const result = await work(tx, unexpected);
    // Restore the default planning for later statements of the caller.
    await tx.query({ name: '', text: 'set local enable_nestloop to default' }, []);
    return result;
  });
}

/** Returns the given query form, or `hashed` if the account has many more contacts than PostgreSQL expects. */
export function formOf(form: Form, unexpected: Unexpected): Form {
  return unexpected.has('contact') ? 'hashed' : form;
}

const EVERY_TABLE: readonly Compared[] = [
  'contact_stat',
  'contact',
  'list_member',
  'tag_member',
  'deliverable',
  'suppression',
];

/** Returns the tables that the conditions of a filter join with contacts. */
function comparedBy(filter: ResolvedFilter | undefined): Iterable<Compared> {
  if (filter === undefined) return EVERY_TABLE;
  const conditions = filter.all.flatMap((one) => conditionsWithin(one));
  const tables = new Set<Compared>(conditions.flatMap(({ condition }) => condition.comparedWith ?? []));
  return tables.size === 0 ? tables : tables.add('contact_stat');
}

async function unexpectedOf(tx: Tx, accountId: number, tables: Iterable<Compared>): Promise<Unexpected> {
  const unexpected = new Set<Compared>();
  for (const table of tables) {
    const rows = `select from ${table} where account_id = $1`;
    const plan = await tx.query<{ readonly 'QUERY PLAN': string }>({ name: '', text: `explain ${rows}` }, [accountId]);
    const expected = Number(/ rows=(\d+) /.exec(plan[0]?.['QUERY PLAN'] ?? '')?.[1] ?? 0);
    // In a cluster, only the shards have row estimates, not the coordinator.
    if (expected === 0 || expected >= ENOUGH_EXPECTED) continue;
    const most = FEW + expected * TOLERATED;
    const counted = `select count(*) as rows from (${rows} limit ${most + 1}) few`;
    const [found] = await tx.query<{ readonly rows: number }>({ name: '', text: counted }, [accountId]);
    if ((found?.rows ?? 0) > most) unexpected.add(table);
  }
  return unexpected;
}
