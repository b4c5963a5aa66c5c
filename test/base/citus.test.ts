import { describe, expect, it } from 'vitest';
import { installForms } from '../../src/app/citus/distribute.ts';
import { tablesByAccount } from '../../src/app/citus/queries.ts';
import { ON_COORDINATOR, ON_EVERY_NODE } from '../../src/app/citus/tables.ts';
import { withoutGenericPlans } from '../../src/base/client-config.ts';
import type { Database } from '../../src/base/db.ts';
import { claimDue } from '../../src/features/sending/delivery/queue/queries.ts';
import { boundLockWaits } from '../../src/features/transactional/messages/accept-queries.ts';
import { allStatements } from '../support/statements.ts';
import { createTestDatabase } from '../support/db.ts';
import { shared } from '../support/shared.ts';
import { runToEnd } from '../flows/program.ts';

/**
 * Tests the behavior of a cluster that can be tested on a single server. `scripts/citus.ts test` runs tests on a real
 * cluster.
 */

const test = shared(createTestDatabase);

async function rowsOf<Row>(db: Database, text: string): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, []);
}

describe('postrider migrate --citus', () => {
  it('rejects a database without the extension before it changes anything', async () => {
    const empty = await createTestDatabase({ empty: true });
    const { code, output } = await runToEnd(['migrate', '--citus'], {
      DATABASE_URL: empty.url,
      POSTRIDER_UNSAFE_DURABILITY: '1',
    });
    const [tables] = await rowsOf<{ count: number }>(
      empty.db,
      `select count(*)::integer as count from pg_class where relnamespace = 'public'::regnamespace`,
    );
    await empty.drop();
    expect([code, output, tables?.count]).toEqual([1, expect.stringContaining('create extension citus'), 0]);
  });

  it('rejects unknown options', async () => {
    expect((await runToEnd(['migrate', '--shards'], { DATABASE_URL: test.url })).code).toBe(2);
  });
});

describe('table placement', () => {
  it('names only existing tables, and tables on the coordinator that could otherwise be distributed', async () => {
    const known = (
      await rowsOf<{ name: string }>(test.db, `select relname::text as name from pg_class where relkind in ('r', 'p')`)
    ).map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining([...ON_EVERY_NODE, ...Object.keys(ON_COORDINATOR)]));
    const byAccount = (await tablesByAccount(test.db)).map(({ name }) => name);
    expect(byAccount).toEqual(expect.arrayContaining(Object.keys(ON_COORDINATOR)));
  });

  it('distributes tables used for each message, and not those with keys that are unique over all accounts', async () => {
    const byAccount = (await tablesByAccount(test.db)).map(({ name }) => name);
    expect(byAccount).toEqual(
      expect.arrayContaining([
        'message',
        'delivery',
        'attempt',
        'event',
        'idempotency',
        'account_usage',
        'webhook_delivery',
      ]),
    );
    expect(byAccount).not.toContain('api_key');
  });
});

describe('function bodies', () => {
  it('do not index an array in the SET clause of an update, which crashes a server of a cluster', async () => {
    const found = await rowsOf<{ name: string }>(
      test.db,
      String.raw`select p.proname::text as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and p.prosrc ~ '\mupdate\s+\w+(\s+\w+)?\s+set\s[^;]*?=\s*[a-z_]+\['
        order by 1`,
    );
    // This statement is allowed, because it updates only a local table of the coordinator and uses the array only in a
    // condition.
    expect(found).toEqual([{ name: 'take_requests' }]);
  });

  it('are covered by this check together with all statements', async () => {
    const looksUp = /\bupdate\s+\w+(?:\s+\w+)?\s+set\s[^;]*?=\s*\(?\$\d+(?:::\w+\[\])?\)?\[/;
    expect(looksUp.test('update a set b = ($2)[cardinality($2)] where c = $1')).toBe(true);
    expect((await allStatements()).filter(({ text }) => looksUp.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

describe('writing statements and functions', () => {
  // Citus rewrites `case a.b when 'c'` to `case a.b when a.b = 'c'` if it must evaluate any other expression in the
  // statement.
  it('use no simple CASE on a column or variable', async () => {
    const asksColumn = /\bcase\s+(?!v_mailing\.)(?:\w+\.\w+|v_\w+)\s+when\b/;
    expect(asksColumn.test("update a set b = case a.c when 'd' then 1 end")).toBe(true);
    const statements = (await allStatements()).filter(({ text }) => /\b(?:insert into|update)\s/.test(text));
    expect(statements.filter(({ text }) => asksColumn.test(text)).map(({ name }) => name)).toEqual([]);
    await installForms(test.db);
    const functions = await rowsOf<{ name: string; text: string }>(
      test.db,
      `select proname::text as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(functions.filter(({ text }) => asksColumn.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

describe('withoutGenericPlans', () => {
  it('enables custom plans and keeps the options of the URL', () => {
    expect(withoutGenericPlans('postgres://u:p@h/d')).toBe(
      'postgres://u:p@h/d?options=-c%20plan_cache_mode%3Dforce_custom_plan',
    );
    expect(withoutGenericPlans('postgres://h/d?sslmode=disable')).toContain(
      'disable&options=-c%20plan_cache_mode%3Dforce_custom_plan',
    );
    expect(withoutGenericPlans('postgres://h/d?options=-c%20x%3Dy')).toContain('force_custom_plan%20-c%20x%3Dy');
  });

  it('changes the generic plan mode that connections otherwise use', async () => {
    const mode = `select current_setting('plan_cache_mode') as mode`;
    expect(await rowsOf(test.db, mode)).toEqual([{ mode: 'force_generic_plan' }]);
  });
});

describe('cluster claims', () => {
  const FUNCTIONS = `select proname::text as name, count(*)::integer as count from pg_proc
    where proname in ('lease_due_deliveries', 'claim_webhooks', 'free_deliveries') group by 1 order by 1`;

  it('replace those of a single server and lease each row once, in round-robin order of accounts', async () => {
    const before = await rowsOf(test.db, FUNCTIONS);
    await installForms(test.db);
    await installForms(test.db);
    expect(await rowsOf(test.db, FUNCTIONS)).toEqual(before);
    const since = '00000000-0000-7000-8000-000000000000';
    await test.db.script(`insert into delivery (account_id, message_id, recipient_no, recipient, next_at, is_ready)
      select account, uuid_at(current_date), account * 1000 + no, 'a@b.test', now() - interval '1 minute', no % 2 = 0
      from generate_series(1, 3) as account, generate_series(1, 40) as no`);
    const claim = (): ReturnType<typeof claimDue> =>
      claimDue(test.db, [0], since, [50, 0, 0, 0], [-1, -1, -1, -1], 10, 25, 1000, null);
    const claims = [...(await Promise.all([claim(), claim()])), await claim(), await claim()];
    const leased = claims.flat().filter((row) => row.message_id !== null);
    expect(leased).toHaveLength(120);
    expect(new Set(leased.map((row) => row.recipient_no)).size).toBe(120);
    const alone = claims[2]?.filter((row) => row.message_id !== null) ?? [];
    // If several accounts have rows, a claim takes ten rows of one account before it takes rows of another account.
    expect(alone.slice(0, 10).every((row) => row.account_id === alone[0]?.account_id)).toBe(true);
  });

  it('have the same lock timeout as those of a single server', async () => {
    await installForms(test.db);
    const waits = async (): Promise<readonly unknown[]> =>
      test.db.transaction(async (tx) => {
        await boundLockWaits(tx);
        return tx.query({ name: '', text: `select current_setting('lock_timeout') as most` }, []);
      });
    expect(await waits()).toEqual([{ most: '5s' }]);
    const [accepting] = await rowsOf<{ text: string }>(
      test.db,
      `select prosrc as text from pg_proc where proname = 'accept_messages'`,
    );
    expect(accepting?.text).toContain(`perform bound_lock_waits('5s')`);
  });

  it('drop a day without waiting messages and keep a day with one', async () => {
    await installForms(test.db);
    const outcome = async (): Promise<unknown> =>
      rowsOf(
        test.db,
        `select drop_message_partitions(date '2026-01-02') as dropped, to_regclass('message_20260102') as left`,
      );
    await test.db.script(`select ensure_message_partitions(date '2026-01-02', date '2026-01-02');
      insert into delivery (account_id, message_id, recipient_no, recipient, next_at)
        values (990, uuid_at(date '2026-01-02'), 0, 'a@b.test', now() + interval '1 year')`);
    expect(await outcome()).toEqual([{ dropped: false, left: 'message_20260102' }]);
    await test.db.script('update delivery set next_at = null where account_id = 990');
    expect(await outcome()).toEqual([{ dropped: true, left: null }]);
  });

  it('take each due domain check and each failing receiver once, and remove expired rows', async () => {
    await installForms(test.db);
    await test.db.script(`
      insert into account (account_id, email, plan) overriding system value
        select 900 + n, 'form' || n || '@b.test', 'free' from generate_series(1, 3) as n;
      insert into domain (account_id, name, next_check_at)
        select 900 + n, 'form.test', now() - interval '1 minute' from generate_series(1, 3) as n;
      insert into webhook (account_id, secret, format, url, events, state, failures, failing_since)
        select 900 + n, 's', 'native', 'http://x.test', '{sent}', 'enabled', 9, now() - interval '1 day'
        from generate_series(1, 3) as n;
      insert into idempotency (account_id, key, fingerprint, created_at)
        select 900 + n % 3, 'key' || n, 'same', now() - n * interval '10 hours' from generate_series(1, 9) as n`);
    const ids = async (text: string): Promise<readonly number[]> =>
      (await rowsOf<{ id: number }>(test.db, text)).map(({ id }) => id).toSorted((a, b) => a - b);
    const due = `select account_id as id from claim_domain_checks(now(), 10, now() + interval '1 hour')`;
    expect((await Promise.all([ids(due), ids(due)])).flat().toSorted((a, b) => a - b)).toEqual([901, 902, 903]);
    expect(await ids(`select account_id as id from lock_domains_of_others(902, 'form.test')`)).toEqual([901, 903]);
    const unhealthy = 'select account_id as id from take_unhealthy_webhooks(3, 60, 2)';
    expect([...(await ids(unhealthy)), ...(await ids(unhealthy)), ...(await ids(unhealthy))]).toEqual([901, 902, 903]);
    expect(await ids('select delete_expired_answers(4) as id')).toEqual([4]);
    expect(await ids('select delete_expired_answers(4) as id')).toEqual([3]);
    expect(await ids(`select count(*)::integer as id from idempotency where key like 'key%'`)).toEqual([2]);
  });
});
