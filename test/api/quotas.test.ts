import { describe, expect, it } from 'vitest';
import { setOverage, setPlan } from '../../src/features/tenants/usage/index.ts';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

const MONTHLY = 'x-service-monthly-quota-remaining';
const DAILY = 'x-service-daily-quota-remaining';

const app = shared(startApp);

/** Creates an account on a plan without rate limits for keys, so that only quotas apply. */
async function tenantOn(plan: 'free' | 'paid' | 'unlimited'): Promise<Tenant> {
  const tenant = await app.newAccount({ plan });
  await app.installation.db.script(
    `update api_key set rate_per_second = 1000000, rate_per_minute = 1000000 where account_id = ${tenant.account.id}`,
  );
  return tenant;
}

/** Records usage, as if this number of emails had already been sent. */
async function used(
  tenant: Tenant,
  month: number,
  day: number,
  dayOf = `(now() at time zone 'utc')::date`,
): Promise<void> {
  await app.installation.db.script(
    `insert into account_usage (account_id, month, used, day, day_used)
     values (${tenant.account.id}, date_trunc('month', now() at time zone 'utc')::date, ${month}, ${dayOf}, ${day})
     on conflict (account_id, month) do update set used = ${month}, day = excluded.day, day_used = ${day}`,
  );
}

async function usedOf(tenant: Tenant): Promise<{ month: number; day: number }> {
  const { body } = await tenant.get('/transactional/usage');
  return { month: body.month.used, day: body.day.used };
}

function send(tenant: Tenant, changes: Record<string, unknown> = {}): Promise<Answer> {
  const mail = { from: 'onboarding@sandbox.localhost', to: [tenant.account.email], subject: 'Hello', text: 'Hi' };
  return tenant.post('/transactional/emails', { ...mail, ...changes });
}

async function storedOf(tenant: Tenant): Promise<number> {
  const statement = { name: '', text: 'select count(*)::integer as n from delivery where account_id = $1' };
  const [row] = await app.installation.db.query<{ n: number }>(statement, [tenant.account.id]);
  return row?.n ?? -1;
}

async function flood(tenant: Tenant): Promise<Map<string, number>> {
  const answers = await Promise.all(Array.from({ length: 400 }, () => send(tenant)));
  const kinds = new Map<string, number>();
  for (const { status, body } of answers) {
    const kind = status === 202 ? '202' : `${status} ${body.name}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}

describe('400 concurrent sends on a quota of 100', () => {
  it('daily quota: exactly 100 are accepted', async () => {
    const tenant = await tenantOn('free');
    expect(await flood(tenant)).toEqual(
      new Map([
        ['202', 100],
        ['429 daily_quota_exceeded', 300],
      ]),
    );
    expect(await storedOf(tenant)).toBe(100);
    expect(await usedOf(tenant)).toEqual({ month: 100, day: 100 });
  });

  it('monthly quota: exactly 100 are accepted', async () => {
    const tenant = await tenantOn('paid');
    await used(tenant, 49_900, 0);
    expect(await flood(tenant)).toEqual(
      new Map([
        ['202', 100],
        ['429 monthly_quota_exceeded', 300],
      ]),
    );
    expect(await storedOf(tenant)).toBe(100);
    expect(await usedOf(tenant)).toMatchObject({ month: 50_000 });
  });

  it('overage cap: exactly 100 are accepted', async () => {
    const tenant = await tenantOn('paid');
    // At 50 cents per 1,000 emails, 5 cents pay for 100 emails.
    await setOverage(app.installation.db, tenant.account.id, { enabled: true, capCents: 5 });
    await used(tenant, 50_000, 0);
    expect(await flood(tenant)).toEqual(
      new Map([
        ['202', 100],
        ['429 monthly_quota_exceeded', 300],
      ]),
    );
    expect(await storedOf(tenant)).toBe(100);
    expect((await tenant.get('/transactional/usage')).body.overage).toEqual({
      available: true,
      enabled: true,
      cap_usd: 0.05,
      usd_per_thousand: 0.5,
      used: 100,
      cost_usd: 0.05,
    });
  });
});

describe('counting', () => {
  it('counts every address in to, cc and bcc as one email', async () => {
    const tenant = await tenantOn('paid');
    await app.installation.db.script(
      `insert into domain (account_id, name, status, verified_at)
       values (${tenant.account.id}, 'acme.example', 'verified', now())`,
    );
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}${index}@customer.example`);
    const mail = { from: 'post@acme.example', to: many('to', 3), cc: many('cc', 2), bcc: many('bcc', 4) };
    const { status, headers } = await send(tenant, mail);
    expect([status, headers.get(MONTHLY)]).toEqual([202, '49991']);
    expect(await usedOf(tenant)).toEqual({ month: 9, day: 9 });
  });

  it('refuses a message completely if it does not fit completely', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 99, 99);
    const own = tenant.account.email;
    await app.installation.db.script(
      `insert into domain (account_id, name, status, verified_at)
       values (${tenant.account.id}, 'acme.example', 'verified', now())`,
    );
    const two = await send(tenant, { from: 'post@acme.example', to: [own, 'other@customer.example'] });
    expect(two.body.name).toBe('daily_quota_exceeded');
    expect((await send(tenant)).status).toBe(202);
  });

  it('does not count test addresses, also next to others', async () => {
    const tenant = await tenantOn('free');
    const tests = ['delivered', 'bounced', 'complained', 'suppressed'].map((name) => `${name}@sandbox.localhost`);
    expect((await send(tenant, { to: tests })).status).toBe(202);
    expect(await usedOf(tenant)).toEqual({ month: 0, day: 0 });
    expect((await send(tenant, { to: [tenant.account.email], cc: tests })).status).toBe(202);
    expect(await usedOf(tenant)).toEqual({ month: 1, day: 1 });
  });

  it('allows test addresses if the quota is used up', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 3000, 100);
    expect((await send(tenant, { to: ['delivered@sandbox.localhost'] })).status).toBe(202);
    expect((await send(tenant)).body.name).toBe('monthly_quota_exceeded');
  });

  it('counts emails of the previous day toward that day only', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 200, 100, `(now() at time zone 'utc')::date - 1`);
    expect((await send(tenant)).status).toBe(202);
    expect(await usedOf(tenant)).toMatchObject({ day: 1 });
  });

  it('counts emails of the previous month toward that month only', async () => {
    const tenant = await tenantOn('free');
    await app.installation.db.script(
      `insert into account_usage (account_id, month, used, day, day_used) values (${tenant.account.id},
         (date_trunc('month', now() at time zone 'utc') - interval '1 month')::date, 3000, '2020-01-01', 100)`,
    );
    expect((await send(tenant)).status).toBe(202);
    expect(await usedOf(tenant)).toEqual({ month: 1, day: 1 });
  });

  it('counts nothing for a refused send', async () => {
    const tenant = await tenantOn('free');
    expect((await send(tenant, { to: ['someone@else.example'] })).status).toBe(403);
    expect(await usedOf(tenant)).toEqual({ month: 0, day: 0 });
  });
});

describe('plan limits', () => {
  it('free: allows 3,000 emails per month', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 2999, 0);
    expect((await send(tenant)).status).toBe(202);
    const refused = await send(tenant);
    expect(refused.body).toMatchObject({ status: 429, name: 'monthly_quota_exceeded' });
    expect(refused.body.message).toContain('3,000');
  });

  it('free: allows 100 emails per day', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 99, 99);
    expect((await send(tenant)).status).toBe(202);
    expect((await send(tenant)).body).toMatchObject({ status: 429, name: 'daily_quota_exceeded' });
  });

  it('paid: allows 50,000 emails per month without a daily limit', async () => {
    const tenant = await tenantOn('paid');
    await used(tenant, 49_999, 49_999);
    expect((await send(tenant)).status).toBe(202);
    expect((await send(tenant)).body).toMatchObject({ status: 429, name: 'monthly_quota_exceeded' });
  });

  it('paid with overage: allows 100,000 more emails at the default cap of 50 USD', async () => {
    const tenant = await tenantOn('paid');
    await setOverage(app.installation.db, tenant.account.id, { enabled: true, capCents: undefined });
    await used(tenant, 149_999, 0);
    expect((await send(tenant)).status).toBe(202);
    expect((await send(tenant)).body).toMatchObject({ status: 429, name: 'monthly_quota_exceeded' });
    expect((await tenant.get('/transactional/usage')).body.overage).toMatchObject({ used: 100_000, cost_usd: 50 });
  });

  it('free: allows no overage', async () => {
    const tenant = await tenantOn('free');
    await setOverage(app.installation.db, tenant.account.id, { enabled: true, capCents: undefined });
    await used(tenant, 3000, 0);
    expect((await send(tenant)).body.name).toBe('monthly_quota_exceeded');
  });

  it('unlimited: has no limits', async () => {
    const tenant = await tenantOn('unlimited');
    await used(tenant, 10_000_000, 10_000_000);
    expect((await send(tenant)).status).toBe(202);
  });

  it('apply from the next send after a plan change', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 3000, 100);
    expect((await send(tenant)).status).toBe(429);
    await setPlan(app.installation.db, tenant.account.id, 'paid');
    expect((await send(tenant)).status).toBe(202);
  });
});

describe('Retry-After of a quota refusal', () => {
  const secondsUntil = (time: number): number => (time - Date.now()) / 1000;

  it('is the time until the next day', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 99, 100);
    const now = new Date();
    const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    const { headers } = await send(tenant);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(secondsUntil(tomorrow) - 1);
    expect(Number(headers.get('retry-after'))).toBeLessThan(secondsUntil(tomorrow) + 60);
  });

  it('is the time until the next month, also for an all-or-nothing batch', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 3000, 0);
    const now = new Date();
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const mail = { from: 'onboarding@sandbox.localhost', to: tenant.account.email, subject: 'Hello', text: 'Hi' };
    for (const { headers, status } of [
      await send(tenant),
      await tenant.post('/transactional/compat/emails/batch', [mail], { 'idempotency-key': 'month' }),
    ]) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(secondsUntil(nextMonth) - 1);
      expect(Number(headers.get('retry-after'))).toBeLessThan(secondsUntil(nextMonth) + 60);
    }
  });
});

describe('headers for the remaining quota', () => {
  it('are on an accepted send, which they already count', async () => {
    const tenant = await tenantOn('free');
    const { headers } = await send(tenant);
    expect([headers.get(MONTHLY), headers.get(DAILY)]).toEqual(['2999', '99']);
    expect((await send(tenant)).headers.get(DAILY)).toBe('98');
  });

  it('have no daily value on the paid plan', async () => {
    const { headers } = await send(await tenantOn('paid'));
    expect([headers.get(MONTHLY), headers.get(DAILY)]).toEqual(['49999', null]);
  });

  it('have the maximum safe integer if there is no limit', async () => {
    const { headers } = await send(await tenantOn('unlimited'));
    expect([headers.get(MONTHLY), headers.get(DAILY)]).toEqual(['9007199254740991', null]);
  });

  it('include overage if it is enabled', async () => {
    const tenant = await tenantOn('paid');
    await setOverage(app.installation.db, tenant.account.id, { enabled: true, capCents: undefined });
    expect((await tenant.get('/transactional/emails')).headers.get(MONTHLY)).toBe('150000');
  });

  it.each([
    ['GET', '/transactional/emails', 200],
    ['GET', '/transactional/usage', 200],
    ['GET', '/transactional/emails/tm_00000000000070008000000000000000', 404],
    ['POST', '/transactional/emails', 422],
    ['POST', '/transactional/emails/batch', 422],
    ['PATCH', '/transactional/emails', 405],
    ['GET', '/nowhere', 404],
  ])('are on %s %s with status %i', async (method, path, status) => {
    const tenant = await tenantOn('free');
    const response = await fetch(`${app.api.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    expect(response.status).toBe(status);
    expect([response.headers.get(MONTHLY), response.headers.get(DAILY)]).toEqual(['3000', '100']);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('are on 403, 415 and 429 responses too', async () => {
    const tenant = await tenantOn('free');
    await used(tenant, 10, 100);
    const tooMany = await send(tenant);
    expect([tooMany.status, tooMany.headers.get(MONTHLY), tooMany.headers.get(DAILY)]).toEqual([429, '2990', '0']);
    const refused = await send(tenant, { to: ['someone@else.example'] });
    expect([refused.status, refused.headers.get(MONTHLY)]).toEqual([403, '2990']);
    const typed = await tenant.post('/transactional/emails', 'x', { 'content-type': 'text/plain' });
    expect([typed.status, typed.headers.get(MONTHLY)]).toEqual([415, '2990']);
  });

  it('are on a response to a key without the scope', async () => {
    const tenant = await app.newAccount({ plan: 'free', scopes: ['transactional:read'] });
    const refused = await send(tenant);
    expect([refused.status, refused.headers.get(MONTHLY), refused.headers.get(DAILY)]).toEqual([403, '3000', '100']);
  });
});

describe('GET /transactional/usage', () => {
  it('returns plan, counters, limits, rate and reset time', async () => {
    const tenant = await app.newAccount({ plan: 'free' });
    await send(tenant);
    const { status, body } = await tenant.get('/transactional/usage');
    expect(status).toBe(200);
    const now = new Date();
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
    const tomorrow = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString();
    expect(body).toEqual({
      plan: 'free',
      month: {
        used: 1,
        limit: 3000,
        remaining: 2999,
        starts_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString(),
        resets_at: nextMonth,
      },
      day: { used: 1, limit: 100, remaining: 99, resets_at: tomorrow },
      overage: { available: false, enabled: false, cap_usd: 50, usd_per_thousand: null, used: 0, cost_usd: 0 },
      rate: { per_second: 5, per_minute: 300 },
      months: [{ month: now.toISOString().slice(0, 7), used: 1 }],
    });
  });

  it('requires the read scope', async () => {
    const tenant = await app.newAccount({ scopes: ['transactional:send'] });
    expect((await tenant.get('/transactional/usage')).body.name).toBe('insufficient_scope');
  });
});
