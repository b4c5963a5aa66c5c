import type { Source } from './source.ts';

/**
 * First migration that the rules apply to. The baseline migration is exempt, because it only runs on an empty database.
 */
const FIRST = 2;
const INDEXES = '.indexes.sql';
/** Tables that stay small enough to be read and indexed under a lock, each with the reason. */
const SMALL_TABLES: Readonly<Record<string, string>> = {
  account_review: 'a row for each time that somebody asks the operator',
  campaign: 'a row a campaign',
  mailing: 'a row a mailing, not a recipient',
  mailing_chunk: 'a row for 250 recipients that wait; what is finished goes',
};
/**
 * Matches functions that return a different value for each row. A new column with such a default is forbidden, because
 * PostgreSQL would rewrite every existing row.
 */
const VOLATILE = /\b(?:random|clock_timestamp|gen_random_uuid|uuidv7|nextval|timeofday)\s*\(/;

/**
 * Operations that are not allowed on an existing table, because they read, rewrite, or index the table under an
 * exclusive lock.
 */
const REFUSED: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/\badd column\b[^,;]*\bgenerated always as \(/, 'a stored generated column rewrites the table'],
  [/\badd column\b[^,;]*\b(?:bigserial|serial|smallserial|identity)\b/, 'a column that counts rewrites the table'],
  [/\balter column \w+ (?:set data )?type\b/, 'another type may rewrite the table; add a column and move over'],
  [
    /\balter column \w+ set not null\b/,
    'PostgreSQL reads the whole table; add a check that is not valid, validate it later',
  ],
  [
    /\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    'PostgreSQL reads the whole table; add it as not valid and validate it in a later migration',
  ],
  [
    /\badd (?:constraint \w+ )?(?:primary key|unique)\b(?! using index)/,
    'it builds an index under a lock; build the index before, then add the constraint using it',
  ],
];

/**
 * Returns an error message for each command in migrations that would read, rewrite, or index an existing table under a
 * lock. Small tables, tables created by the same migration, and the files with indexes are exempt. The bodies of
 * functions are not checked.
 */
export function heavyMigrations(migrations: readonly Source[]): string[] {
  return migrations
    .filter(({ path }) => Number(/(\d{4})-/.exec(path)?.[1]) >= FIRST && !path.endsWith(INDEXES))
    .flatMap(({ path, text }) => {
      const commands = commandsOf(text);
      const made = [...Object.keys(SMALL_TABLES), ...commands.flatMap((command) => madeBy(command))];
      return commands.flatMap((command) => faultsOf(command, made)).map((fault) => `${path}: ${fault}`);
    });
}

const TAKEN_AWAY =
  /^(?:drop (?:table|view|type|sequence)\b|alter table (?:if exists )?(?:only )?\w+ (?:.*\bdrop column\b|.*\brename (?!constraint\b)))/;

/**
 * Returns an error message for each command in migrations that drops or renames a table or column, or drops a view,
 * type, or sequence. Processes of the previous version still use these objects until they stop.
 */
export function takingAway(migrations: readonly Source[]): string[] {
  return migrations
    .filter(({ path }) => Number(/(\d{4})-/.exec(path)?.[1]) >= FIRST)
    .flatMap(({ path, text }) =>
      commandsOf(text)
        .filter((command) => TAKEN_AWAY.test(command))
        .map((command) => `${path}: "${command}" breaks the processes of the version before`),
    );
}

function commandsOf(sql: string): string[] {
  return sql
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .toLowerCase()
    .split(';')
    .map((command) => command.replaceAll(/\s+/g, ' ').trim());
}

function madeBy(command: string): string[] {
  const name = /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(command)?.[1];
  return name === undefined ? [] : [name];
}

function faultsOf(command: string, made: readonly string[]): string[] {
  if (/^(?:vacuum|cluster|reindex)\b/.test(command)) return [`"${command}" locks tables that are in use`];
  const indexed = /^create (?:unique )?index (?:concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/.exec(
    command,
  )?.[1];
  if (indexed !== undefined && !made.includes(indexed)) {
    return [`the index on ${indexed} is built under a lock; it belongs into a file of its own, NNNN-topic${INDEXES}`];
  }
  const altered = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(command);
  const [, table = '', change = ''] = altered ?? [];
  if (!altered || made.includes(table)) return [];
  const faults = REFUSED.flatMap(([pattern, fault]) => (pattern.test(change) ? [fault] : []));
  if (/\badd column\b/.test(change) && VOLATILE.test(change))
    faults.push('a default that differs by row rewrites the table');
  return faults.map((fault) => `alter table ${table}: ${fault}`);
}
