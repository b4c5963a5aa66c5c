import { beforeAll, describe, expect, it } from 'vitest';
import { presentId } from '../../src/base/ids.ts';
import type { Database, Db } from '../../src/base/db.ts';
import { readWebhookDelivery } from '../../src/features/transactional/webhooks/index.ts';
import { deliveryById, MAX_EXAMINED } from '../../src/features/transactional/webhooks/log-queries.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import { MAX_ATTEMPTS_EXAMINED, MAX_COUNTED_WAITING } from '../../src/features/transactional/webhooks/log.ts';
import { giveWebhook, uuidOf, writeLog, type LogEntry } from '../support/webhook-rows.ts';

const DELIVERIES = '/transactional/webhook/deliveries';
const HOUR_MS = 3_600_000;

const app = shared(startApp);

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

/** Creates an account with a webhook and a log. */
async function tenantWith(
  entries: readonly LogEntry[],
  webhook: Parameters<typeof giveWebhook>[2] = {},
): Promise<Tenant & { readonly ids: string[] }> {
  const tenant = await app.newAccount();
  await giveWebhook(app.installation.db, tenant.account.id, webhook);
  const uuids = await writeLog(app.installation.db, tenant.account.id, entries);
  return { ...tenant, ids: uuids.map((uuid) => presentId('wdl', uuid)) };
}

async function idsOf(tenant: Tenant, query: string): Promise<string[]> {
  const { body, status } = await tenant.get(`${DELIVERIES}?${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data.map((row: { id: string }) => row.id);
}

async function query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return app.installation.db.query({ name: '', text }, values);
}

describe('listing', () => {
  it('shows deliveries newest first without bodies', async () => {
    const messageId = uuidOf(new Date());
    const tenant = await tenantWith([
      { event: 'sent' },
      { event: 'bounced', state: 0, answer: 503, attempts: 2, nextAt: new Date(), messageId, tag: null },
    ]);
    const { body, status } = await tenant.get(DELIVERIES);
    expect(status).toBe(200);
    expect(body).toMatchObject({ per_page: 20, has_more: false, next: null });
    expect(body.data.map((row: { id: string }) => row.id)).toEqual(tenant.ids.toReversed());
    expect(body.data[0]).toEqual({
      id: tenant.ids[1],
      event_id: expect.stringMatching(/^whd_[0-9a-f]{32}$/),
      event: 'bounced',
      message_id: presentId('tm', messageId),
      recipient: 'ann@customer.example',
      tag: null,
      test: false,
      state: 'waiting',
      answer: 503,
      attempt_count: 2,
      next_attempt_at: expect.stringMatching(/Z$/),
      url: null,
      replay_id: null,
      occurred_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
    });
  });

  it('is empty for an account without a webhook', async () => {
    const tenant = await app.newAccount();
    expect((await tenant.get(DELIVERIES)).body).toEqual({ data: [], per_page: 20, has_more: false, next: null });
  });

  it('shows nothing of another account', async () => {
    const [mine, other] = [await tenantWith([{}]), await tenantWith([{}, {}])];
    expect(await idsOf(mine, '')).toEqual(mine.ids);
    expect(await idsOf(mine, `recipient=ann@customer.example`)).toEqual(mine.ids);
    expect((await mine.get(`${DELIVERIES}/${other.ids[0]}`)).status).toBe(404);
    expect((await mine.post(`${DELIVERIES}/${other.ids[0]}/resend`, {})).status).toBe(404);
  });

  it('requires the read scope, and resending requires the send scope', async () => {
    const [sender, reader] = [
      await app.newAccount({ scopes: ['transactional:send'] }),
      await app.newAccount({ scopes: ['transactional:read'] }),
    ];
    expect((await sender.get(DELIVERIES)).body).toMatchObject({ status: 403, name: 'insufficient_scope' });
    expect((await reader.post(`${DELIVERIES}/wdl_x/resend`, {})).body.name).toBe('insufficient_scope');
    expect((await reader.post('/transactional/webhook/test', {})).body.name).toBe('insufficient_scope');
    expect((await reader.post('/transactional/webhook/replays', {})).body.name).toBe('insufficient_scope');
  });
});

describe('filters', () => {
  const message = uuidOf(new Date());
  const entries: LogEntry[] = [
    { event: 'delivered', answer: 200, tag: 'receipt', recipient: 'Ann@Customer.Example' },
    { event: 'bounced', answer: 204, state: 1, messageId: message },
    { event: 'bounced', answer: 503, state: 2, recipient: 'bob@customer.example' },
    { event: 'failed', answer: 410, state: 3 },
    { event: 'opened', answer: 0, state: 0, nextAt: new Date(), tag: null },
    { event: 'clicked', answer: 301, state: 0, nextAt: new Date(), tag: 'receipt' },
    { event: 'sent', answer: null, state: 3, attempts: 0, body: null },
  ];
  let tenant: Awaited<ReturnType<typeof tenantWith>>;
  beforeAll(async () => {
    tenant = await tenantWith(entries);
  });

  it.each([
    ['event=bounced', [1, 2]],
    ['event=bounced,failed', [1, 2, 3]],
    ['event=bounced,%20bounced', [1, 2]],
    ['state=received', [0, 1]],
    ['state=waiting,given_up', [2, 4, 5]],
    ['state=held', [3, 6]],
    ['answer=2xx', [0, 1]],
    ['answer=204', [1]],
    ['answer=3xx', [5]],
    ['answer=4xx,5xx', [2, 3]],
    ['answer=none', [4]],
    ['answer=none,410', [3, 4]],
    ['tag=receipt', [0, 5]],
    [`message_id=${presentId('tm', message)}`, [1]],
    ['recipient=ann@customer.example', [0, 1, 3, 4, 5, 6]],
    ['recipient=BOB@customer.example', [2]],
    ['event=bounced&state=given_up', [2]],
    ['event=bounced&state=received&answer=2xx&tag=login_code&recipient=ann@customer.example', [1]],
    ['event=bounced&tag=receipt', []],
    [`tag=${'a'.repeat(256)}`, []],
    [`recipient=${'a'.repeat(320)}`, []],
    ['per_page=100', [0, 1, 2, 3, 4, 5, 6]],
    ['tag=&event=&state=&answer=&recipient=&message_id=', [0, 1, 2, 3, 4, 5, 6]],
  ])('%s find %j', async (filters, wanted) => {
    expect(await idsOf(tenant, filters)).toEqual(wanted.map((index) => tenant.ids[index]).toReversed());
  });

  it('by time are a half-open range of creation times', async () => {
    const noon = new Date('2026-11-20T12:00:00.000Z').getTime();
    const at = [noon - 1, noon, noon + HOUR_MS - 1, noon + HOUR_MS].map((time) => ({ at: new Date(time) }));
    await query("select ensure_message_partitions('2026-11-19', '2026-11-21')", []);
    const timed = await tenantWith(at);
    const rows = timed.ids;
    const range = 'created_after=2026-11-20T12:00:00Z&created_before=2026-11-20T14:00:00%2B01:00';
    expect(await idsOf(timed, range)).toEqual([rows[2], rows[1]]);
    expect(await idsOf(timed, 'created_before=2026-11-20T12:00:00Z')).toEqual([rows[0]]);
    expect(await idsOf(timed, 'created_after=2026-11-20T13:00:00Z')).toEqual([rows[3]]);
  });

  it.each([
    ['event=exploded', 'event'],
    ['event=sent,', 'event'],
    ['state=lost', 'state'],
    ['answer=6xx', 'answer'],
    ['answer=2', 'answer'],
    ['message_id=tm_1', 'message_id'],
    [`message_id=${presentId('whd', message)}`, 'message_id'],
    [`tag=${'a'.repeat(257)}`, 'tag'],
    [`recipient=${'a'.repeat(321)}`, 'recipient'],
    ['created_after=yesterday', 'created_after'],
    ['created_before=12', 'created_before'],
    ['after=tm_00000000000000000000000000000000', 'after'],
    ['before=x', 'before'],
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['limit=1.5', 'limit'],
    ['replay_id=whr_1', 'replay_id'],
  ])('%s are refused', async (filters, field) => {
    const { body, status } = await tenant.get(`${DELIVERIES}?${filters}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toContain(field);
  });

  it('with a NUL are refused', async () => {
    expect((await tenant.get(`${DELIVERIES}?tag=%00`)).status).toBe(422);
    expect((await tenant.get(`${DELIVERIES}?recipient=a%00b@customer.example`)).status).toBe(422);
  });
});

describe('pages', () => {
  it('cover the whole log in both directions, each delivery once', async () => {
    const tenant = await tenantWith(Array.from({ length: 7 }, () => ({})));
    const newestFirst = tenant.ids.toReversed();
    const first = (await tenant.get(`${DELIVERIES}?per_page=3`)).body;
    expect(first).toMatchObject({ per_page: 3, has_more: true, next: newestFirst[2] });
    const second = (await tenant.get(`${DELIVERIES}?per_page=3&after=${first.next}`)).body;
    const third = (await tenant.get(`${DELIVERIES}?per_page=3&after=${second.next}`)).body;
    expect(third).toMatchObject({ has_more: false, next: null });
    const all = [first, second, third].flatMap(({ data }) => data.map((row: { id: string }) => row.id));
    expect(all).toEqual(newestFirst);
    const back = (await tenant.get(`${DELIVERIES}?limit=3&before=${newestFirst[6]}`)).body;
    expect(back.data.map((row: { id: string }) => row.id)).toEqual(newestFirst.slice(3, 6));
    expect(back).toMatchObject({ has_more: true, next: newestFirst[3] });
    const front = (await tenant.get(`${DELIVERIES}?limit=100&before=${back.next}`)).body;
    expect(front).toMatchObject({ has_more: false, next: null });
    expect(front.data).toHaveLength(3);
  });

  it('that would read too much stop and have a cursor to continue', async () => {
    const rare = { event: 'complained' };
    const common = Array.from({ length: MAX_EXAMINED }, () => ({ body: null }));
    const tenant = await tenantWith([rare, ...common]);
    const first = (await tenant.get(`${DELIVERIES}?event=complained`)).body;
    expect(first).toMatchObject({ data: [], has_more: true, next: tenant.ids[1] });
    const second = (await tenant.get(`${DELIVERIES}?event=complained&after=${first.next}`)).body;
    expect(second).toMatchObject({ has_more: false, next: null });
    expect(second.data[0]).toMatchObject({ id: tenant.ids[0], event: 'complained' });
    const up = (await tenant.get(`${DELIVERIES}?event=bounced&before=${tenant.ids[0]}`)).body;
    expect(up).toMatchObject({ data: [], has_more: true, next: tenant.ids[MAX_EXAMINED] });
  });
});

describe('delivery', () => {
  it('has its attempts, the exact body and the headers that were sent', async () => {
    const body = '{"id":"whd_1","größe":"ß \\" \\u2028"}';
    const tenant = await tenantWith([{ event: 'bounced', body, state: 2, answer: 500, attempts: 2 }]);
    const delivery = uuidIn(tenant.ids[0]);
    await query(
      `insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer,
         answer_headers, answer_body, fault)
       values ($1, $2, 2, '2026-11-21T10:01:00.250Z', 41, 'https://hooks.example.com/mail', 500,
           '{"content-type":"text/plain"}', 'Sorry', null),
         ($1, $2, 1, '2026-11-21T10:00:00.999Z', 15000, 'https://hooks.example.com/mail', null, null, null,
           'timeout: No answer within 15 s')`,
      [tenant.account.id, delivery],
    );
    const answer = await tenant.get(`${DELIVERIES}/${tenant.ids[0]}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ event: 'bounced', state: 'given_up', format: 'native', body });
    expect(answer.body.attempts).toEqual([
      {
        number: 1,
        started_at: '2026-11-21T10:00:00.999Z',
        duration_ms: 15_000,
        url: 'https://hooks.example.com/mail',
        request_headers: expect.objectContaining({ 'X-Service-Signature': 't=1795255200,v1=(not kept)' }),
        answer: null,
        answer_headers: null,
        answer_body: null,
        fault: 'timeout: No answer within 15 s',
      },
      expect.objectContaining({
        number: 2,
        duration_ms: 41,
        answer: 500,
        answer_headers: { 'content-type': 'text/plain' },
        answer_body: 'Sorry',
        fault: null,
      }),
    ]);
  });

  it('in the compatible format has the headers of both libraries with the same ID in each attempt', async () => {
    const tenant = await tenantWith([{}]);
    const delivery = uuidIn(tenant.ids[0]);
    await query("update webhook_delivery set format = 'compatible' where id = $1", [delivery]);
    await query(
      `insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer)
       values ($1, $2, 1, '2026-11-21T10:00:00.999Z', 41, 'https://hooks.example.com/mail', 200)`,
      [tenant.account.id, delivery],
    );
    const { body } = await tenant.get(`${DELIVERIES}/${tenant.ids[0]}`);
    expect(body.attempts[0].request_headers).toMatchObject({
      'content-type': 'application/json',
      'svix-id': body.event_id,
      'svix-timestamp': '1795255200',
      'svix-signature': 'v1,(not kept)',
      'webhook-id': body.event_id,
      'X-Service-Signature': 't=1795255200,v1=(not kept)',
    });
  });

  it('is a consistent snapshot if an attempt is recorded while it is read', async () => {
    const tenant = await tenantWith([{ state: 0, answer: null, attempts: 0 }]);
    const delivery = uuidIn(tenant.ids[0]);
    const { clock, db } = app.installation;
    const recorded = (): Promise<unknown> =>
      query(
        `with tried as (
           insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer)
           values ($1, $2, 1, now(), 41, 'https://hooks.example.com/mail', 200)
         )
         update webhook_delivery set state = 1, attempts = 1, answer = 200 where account_id = $1 and id = $2`,
        [tenant.account.id, delivery],
      );
    let reads = 0;
    const slow = <T extends Db>(asked: T): T => ({
      ...asked,
      async query<Row>(statement: Parameters<Db['query']>[0], values: readonly unknown[]) {
        const rows = await asked.query<Row>(statement, values);
        reads += 1;
        if (reads === 1) await recorded();
        return rows;
      },
    });
    const slowDb: Database = {
      ...slow<Database>(db),
      transaction: (work, options) => db.transaction((tx) => work(slow(tx)), options),
    };
    const id = tenant.ids[0] ?? '';
    const before = await readWebhookDelivery({ clock, db: slowDb }, tenant.account.id, id);
    expect(before).toMatchObject({ state: 'waiting', attempt_count: 0, attempts: [] });
    const after = await readWebhookDelivery({ clock, db: slowDb }, tenant.account.id, id);
    expect(after).toMatchObject({ state: 'received', attempt_count: 1, attempts: [{ answer: 200 }] });
  });

  it('without attempts has no body', async () => {
    const tenant = await tenantWith([{ state: 3, answer: null, attempts: 0, body: null }]);
    const { body } = await tenant.get(`${DELIVERIES}/${tenant.ids[0]}`);
    expect(body).toMatchObject({ state: 'held', answer: null, body: null, format: null, attempts: [] });
  });

  it.each(['wdl_00000000000070008000000000000000', 'wdl_1', 'tm_00000000000070008000000000000000', '%00', '1'])(
    '%s returns 404',
    async (id) => {
      const tenant = await tenantWith([]);
      expect((await tenant.get(`${DELIVERIES}/${id}`)).body).toMatchObject({ status: 404, name: 'not_found' });
    },
  );
});

describe('resending', () => {
  it('queues a new delivery with the same event ID and bytes, due immediately', async () => {
    const entry = { event: 'bounced', state: 2, answer: 503, attempts: 5, body: '{"a":1}', url: 'https://b.example/' };
    const tenant = await tenantWith([entry]);
    const answer = await tenant.post(`${DELIVERIES}/${tenant.ids[0]}/resend`, {});
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ event: 'bounced', state: 'waiting', answer: null, attempt_count: 0 });
    const { account } = tenant;
    const [before] = await deliveryById(app.installation.db, account.id, uuidIn(tenant.ids[0]));
    const [after] = await deliveryById(app.installation.db, account.id, uuidIn(answer.body.id));
    expect(after).toMatchObject({ event_id: before?.event_id, message_id: before?.message_id, url: before?.url });
    expect(after?.body?.toString()).toBe('{"a":1}');
    expect(after?.format).toBe('native');
    expect(before?.state).toBe(2);
    const [row] = await query('select next_at <= now() as is_due, epoch from webhook_delivery where id = $1', [
      after?.id,
    ]);
    expect(row).toEqual({ is_due: true, epoch: 0 });
  });

  it('is refused while the webhook is disabled', async () => {
    const tenant = await tenantWith([{ state: 3 }], { state: 'disabled' });
    const { body, status } = await tenant.post(`${DELIVERIES}/${tenant.ids[0]}/resend`, {});
    expect(status).toBe(422);
    expect(body.errors.webhook[0]).toMatch(/^is disabled/);
    expect(await idsOf(tenant, '')).toEqual(tenant.ids);
  });
});

describe('test event', () => {
  it.each(['sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed', 'opened', 'clicked', 'suppressed'])(
    'of kind %s looks like a real one and is marked as a test in both formats',
    async (event) => {
      const tenant = await tenantWith([]);
      const answer = await tenant.post('/transactional/webhook/test', { event });
      expect(answer.status).toBe(202);
      expect(answer.body).toMatchObject({ event, test: true, state: 'waiting', tag: 'webhook_test', message_id: null });
      const full = (await tenant.get(`${DELIVERIES}/${answer.body.id}`)).body;
      const payload = JSON.parse(full.body);
      expect(payload).toMatchObject({ id: answer.body.event_id, event, test: true });
      expect(payload.data).toMatchObject({ recipient: 'recipient@example.com' });
      expect(payload.data.message.id).toMatch(/^tm_[0-9a-f]{32}$/);
      await query("update webhook set format = 'compatible' where account_id = $1", [tenant.account.id]);
      const second = (await tenant.post('/transactional/webhook/test', { event })).body;
      const compatible = JSON.parse((await tenant.get(`${DELIVERIES}/${second.id}`)).body.body);
      expect(compatible).toMatchObject({ test: true, data: { to: ['recipient@example.com'] } });
      expect(compatible.type).toMatch(/^email\./);
    },
  );

  it('of kind alert has no message in both formats', async () => {
    const tenant = await tenantWith([]);
    const answer = await tenant.post('/transactional/webhook/test', { event: 'alert' });
    expect(answer.status).toBe(202);
    const about = { event: 'alert', test: true, state: 'waiting', tag: 'webhook_test', message_id: null };
    expect(answer.body).toMatchObject({ ...about, recipient: null });
    const payload = JSON.parse((await tenant.get(`${DELIVERIES}/${answer.body.id}`)).body.body);
    expect(payload).toMatchObject({ id: answer.body.event_id, event: 'alert', test: true });
    expect(payload.data).toMatchObject({ message: null, recipient: null, status: null });
    expect(payload.data.alert).toMatchObject({
      tag: 'webhook_test',
      state: 'firing',
      firing_since: payload.occurred_at,
    });
    await query("update webhook set format = 'compatible' where account_id = $1", [tenant.account.id]);
    const second = (await tenant.post('/transactional/webhook/test', { event: 'alert' })).body;
    expect(JSON.parse((await tenant.get(`${DELIVERIES}/${second.id}`)).body.body)).toMatchObject({
      type: 'webhook.alert',
      test: true,
      data: { ...payload.data.alert, firing_since: expect.any(String), last_outcome_at: expect.any(String) },
    });
  });

  it('has the kind delivered by default and accepts only known kinds', async () => {
    const tenant = await tenantWith([]);
    expect((await tenant.post('/transactional/webhook/test', {})).body.event).toBe('delivered');
    expect((await tenant.post('/transactional/webhook/test', { event: 'queued' })).status).toBe(422);
  });

  it('requires an enabled webhook', async () => {
    const [without, disabled] = [await app.newAccount(), await tenantWith([], { state: 'disabled' })];
    expect((await without.post('/transactional/webhook/test', {})).body).toMatchObject({
      status: 404,
      message: 'The account has no webhook.',
    });
    expect((await disabled.post('/transactional/webhook/test', {})).status).toBe(422);
  });
});

describe('health', () => {
  const HEALTH = '/transactional/webhook/health';

  it('of a new webhook is unknown', async () => {
    const tenant = await tenantWith([]);
    expect((await tenant.get(HEALTH)).body).toEqual({
      state: 'enabled',
      disabled_by: null,
      disabled_at: null,
      failing_since: null,
      failures: 0,
      last_success_at: null,
      last_failure_at: null,
      last_failure: null,
      waiting: 0,
      due_since: null,
      last_24_hours: { attempts: 0, received: 0, success_rate: null, median_ms: null, p95_ms: null },
    });
  });

  it('has the number of waiting deliveries, the time of the first failure and the speed of the receiver', async () => {
    const now = Date.now();
    const due = new Date(now - 60_000);
    const tenant = await tenantWith([
      ...Array.from({ length: 20 }, () => ({})),
      { state: 0, nextAt: due },
      { state: 0, nextAt: new Date(now + HOUR_MS) },
      { state: 3 },
    ]);
    const deliveries = tenant.ids.map(uuidIn);
    await query(
      `insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer)
       select $1::bigint, id, 1, now(), no * 10, 'https://hooks.example.com/mail', case when no = 20 then 503 else 200 end
       from unnest($2::uuid[]) with ordinality as given (id, no) where no <= 20
       union all select $1, $3::uuid, 2, now(), 99999, 'https://elsewhere.example.com/', 500
       union all select $1, $3, 1, now() - interval '25 hours', 99999, 'https://hooks.example.com/mail', 500`,
      [tenant.account.id, deliveries, deliveries[20]],
    );
    await query(
      `update webhook set failing_since = '2026-11-21T08:00:00Z', failures = 3, last_failure = 'HTTP status 503',
         last_failure_at = '2026-11-21T08:05:00Z', last_success_at = '2026-11-21T07:59:59Z' where account_id = $1`,
      [tenant.account.id],
    );
    expect((await tenant.get(HEALTH)).body).toMatchObject({
      failing_since: '2026-11-21T08:00:00.000Z',
      failures: 3,
      last_success_at: '2026-11-21T07:59:59.000Z',
      last_failure_at: '2026-11-21T08:05:00.000Z',
      last_failure: 'HTTP status 503',
      waiting: 2,
      due_since: due.toISOString(),
      last_24_hours: { attempts: 20, received: 19, success_rate: 95, median_ms: 105, p95_ms: 191 },
    });
  });

  it('counts waiting deliveries and attempts only up to a limit', async () => {
    const soon = new Date(Date.now() + HOUR_MS);
    const waiting = Array.from({ length: MAX_COUNTED_WAITING }, () => ({ state: 0, nextAt: soon, body: null }));
    const tenant = await tenantWith(waiting);
    const attempt = `insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer)
      select $1, $2, no, now(), 10, 'https://hooks.example.com/mail', 200 from generate_series($3::integer, $4) as no`;
    const { account, ids } = tenant;
    await query(attempt, [account.id, uuidIn(ids[0]), 1, MAX_ATTEMPTS_EXAMINED]);
    const at = (await tenant.get(HEALTH)).body;
    expect(at).toMatchObject({ waiting: MAX_COUNTED_WAITING, last_24_hours: { attempts: MAX_ATTEMPTS_EXAMINED } });
    await writeLog(app.installation.db, account.id, waiting.slice(0, 1));
    await query(attempt, [account.id, uuidIn(ids[0]), MAX_ATTEMPTS_EXAMINED + 1, MAX_ATTEMPTS_EXAMINED + 1]);
    expect((await tenant.get(HEALTH)).body).toEqual(at);
  });

  it('returns 404 without a webhook', async () => {
    const tenant = await app.newAccount();
    expect((await tenant.get(HEALTH)).status).toBe(404);
  });
});

function uuidIn(id: string | undefined): string {
  const hex = (id ?? '').slice(4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
