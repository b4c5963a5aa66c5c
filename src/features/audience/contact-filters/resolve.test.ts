import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { createAccount } from '../../tenants/accounts/index.ts';
import { replanned, type Db } from '../../../base/db.ts';
import { resolveFilter } from './resolve.ts';

let test: TestDatabase;
let accountId: number;
let list: number;
let removed: number;

beforeAll(async () => {
  test = await createTestDatabase();
  const account = await createAccount(test.db, { email: 'a@resolve.example', plan: 'unlimited', isOperator: false });
  accountId = account.id;
  [list = 0, removed = 0] = (
    await test.db.query<{ id: number }>(
      {
        name: '',
        text: `insert into contact_list (account_id, name, deleted_at)
          values ($1, 'News', null), ($1, 'Old', now()) returning id`,
      },
      [accountId],
    )
  ).map(({ id }) => id);
});
afterAll(() => test.drop());

/** Returns filter dependencies that know the given segments of the account, by ID. */
const withSegments = (segments: Readonly<Record<number, unknown>>) => ({
  findSegment: async (_db: Db, account: number, id: number) =>
    Promise.resolve(account === accountId ? segments[id] : undefined),
  ownedCampaigns: async (_db: Db, account: number, ids: readonly number[]) =>
    Promise.resolve(new Set(account === accountId ? ids.filter((id) => id === OWN_CAMPAIGN) : [])),
});
const OWN_CAMPAIGN = 5;

describe('a filter with a segment', () => {
  it('combines the conditions of the segment with its own', async () => {
    const parts = withSegments({ 7: { status: 'new', in_list_ids: [list] } });
    expect(await resolveFilter(test.db, accountId, { segment_id: 7, status: 'engaged' }, parts)).toEqual({
      all: [{ status: 'engaged' }, { status: 'new', in_list_ids: [list] }],
    });
  });

  it('ignores deleted lists, and matches no contacts if all lists of a condition are deleted', async () => {
    const parts = withSegments({ 7: { in_list_ids: [removed], not_in_list_ids: [removed, list] } });
    expect(await resolveFilter(test.db, accountId, { segment_id: 7 }, parts)).toEqual({
      all: [{}, { in_list_ids: [], not_in_list_ids: [list] }],
    });
  });

  it('resolves segments that refer to each other once, and matches no contacts for a deleted segment', async () => {
    const parts = withSegments({
      1: { status: 'new', segment_id: 2 },
      2: { never_sent: true, segment_id: 1 },
      3: { segment_id: 4 },
    });
    expect(await resolveFilter(test.db, accountId, { segment_id: 1 }, parts)).toEqual({
      all: [{}, { status: 'new' }, { never_sent: true }],
    });
    expect(await resolveFilter(test.db, accountId, { segment_id: 3 }, parts)).toEqual({
      all: [{}, {}, { in_list_ids: [] }],
    });
  });

  it('is rejected if the account has no segment with this ID', async () => {
    const refused = resolveFilter(test.db, accountId, { segment_id: 8 }, withSegments({}));
    await expect(refused).rejects.toMatchObject({ details: { errors: { 'filter.segment_id': [expect.any(String)] } } });
  });

  it.each(['opened_campaign_id', 'not_opened_campaign_id', 'clicked_campaign_id'] as const)(
    'rejects %s unless it is a campaign of the account',
    async (key) => {
      const own = { [key]: OWN_CAMPAIGN };
      expect(await resolveFilter(test.db, accountId, own, withSegments({}))).toEqual({ all: [own] });
      await expect(resolveFilter(test.db, accountId, { [key]: 1 }, withSegments({}))).rejects.toMatchObject({
        code: 'validation_error',
      });
    },
  );
});

describe('replanned', () => {
  const modeIn = async (db: Db) =>
    (await db.query<{ plan_cache_mode: string }>({ name: '', text: 'show plan_cache_mode' }, []))[0]?.plan_cache_mode;

  it("uses custom plans in its own or the caller's transaction, and not afterwards", async () => {
    expect(await replanned(test.db, modeIn)).toBe('force_custom_plan');
    expect(await test.db.transaction(modeIn)).toBe('force_generic_plan');
    expect(await test.db.transaction((tx) => replanned(tx, modeIn))).toBe('force_custom_plan');
    expect(await test.db.transaction(modeIn, { isSnapshot: true, isReplanned: true })).toBe('force_custom_plan');
    expect(await test.db.transaction(modeIn)).toBe('force_generic_plan');
  });
});
