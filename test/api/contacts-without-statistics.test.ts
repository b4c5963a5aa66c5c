// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { freezeMatching } from '../../src/features/audience/bulk-actions/freeze-queries.ts';
import type { ContactFilter } from '../../src/features/audience/contact-filters/index.ts';
import { countMatching, matchingIds } from '../../src/features/audience/contact-filters/index.ts';
import { createContactPages } from '../../src/features/audience/contact-listing/pages.ts';
import {
  countAudience,
  countFates,
  walkAudience,
} from '../../src/features/campaigns/campaign-sending/audience-statements.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { watchedWork } from '../support/plan-work.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';

const CONTACTS = 4_500;
/**
 * Maximum number of rows that a statement may read. This is enough for a few scans of several tables. Comparing each
 * contact with every other would read about 20 million rows.
 */
const MAX_ROWS = 40 * CONTACTS;
const NOW = new Date();
const CAMPAIGN = 1;
const PARTED = ['contact', 'contact_stat', 'list_member', 'tag_member', 'deliverable'] as const;
const TABLES = [...PARTED, 'suppression'];

/** An account in a partition, with the given number of contacts in a list. A third of the contacts have a tag. */
interface Planted {
  readonly accountId: number;
  readonly ids: readonly number[];
  readonly list: number;
  readonly tag: number;
}

/** Turns off autovacuum, so that only `analyze` updates the statistics. */
async function keepStatistics({ db }: TestDatabase): Promise<void> {
  for (const table of PARTED) {
    for (let part = 0; part < 16; part += 1) {
      await db.script(`alter table ${table}_${part} set (autovacuum_enabled = off)`);
    }
  }
  await db.script('alter table suppression set (autovacuum_enabled = off)');
}

async function twoOfOnePartition({ db }: TestDatabase): Promise<[number, number]> {
  const ofPart = new Map<string, number>();
  for (let turn = 0; ; turn += 1) {
    const { id } = await createAccount(db, { email: `${turn}@one.example`, plan: 'unlimited', isOperator: false });
    const [row] = await rowsOf<{ part: string }>(
      db,
      `select part::text from generate_series(0, 15) part
       where satisfies_hash_partition('contact'::regclass, 16, part, $1::bigint)`,
      [id],
    );
    const other = ofPart.get(row?.part ?? '');
    if (other !== undefined) return [other, id];
    ofPart.set(row?.part ?? '', id);
  }
}

async function plant({ db }: TestDatabase, accountId: number): Promise<Planted> {
  const ids = await plantContacts(db, accountId, { count: CONTACTS });
  const list = await plantGroup(db, accountId, 'list', 'All');
  const tag = await plantGroup(db, accountId, 'tag', 'Some');
  await plantMembers(db, accountId, { kind: 'list', id: list, contactIds: ids });
  await plantMembers(db, accountId, { kind: 'tag', id: tag, contactIds: ids.filter((id) => id % 3 === 0) });
  await rowsOf(
    db,
    `insert into deliverable (account_id, campaign_id, contact_id, sent_at, opened_at)
     select $1, $2, id, now(), now() from unnest($3::bigint[]) id`,
    [accountId, CAMPAIGN, ids],
  );
  // One in ten suppressed addresses belongs to a contact.
  await rowsOf(
    db,
    `insert into suppression (account_id, address, reason)
     select $1, case when n % 10 = 0 then 'reader' else 'gone' end || n || '@planted.example', 'manual'
     from generate_series(1, $2::integer) n`,
    [accountId, CONTACTS],
  );
  return { accountId, ids, list, tag };
}

const filtersOf = ({ list, tag }: Planted): [string, ContactFilter][] => [
  ['words', { query: 'reader planted' }],
  ['the beginning of a word', { query: 're' }],
  ['a word that nobody has', { query: 'nobody' }],
  ['a list', { in_list_ids: [list] }],
  ['no list', { not_in_list_ids: [list] }],
  ['lists and no tags', { in_list_ids: [list, list + 1], not_tag_ids: [tag, tag + 1] }],
  ['a tag', { tag_ids: [tag] }],
  ['words, a list and no tag', { query: 'reader', in_list_ids: [list], not_tag_ids: [tag] }],
  ['a status and words', { status: 'active', query: 'planted' }],
  ['who opened', { opened_campaign_id: CAMPAIGN, query: 'planted' }],
  ['who did not open', { not_opened_campaign_id: CAMPAIGN }],
];

const NO_GROUPS = { lists: [], tags: [], segments: [] };
const audiencesOf = ({ list, tag }: Planted) => {
  const base = { included: NO_GROUPS, excluded: NO_GROUPS, resend: undefined, isEngagedOnly: false };
  const segments = [{ all: [{ query: 'reader planted' }] }];
  return [
    ['a list', { ...base, included: { ...NO_GROUPS, lists: [list] } }],
    ['a segment', { ...base, included: { ...NO_GROUPS, segments } }],
    [
      'all but',
      {
        ...base,
        included: { ...NO_GROUPS, lists: [list] },
        excluded: { ...NO_GROUPS, tags: [tag], segments },
        isEngagedOnly: true,
      },
    ],
    ['openers', { ...base, resend: { of: CAMPAIGN, audience: 'openers' as const } }],
  ] as const;
};

/**
 * Defines tests that no statement about an account compares every pair of contacts. The statements are executed with
 * additional `settings`.
 */
function looksAtEachOnce(test: () => TestDatabase, mine: () => Planted, settings = ''): void {
  /** Checks the statement that has read the most rows. */
  async function expectLittleWork(what: string, ask: (db: Database) => Promise<unknown>): Promise<void> {
    const { db, done } = watchedWork(test().db, settings);
    await ask(db);
    const [most] = done.toSorted((a, b) => b.rows - a.rows);
    expect(most?.rows, `${what}: ${most?.text}`).toBeLessThan(MAX_ROWS);
  }

  it('counts and finds contacts without comparing every pair of contacts', async () => {
    for (const [what, filter] of filtersOf(mine())) {
      const all = { all: [filter] };
      for (const limit of [50, 1_000, 2 * CONTACTS]) {
        await expectLittleWork(`${what}, ${limit} found`, (db) =>
          matchingIds(db, mine().accountId, all, NOW, { afterId: 0, limit }),
        );
      }
      if (/^(?:a list|no list|a tag)$/.test(what)) continue;
      await expectLittleWork(`${what}, counted`, (db) => countMatching(db, mine().accountId, all, NOW));
    }
    const filter = { all: [{ query: 'reader planted' }] };
    const found = await matchingIds(test().db, mine().accountId, filter, NOW, { afterId: 0, limit: 2 * CONTACTS });
    expect(found).toEqual(mine().ids);
  });

  it('lists any page without comparing every pair of contacts', async () => {
    for (const [what, filter] of filtersOf(mine())) {
      for (const page of [1, 2, 20]) {
        await expectLittleWork(`${what}, page ${page}`, async (db) => {
          const pages = createContactPages({ db, clock: { now: () => NOW.getTime() } });
          await pages.find(mine().accountId, { all: [filter] }, { page, perPage: 50 });
          // If no contacts match, no further statements run.
          await countMatching(db, mine().accountId, { all: [{ query: 'reader' }] }, NOW);
        });
      }
    }
  });

  it('freezes contacts for a bulk action without comparing every pair of contacts', async () => {
    const freezing = { accountId: mine().accountId, actionId: 1, most: 2 * CONTACTS, exactly: undefined };
    const filter = { all: [{ query: 'reader planted', in_list_ids: [mine().list] }] };
    await expectLittleWork('frozen', (db) => db.transaction((tx) => freezeMatching(tx, freezing, filter, NOW)));
  });

  it('selects contacts for a campaign without comparing every pair of contacts', async () => {
    for (const [what, audience] of audiencesOf(mine())) {
      const step = { accountId: mine().accountId, audience, now: NOW, afterId: 0, limit: CONTACTS };
      await expectLittleWork(`${what}, walked`, (db) => walkAudience(db, step));
      await expectLittleWork(`${what}, counted`, (db) => countAudience(db, mine().accountId, audience, NOW));
      await expectLittleWork(`${what}, fates`, (db) => countFates(db, mine().accountId, audience, NOW));
    }
  });
}

/**
 * The statistics cover only another account. This happens after an import, and permanently if the account's share of a
 * partition is too small to trigger `analyze`.
 */
describe.each([['any table', TABLES], ...TABLES.map((table): [string, string[]] => [table, [table]])])(
  'account that is missing in the statistics of %s',
  (_what, unknown) => {
    let test: TestDatabase;
    let mine: Planted;

    beforeAll(async () => {
      test = await createTestDatabase();
      await keepStatistics(test);
      const [other, id] = await twoOfOnePartition(test);
      await plant(test, other);
      for (const table of TABLES) await test.db.script(`analyze ${table}`);
      mine = await plant(test, id);
      for (const table of TABLES) if (!unknown.includes(table)) await test.db.script(`analyze ${table}`);
    });
    afterAll(() => test.drop());

    it('is estimated as empty', async () => {
      for (const table of unknown) {
        const plan = await rowsOf<{ 'QUERY PLAN': string }>(
          test.db,
          `explain select from ${table} where account_id = ${mine.accountId}`,
        );
        expect(plan[0]?.['QUERY PLAN'], table).toContain(' rows=1 ');
      }
    });

    looksAtEachOnce(
      () => test,
      () => mine,
    );
  },
);

describe('account with more contacts than fit in the working memory', () => {
  let test: TestDatabase;
  let mine: Planted;

  beforeAll(async () => {
    test = await createTestDatabase();
    await keepStatistics(test);
    const [, id] = await twoOfOnePartition(test);
    mine = await plant(test, id);
    for (const table of TABLES) await test.db.script(`analyze ${table}`);
  });
  afterAll(() => test.drop());

  looksAtEachOnce(
    () => test,
    () => mine,
    // The minimum that PostgreSQL allows. A hash table may use twice as much memory.
    `set local work_mem = '64kB'`,
  );
});
