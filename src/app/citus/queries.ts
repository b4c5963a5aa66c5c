import { statement } from '../../base/db.ts';

/** Selects the version of the Citus extension. Returns no row if it is not installed. */
export const findCitus = statement<[], { readonly version: string }>(
  'citus_find',
  `select extversion as version from pg_extension where extname = 'citus'`,
);

/** Allows one distribution at a time. The lock ends with the connection. */
export const lockDistribution = statement<[key: number], unknown>(
  'citus_lock_distribution',
  'select pg_advisory_lock($1)',
);

/**
 * Selects the tables that can be distributed by account, referenced tables first. Uniqueness is enforced per shard, so
 * each of their unique indexes contains the account ID.
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

/**
 * Selects the functions of the schema, except trigger functions, with their signatures, whether they take table rows,
 * and whether they cache plans.
 */
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
