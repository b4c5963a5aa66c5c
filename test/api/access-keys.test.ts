import { describe, expect, it } from 'vitest';
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
import { createTestDatabase } from '../support/db.ts';
import { shared } from '../support/shared.ts';

let accounts = 0;

const test = shared(createTestDatabase);

async function newAccount(plan: 'free' | 'unlimited' = 'free'): Promise<number> {
  accounts += 1;
  const email = `Access${accounts}@x.example`;
  return (await createAccount(test.db, { email, plan, isOperator: false })).id;
}

async function newKey(accountId: number, more: { domain?: string; secret?: string; name?: string } = {}) {
  return createKey(test.db, { accountId, name: 'a key', scopes: [SCOPES.send], ...more });
}

/** Returns a clock that only advances when the test advances it. */
function handClock(): { now(): number; advance(ms: number): void } {
  let nowMs = 1_000_000;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

/** Wraps the test database to count its statements. */
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

describe('API keys', () => {
  it('are unique and consist of pr_ and 43 letters and digits', async () => {
    const accountId = await newAccount();
    const [one, two] = [await newKey(accountId), await newKey(accountId)];
    for (const { key } of [one, two]) expect(key).toMatch(/^pr_[A-Za-z0-9]{43}$/);
    expect(one.key).not.toBe(two.key);
    expect(one.id).not.toBe(two.id);
  });

  it('are stored as a hash with a few characters for identification', async () => {
    const { id, key } = await newKey(await newAccount());
    const rows = await test.db.query<{ row: string; key_hash: Buffer }>(
      { name: 'test_key_row', text: 'select k::text as row, key_hash from api_key k where id = $1' },
      [id],
    );
    expect(rows[0]?.key_hash).toEqual(sha256(key));
    expect(rows[0]?.row).not.toContain(key.slice(3));
  });

  it('lists the keys of the account newest first', async () => {
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

  it('accepts a given secret once', async () => {
    const accountId = await newAccount();
    const secret = `pr_${'s'.repeat(43)}`;
    expect(await hasKey(test.db, secret)).toBe(false);
    expect((await newKey(accountId, { secret })).key).toBe(secret);
    expect(await hasKey(test.db, secret)).toBe(true);
    await expect(newKey(accountId, { secret })).rejects.toThrow();
  });

  it('lets only the own account revoke a key and allows repeated calls', async () => {
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

describe('authenticator', () => {
  it('resolves a key to its scopes, domain and account state', async () => {
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
      keyId: id,
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

  it('rejects keys that are wrong, revoked or truncated', async () => {
    const accountId = await newAccount();
    const { id, key } = await newKey(accountId);
    const authenticate = createAuthenticator(test.db, systemClock);
    for (const wrong of ['', 'x', key.slice(0, -1), `${key}x`, key.toLowerCase(), 'ü\0']) {
      expect(await authenticate(wrong)).toBeUndefined();
    }
    await revokeKey(test.db, accountId, id);
    expect(await createAuthenticator(test.db, systemClock)(key)).toBeUndefined();
  });

  it('looks up concurrent callers in one statement', async () => {
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

  it('splits lookups of more than 500 concurrent callers into several statements', async () => {
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, systemClock);
    const callers = await Promise.all(Array.from({ length: 501 }, (_, index) => authenticate(`unknown${index}`)));
    expect(callers.filter((caller) => caller)).toEqual([]);
    expect(counter.values.map(([hashes]) => (hashes as unknown[]).length)).toEqual([500, 1]);
  });

  it('caches known and unknown keys for half a second', async () => {
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

  it('refreshes a key in use in the background before it expires from the cache', async () => {
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

  it('looks a key up again after the clock was set back', async () => {
    const { key } = await newKey(await newAccount());
    const clock = handClock();
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, clock);
    await authenticate(key);
    clock.advance(-60_000);
    await authenticate(key);
    expect(counter.statements).toBe(2);
  });

  it('applies any change in two processes within a second', async () => {
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

  it('reports a database outage as an error instead of a wrong key and recovers afterwards', async () => {
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

  it('keeps a known key cached during a flood of random keys, of which it caches ten thousand', async () => {
    const { id, key } = await newKey(await newAccount());
    const clock = handClock();
    const counter = counted();
    const authenticate = createAuthenticator(counter.db, clock);
    await authenticate(key);
    const flood = Array.from({ length: 10_001 }, (_, index) => `random${index}`);
    // Only the first token is certain to be the oldest. The others may be cached in any order.
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
