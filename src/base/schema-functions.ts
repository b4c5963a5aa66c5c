import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './crypto.ts';
import { sqlStateOf, statement, type Db, type Tx } from './db.ts';
import { packageVersion } from './package-version.ts';
import { StartupError } from './startup-error.ts';

/** Directory in `sql/` with one function per file. */
const FOLDER = 'functions';
const UNDEFINED_TABLE = '42P01';
/** invalid_function_definition: the existing function has other parameter names or another result type. */
const OTHER_SIGNATURE = '42P13';

/** A file with one function and the triggers that call it. */
interface SchemaFunction {
  /** `functions/NAME.sql`. */
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

interface AppliedFunction {
  readonly name: string;
  readonly checksum: string;
  /** Version of Postrider that applied the function. */
  readonly version: string;
}

const createTable = statement<[], unknown>(
  'base_functions_create_table',
  `create table if not exists schema_function (
  name text primary key,
  checksum text not null,
  version text not null,
  applied_at timestamptz not null default now()
)`,
);

const listApplied = statement<[], AppliedFunction>(
  'base_functions_list_applied',
  'select name, checksum, version from schema_function',
);

const record = statement<[name: string, checksum: string, version: string], unknown>(
  'base_functions_record',
  `insert into schema_function (name, checksum, version) values ($1, $2, $3)
   on conflict (name) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
);

/**
 * Disables the validation of function bodies, because functions are created in the order of their names and may call
 * functions that do not exist yet. Also allows Citus to replace triggers on distributed tables. PostgreSQL without
 * Citus ignores that setting.
 */
const allowReplacing = statement<[], unknown>(
  'base_functions_allow_replacing',
  `select set_config('check_function_bodies', 'off', true), set_config('citus.enable_unsafe_triggers', 'on', true)`,
);

/**
 * Creates or replaces the functions in a migrations directory (`functions/NAME.sql`) whose text differs from the
 * database's. Returns the names of their files.
 *
 * Keeps functions that a later version of Postrider applied, so that a restarted process of an earlier version does not
 * revert them during a rolling upgrade. Also keeps functions without a file, which other processes may still call; a
 * migration drops them. Throws StartupError if a function's parameters or result changed but its name did not.
 */
export async function applyFunctions(tx: Tx, directory: string): Promise<string[]> {
  await createTable(tx);
  const outdated = findOutdated(readFunctions(directory), await listApplied(tx));
  if (outdated.length > 0) await allowReplacing(tx);
  for (const { checksum, name, text } of outdated) {
    await tx.query({ name: '', text }, []).catch((error: unknown) => {
      throw explained(name, error);
    });
    await record(tx, name, checksum, packageVersion());
  }
  return outdated.map(({ name }) => name);
}

/**
 * Returns the file of a function that is missing in the database or differs there. Returns undefined if all are up to
 * date.
 */
export async function missingFunction(db: Db, directory: string): Promise<string | undefined> {
  const applied = await listApplied(db).catch((error: unknown) => {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return [];
    throw error;
  });
  return findOutdated(readFunctions(directory), applied)[0]?.name;
}

function findOutdated(known: readonly SchemaFunction[], applied: readonly AppliedFunction[]): SchemaFunction[] {
  const byName = new Map(applied.map((row) => [row.name, row]));
  const ours = packageVersion();
  return known.filter(({ checksum, name }) => {
    const row = byName.get(name);
    return row?.checksum !== checksum && !(row && isLater(row.version, ours));
  });
}

/** Compares versions such as 1.2.3. Ignores a suffix after a hyphen. */
function isLater(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('-', 1)[0]?.split('.').map(Number) ?? []);
  const at = left?.findIndex((part, index) => part !== right?.[index]) ?? -1;
  return at >= 0 && (left?.[at] ?? 0) > (right?.[at] ?? 0);
}

/**
 * Returns the functions in a migrations directory, sorted by file name. Returns an empty list if the directory has no
 * functions folder.
 */
function readFunctions(directory: string): SchemaFunction[] {
  const folder = join(directory, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      // Normalize line endings, because they may differ between Git checkouts.
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      return { name: `${FOLDER}/${file}`, text, checksum: sha256(text).toString('hex') };
    });
}

function explained(name: string, error: unknown): StartupError {
  const state = sqlStateOf(error);
  return new StartupError(
    `${name} failed and was rolled back: ${(error as Error).message}`,
    state === OTHER_SIGNATURE
      ? 'Give a function with other parameters or another result a new name: processes of the earlier version still call this one.'
      : 'Fix the cause given in the message, for example a missing permission of the database user, and start Postrider again.',
    { cause: error },
  );
}
