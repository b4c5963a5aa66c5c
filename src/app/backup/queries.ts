import { statement } from '../../base/db.ts';

/** A table or partition, with the list of its columns for COPY, without generated columns. */
export interface TableRow {
  readonly name: string;
  readonly columns: string;
}

export interface PartitionRow {
  readonly name: string;
  readonly parent: string;
  readonly bounds: string;
  readonly options: string | null;
}

/**
 * Selects the tables that are not partitions, except tables of extensions. A lock on such a table also locks its
 * partitions.
 */
export const listRoots = statement<[], { readonly name: string }>(
  'app_backup_list_roots',
  `select quote_ident(c.relname) as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   order by c.relname`,
);

/**
 * Selects the tables and partitions that store rows, except tables of extensions and the records of applied migrations
 * and functions.
 */
export const listTables = statement<[], TableRow>(
  'app_backup_list_tables',
  `select quote_ident(c.relname) as name, (
     select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   ) as columns
   from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'schema_function')
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   order by c.relname`,
);

export const listPartitions = statement<[], PartitionRow>(
  'app_backup_list_partitions',
  `select quote_ident(c.relname) as name, quote_ident(p.relname) as parent,
     pg_get_expr(c.relpartbound, c.oid) as bounds, array_to_string(c.reloptions, ', ') as options
   from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition
   order by c.relname`,
);

export const listSequences = statement<[], { readonly name: string }>(
  'app_backup_list_sequences',
  `select quote_ident(c.relname) as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by c.relname`,
);

/**
 * Selects foreign keys with their definitions. Leaves out foreign keys of partitions, which are created with the
 * parent's foreign key.
 */
export const listForeignKeys = statement<
  [],
  { readonly table_name: string; readonly name: string; readonly definition: string }
>(
  'app_backup_list_foreign_keys',
  `select conrelid::regclass::text as table_name, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
   from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`,
);

/** Selects tables and partitions with user-defined triggers. */
export const listTriggered = statement<[], { readonly name: string }>(
  'app_backup_list_triggered',
  `select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
);

/** Returns whether a table exists. */
export const hasTable = statement<[name: string], { readonly is_there: boolean }>(
  'app_backup_has_table',
  'select to_regclass($1) is not null as is_there',
);

export const anyAccount = statement<[], { readonly account_id: number }>(
  'app_backup_any_account',
  'select account_id from account limit 1',
);

/** Selects up to five database sessions of Postrider, except those with the application name `own`. */
export const listUsers = statement<[own: string], { readonly application_name: string; readonly pid: number }>(
  'app_backup_list_users',
  `select application_name, pid from pg_stat_activity
   where datname = current_database() and application_name like 'postrider %' and application_name <> $1
   order by pid limit 5`,
);

/** Tries to take the lock for backups and restores of this database. The lock ends with the transaction. */
export const lockBackup = statement<[], { readonly is_ours: boolean }>(
  'app_backup_lock',
  `select pg_try_advisory_xact_lock(hashtext('postrider backup')) as is_ours`,
);

export const readServerVersion = statement<[], { readonly version: string }>(
  'app_backup_server_version',
  `select current_setting('server_version') as version`,
);

export const readFact = statement<[name: string], { readonly value: Buffer }>(
  'app_backup_read_fact',
  'select value from installation where name = $1',
);

export const writeFact = statement<[name: string, value: Buffer], unknown>(
  'app_backup_write_fact',
  `insert into installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
);

export const removeFact = statement<[name: string], { readonly value: Buffer }>(
  'app_backup_remove_fact',
  'delete from installation where name = $1 returning value',
);
