import { afterAll, beforeAll, expect, it } from 'vitest';
import { allListStatements } from '../../src/features/transactional/list-queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('every set of filters of the listing is a statement of its own that PostgreSQL plans', async () => {
  const all = allListStatements();
  expect(all).toHaveLength(48);
  expect(new Set(all.map((statement) => statement.statementName)).size).toBe(48);
  for (const { statementName, text } of all) {
    await test.db.script(`prepare ${statementName} as ${text}; deallocate ${statementName}`);
  }
});
