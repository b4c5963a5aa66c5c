import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../src/app/api.ts';
import { setKeyRate, updatePlan } from '../../src/features/tenants/usage/index.ts';
import { takeRequests } from '../../src/features/tenants/usage/queries.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

let second: Api;

const app = shared(startApp);

beforeAll(async () => {
  // A second listener with its own caches, like another process.
  second = await startApi(app.installation);
});
afterAll(async () => {
  await second.close();
});

function callAt(baseUrl: string, tenant: Tenant): Promise<Response> {
  return fetch(`${baseUrl}/transactional/usage`, { headers: { authorization: `Bearer ${tenant.key}` } });
}

/**
 * A response, and the times at which the request was sent and the response arrived. The request was counted at some
 * time in between.
 */
interface Call {
  readonly answer: Response;
  readonly askedAt: number;
  readonly answeredAt: number;
}

async function timedCall(baseUrl: string, tenant: Tenant): Promise<Call> {
  const askedAt = performance.now();
  const answer = await callAt(baseUrl, tenant);
  return { answer, askedAt, answeredAt: performance.now() };
}

function passedOf(calls: readonly Call[]): Call[] {
  return calls.filter(({ answer }) => answer.status === 200);
}

/**
 * Returns the time spans that are shorter than the window and in which more calls than allowed were certainly counted.
 */
function tooClose(calls: readonly Call[], limit: number, windowMs: number): number[] {
  const asked = passedOf(calls).toSorted((a, b) => a.askedAt - b.askedAt);
  const spans = asked.slice(limit).map((_, at) => {
    const within = asked.slice(at, at + limit + 1);
    return Math.max(...within.map(({ answeredAt }) => answeredAt)) - (asked[at]?.askedAt ?? 0);
  });
  return spans.filter((span) => span < windowMs);
}

/**
 * Sends 20 concurrent calls. Checks that some but not all of them are allowed, and that the allowed calls are at least
 * a second apart.
 */
async function passOneASecond(tenant: Tenant): Promise<void> {
  const calls = await Promise.all(Array.from({ length: 20 }, () => timedCall(app.api.baseUrl, tenant)));
  expect(passedOf(calls).length).toBeGreaterThanOrEqual(1);
  expect(passedOf(calls).length).toBeLessThan(calls.length);
  expect(tooClose(calls, 1, 1_000)).toEqual([]);
}

/** Moves the recorded requests of a key into the past. */
async function age(keyId: number, ms: number): Promise<void> {
  const older = (marks: string): string =>
    `array(select ((mark - ${ms * 1000}::bigint) & 1073741823)::integer
       from unnest(${marks}) with ordinality as m (mark, position) order by position)`;
  await app.installation.db.script(`
    update key_window set last_at = last_at - ${ms * 1000}::bigint,
      second_marks = ${older('second_marks')}, minute_marks = ${older('minute_marks')}
    where key_id = ${keyId}`);
}

async function keyIdOf(tenant: Tenant): Promise<number> {
  const statement = { name: '', text: 'select id from api_key where account_id = $1' };
  const [row] = await app.installation.db.query<{ id: number }>(statement, [tenant.account.id]);
  return row?.id ?? -1;
}

describe('rate window', () => {
  const SECOND = 1_000_000;
  let keys = 1_000_000;

  async function take(key: number, perSecond: number | null, perMinute: number | null, wanted: number) {
    const [row] = await takeRequests(app.installation.db, [key], [perSecond], [perMinute], [wanted]);
    if (!row) throw new Error('No answer');
    return row;
  }

  /** Runs a check whose result is only valid for 0.7 seconds. If the check took longer, repeats it with another key. */
  async function withNewKey(run: (key: number) => Promise<void>): Promise<void> {
    for (let turn = 1; ; turn += 1) {
      keys += 1;
      const startedAt = performance.now();
      try {
        await run(keys);
        return;
      } catch (error) {
        if (turn === 20 || performance.now() - startedAt < 600) throw error;
      }
    }
  }

  it.each([
    ['a rate with one mark per request', 5, 250],
    ['a rate with one mark for several requests', 1_000, 50_000],
    ['the maximum rates', 1_000_000, 50_000_000],
  ])('is exact for %s, regardless of when the first request comes', async (_, perSecond, perMinute) => {
    await withNewKey(async (key) => {
      const seconds = perMinute / perSecond;
      for (let passed = 0; passed < seconds; passed += 1) {
        expect((await take(key, perSecond, perMinute, perSecond + 1)).granted).toBe(perSecond);
        await age(key, 300);
        const between = await take(key, perSecond, perMinute, 1);
        expect([between.granted, between.second_used]).toEqual([0, perSecond]);
        expect(between.second_oldest).toBeLessThanOrEqual(0.7 * SECOND);
        await age(key, 700);
      }
      expect((await take(key, perSecond, perMinute, 1)).granted).toBe(0);
      // Requests from the first second are no longer counted, except for those that share an entry with later requests.
      await age(key, 60_000 - seconds * 1_000);
      const { granted } = await take(key, perSecond, perMinute, perSecond + 1);
      expect(granted).toBeLessThanOrEqual(perSecond);
      expect(granted).toBeGreaterThan(perSecond - Math.ceil(perMinute / 300));
    });
  });

  it('allows at most five requests in any second, to the microsecond', async () => {
    keys += 1;
    const lastAt = { name: '', text: 'select last_at from key_window where key_id = $1' };
    const grants: number[] = [];
    while (grants.length < 12) {
      if ((await take(keys, 5, 300, 1)).granted === 0) continue;
      const [row] = await app.installation.db.query<{ last_at: number }>(lastAt, [keys]);
      grants.push(row?.last_at ?? 0);
    }
    const spans = grants.slice(5).map((at, index) => at - (grants[index] ?? 0));
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(SECOND);
  });

  it('allows exactly the rate if one entry represents several requests', async () => {
    keys += 1;
    const granted: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) granted.push((await take(keys, null, 1_000, 97)).granted);
    expect(granted).toEqual([...Array.from({ length: 10 }, () => 97), 30, 0]);
    await age(keys, 30_000);
    expect((await take(keys, null, 1_000, 97)).granted).toBe(0);
    await age(keys, 30_000);
    expect((await take(keys, null, 1_000, 2_000)).granted).toBe(1_000);
  });

  it('resets if the clock went back by more than a minute, and continues otherwise', async () => {
    keys += 1;
    await take(keys, 5, 300, 5);
    await age(keys, -30_000);
    expect((await take(keys, 5, 300, 5)).granted).toBe(0);
    await age(keys, -60_000);
    expect((await take(keys, 5, 300, 6)).granted).toBe(5);
  });

  it('keeps its counts when the rate is changed', async () => {
    await withNewKey(async (key) => {
      await take(key, 5, 300, 5);
      expect((await take(key, 6, 200, 5)).granted).toBe(1);
      expect((await take(key, 3, 200, 5)).granted).toBe(0);
    });
  });

  it('is shared by statements for several keys', async () => {
    keys += 2;
    const both = [keys - 1, keys];
    const rows = await Promise.all(
      Array.from({ length: 20 }, () => takeRequests(app.installation.db, both, [null, null], [5, 5], [1, 1])),
    );
    const granted = both.map((key) =>
      rows.flat().reduce((sum, row) => sum + (row.key_id === key ? row.granted : 0), 0),
    );
    expect(granted).toEqual([5, 5]);
  });
});

describe('rate limit of a key', () => {
  it('is 5 requests per second by default; the sixth gets 429 with Retry-After and all headers', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    const calls = await Promise.all(Array.from({ length: 30 }, () => timedCall(app.api.baseUrl, tenant)));
    const answers = calls.map(({ answer }) => answer);
    const refused = answers.find((answer) => answer.status === 429);
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(5);
    expect(tooClose(calls, 5, 1_000)).toEqual([]);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('x-service-monthly-quota-remaining')).toBe('50000');
    expect(await refused?.json()).toMatchObject({ status: 429, name: 'rate_limit_exceeded' });
  });

  it('allows requests again after Retry-After', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    await Promise.all(Array.from({ length: 12 }, () => callAt(app.api.baseUrl, tenant)));
    await eventually('a request is allowed again', async () =>
      (await callAt(app.api.baseUrl, tenant)).status === 200 ? true : undefined,
    );
  });

  it('is shared by all processes: there are never more than 5 requests in any second across two', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    const calls: Call[] = [];
    const startedAt = performance.now();
    while (performance.now() - startedAt < 3_000) {
      calls.push(
        ...(await Promise.all(
          [app.api.baseUrl, second.baseUrl, app.api.baseUrl, second.baseUrl].map((url) => timedCall(url, tenant)),
        )),
      );
    }
    expect(tooClose(calls, 5, 1_000)).toEqual([]);
    expect(passedOf(calls).length).toBeGreaterThanOrEqual(5);
  });

  it('is also 300 per minute, which a key with a higher rate per second reaches', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    const key = await keyIdOf(tenant);
    await setKeyRate(app.installation.db, tenant.account.id, key, { perSecond: 1_000, perMinute: undefined });
    const passed = async (count: number): Promise<number> => {
      const urls = Array.from({ length: count }, (_, at) => (at % 2 ? app.api.baseUrl : second.baseUrl));
      return passedOf(await Promise.all(urls.map((url) => timedCall(url, tenant)))).length;
    };
    expect(await passed(200)).toBe(200);
    await age(key, 30_000);
    expect(await passed(200)).toBe(100);
    await age(key, 20_000);
    expect((await callAt(app.api.baseUrl, tenant)).status).toBe(429);
  });

  it('does not affect another key of the same account', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    const other = await app.newAccount({ plan: 'paid' });
    await Promise.all(Array.from({ length: 12 }, () => callAt(app.api.baseUrl, tenant)));
    expect((await callAt(app.api.baseUrl, other)).status).toBe(200);
  });

  it("uses the key's rate, then the plan's, and the unlimited plan has none", async () => {
    const { db } = app.installation;
    const unlimited = await app.newAccount({ plan: 'unlimited' });
    const answers = await Promise.all(Array.from({ length: 40 }, () => callAt(app.api.baseUrl, unlimited)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);

    const slow = await app.newAccount({ plan: 'unlimited' });
    await setKeyRate(db, slow.account.id, await keyIdOf(slow), { perSecond: 1, perMinute: undefined });
    await passOneASecond(slow);
  });

  it('can be changed for all keys of a plan', async () => {
    const { db } = app.installation;
    const plan = { name: 'free', monthlyQuota: 3000, dailyQuota: 100, overageCentsPerThousand: undefined };
    await updatePlan(db, { ...plan, perSecond: 1, perMinute: 300 });
    const tenant = await app.newAccount({ plan: 'free' });
    await passOneASecond(tenant);
    await updatePlan(db, { ...plan, perSecond: 5, perMinute: 300 });
  });
});
