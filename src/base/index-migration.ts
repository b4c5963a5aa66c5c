import { sqlStateOf, statement, type Db } from './db.ts';
import { StartupError } from './startup-error.ts';

const COMMENT = /--[^\n]*/g;
const CREATE = /^create (?<unique>unique )?index (?<name>\w+) on (?<table>\w+)\s+(?<rest>\S[\s\S]*)$/;
/** undefined_table: the partition has been dropped. */
const GONE = '42P01';
/** Maximum length of a PostgreSQL name in bytes. PostgreSQL truncates longer names. */
const MAX_NAME = 63;

/** An index declared in an index migration. */
export interface DeclaredIndex {
  readonly name: string;
  readonly table: string;
  /** `unique ` for a unique index, otherwise an empty string. */
  readonly unique: string;
  /** Text after the table name in the index definition: the columns and the predicate. */
  readonly rest: string;
}

interface Part {
  readonly name: string;
  /** Name of the partition's index that is attached to the parent index, or null if no index is attached. */
  readonly attached: string | null;
}

/** Finds an index by name. Returns whether the index is partitioned and whether it is valid. */
const findIndex = statement<[name: string], { readonly is_partitioned: boolean; readonly is_valid: boolean }>(
  'base_migrate_find_index',
  `select c.relkind = 'I' as is_partitioned, i.indisvalid as is_valid
   from pg_class c join pg_index i on i.indexrelid = c.oid
   where c.oid = to_regclass($1)`,
);

const isPartitioned = statement<[table: string], { readonly is_partitioned: boolean }>(
  'base_migrate_is_partitioned',
  `select relkind = 'p' as is_partitioned from pg_class where oid = to_regclass($1)`,
);

/** Lists the partitions of a table, each with the index that is attached to the parent index. */
const listParts = statement<[table: string, index: string], Part>(
  'base_migrate_list_parts',
  `select part.relname as name, (
     select own.relname from pg_index i
     join pg_class own on own.oid = i.indexrelid
     join pg_inherits of_index on of_index.inhrelid = i.indexrelid and of_index.inhparent = to_regclass($2)
     where i.indrelid = part.oid
   ) as attached
   from pg_inherits h join pg_class part on part.oid = h.inhrelid
   where h.inhparent = to_regclass($1)
   order by part.relname`,
);

/**
 * Parses an index migration (`NNNN-topic.indexes.sql`), which contains `create [unique] index NAME on TABLE ...;` and
 * comments. Throws StartupError for any other content.
 */
export function readIndexes(file: string, sql: string): DeclaredIndex[] {
  const commands = sql.replaceAll(COMMENT, '').split(';');
  return commands
    .map((command) => command.trim())
    .filter((command) => command !== '')
    .map((command) => {
      const { name, rest, table, unique = '' } = CREATE.exec(command)?.groups ?? {};
      if (name === undefined || table === undefined || rest === undefined) {
        throw new StartupError(
          `${file} contains a command other than create index: ${command.split('\n', 1)[0]}`,
          'Each command must have the form "create [unique] index NAME on TABLE ...".',
        );
      }
      return { name, table, unique, rest };
    });
}

/**
 * Builds an index of any size without blocking reads and writes of the table. Does nothing if a valid index exists. Drops
 * and rebuilds an unfinished index of a killed process. On a partitioned table, builds the index of each partition
 * separately; partitions created during the build have the index from the start.
 *
 * `db` must run each statement in its own transaction without a time limit. `lockBriefly` runs a statement that needs a
 * short table lock.
 */
export async function buildIndex(
  db: Db,
  index: DeclaredIndex,
  lockBriefly: (command: string) => Promise<void>,
): Promise<void> {
  const [table] = await isPartitioned(db, index.table);
  if (!table?.is_partitioned) return buildPart(db, index, index.table, index.name);
  const [known] = await findIndex(db, index.name);
  if (!known) {
    // The parent index stays invalid until all partition indexes are attached. Partitions created from now on have
    // their index automatically.
    await lockBriefly(`create ${index.unique}index ${index.name} on only ${index.table} ${index.rest}`);
  }
  for (;;) {
    const part = (await listParts(db, index.table, index.name)).find(({ attached }) => attached === null);
    if (!part) return;
    const name = partName(index.name, part.name);
    try {
      await buildPart(db, index, part.name, name);
      await lockBriefly(`alter index ${index.name} attach partition ${name}`);
    } catch (error) {
      if (sqlStateOf(error) !== GONE) throw error;
    }
  }
}

async function buildPart(db: Db, { rest, unique }: DeclaredIndex, table: string, name: string): Promise<void> {
  const [known] = await findIndex(db, name);
  if (known?.is_valid) return;
  if (known) await command(db, `drop index concurrently if exists ${name}`);
  await command(db, `create ${unique}index concurrently ${name} on ${table} ${rest}`);
}

/**
 * Returns the name of a partition's index. Keeps the end of the partition's name, because partitions differ only there.
 */
function partName(index: string, partition: string): string {
  const end = partition.slice(partition.lastIndexOf('_'));
  return `${index.slice(0, MAX_NAME - end.length)}${end}`;
}

async function command(db: Db, text: string): Promise<void> {
  // No lock timeout is needed: while this statement waits for sessions that use the table, it blocks no other sessions.
  await db.query({ name: '', text: 'set lock_timeout = 0' }, []);
  await db.query({ name: '', text }, []);
}
