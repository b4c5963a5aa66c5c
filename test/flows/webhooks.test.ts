// Place in a run: beside the storm.
import { createHmac, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { startWebhookReceiver, type ReceivedRequest, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

const secret = randomBytes(24).toString('hex');
let dataDir: string;
let test: TestDatabase;
let hook: WebhookReceiver;
const running: Program[] = [];
let accounts = 0;

beforeAll(async () => {
  dataDir = scratchFolder('postrider-webhooks-');
  test = await createTestDatabase();
});
beforeEach(async () => {
  hook = await startWebhookReceiver();
});
afterEach(async () => {
  await hook.close();
  for (const program of running.splice(0)) await program.stop();
});
afterAll(async () => {
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the whole program. Resolves with its API address. */
async function start(): Promise<{ program: Program; baseUrl: string }> {
  const program = runProgram(['start'], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: secret,
    POSTRIDER_DATA: dataDir,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
    POSTRIDER_WORKERS: '2',
    POSTRIDER_INBOX_PORT: '0',
    PORT: '0',
  });
  running.push(program);
  const [, baseUrl = ''] = await program.printed(/API {10}(http:\S+)/);
  return { program, baseUrl };
}

async function newTenant() {
  accounts += 1;
  const email = `tenant${accounts}@hooks.example`;
  const { id } = await createAccount(test.db, { email, plan: 'unlimited', isOperator: false });
  const { key } = await createKey(test.db, {
    accountId: id,
    name: 'test',
    scopes: [SCOPES.send, SCOPES.read, SCOPES.manage],
  });
  return { id, email, key };
}

async function call(baseUrl: string, key: string, method: string, path: string, body: unknown) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // Safe cast: all responses of the API are JSON objects.
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function isSigned({ body, headers }: ReceivedRequest, key: string): boolean {
  const [time = '', signature = ''] = String(headers['x-service-signature']).split(',');
  const expected = createHmac('sha256', key)
    .update(`${time.slice(2)}.`)
    .update(body)
    .digest('hex');
  return signature === `v1=${expected}`;
}

/** Polls until `look` resolves with true. The timeout gives a busy machine enough time to start all processes. */
async function eventually(what: string, look: () => Promise<true | undefined>): Promise<void> {
  await vi.waitFor(async () => expect(await look(), what).toBe(true), { timeout: 60_000, interval: 20 });
}

async function statesOf(accountId: number): Promise<string[]> {
  const rows = await test.db.query<{ event: string; state: number }>(
    { name: '', text: 'select event, state from webhook_delivery where account_id = $1 order by event' },
    [accountId],
  );
  return rows.map(({ event, state }) => `${event} ${state}`);
}

describe('whole program', { timeout: 180_000 }, () => {
  it('accepts a message, delivers it, and notifies its webhook', async () => {
    const { baseUrl, program } = await start();
    const tenant = await newTenant();
    const set = await call(baseUrl, tenant.key, 'PUT', '/transactional/webhook', { url: hook.url });
    expect(set.status).toBe(201);
    const send = await call(baseUrl, tenant.key, 'POST', '/transactional/emails', {
      from: 'onboarding@sandbox.localhost',
      to: [tenant.email],
      subject: 'Hello',
      text: 'Hi',
    });
    expect(send.status).toBe(202);
    await eventually('both events are received', async () => (hook.requests.length >= 2 ? true : undefined));
    expect(new Set(hook.requests.map(({ json }) => json.event))).toEqual(new Set(['delivered', 'sent']));
    for (const request of hook.requests) {
      expect(request.json.data.message.id).toBe(send.body['id']);
      expect(isSigned(request, String(set.body['secret']))).toBe(true);
    }
    await eventually('both events are recorded as received', async () =>
      (await statesOf(tenant.id)).join() === 'delivered 1,sent 1' ? true : undefined,
    );
    expect(await program.stop()).toBe(0);
  });

  it('leaves no delivery process behind if killed during startup', async () => {
    const { program } = await start();
    program.child.kill('SIGKILL');
    // `ended` resolves when the last process that has the output open has ended.
    expect(await program.ended).toBe('SIGKILL');
  });

  it('notifies the rest after a restart if killed while a receiver is slow, and loses nothing', async () => {
    const first = await start();
    const tenant = await newTenant();
    await call(first.baseUrl, tenant.key, 'PUT', '/transactional/webhook', { url: hook.url });
    const answering: (() => void)[] = [];
    hook.answer((response) => void answering.push(() => response.end()));
    await call(first.baseUrl, tenant.key, 'POST', '/transactional/emails', {
      from: 'onboarding@sandbox.localhost',
      to: [tenant.email],
      subject: 'Hello',
      text: 'Hi',
    });
    await eventually('both requests are in flight', async () => (hook.requests.length >= 2 ? true : undefined));
    first.program.child.kill('SIGKILL');
    await first.program.ended;
    expect(await statesOf(tenant.id)).toEqual(['delivered 0', 'sent 0']);
    hook.answer((response) => void response.end());
    await start();
    // Expire the leases of the dead process.
    await test.db.script('update webhook_delivery set next_at = now() where next_at is not null');
    await eventually('both events are recorded as received', async () =>
      (await statesOf(tenant.id)).join() === 'delivered 1,sent 1' ? true : undefined,
    );
    const ids = hook.requests.map(({ json }) => String(json.id));
    expect(new Set(ids).size).toBe(2);
    const bodies = new Set(hook.requests.map(({ body }) => body.toString()));
    expect(bodies.size).toBe(2);
  });
});
