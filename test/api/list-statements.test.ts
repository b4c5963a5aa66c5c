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
  ['suppressed addresses with a prefix', alikeListStatements(), 12],
  ['contacts that match a filter', allMatchStatements(), 54],
  ['pages of contacts', allPageStatements(), 54],
  ['contacts after a campaign', allEngagementStatements(), 10],
  ['contacts frozen for a bulk action', allFreezeStatements(), 3],
  ["contacts in a campaign's audience", allAudienceStatements(), 21],
])(
  'every combination of filters for %s is a separate statement that PostgreSQL can plan',
  { timeout: 300_000 },
  async (_, all, count) => {
    expect(all).toHaveLength(count);
    expect(new Set(all.map((statement) => statement.statementName)).size).toBe(count);
    for (const { statementName, text } of all) {
      await test.db.script(`prepare ${statementName} as ${text}; deallocate ${statementName}`);
    }
  },
);
