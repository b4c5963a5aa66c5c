import { replanned, type Db, type Tx } from '../../../base/db.ts';
import type { Form } from './clauses.ts';
import type { ComparedTable } from './conditions.ts';
import { conditionsWithin, type ResolvedFilter } from './filter.ts';

/** Number of rows up to which comparing every row with every other row is fast enough. */
const FEW = 100;
/** Tolerated ratio of actual to estimated rows. A wrong estimate increases the cost by at most this factor. */
const TOLERATED = 10;
/**
 * Number of estimated rows from which PostgreSQL does not choose a plan that compares all rows with all others, because
 * other plans have a lower estimated cost.
 */
const ENOUGH_EXPECTED = 1_000;

/** Account and filter of a query. Without a filter, contacts may be compared with every table. */
interface Questioned {
  readonly accountId: number;
  readonly filter?: ResolvedFilter;
}

/** Tables that conditions compare with contacts row by row. PostgreSQL has separate statistics for each table. */
type Compared = ComparedTable | 'contact_stat' | 'suppression';

/** Tables in which the account has many more rows than PostgreSQL expects. */
export type Unexpected = ReadonlySet<Compared>;

/**
 * Runs `work` with custom plans, like `replanned`, and prevents plans that read all contacts once per contact.
 * PostgreSQL may choose such a plan if its statistics do not cover the account, because it then assumes that the
 * account is empty. This happens if the account is new, or too small to trigger a new analysis of its partition. To
 * prevent such plans, nested loops are disabled, and `work` receives the tables that must not be looked up row by row.
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

/** Returns the given query form, or `hashed` if the cost of the given form could be unbounded. */
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

/** Returns the tables that the conditions of a filter compare with contacts. */
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
