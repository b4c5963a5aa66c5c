import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { countStatement } from '../../src/features/audience/contact-filters/match-queries.ts';
import { refreshStatistics } from '../../src/base/statistics.ts';

const CONTACTS = 12_000;
const TABLES = ['contact', 'contact_stat', 'list_member'];

let test: TestDatabase;
let accountId: number;
let ids: readonly number[];
let lists: readonly number[];

beforeAll(async () => {
  test = await createTestDatabase();
  const account = await createAccount(test.db, { email: 'a@stat.example', plan: 'unlimited', isOperator: false });
  accountId = account.id;
  // Turn off autovacuum, so that only this test updates the statistics.
  for (const table of TABLES) {
    for (let part = 0; part < 16; part += 1) {
      await test.db.script(`alter table ${table}_${part} set (autovacuum_enabled = off)`);
    }
  }
  lists = [await plantGroup(test.db, accountId, 'list', 'A'), await plantGroup(test.db, accountId, 'list', 'B')];
  await written(async (db) => {
    ids = await plantContacts(db, accountId, { count: CONTACTS });
    for (const id of lists) await plantMembers(db, accountId, { kind: 'list', id, contactIds: ids });
  });
});
afterAll(() => test.drop());

/** Executes statements on a separate connection, which reports its changes to PostgreSQL when it closes. */
async function written(work: Parameters<TestDatabase['db']['alone']>[0]): Promise<void> {
  await test.db.alone(async (db) => {
    await work(db);
    await rowsOf(db, 'select pg_stat_force_next_flush()');
  });
}

async function expectedRows(): Promise<number> {
  const filter = { all: [{ in_list_ids: lists.slice(0, 1) }, { in_list_ids: lists.slice(1) }] };
  const { text, values } = countStatement(accountId, filter, new Date());
  const [row] = await rowsOf<{ 'QUERY PLAN': readonly [{ Plan: { Plans: readonly [{ 'Plan Rows': number }] } }] }>(
    test.db,
    `explain (format json) ${text}`,
    values,
  );
  return row?.['QUERY PLAN'][0].Plan.Plans[0]['Plan Rows'] ?? 0;
}

describe('refreshStatistics', () => {
  it('analyzes partitioned tables and their changed partitions, so that joins of members are estimated well', async () => {
    expect(await expectedRows()).toBeLessThan(CONTACTS / 10);
    const analyzed = await refreshStatistics(test.db);
    for (const table of TABLES) {
      expect(analyzed).toContain(table);
      expect(analyzed.some((name) => name.startsWith(`${table}_`))).toBe(true);
    }
    const known = await rowsOf<{ name: string; rows: number }>(
      test.db,
      'select relname as name, reltuples as rows from pg_class where relname = any($1) order by 1',
      [TABLES],
    );
    expect(known).toEqual([
      { name: 'contact', rows: CONTACTS },
      { name: 'contact_stat', rows: CONTACTS },
      { name: 'list_member', rows: 2 * CONTACTS },
    ]);
    expect(await expectedRows()).toBeGreaterThan(CONTACTS / 10);
  });

  it('ignores tables that have changed little since', async () => {
    await written(async (db) => void (await plantContacts(db, accountId, { count: 900, prefix: 'few' })));
    expect(await refreshStatistics(test.db)).toEqual([]);
  });

  it('notices deleted rows', async () => {
    await written(async (db) => {
      await rowsOf(db, 'delete from list_member where account_id = $1 and list_id = $2', [accountId, lists[0]]);
    });
    expect(await refreshStatistics(test.db)).toContain('list_member');
  });
});
