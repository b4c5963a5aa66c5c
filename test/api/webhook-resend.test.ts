// Place in a run: slow.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Poller } from '../../src/base/poller.ts';
import { webhookCommand } from '../../src/app/commands/webhook.ts';
import { silentLog } from '../../src/base/log.ts';
import { startReplays } from '../../src/features/transactional/webhooks/replay-mover.ts';
import { setWebhook } from '../../src/features/transactional/webhooks/settings.ts';
import { eventually, startApp, type Answer, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver.ts';

const DELIVERIES = '/transactional/webhook/deliveries';
const REPLAYS = '/transactional/webhook/replays';
const SINCE = '2026-11-01T00:00:00Z';

let replays: Poller;
const receivers: WebhookReceiver[] = [];

const app = shared(async () => startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' }));

beforeAll(async () => {
  app.deliver();
  replays = startReplays({ db: app.installation.db, log: silentLog });
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(async () => {
  await replays.close();
});

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

async function newReceiver(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  receivers.push(receiver);
  return receiver;
}

/** Creates an account whose webhook sends to a new test receiver. */
async function tenantWithReceiver(): Promise<Tenant & { readonly receiver: WebhookReceiver }> {
  const [tenant, receiver] = [await app.newAccount(), await newReceiver()];
  await setWebhook(app.installation, { accountId: tenant.account.id, via: 'command' }, { url: receiver.url });
  return { ...tenant, receiver };
}

/** Waits until a delivery has this state, and returns the delivery from the log. */
async function inState(tenant: Tenant, id: string, state: string): Promise<Answer['body']> {
  return eventually(`delivery ${id} is ${state}`, async () => {
    const { body } = await tenant.get(`${DELIVERIES}/${id}`);
    return body.state === state ? body : undefined;
  });
}

async function ended(tenant: Tenant, id: string): Promise<Answer['body']> {
  return eventually('the replay ends', async () => {
    const { body } = await tenant.get(`${REPLAYS}/${id}`);
    return body.state === 'done' ? body : undefined;
  });
}

async function requestsOf(receiver: WebhookReceiver, count: number) {
  return eventually(`${count} requests arrive`, async () =>
    Promise.resolve(receiver.requests.length >= count ? receiver.requests : undefined),
  );
}

it('a test event is delivered like any other, and the log has the request and the response', async () => {
  const tenant = await tenantWithReceiver();
  tenant.receiver.answer((response) => void response.writeHead(202, { 'x-seen': 'yes' }).end('thank you'));
  const queued = (await tenant.post('/transactional/webhook/test', { event: 'bounced' })).body;
  const [request] = await requestsOf(tenant.receiver, 1);
  expect(request?.json).toMatchObject({ id: queued.event_id, event: 'bounced', test: true });
  const logged = await inState(tenant, queued.id, 'received');
  expect(logged.body).toBe(request?.body.toString());
  expect(logged.attempts).toHaveLength(1);
  expect(logged.attempts[0]).toMatchObject({ answer: 202, answer_body: 'thank you', fault: null });
  expect(logged.attempts[0].answer_headers).toMatchObject({ 'x-seen': 'yes' });
  const { 'X-Service-Signature': signature, ...others } = logged.attempts[0].request_headers;
  expect(request?.headers).toMatchObject(others);
  expect(String(request?.headers['x-service-signature']).split(',')[0]).toBe(signature.split(',')[0]);
});

it('resending delivers the same ID and bytes with a new signature', async () => {
  const tenant = await tenantWithReceiver();
  const queued = (await tenant.post('/transactional/webhook/test', {})).body;
  await inState(tenant, queued.id, 'received');
  const again = (await tenant.post(`${DELIVERIES}/${queued.id}/resend`, {})).body;
  await inState(tenant, again.id, 'received');
  const [first, second] = await requestsOf(tenant.receiver, 2);
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
  expect(again.event_id).toBe(queued.event_id);
  expect(again.id).not.toBe(queued.id);
});

it('a replay of expired deliveries delivers each once after the receiver is fixed', async () => {
  const tenant = await tenantWithReceiver();
  tenant.receiver.answer(status(503));
  const ids: string[] = [];
  for (const event of ['sent', 'delivered', 'opened']) {
    ids.push((await tenant.post('/transactional/webhook/test', { event })).body.id);
  }
  await requestsOf(tenant.receiver, 3);
  await eventually('each event has failed once', async () => {
    const { body } = await tenant.get(`${DELIVERIES}?answer=5xx`);
    return body.data.length === 3 ? true : undefined;
  });
  await app.installation.db.query(
    { name: '', text: 'update webhook_delivery set state = 2, next_at = null where account_id = $1' },
    [tenant.account.id],
  );
  tenant.receiver.answer(status(200));
  const begun = (await tenant.post(REPLAYS, { state: 'given_up', created_after: SINCE, per_second: 100 })).body;
  expect(await ended(tenant, begun.id)).toMatchObject({ queued: 3 });
  const seen = await requestsOf(tenant.receiver, 6);
  await eventually('all events are received', async () => {
    const { body } = await tenant.get(`${DELIVERIES}?replay_id=${begun.id}&state=received`);
    return body.data.length === 3 ? true : undefined;
  });
  expect(seen).toHaveLength(6);
  const idsOf = (from: number): string[] => seen.slice(from, from + 3).map(({ json }) => String(json.id));
  expect(new Set(idsOf(3))).toEqual(new Set(idsOf(0)));
});

it('a replay to another URL goes only there and does not affect the health of the webhook', async () => {
  const [tenant, other] = [await tenantWithReceiver(), await newReceiver()];
  const queued = (await tenant.post('/transactional/webhook/test', {})).body;
  await inState(tenant, queued.id, 'received');
  other.answer(status(500));
  const begun = (await tenant.post(REPLAYS, { created_after: SINCE, url: other.url })).body;
  await ended(tenant, begun.id);
  const [request] = await requestsOf(other, 1);
  expect(request?.json.id).toBe(queued.event_id);
  await eventually('the failure is recorded', async () => {
    const { body } = await tenant.get(`${DELIVERIES}?replay_id=${begun.id}&answer=500`);
    return body.data[0];
  });
  const health = (await tenant.get('/transactional/webhook/health')).body;
  expect(health).toMatchObject({ failing_since: null, failures: 0, last_failure_at: null, waiting: 1 });
  expect(health.last_24_hours).toMatchObject({ attempts: 1, received: 1, success_rate: 100 });
  expect(tenant.receiver.requests).toHaveLength(1);
});

it('an operator reads the log, resends and replays from the command line', async () => {
  const tenant = await tenantWithReceiver();
  const written: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const run = async (...args: string[]): Promise<string> => {
    written.length = 0;
    await webhookCommand(app.installation, [...args, '--account', tenant.account.email]);
    return written.join('');
  };
  try {
    const queued = (await tenant.post('/transactional/webhook/test', { event: 'failed' })).body;
    await inState(tenant, queued.id, 'received');
    expect(await run('log', '--event', 'failed', '--answer', '2xx')).toMatch(
      new RegExp(`${queued.id} .*failed +recipient@example.com +received +200 +1`),
    );
    expect(await run('log', '--event', 'sent')).not.toContain(queued.id);
    expect(await run('log', queued.id)).toContain('"event":"failed"');
    expect(await run('resend', queued.id)).toMatch(new RegExp(`${queued.event_id} again as delivery wdl_`));
    const begun = await run('replay', '--since', SINCE, '--event', 'failed', '--rate', '50');
    const id = /whr_[0-9a-f]{32}/.exec(begun)?.[0] ?? '';
    expect(begun).toMatch(/ 50 .*event=failed created_after=/);
    await ended(tenant, id);
    expect(await run('replays')).toContain(id);
    expect(await run('replays', id)).toContain('done');
    expect(await run('cancel-replay', id)).toContain('done');
    await expect(run('replay')).rejects.toMatchObject({ code: 'validation_error' });
    await expect(run('replay', '--since', SINCE, '--rate', '0')).rejects.toMatchObject({ code: 'validation_error' });
    await expect(run('resend', 'wdl_1')).rejects.toThrow('The delivery was not found');
    await expect(run('resend')).rejects.toThrow('ID is missing');
  } finally {
    stdout.mockRestore();
  }
});
