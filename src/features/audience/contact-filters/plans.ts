import { plannedAnew, type Db, type Tx } from '../../../base/db.ts';
import type { Form } from './clauses.ts';
import type { ComparedTable } from './conditions.ts';
import { conditionsOf, type ResolvedFilter } from './filter.ts';

/** Number of rows that can always be compared with all others quickly, whatever the plan. */
const FEW = 100;
/** Acceptable ratio of actual to expected rows: the cost grows by no more than this factor. */
const TOLERATED = 10;
/**
 * Row estimate from which no plan compares all rows with all others, because PostgreSQL estimates that other plans cost
 * less.
 */
const ENOUGH_EXPECTED = 1_000;

/** Account and filter of a query; without a filter, contacts may be compared with every table. */
interface Questioned {
  readonly accountId: number;
  readonly filter?: ResolvedFilter;
}

/** Tables that are compared row by row, each with its own statistics. */
type Compared = ComparedTable | 'contact_stat' | 'suppression';

/** Tables in which the account has many more rows than PostgreSQL expects. */
export type Unexpected = ReadonlySet<Compared>;

/**
 * Runs `work` with custom plans, like `plannedAnew`, at a cost that never grows with the square of the account's
 * contacts. PostgreSQL assumes that an account is empty if its statistics do not include it: the account is new, or its
 * share of a partition is too small to trigger a new analysis. A plan that reads all contacts once for each contact
 * then seems as good as any other. Nested loops are therefore disabled, and `work` is told which tables not to look up
 * row by row.
 */
export async function plannedForContacts<T>(
  db: Db,
  { accountId, filter }: Questioned,
  work: (tx: Tx, unexpected: Unexpected) => Promise<T>,
): Promise<T> {
  return plannedAnew(db, async (tx) => {
    const unexpected = await unexpectedOf(tx, accountId, comparedBy(filter));
    if (unexpected.size === 0) return work(tx, unexpected);
    await tx.query({ name: '', text: 'set local enable_nestloop = off' }, []);
    const result = await work(tx, unexpected);
    // Restore the normal planning for the caller's other statements.
    await tx.query({ name: '', text: 'set local enable_nestloop to default' }, []);
    return result;
  });
}

/** Returns the lookup strategy for words: the given one, or one with a bounded cost. */
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

/** Returns the tables that a filter's conditions compare with contacts. */
function comparedBy(filter: ResolvedFilter | undefined): Iterable<Compared> {
  if (filter === undefined) return EVERY_TABLE;
  const conditions = filter.all.flatMap(conditionsOf);
  const tables = new Set<Compared>(conditions.flatMap(({ condition }) => condition.comparedWith ?? []));
  return tables.size === 0 ? tables : tables.add('contact_stat');
}

async function unexpectedOf(tx: Tx, accountId: number, tables: Iterable<Compared>): Promise<Unexpected> {
  const unexpected = new Set<Compared>();
  for (const table of tables) {
    const rows = `select from ${table} where account_id = $1`;
    const plan = await tx.query<{ readonly 'QUERY PLAN': string }>({ name: '', text: `explain ${rows}` }, [accountId]);
    const expected = Number(/ rows=(\d+) /.exec(plan[0]?.['QUERY PLAN'] ?? '')?.[1] ?? 0);
    // In a cluster, the coordinator has no row estimates; the shards have them.
    if (expected === 0 || expected >= ENOUGH_EXPECTED) continue;
    const most = FEW + expected * TOLERATED;
    const counted = `select count(*) as rows from (${rows} limit ${most + 1}) few`;
    const [found] = await tx.query<{ readonly rows: number }>({ name: '', text: counted }, [accountId]);
    if ((found?.rows ?? 0) > most) unexpected.add(table);
  }
  return unexpected;
}
