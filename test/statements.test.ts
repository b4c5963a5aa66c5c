import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/db.ts';
import { allStatements, statementFiles } from './support/statements.ts';

/**
 * Maximum length of a statement name. PostgreSQL truncates longer names (NAMEDATALEN), so two of them could become
 * equal.
 */
const MAX_NAME_BYTES = 63;

const statements = await allStatements();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

describe('SQL statements', () => {
  it('are exported by every queries file', () => {
    expect(statementFiles.filter((file) => !statements.some((statement) => statement.file === file))).toEqual([]);
  });

  it('have unique names that PostgreSQL does not truncate', () => {
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
