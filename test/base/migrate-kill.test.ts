import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/base/db.ts';
import { silentLog as log } from '../../src/base/log.ts';
import { migrate, requireMigrated } from '../../src/base/migrate.ts';
import { createTestDatabase } from '../support/db.ts';
import { createCleanup, projectRoot, temporaryPath } from './embedded.ts';

const cleanup = createCleanup();
afterEach(async () => cleanup.run());

const NEWEST = 8;
/** Maximum number of positions in a file at which the migration is killed. */
const CUTS = 12;
const FILES = readdirSync(join(projectRoot, 'sql'))
  .filter((name) => /^\d{4}-/.test(name))
  .sort();
const DIE = 'select pg_terminate_backend(pg_backend_pid());';

function text(name: string): string {
  return readFileSync(join(projectRoot, 'sql', name), 'utf8');
}

/** Creates a directory with the first files unchanged, and one more file with different content. */
function directoryOf(names: readonly string[], last?: { readonly name: string; readonly sql: string }): string {
  const directory = temporaryPath(cleanup, 'sql');
  mkdirSync(directory);
  for (const name of names) writeFileSync(join(directory, name), text(name));
  if (last) writeFileSync(join(directory, last.name), last.sql);
  return directory;
}

/**
 * Returns evenly spaced prefixes of SQL text, each of which ends after a complete command. Does not split function
 * bodies or comments.
 */
function beginnings(sql: string): string[] {
  const parts = sql.match(/\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|'(?:[^']|'')*'|;|[^;$'-]+|[\s\S]/g) ?? [];
  const ends = parts.flatMap((part, at) => (part === ';' ? [parts.slice(0, at + 1).join('')] : []));
  const all = ['', ...ends];
  const step = Math.ceil(all.length / CUTS);
  return all.filter((_, at) => at % step === 0 || at === all.length - 1);
}

/** Returns a string for each database object and for each applied migration. */
async function schemaOf(db: Db): Promise<string[]> {
  const sql = `select 'relation ' || relname || ' ' || relkind::text as word from pg_class where relnamespace = 'public'::regnamespace
    union all select 'column ' || attrelid::regclass::text || ' ' || attname || ' ' || atttypid::regtype::text from pg_attribute
      join pg_class c on c.oid = attrelid where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    union all select 'function ' || proname || ' ' || md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
    union all select 'migration ' || name from schema_migration
    order by 1`;
  return (await db.query<{ word: string }>({ name: '', text: sql }, [])).map(({ word }) => word);
}

/** Schema created by a first start on an empty database. */
let whole: string[];

beforeAll(async () => {
  const fresh = await createTestDatabase({ empty: true });
  try {
    await migrate(fresh.db, { log });
    whole = await schemaOf(fresh.db);
  } finally {
    await fresh.drop();
  }
});

test.for(FILES.filter((name) => !name.endsWith('.indexes.sql')).slice(-NEWEST))(
  '%s leaves nothing behind if it is killed after any command, and completes at the next start',
  { timeout: 120_000 },
  async (name) => {
    const before = FILES.filter((file) => file < name);
    const made = await createTestDatabase({ empty: true });
    cleanup.add(made.drop);
    await migrate(made.db, { log, directory: directoryOf(before) });
    const untouched = await schemaOf(made.db);
    const cuts = beginnings(text(name));
    expect(cuts.length).toBeGreaterThan(1);
    for (const beginning of cuts) {
      const directory = directoryOf(before, { name, sql: beginning + DIE });
      await expect(migrate(made.db, { log, directory })).rejects.toThrow();
      expect(await schemaOf(made.db)).toEqual(untouched);
    }
    await migrate(made.db, { log });
    await requireMigrated(made.db);
    expect(await schemaOf(made.db)).toEqual(whole);
  },
);
