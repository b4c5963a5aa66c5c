// Place in a run: slow.
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { dsnMail } from '../support/inbound.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { startReceivingSites, type ReceivingSites } from '../support/receiving-sites.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { startDeployment, type Deployment } from './deployment.ts';

/**
 * Verifies that the guarantees of a single process also hold for two APIs, two workers, and one inbound process that
 * share a database.
 */

let test: TestDatabase;
let sites: ReceivingSites;
let deployment: Deployment;
let accounts = 0;

beforeAll(async () => {
  sites = await startReceivingSites(1);
  test = await createTestDatabase();
  deployment = await startDeployment(test.url, {
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: sites.dns.address,
    POSTRIDER_SMTP_PORT: String(sites.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
  });
});
afterAll(async () => {
  expect(await deployment.stop()).toEqual([0, 0, 0, 0, 0]);
  await test.drop();
  await sites.close();
});

interface Tenant {
  readonly id: number;
  readonly email: string;
  readonly key: string;
}

async function newTenant(plan: 'free' | 'paid' | 'unlimited', isFast: boolean): Promise<Tenant> {
  accounts += 1;
  const email = `tenant${accounts}@site0.test`;
  const { id } = await createAccount(test.db, { email, plan, isOperator: false });
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
  const { key } = await createKey(test.db, { accountId: id, name: 'test', scopes });
  if (isFast) {
    await test.db.script(
      `update api_key set rate_per_second = 1000000, rate_per_minute = 1000000 where account_id = ${id}`,
    );
  }
  return { id, email, key };
}

type Call = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

/** Calls one of the two API processes: the first if `at` is even, otherwise the second. */
function call(at: number, key: string, method: string, path: string, init: Call = {}): Promise<Response> {
  return fetch(`${deployment.apis[at % 2]}${path}`, {
    ...init,
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
  });
}

function send(at: number, tenant: Tenant, headers: Record<string, string> = {}): Promise<Response> {
  const mail = { from: 'onboarding@sandbox.localhost', to: [tenant.email], subject: `Hello ${at}`, text: 'Hi' };
  return call(at, tenant.key, 'POST', '/transactional/emails', { headers, body: JSON.stringify(mail) });
}

/** Sends a message and returns its ID. */
async function sent(at: number, tenant: Tenant): Promise<string> {
  const response = await send(at, tenant);
  expect(response.status).toBe(202);
  // Safe cast: every response of this route contains an ID.
  return ((await response.json()) as { id: string }).id;
}

async function countOf(table: 'message' | 'delivery', tenant: Tenant): Promise<number> {
  const text = `select count(*)::integer as n from ${table} where account_id = $1`;
  return (await rowsOf<{ n: number }>(test.db, text, [tenant.id]))[0]?.n ?? -1;
}

/**
 * Waits until none of a tenant's messages is waiting. Returns the subjects of the messages that arrived at the tenant's
 * address.
 */
async function arrivals(tenant: Tenant): Promise<string[]> {
  const text = 'select from delivery where account_id = $1 and next_at is not null limit 1';
  await eventually('the queue is empty', async () =>
    (await rowsOf(test.db, text, [tenant.id])).length === 0 ? true : undefined,
  );
  const mine = sites.messages().filter(({ to }) => to.includes(tenant.email));
  return mine.map(({ data }) => /^Subject: (.*)\r$/m.exec(data.toString('latin1'))?.[1] ?? '').sort();
}

describe('two APIs', { timeout: 60_000 }, () => {
  it('accept exactly 100 of 400 concurrent sends with a daily quota of 100, and deliver each once', async () => {
    const tenant = await newTenant('free', true);
    const answers = await Promise.all(Array.from({ length: 400 }, (_, at) => send(at, tenant)));
    const accepted = answers.flatMap(({ status }, at) => (status === 202 ? [`Hello ${at}`] : []));
    expect(accepted).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(300);
    expect(await countOf('delivery', tenant)).toBe(100);
    expect(await arrivals(tenant)).toEqual(accepted.sort());
  });

  it('create one message from 50 concurrent sends with one key, and deliver it once', async () => {
    const tenant = await newTenant('paid', true);
    const again = (at: number) => {
      const mail = { from: 'onboarding@sandbox.localhost', to: [tenant.email], subject: 'Once', text: 'Hi' };
      const headers = { 'idempotency-key': 'one' };
      return call(at, tenant.key, 'POST', '/transactional/emails', { headers, body: JSON.stringify(mail) });
    };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => again(at)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(bodies).size).toBe(1);
    expect([await countOf('message', tenant), await countOf('delivery', tenant)]).toEqual([1, 1]);
    expect(await arrivals(tenant)).toEqual(['Once']);
  });

  it('let a key send at its rate, and no faster', async () => {
    const tenant = await newTenant('paid', false);
    const startedAt = performance.now();
    let passed = 0;
    while (performance.now() - startedAt < 3_000) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => send(at, tenant)));
      passed += answers.filter(({ status }) => status === 202).length;
      expect(answers.every(({ status, headers }) => status === 202 || headers.get('retry-after') === '1')).toBe(true);
    }
    const ideal = 5 + (5 * (performance.now() - startedAt)) / 1000;
    expect(passed).toBeLessThanOrEqual(ideal + 1);
    expect(passed).toBeGreaterThanOrEqual(5);
    // A second later, either process accepts the next five messages.
    await pause(1_100);
    const next = await Promise.all(Array.from({ length: 5 }, (_, at) => send(at, tenant)));
    expect(next.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 202));
  });
});

describe('two workers and an inbound process', { timeout: 120_000 }, () => {
  it('notify a webhook once of each event, and once of a bounce that is reported twice', async () => {
    const MAILS = 60;
    const tenant = await newTenant('unlimited', true);
    const hook = await startWebhookReceiver();
    const set = { url: hook.url, events: ['sent', 'delivered', 'bounced'] };
    const made = await call(0, tenant.key, 'PUT', '/transactional/webhook', { body: JSON.stringify(set) });
    expect(made.status).toBe(201);
    const ids = await Promise.all(Array.from({ length: MAILS }, (_, at) => sent(at, tenant)));
    expect(await arrivals(tenant)).toHaveLength(MAILS);
    const waiting = 'select from webhook_delivery where account_id = $1 and state = 0 limit 1';
    const reported = () => hook.requests.map(({ json }) => `${json.data.message.id} ${json.event}`).sort();
    const untilReported = async (count: number): Promise<void> => {
      await eventually(
        `${count} events are received`,
        async () => (hook.requests.length >= count ? true : undefined),
        60_000,
      );
      await eventually('no webhook deliveries are waiting', async () =>
        (await rowsOf(test.db, waiting, [tenant.id])).length === 0 ? true : undefined,
      );
    };
    await untilReported(2 * MAILS);
    expect(reported()).toEqual(ids.flatMap((id) => [`${id} delivered`, `${id} sent`]).sort());

    // A receiver that missed the 250 reply sends its report again. Here, both reports arrive at the same time.
    const bounced = sites.messages().find(({ to }) => to.includes(tenant.email));
    const transport = createTransport({ host: '127.0.0.1', port: deployment.inboundPort, ignoreTLS: true });
    const envelope = { from: '', to: [bounced?.from ?? ''] };
    const report = async () => (await transport.sendMail({ envelope, raw: dsnMail() })).response;
    expect(await Promise.all([report(), report()])).toEqual(['250 2.0.0 Stored', '250 2.0.0 Stored']);
    await eventually('both bounces are processed', async () => {
      const done = await rowsOf(test.db, `select from inbound_mail where state <> 'waiting'`);
      return done.length === 2 ? true : undefined;
    });
    await untilReported(2 * MAILS + 1);
    expect(hook.requests.filter(({ json }) => json.event === 'bounced')).toHaveLength(1);
    expect(hook.requests).toHaveLength(2 * MAILS + 1);
    const events = `select event from event where account_id = $1 and event = 'bounced'`;
    expect(await rowsOf(test.db, events, [tenant.id])).toHaveLength(1);
    await hook.close();
  });
});
