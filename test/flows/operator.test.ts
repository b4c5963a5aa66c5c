// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { findAccount } from '../../src/features/tenants/accounts/index.ts';
import { createPerson, findPerson } from '../../src/features/tenants/people/index.ts';
import { readUsage } from '../../src/features/tenants/usage/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { runToEnd } from './program.ts';

const EMAIL = 'shop@acme.example';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  expect((await postrider('account', 'add', EMAIL)).output).toContain('on plan free');
});
afterAll(() => test.drop());

function postrider(...args: string[]) {
  return runToEnd(args, {
    DATABASE_URL: test.url,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_SECRET: 'a secret that only these tests use, long enough',
  });
}

async function accountId(): Promise<number> {
  return (await findAccount(test.db, EMAIL))?.id ?? -1;
}

describe('operator commands', { timeout: 60_000 }, () => {
  it('put an account on a plan', async () => {
    expect(await postrider('account', 'plan', EMAIL, 'paid')).toMatchObject({ code: 0 });
    expect(await readUsage(test.db, await accountId())).toMatchObject({ plan: 'paid', month: { limit: 50_000 } });
    expect(await postrider('account', 'plan', EMAIL, 'golden')).toMatchObject({ code: 2 });
    expect((await postrider('account', 'plan', 'nobody@acme.example', 'paid')).code).toBe(1);
  });

  it('turn overage on with a cap, and off', async () => {
    const on = await postrider('account', 'overage', EMAIL, 'on', '--cap-cents', '1000');
    expect(on.output).toContain('10.00 USD');
    expect(await readUsage(test.db, await accountId())).toMatchObject({ month: { limit: 70_000 } });
    await postrider('account', 'overage', EMAIL, 'off');
    expect(await readUsage(test.db, await accountId())).toMatchObject({ month: { limit: 50_000 } });
  });

  it('show the usage', async () => {
    const { code, output } = await postrider('account', 'usage', EMAIL);
    expect(code).toBe(0);
    expect(output).toMatch(/Month {2}0 of 50000/);
    expect(output).toMatch(/Day {4}0 of unlimited/);
  });

  it('report or refuse suppressed recipients', async () => {
    expect((await postrider('account', 'suppressed', EMAIL, 'report')).output).toContain('reported as suppressed');
    expect((await postrider('account', 'suppressed', EMAIL, 'refuse')).output).toContain('refused');
    expect((await postrider('account', 'suppressed', EMAIL, 'maybe')).code).toBe(2);
  });

  it('set the rate of a key, and reset it to that of the plan', async () => {
    const { id } = await createKey(test.db, { accountId: await accountId(), name: 'k', scopes: [SCOPES.send] });
    const rateOf = async () => {
      const text = 'select rate_per_second as s, rate_per_minute as m from api_key where id = $1';
      return (await test.db.query<{ s: number | null; m: number | null }>({ name: '', text }, [id]))[0];
    };
    const set = await postrider(
      'key',
      'rate',
      String(id),
      '--per-second',
      '50',
      '--per-minute',
      '900',
      '--account',
      EMAIL,
    );
    expect(set.code).toBe(0);
    expect(await rateOf()).toEqual({ s: 50, m: 900 });
    await postrider('key', 'rate', String(id), '--per-second', 'plan', '--account', EMAIL);
    expect(await rateOf()).toEqual({ s: null, m: null });
    expect((await postrider('key', 'rate', '999999', '--per-second', '5', '--account', EMAIL)).code).toBe(1);
  });

  it('add, show, list and remove suppressed addresses', async () => {
    const own = ['--account', EMAIL];
    const added = await postrider(
      'suppression',
      'add',
      'Gone@x.example',
      'b@x.example',
      '--detail',
      'By phone',
      ...own,
    );
    expect(added.output).toMatch(/gone@x\.example\s+manual/);
    expect((await postrider('suppression', 'list', ...own)).output).toContain('By phone');
    expect((await postrider('suppression', 'show', 'gone@x.example', ...own)).code).toBe(0);
    expect((await postrider('suppression', 'remove', 'gone@x.example', ...own)).output).toContain('can send to gone@');
    expect(await postrider('suppression', 'show', 'gone@x.example', ...own)).toMatchObject({ code: 1 });
    expect(await postrider('suppression', 'add', 'nobody', ...own)).toMatchObject({ code: 2 });
  });

  it('list the plans and change one for all of its accounts', async () => {
    expect((await postrider('plan', 'list')).output).toMatch(/free\s+3000\s+100\s+5\s+300/);
    await postrider('plan', 'set', 'paid', '--monthly', '60000', '--daily', '5000', '--per-second', '20');
    expect(await readUsage(test.db, await accountId())).toMatchObject({
      month: { limit: 60_000 },
      day: { limit: 5_000 },
      rate: { per_second: 20, per_minute: 300 },
    });
    await postrider('plan', 'set', 'paid', '--daily', 'none');
    expect(await readUsage(test.db, await accountId())).toMatchObject({
      month: { limit: 60_000 },
      day: { limit: null },
    });
    expect((await postrider('plan', 'set', 'paid', '--monthly', '-1')).code).toBe(2);
    expect((await postrider('plan', 'set', 'golden', '--monthly', '1')).code).toBe(1);
  });

  it('delete an account only after its address is confirmed, list first what will be deleted, and restore the account', async () => {
    const asked = await postrider('account', 'delete', EMAIL);
    expect(asked.code).toBe(1);
    expect(asked.output).toMatch(/API keys and tokens: 1 \(rejected immediately\)/);
    expect((await findAccount(test.db, EMAIL))?.closedAt).toBe(undefined);
    const done = await postrider('account', 'delete', EMAIL, '--confirm', EMAIL.toUpperCase());
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('data will be deleted at ') });
    expect((await findAccount(test.db, EMAIL))?.closedAt).toBeInstanceOf(Date);
    expect(await postrider('account', 'restore', EMAIL)).toMatchObject({ code: 0 });
    expect((await findAccount(test.db, EMAIL))?.closedAt).toBe(undefined);
    expect((await postrider('account', 'restore', EMAIL)).code).toBe(1);
  });

  it('delete a person after the address is confirmed, unless an account would lose its only owner', async () => {
    const id = await accountId();
    for (const [email, role] of [
      ['ada@acme.example', 'owner'],
      ['ben@acme.example', 'member'],
    ] as const) {
      await createPerson(test.db, { name: email, email, membership: { accountId: id, role } });
    }
    expect((await postrider('person', 'delete', 'ben@acme.example')).output).toContain('as member');
    expect(await findPerson(test.db, 'ben@acme.example')).toBeDefined();
    const done = await postrider('person', 'delete', 'ben@acme.example', '--confirm', 'ben@acme.example');
    expect(done.code).toBe(0);
    expect(await findPerson(test.db, 'ben@acme.example')).toBe(undefined);
    const refused = await postrider('person', 'delete', 'ada@acme.example', '--confirm', 'ada@acme.example');
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('the only owner');
  });
});
