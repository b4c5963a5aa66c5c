import { plannedAnew, type Db, type Tx } from '../../../base/db.ts';
import type { Form } from './clauses.ts';
import type { ComparedTable } from './conditions.ts';
import { conditionsOf, type ResolvedFilter } from './filter.ts';

/** So many rows are soon compared with all others, whatever the plan. */
const FEW = 100;
/** So many times more than expected still take no more than so many times longer. */
const TOLERATED = 10;
/** Where so many rows are expected, no plan compares all with all others: another costs less by the estimate, too. */
const ENOUGH_EXPECTED = 1_000;

/** Of whose contacts is asked, and by which filter; without one, they may be compared with all that is known of them. */
interface Questioned {
  readonly accountId: number;
  readonly filter?: ResolvedFilter;
}

/** Tables that are compared row by row, each with statistics of its own. */
type Compared = ComparedTable | 'contact_stat' | 'suppression';

/** Tables in which the account has many more rows than PostgreSQL expects. */
export type Unexpected = ReadonlySet<Compared>;

/**
 * Runs `work` with statements that are planned for their values, as `plannedAnew` does, at a cost that never grows with the
 * square of the account's contacts. PostgreSQL takes an account for empty that its statistics do not know: one that came
 * since, or whose share of a partition is too small for a new look at it. Reading all its contacts once for each of them is
 * then as good as any other plan: so joins may not do so, and `work` is told what not to look up row by row.
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
    // What else the transaction does is planned as ever.
    await tx.query({ name: '', text: 'set local enable_nestloop to default' }, []);
    return result;
  });
}

/** How contacts are looked up by words: as it is best, or as it never costs too much. */
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

/** The tables that contacts are compared with by a filter's conditions. */
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
    // A cluster expects nothing itself: its shards do.
    if (expected === 0 || expected >= ENOUGH_EXPECTED) continue;
    const most = FEW + expected * TOLERATED;
    const counted = `select count(*) as rows from (${rows} limit ${most + 1}) few`;
    const [found] = await tx.query<{ readonly rows: number }>({ name: '', text: counted }, [accountId]);
    if ((found?.rows ?? 0) > most) unexpected.add(table);
  }
  return unexpected;
}
