import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/db.ts';

interface NamedStatement {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

/** PostgreSQL cuts longer names (NAMEDATALEN), and two that are cut alike would be one. */
const MAX_NAME_BYTES = 63;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|[/-])queries\.ts$/.test(file))
  .toSorted((a, b) => a.localeCompare(b));

const statements = (await Promise.all(files.map((file) => statementsOf(file)))).flat();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

describe('SQL statements', () => {
  it('are exported by every queries file', () => {
    expect(files.filter((file) => !statements.some((statement) => statement.file === file))).toEqual([]);
  });

  it('have names that no other has and that PostgreSQL keeps whole', () => {
    const names = statements.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]\w+$/.test(name) || name.length > MAX_NAME_BYTES)).toEqual([]);
  });

  it.each(statements)('$name prepares against the migrated schema', async ({ text }) => {
    await database.db.transaction(async (tx) => {
      await tx.query({ name: '', text: `prepare checked as ${text}` }, []);
      await tx.query({ name: '', text: 'deallocate checked' }, []);
    });
  });
});

/** What `statement()` made and the file exports; a function `all...Statements` gives those that are built from parts. */
async function statementsOf(file: string): Promise<NamedStatement[]> {
  const module = (await import(pathToFileURL(join('src', file)).href)) as Record<string, unknown>;
  const values = Object.entries(module).flatMap(([name, value]): unknown[] =>
    typeof value === 'function' && /^all\w*Statements$/.test(name) ? (value() as unknown[]) : [value],
  );
  return values.flatMap((value) =>
    typeof value === 'function' && 'statementName' in value && 'text' in value
      ? [{ file, name: String(value.statementName), text: String(value.text) }]
      : [],
  );
}
