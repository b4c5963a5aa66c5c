import { statement, type Database } from './db.ts';

/** A table's statistics are updated when more than this number of rows plus this share of the table has changed. */
const IGNORED_ROWS = 1_000;
const IGNORED_SHARE = 0.1;

/**
 * Returns the tables with outdated statistics: partitions of tables that are partitioned by account, and those tables
 * themselves. PostgreSQL does not count changes for partitioned tables, so their last row count is compared with the
 * row count of their partitions.
 */
const findOutdated = statement<[rows: number, share: number], { readonly name: string; readonly isParent: boolean }>(
  'base_find_outdated_statistics',
  `with parted as (
     select p.oid, p.reltuples::float8 as known, sum(s.n_live_tup)::float8 as live,
       array_agg(c.oid) filter (where s.n_mod_since_analyze > $1::integer + $2::float8 * s.n_live_tup) as changed
     from pg_partitioned_table t
     join pg_class p on p.oid = t.partrelid and p.relnamespace = 'public'::regnamespace
     join pg_inherits i on i.inhparent = p.oid
     join pg_class c on c.oid = i.inhrelid
     join pg_stat_user_tables s on s.relid = c.oid
     where t.partstrat = 'h'
     group by p.oid, p.reltuples
   )
   select oid::regclass::text as name, true as "isParent" from parted
   where abs(live - greatest(known, 0)) > $1::integer + $2::float8 * live
   union all
   select part::regclass::text, false from parted, unnest(parted.changed) as part
   order by 2 desc, 1`,
);

const version = statement<[], { readonly number: number }>(
  'base_server_version',
  `select current_setting('server_version_num')::integer as number`,
);
/** First PostgreSQL version that can analyze a partitioned table without its partitions. */
const ONLY_SINCE = 180_000;

/**
 * Updates the statistics of the tables that are partitioned by account. Autovacuum analyzes partitions only at
 * intervals (by default, once a minute), and never analyzes partitioned tables, although the planner chooses the order
 * of joins by their statistics. Returns the analyzed tables.
 */
export async function refreshStatistics(db: Database): Promise<readonly string[]> {
  const outdated = await findOutdated(db, IGNORED_ROWS, IGNORED_SHARE);
  if (outdated.length === 0) return [];
  const hasOnly = ((await version(db))[0]?.number ?? 0) >= ONLY_SINCE;
  await db.alone(async (alone) => {
    for (const { isParent, name } of outdated) {
      // `skip_locked` skips tables that autovacuum is analyzing. The names are safe to insert, because they come from
      // PostgreSQL and are quoted.
      const table = isParent && hasOnly ? `only ${name}` : name;
      await alone.query({ name: '', text: `analyze (skip_locked) ${table}` }, []);
    }
  });
  return outdated.map(({ name }) => name);
}
