import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sqlStateOf, type Database, type Db } from '../../base/db.ts';
import { StartupError } from '../../base/startup-error.ts';
import { findCitus, listFunctions, lockDistribution, tablesByAccount } from './queries.ts';
import { ON_COORDINATOR, ON_EVERY_NODE } from './tables.ts';

/** Parts of each table, which lie on the workers: as many of these as there are parts can share the work. */
const SHARDS = 8;
/** Any number that no other use of this database takes. */
const ADVISORY_KEY = 7_067_438_114;
/** Functions as they have to be on a cluster; each replaces the one of its name that the migrations made. */
const FORMS = new URL('../../../sql/citus/', import.meta.url);

/** What a call of `distribute` has done. */
export interface Distributed {
  /** Tables that it has put on every node, and that it has spread by account. */
  readonly copied: readonly string[];
  readonly spread: readonly string[];
}

/** True when this database has Citus, and its tables are, or are about to be, spread over several servers. */
export async function hasCitus(db: Db): Promise<boolean> {
  return (await findCitus(db)).length > 0;
}

/** Throws StartupError when the database has no Citus. */
export async function requireCitus(db: Db): Promise<void> {
  if (await hasCitus(db)) return;
  throw new StartupError(
    'The database does not have the Citus extension, so its tables cannot be distributed',
    'Run "create extension citus" in this database on every server, add the workers (citus_add_node), and start again.',
  );
}

/**
 * Makes the functions of a migrated database those of a cluster. They run without Citus as well, where they only take longer.
 */
export async function installForms(db: Db): Promise<void> {
  for (const file of readdirSync(FORMS).toSorted()) {
    await naming(file, () => run(db, readFileSync(fileURLToPath(new URL(file, FORMS)), 'utf8')));
  }
}

/**
 * Spreads the tables of a migrated database over the workers of a Citus cluster, by account and side by side, and puts on
 * every node what all of them need. What is spread already stays as it is, so that it may be called again: after a kill, and
 * after migrations. Throws StartupError when the database has no Citus, is no coordinator, or a table is refused.
 */
export async function distribute(db: Database): Promise<Distributed> {
  await requireCitus(db);
  // However long it takes: tables that have rows are moved.
  return db.alone(async (alone) => {
    await lockDistribution(alone, ADVISORY_KEY);
    await requireWorkers(alone);
    // Tables with keys to others are not changed over several connections at once.
    await run(alone, 'set citus.multi_shard_modify_mode = sequential');
    // What triggers of a part write lies beside it, and each is written as a part has to be (sql/citus/automation-triggers.sql).
    await run(alone, 'set citus.enable_unsafe_triggers = on');
    const copied = await copyTables(alone);
    const spread = await spreadTables(alone);
    await copyFunctions(alone);
    return { copied, spread };
  });
}

async function requireWorkers(db: Db): Promise<void> {
  const [facts] = await run<{ is_coordinator: boolean; workers: number }>(
    db,
    `select citus_is_coordinator() as is_coordinator, count(*)::integer as workers
     from pg_dist_node where isactive and shouldhaveshards`,
  );
  if (facts?.is_coordinator !== true) {
    throw new StartupError('This server is a worker of a Citus cluster', 'Set DATABASE_URL to the coordinator.');
  }
  if (facts.workers > 0) return;
  throw new StartupError('The Citus cluster has no workers', 'Add workers with citus_add_node, and start again.');
}

async function copyTables(db: Db): Promise<string[]> {
  const copied = new Set(
    (
      await run<{ name: string }>(
        db,
        `select table_name::text as name from citus_tables where citus_table_type = 'reference'`,
      )
    ).map(({ name }) => name),
  );
  const missing = ON_EVERY_NODE.filter((name) => !copied.has(name));
  for (const name of missing) await naming(name, () => run(db, 'select create_reference_table($1)', [name]));
  return missing;
}

async function spreadTables(db: Db): Promise<string[]> {
  const wanted = (await tablesByAccount(db)).map(({ name }) => name);
  const known = await run<{ name: string }>(
    db,
    `select table_name::text as name from citus_tables where citus_table_type = 'distributed' order by colocation_id, 1`,
  );
  const spread = new Set(known.map(({ name }) => name));
  const missing = wanted.filter(
    (name) => !spread.has(name) && !ON_EVERY_NODE.includes(name) && !Object.hasOwn(ON_COORDINATOR, name),
  );
  let [beside] = spread;
  for (const name of missing) {
    await naming(name, () =>
      beside === undefined
        ? run(db, `select create_distributed_table($1, 'account_id', shard_count => ${SHARDS})`, [name])
        : run(db, `select create_distributed_table($1, 'account_id', colocate_with => $2)`, [name, beside]),
    );
    beside ??= name;
  }
  return missing;
}

/** Every node gets the functions: a condition that calls one is looked at where the rows are. */
async function copyFunctions(db: Db): Promise<void> {
  await installForms(db);
  for (const { has_plans, name, takes_rows } of await listFunctions(db)) {
    // A shard's rows are of another type than those of its table.
    if (takes_rows) continue;
    await naming(name, () => run(db, 'select create_distributed_function($1)', [name]));
    // Plans for any value that are kept have ended Citus by signal 11, on the coordinator and on workers.
    if (has_plans) await run(db, `alter function ${name} set plan_cache_mode = force_custom_plan`);
  }
}

async function naming<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlStateOf(error) === undefined) throw error;
    throw new StartupError(
      `Citus rejected ${name}: ${(error as Error).message}`,
      'Fix the cause and start again. Completed steps are kept.',
      { cause: error },
    );
  }
}

/** Without a name: what is not known to a server without Citus is prepared nowhere. */
function run<Row>(db: Db, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, values);
}
