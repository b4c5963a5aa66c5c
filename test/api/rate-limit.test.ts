import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../src/app/api.ts';
import { setKeyRate, updatePlan } from '../../src/features/usage/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

let app: TestApp;
let second: Api;

beforeAll(async () => {
  app = await startApp();
  // A listener with caches of its own, as another process would have.
  second = await startApi(app.installation);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

function callAt(baseUrl: string, tenant: Tenant): Promise<Response> {
  return fetch(`${baseUrl}/transactional/usage`, { headers: { authorization: `Bearer ${tenant.key}` } });
}

async function keyIdOf(tenant: Tenant): Promise<number> {
  const statement = { name: '', text: 'select id from api_key where account_id = $1' };
  const [row] = await app.installation.db.query<{ id: number }>(statement, [tenant.account.id]);
  return row?.id ?? -1;
}

describe('the rate of a key', () => {
  it('is 5 requests a second by default; the sixth is 429 with Retry-After and all headers', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => callAt(app.api.baseUrl, tenant)));
    const refused = answers.find((answer) => answer.status === 429);
    const accepted = answers.filter((answer) => answer.status === 200).length;
    // The bucket holds five, and drips while the thirty arrive.
    expect(accepted).toBeGreaterThanOrEqual(5);
    expect(accepted).toBeLessThanOrEqual(8);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('x-service-monthly-quota-remaining')).toBe('50000');
    expect(await refused?.json()).toMatchObject({ status: 429, name: 'rate_limit_exceeded' });
  });

  it('lets the caller go on after the time of Retry-After', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    await Promise.all(Array.from({ length: 12 }, () => callAt(app.api.baseUrl, tenant)));
    await eventually('a request passes again', async () =>
      (await callAt(app.api.baseUrl, tenant)).status === 200 ? true : undefined,
    );
  });

  it('is shared by all processes: over two, what passes stays within one burst', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    const startedAt = performance.now();
    let passed = 0;
    while (performance.now() - startedAt < 3_000) {
      const answers = await Promise.all(
        [app.api.baseUrl, second.baseUrl, app.api.baseUrl, second.baseUrl].map((url) => callAt(url, tenant)),
      );
      passed += answers.filter((answer) => answer.status === 200).length;
    }
    const ideal = 5 + (5 * (performance.now() - startedAt)) / 1000;
    expect(passed).toBeLessThanOrEqual(ideal + 1);
    expect(passed).toBeGreaterThanOrEqual(ideal - 6);
  });

  it('is 300 a minute as well: a key that may make more a second runs into it', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    await setKeyRate(app.installation.db, tenant.account.id, await keyIdOf(tenant), {
      perSecond: 1_000,
      perMinute: undefined,
    });
    const answers = await Promise.all(Array.from({ length: 400 }, () => callAt(app.api.baseUrl, tenant)));
    const accepted = answers.filter((answer) => answer.status === 200).length;
    expect(accepted).toBeGreaterThanOrEqual(300);
    expect(accepted).toBeLessThanOrEqual(310);
  });

  it('of one key does not touch another of the same account', async () => {
    const tenant = await app.newAccount({ plan: 'paid' });
    const other = await app.newAccount({ plan: 'paid' });
    await Promise.all(Array.from({ length: 12 }, () => callAt(app.api.baseUrl, tenant)));
    expect((await callAt(app.api.baseUrl, other)).status).toBe(200);
  });

  it('follows the key, then the plan; the unlimited plan has none', async () => {
    const { db } = app.installation;
    const unlimited = await app.newAccount({ plan: 'unlimited' });
    const answers = await Promise.all(Array.from({ length: 40 }, () => callAt(app.api.baseUrl, unlimited)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);

    const slow = await app.newAccount({ plan: 'unlimited' });
    await setKeyRate(db, slow.account.id, await keyIdOf(slow), { perSecond: 1, perMinute: undefined });
    const statuses = (await Promise.all([1, 2, 3].map(() => callAt(app.api.baseUrl, slow)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('of a plan can be changed for all of its keys', async () => {
    const { db } = app.installation;
    const plan = { name: 'free', monthlyQuota: 3000, dailyQuota: 100, overageCentsPerThousand: undefined };
    await updatePlan(db, { ...plan, perSecond: 1, perMinute: 300 });
    const tenant = await app.newAccount({ plan: 'free' });
    const statuses = (await Promise.all([1, 2, 3].map(() => callAt(app.api.baseUrl, tenant)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    await updatePlan(db, { ...plan, perSecond: 5, perMinute: 300 });
  });
});
