import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { sha256 } from '../../src/base/crypto.ts';
import type { Db } from '../../src/base/db.ts';
import {
  createAuthenticator,
  createKey,
  hasKey,
  listKeys,
  revokeKey,
  SCOPES,
} from '../../src/features/tenants/access/index.ts';
import {
  createAccount,
  pauseAccount,
  resumeAccount,
  setTransactional,
} from '../../src/features/tenants/accounts/index.ts';
import { openDatabase } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

let test: TestDatabase;
let accounts = 0;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function newAccount(plan: 'free' | 'unlimited' = 'free'): Promise<number> {
  accounts += 1;
  const email = `Access${accounts}@x.example`;
  return (await createAccount(test.db, { email, plan, isOperator: false })).id;
}

async function newKey(accountId: number, more: { domain?: string; secret?: string; name?: string } = {}) {
  return createKey(test.db, { accountId, name: 'a key', scopes: [SCOPES.send], ...more });
}

/** A clock that a test moves. */
function handClock(): { now(): number; advance(ms: number): void } {
  let nowMs = 1_000_000;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

/** The same database, with every statement counted. */
function counted(): { db: Db; statements: number; values: unknown[][] } {
  const counter = {
    statements: 0,
    values: [] as unknown[][],
    db: {
      query: <Row>(statement: { name: string; text: string }, values: readonly unknown[]): Promise<Row[]> => {
        counter.statements += 1;
        counter.values.push([...values]);
        return test.db.query<Row>(statement, values);
      },
    },
  };
  return counter;
}

describe('keys', () => {
  it('are pr_ and 43 letters and digits, never the same', async () => {
    const accountId = await newAccount();
    const [one, two] = [await newKey(accountId), await newKey(accountId)];
    for (const { key } of [one, two]) expect(key).toMatch(/^pr_[A-Za-z0-9]{43}$/);
    expect(one.key).not.toBe(two.key);
    expect(one.id).not.toBe(two.id);
  });

  it('are stored as a hash and a few characters to know them by', async () => {
    const { id, key } = await newKey(await newAccount());
    const rows = await test.db.query<{ row: string; key_hash: Buffer }>(
      { name: 'test_key_row', text: 'select k::text as row, key_hash from api_key k where id = $1' },
      [id],
    );
    expect(rows[0]?.key_hash).toEqual(sha256(key));
    expect(rows[0]?.row).not.toContain(key.slice(3));
  });

  it('are listed newest first, without those of others', async () => {
    const accountId = await newAccount();
    const first = await newKey(accountId, { name: 'first', domain: 'Mail.Example' });
    const second = await newKey(accountId, { name: 'second' });
    await newKey(await newAccount());
    expect(await listKeys(test.db, accountId)).toEqual([
      {
        id: second.id,
        kind: 'api_key',
        prefix: second.key.slice(0, 7),
        last4: second.key.slice(-4),
        name: 'second',
        scopes: [SCOPES.send],
        domain: undefined,
        createdAt: expect.any(Date),
        revokedAt: undefined,
      },
      expect.objectContaining({ id: first.id, name: 'first', domain: 'mail.example' }),
    ]);
  });

  it('may be given from outside, once', async () => {
    const accountId = await newAccount();
    const secret = `pr_${'s'.repeat(43)}`;
    expect(await hasKey(test.db, secret)).toBe(false);
    expect((await newKey(accountId, { secret })).key).toBe(secret);
    expect(await hasKey(test.db, secret)).toBe(true);
    await expect(newKey(accountId, { secret })).rejects.toThrow();
  });

  it('are revoked by their own account only, as often as one likes', async () => {
    const accountId = await newAccount();
    const { id } = await newKey(accountId);
    expect(await revokeKey(test.db, await newAccount(), id)).toBe(false);
    expect(await revokeKey(test.db, accountId, 999_999)).toBe(false);
    expect(await revokeKey(test.db, accountId, id)).toBe(true);
    const [before] = await listKeys(test.db, accountId);
    expect(await revokeKey(test.db, accountId, id)).toBe(true);
    const [after] = await listKeys(test.db, accountId);
    expect(before?.revokedAt).toBeInstanceOf(Date);
    expect(after).toEqual(before);
  });
});

describe('who calls', () => {
  it('is known by the key, with scopes, domain and the state of the account', async () => {
    const accountId = await newAccount();
    const { id, key } = await createKey(test.db, {
      accountId,
      name: 'k',
      kind: 'access_token',
      scopes: [SCOPES.account, SCOPES.read],
      domain: 'x.example',
    });
    await pauseAccount(test.db, accountId, 'too many bounces');
    expect(await createAuthenticator(test.db, systemClock)(key)).toEqual({
      accountId,
      via: 'token',
      person: undefined,
      rateBucket: id,
      scopes: new Set([SCOPES.account, SCOPES.read]),
      domain: 'x.example',
      rate: { perSecond: 5, perMinute: 300 },
      account: {
        email: `Access${accounts}@x.example`,
        plan: 'free',
        isOperator: false,
        transactionalEnabled: true,
        pausedAt: expect.any(Date),
        pauseReason: 'too many bounces',
        quota: {
          monthlyLimit: 3000,
          dailyLimit: 100,
          counters: { day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), monthUsed: 0, dayUsed: 0 },
        },
      },
    });
  });

  it('is nobody with a key that is wrong, revoked or cut', async () => {
    const accountId = await newAccount();
    const { id, key } = await newKey(accountId);
    const authenticate = createAuthenticator(test.db, systemClock);
    for (const wrong of ['', 'x', key.slice(0, -1), `${key}x`, key.toLowerCase(), 'ü\0']) {
      expect(await authenticate(wrong)).toBeUndefined();
    }
    await revokeKey(test.db, accountId, id);
    expect(await createAuthenticator(test.db, systemClock)(key)).toBeUndefined();
  });

  it('is asked of the database once for all who call at the same time', async () => {
    const accountId = await newAccount();
    const keys = await Promise.all(Array.from({ length: 5 }, async () => (await newKey(accountId)).key));
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, systemClock);
    const callers = await Promise.all([...keys, ...keys, 'unknown'].map((key) => authenticate(key)));
    expect(callers.map((caller) => caller?.accountId)).toEqual([
      ...Array.from({ length: 10 }, () => accountId),
      undefined,
    ]);
    expect(counter.statements).toBe(1);
    expect(counter.values[0]?.[0]).toHaveLength(6);
  });

  it('is asked in several statements when more than 500 call at the same time', async () => {
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, systemClock);
    const callers = await Promise.all(Array.from({ length: 501 }, (_, index) => authenticate(`unknown${index}`)));
    expect(callers.filter((caller) => caller)).toEqual([]);
    expect(counter.values.map(([hashes]) => (hashes as unknown[]).length)).toEqual([500, 1]);
  });

  it('is remembered for half a second and no longer, known or not', async () => {
    const { key } = await newKey(await newAccount());
    const clock = handClock();
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, clock);
    for (const token of [key, 'unknown']) await authenticate(token);
    clock.advance(249);
    for (const token of [key, 'unknown']) await authenticate(token);
    expect(counter.statements).toBe(2);
    clock.advance(251);
    for (const token of [key, 'unknown']) await authenticate(token);
    expect(counter.statements).toBe(4);
  });

  it('is looked up again before that while the key is in use, and nobody waits for it', async () => {
    const accountId = await newAccount();
    const { id, key } = await newKey(accountId);
    const clock = handClock();
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, clock);
    await authenticate(key);
    await revokeKey(test.db, accountId, id);
    clock.advance(250);
    expect((await authenticate(key))?.rateBucket).toBe(id);
    while ((await authenticate(key)) !== undefined) await new Promise((resolve) => setImmediate(resolve));
    expect(counter.statements).toBe(2);
  });

  it('is asked again after the clock was set back', async () => {
    const { key } = await newKey(await newAccount());
    const clock = handClock();
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, clock);
    await authenticate(key);
    clock.advance(-60_000);
    await authenticate(key);
    expect(counter.statements).toBe(2);
  });

  it('is seen alike by two processes within a second of any change', async () => {
    const accountId = await newAccount();
    const { id, key } = await newKey(accountId);
    const clock = handClock();
    const both = [createAuthenticator(test.db, clock), createAuthenticator(test.db, clock)];
    const seenByBoth = () => {
      clock.advance(999);
      return Promise.all(both.map((authenticate) => authenticate(key)));
    };
    await seenByBoth();
    await pauseAccount(test.db, accountId, 'x');
    expect((await seenByBoth()).map((caller) => caller?.account.pauseReason)).toEqual(['x', 'x']);
    await resumeAccount(test.db, accountId);
    expect((await seenByBoth()).map((caller) => caller?.account.pausedAt)).toEqual([undefined, undefined]);
    await setTransactional(test.db, accountId, false);
    expect((await seenByBoth()).map((caller) => caller?.account.transactionalEnabled)).toEqual([false, false]);
    await revokeKey(test.db, accountId, id);
    expect(await seenByBoth()).toEqual([undefined, undefined]);
  });

  it('is no question of a wrong key when the database is away, and is known again when it is back', async () => {
    const { key } = await newKey(await newAccount());
    const away = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/none',
      log: silentLog,
      connections: 1,
      applicationName: 'test',
    });
    let current: Db = away;
    const clock = handClock();
    const authenticate = createAuthenticator({ query: (statement, values) => current.query(statement, values) }, clock);
    await expect(Promise.all([authenticate(key), authenticate('unknown')])).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    current = test.db;
    expect(await authenticate(key)).toBeDefined();
    current = away;
    clock.advance(300);
    expect(await authenticate(key)).toBeDefined();
    clock.advance(200);
    await expect(authenticate(key)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await away.close();
  });

  it('stays known under a flood of random keys, of which ten thousand are remembered', async () => {
    const { id, key } = await newKey(await newAccount());
    const clock = handClock();
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, clock);
    await authenticate(key);
    const flood = Array.from({ length: 10_001 }, (_, index) => `random${index}`);
    // The first is surely the oldest; of the others, the answers may come in any order.
    await authenticate('random0');
    await Promise.all(flood.slice(1).map((token) => authenticate(token)));
    const before = counter.statements;
    expect((await authenticate(key))?.rateBucket).toBe(id);
    await authenticate('random1');
    await authenticate('random10000');
    expect(counter.statements).toBe(before);
    await authenticate('random0');
    expect(counter.statements).toBe(before + 1);
  });
});
