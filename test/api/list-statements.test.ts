import { afterAll, beforeAll, expect, it } from 'vitest';
import { allListStatements as ofAccounts } from '../../src/features/administration/operator/list-queries.ts';
import {
  alikeListStatements,
  allListStatements as ofSuppressions,
} from '../../src/features/sending/suppressions/list-queries.ts';
import { allFreezeStatements } from '../../src/features/audience/bulk-actions/freeze-queries.ts';
import { allAudienceStatements } from '../../src/features/campaigns/campaign-sending/audience-statements.ts';
import { allMatchStatements } from '../../src/features/audience/contact-filters/match-queries.ts';
import { allEngagementStatements } from '../../src/features/campaigns/campaign-results/list-queries.ts';
import { allPageStatements } from '../../src/features/audience/contact-listing/page-queries.ts';
import { allListStatements as ofMessages } from '../../src/features/transactional/messages/list-queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it.each([
  ['accounts', ofAccounts(), 48],
  ['messages', ofMessages(), 2614],
  ['suppressed addresses', ofSuppressions(), 36],
  ['suppressed addresses that begin alike', alikeListStatements(), 12],
  ['contacts that keep a filter', allMatchStatements(), 69],
  ['pages of contacts', allPageStatements(), 69],
  ['contacts behind a campaign', allEngagementStatements(), 10],
  ['contacts that a bulk action freezes', allFreezeStatements(), 3],
  ['contacts that a campaign is for', allAudienceStatements(), 15],
])(
  'every set of filters of the listing of %s is a statement of its own that PostgreSQL plans',
  { timeout: 300_000 },
  async (_, all, count) => {
    expect(all).toHaveLength(count);
    expect(new Set(all.map((statement) => statement.statementName)).size).toBe(count);
    for (const { statementName, text } of all) {
      await test.db.script(`prepare ${statementName} as ${text}; deallocate ${statementName}`);
    }
  },
);
