import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sqlStateOf, type Database, type Db } from '../../base/db.ts';
import { StartupError } from '../../base/startup-error.ts';
import { findCitus, listFunctions, lockDistribution, tablesByAccount } from './queries.ts';
import { ON_COORDINATOR, ON_EVERY_NODE } from './tables.ts';

/** Number of shards per table, and therefore the maximum number of workers that can share the work. */
const SHARDS = 8;
/** An arbitrary key for an advisory lock that nothing else in this database uses. */
const ADVISORY_KEY = 7_067_438_114;
/** Cluster versions of database functions. */
const FORMS = new URL('../../../sql/citus/', import.meta.url);

export interface Distributed {
  /** Tables that this run of `distribute` copied to every node. */
  readonly copied: readonly string[];
  /** Tables that this run of `distribute` distributed by account. */
  readonly spread: readonly string[];
}

/** Returns whether the database has the Citus extension. */
export async function hasCitus(db: Db): Promise<boolean> {
  return (await findCitus(db)).length > 0;
}

/** Throws StartupError if the database does not have the Citus extension. */
export async function requireCitus(db: Db): Promise<void> {
  if (await hasCitus(db)) return;
  throw new StartupError(
    'The database does not have the Citus extension, so its tables cannot be distributed',
    'Run "create extension citus" in this database on every server, add the workers (citus_add_node), then start Postrider again.',
  );
}

/** Replaces functions of a migrated database with their cluster versions. */
export async function installForms(db: Db): Promise<void> {
  for (const file of readdirSync(FORMS).toSorted()) {
    await naming(file, () => run(db, readFileSync(fileURLToPath(new URL(file, FORMS)), 'utf8')));
  }
}

/**
 * Distributes the tables of a migrated database over the workers of a Citus cluster, co-located by account, and copies
 * shared tables to every node. Can be repeated: tables that are already distributed stay unchanged. Throws StartupError
 * if the database is not the coordinator of a cluster with workers, or if Citus rejects a table or function.
 */
export async function distribute(db: Database): Promise<Distributed> {
  await requireCitus(db);
  // Use a connection without a statement timeout, because moving existing rows can take a long time.
  return db.alone(async (alone) => {
    await lockDistribution(alone, ADVISORY_KEY);
    await requireWorkers(alone);
    // Change shards sequentially, because tables with foreign keys cannot be changed over several connections at once.
    await run(alone, 'set citus.multi_shard_modify_mode = sequential');
    // Triggers are safe here, because they only write to co-located shards.
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
  throw new StartupError(
    'The Citus cluster has no workers',
    'Add workers with citus_add_node, then start Postrider again.',
  );
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

/** Copies the functions to every node, because a condition is evaluated on the node that stores the rows. */
async function copyFunctions(db: Db): Promise<void> {
  await installForms(db);
  for (const { has_plans, name, takes_rows } of await listFunctions(db)) {
    // Functions that take table rows are skipped, because the rows of a shard have a different type from the rows of
    // its table.
    if (takes_rows) continue;
    await naming(name, () => run(db, 'select create_distributed_function($1)', [name]));
    // Disable cached generic plans, because they have crashed Citus with signal 11, both on the coordinator and on
    // workers.
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
      'Fix the cause, then start Postrider again. Completed steps are kept.',
      { cause: error },
    );
  }
}

/** Runs a statement without a name, so that it is not a prepared statement. */
function run<Row>(db: Db, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, values);
}
