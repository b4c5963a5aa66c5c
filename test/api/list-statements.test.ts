import { afterAll, beforeAll, expect, it } from 'vitest';
import { allListStatements as ofAccounts } from '../../src/features/administration/operator/list-queries.ts';
import {
  alikeListStatements,
  allListStatements as ofSuppressions,
} from '../../src/features/sending/suppressions/list-queries.ts';
import { allListStatements as ofMessages } from '../../src/features/transactional/messages/list-queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it.each([
  ['accounts', ofAccounts(), 48],
  ['messages', ofMessages(), 1758],
  ['suppressed addresses', ofSuppressions(), 36],
  ['suppressed addresses that begin alike', alikeListStatements(), 12],
])(
  'every set of filters of the listing of %s is a statement of its own that PostgreSQL plans',
  async (_, all, count) => {
    expect(all).toHaveLength(count);
    expect(new Set(all.map((statement) => statement.statementName)).size).toBe(count);
    for (const { statementName, text } of all) {
      await test.db.script(`prepare ${statementName} as ${text}; deallocate ${statementName}`);
    }
  },
);
