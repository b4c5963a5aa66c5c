import { statement } from '../../base/db.ts';

/** Where the commands of Citus are to be run, and whether this is the place. */
export const findCitus = statement<[], { readonly version: string }>(
  'citus_find',
  `select extversion as version from pg_extension where extname = 'citus'`,
);

/** One at a time, for as long as the connection lasts. */
export const lockDistribution = statement<[key: number], unknown>(
  'citus_lock_distribution',
  'select pg_advisory_lock($1)',
);

/**
 * Tables that can be spread by their account: every unique index of theirs has it, because what is unique is unique within a
 * shard. Those that others refer to come first.
 */
export const tablesByAccount = statement<[], { readonly name: string }>(
  'citus_tables_by_account',
  `select c.relname as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
     and not exists (
       select from pg_index i where i.indrelid = c.oid and i.indisunique and not exists (
         select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = any(i.indkey::smallint[])
       )
     )
   order by not exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = c.oid), c.relname`,
);

/** Functions of the schema: their signature, whether they take rows of tables, and whether they keep plans. */
export const listFunctions = statement<
  [],
  { readonly name: string; readonly takes_rows: boolean; readonly has_plans: boolean }
>(
  'citus_list_functions',
  `select p.oid::regprocedure::text as name,
     exists (
       select from unnest(p.proargtypes::oid[]) as argument join pg_class c on c.reltype = argument
     ) as takes_rows,
     p.prolang = (select l.oid from pg_language l where l.lanname = 'plpgsql') as has_plans
   from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
);
