import { sqlStateOf, statement, type Database } from '../db.ts';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { POOLER } from './connect-failure.ts';

export { explainConnectFailure } from './connect-failure.ts';

const MIN_MAJOR = 15;
const INSUFFICIENT_PRIVILEGE = '42501';

interface ServerFacts {
  readonly version_number: number;
  readonly version: string;
  readonly encoding: string;
  readonly read_only: boolean;
  /** Schema in which tables are created. Null if the search path contains no existing schema that the user may use. */
  readonly schema: string | null;
  /** Whether the session settings from the start of the connection are in effect. */
  readonly has_session_settings: boolean;
  /** Whether the Citus extension is installed. Tables may then be distributed over several servers. */
  readonly has_citus: boolean;
  /** Names of required settings that are off. */
  readonly switched_off: string[];
}

const readFacts = statement<[], ServerFacts>(
  'base_server_facts',
  `select
  current_setting('server_version_num')::integer as version_number,
  current_setting('server_version') as version,
  current_setting('server_encoding') as encoding,
  pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only,
  array(
    select name from unnest(array['fsync', 'synchronous_commit', 'full_page_writes']) as name
    where current_setting(name) = 'off'
  ) as switched_off,
  current_schema() as schema,
  coalesce(current_setting('postrider.session', true), '') = 'on' as has_session_settings,
  exists (select from pg_extension where extname = 'citus') as has_citus`,
);

/**
 * Checks that the server is suitable: PostgreSQL 15 or newer, UTF-8, writable, with our session settings and a schema
 * for tables. Also checks that each commit is flushed to disk, which a 202 response promises. Throws StartupError if a
 * check fails. With `unsafeDurability`, only warns about missing durability. Returns whether the server belongs to a
 * Citus cluster.
 */
export async function requireUsableServer(
  db: Database,
  options: { readonly unsafeDurability: boolean; readonly log: Log },
): Promise<{ readonly hasCitus: boolean }> {
  const [facts] = await readFacts(db);
  if (!facts) throw new Error('PostgreSQL did not report its version and settings');
  if (facts.version_number < MIN_MAJOR * 10_000) {
    throw new StartupError(
      `The database server is PostgreSQL ${facts.version}; Postrider needs ${MIN_MAJOR} or newer`,
      'Upgrade the server, or unset DATABASE_URL to use the embedded server.',
    );
  }
  if (facts.encoding !== 'UTF8') {
    throw new StartupError(
      `The database stores text as ${facts.encoding}; Postrider needs UTF8`,
      "Create another database: create database postrider encoding 'UTF8' template template0, then set it in DATABASE_URL.",
    );
  }
  if (facts.read_only) {
    throw new StartupError(
      'The database does not accept writes: it is a standby or is set to read-only',
      'Set DATABASE_URL to the primary server, or turn default_transaction_read_only off.',
    );
  }
  if (!facts.has_session_settings) throw new StartupError(...POOLER);
  if (facts.schema === null) {
    throw new StartupError(
      'The search_path of the database user does not contain an existing schema that the user can use, so tables cannot be created',
      'Create the schema, allow its use (grant create, usage on schema public to ...), or set another path: alter role ... in database ... set search_path = public.',
    );
  }
  if (facts.switched_off.length > 0) judgeDurability(facts.switched_off, options);
  return { hasCitus: facts.has_citus };
}

function judgeDurability(names: readonly string[], options: { unsafeDurability: boolean; log: Log }): void {
  const danger = 'messages accepted with 202 can be lost if the machine fails';
  if (options.unsafeDurability) {
    options.log.warn(`UNSAFE: the database runs without ${names.join(', ')}: ${danger}`, { settings: names });
    return;
  }
  throw new StartupError(
    `The database runs with ${names.map((name) => `${name} = off`).join(', ')}: ${danger}`,
    'Turn these settings on (ALTER SYSTEM, ALTER DATABASE, or ALTER ROLE), or accept the risk with POSTRIDER_UNSAFE_DURABILITY=1.',
  );
}

/** Throws a StartupError if the database user lacks the privilege to create tables. Rethrows any other error. */
export function explainMissingRight(error: unknown): never {
  if (sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
  throw new StartupError(
    `The database user cannot create tables: ${(error as Error).message}`,
    'Make the user the owner of the database, or run: grant create, usage on schema public to ...; then start again.',
    { cause: error },
  );
}
