// Place in a run: slow.
import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Resend } from 'resend';
import { Webhook as Svix } from 'svix';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { Database, Db } from '../../src/base/db.ts';
import { createUuidGenerator } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { dropExpiredWebhooks } from '../../src/base/partitions.ts';
import { resolverOf } from '../../src/app/delivery.ts';
import { outcomeListeners } from '../../src/app/outcomes.ts';
import { createAlertListener, reportVisits } from '../../src/app/webhooks.ts';
import { isolated, recordLateOutcome } from '../../src/features/sending/delivery/index.ts';
import { createVisits } from '../../src/features/outcomes/tracking/index.ts';
import { createOutgoingClient, type OutgoingClient } from '../../src/http/outgoing/client.ts';
import { createWebhookDirectory } from '../../src/features/transactional/webhooks/directory.ts';
import { createWebhookEngine, type WebhookEngine } from '../../src/features/transactional/webhooks/engine.ts';
import { WEBHOOK_LOG_DAYS } from '../../src/features/transactional/webhooks/health.ts';
import { noticeWebhookTroubles } from '../../src/features/transactional/webhooks/notice.ts';
import { claimDeliveries } from '../../src/features/transactional/webhooks/claim-queries.ts';
import {
  finishDeliveries,
  releaseDeliveries,
  holdClaimed,
} from '../../src/features/transactional/webhooks/queue-queries.ts';
import { recordWebhookEvents } from '../../src/features/transactional/webhooks/record.ts';
import { MAIL_FLOWS_MS } from '../../src/features/transactional/webhooks/claim-policy.ts';
import { rotateSecret, setWebhook } from '../../src/features/transactional/webhooks/settings.ts';
import type { WebhookEventName } from '../../src/features/transactional/webhooks/events.ts';
import type { NewWebhookEvent, WebhookFormat } from '../../src/features/transactional/webhooks/types.ts';
import { createMessageFacts, parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { setReportSuppressed } from '../../src/features/tenants/usage/index.ts';
import { dropUntilStable } from '../support/expired-days.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import { inEnglish, type SentMail } from '../support/user-emails.ts';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Tolerance in milliseconds. Longer than a statement takes on a busy machine. */
const SLACK = 10_000;
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** Claims the deliveries that are due. */
const claimSome = (db: Db, limit = 10) =>
  claimDeliveries(db, {
    since: BEGINNING,
    limit,
    turn: limit,
    cursor: -1,
    accounts: [],
    places: [],
    leaseSeconds: 30,
    behind: [],
    afterMs: [],
    moves: 500,
    movedMs: null,
    pollSeconds: 1,
  });

const nextUuid = createUuidGenerator();
let client: OutgoingClient;
const closing: (() => Promise<void>)[] = [];

const app = shared(async () => startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' }));

beforeAll(async () => {
  client = createOutgoingClient({ resolver: resolverOf(app.installation), allowLoopback: true });
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await app.installation.db.script('delete from webhook; delete from webhook_delivery; delete from webhook_attempt');
});
afterAll(async () => {
  await client.close();
});

interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly event: string;
  readonly recipient: string | null;
  readonly tag: string | null;
  readonly state: number;
  readonly attempts: number;
  readonly epoch: number;
  readonly next_at: Date | null;
  readonly answer: number | null;
  readonly body: Buffer | null;
  readonly url: string | null;
  readonly extra: unknown;
}

interface AttemptRow {
  readonly attempt_no: number;
  readonly ended_at: Date;
  readonly answer: number | null;
  readonly answer_headers: Record<string, string> | null;
  readonly answer_body: string | null;
  readonly fault: string | null;
}

async function sql<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

const rowsOf = (accountId: number): Promise<DeliveryRow[]> =>
  sql('select * from webhook_delivery where account_id = $1 order by occurred_at, event_id', [accountId]);

const attemptsOf = (accountId: number): Promise<AttemptRow[]> =>
  sql(
    `select *, started_at + make_interval(secs => duration_ms / 1000.0) as ended_at from webhook_attempt
     where account_id = $1 order by delivery_id, attempt_no`,
    [accountId],
  );

async function received(accountId: number): Promise<number> {
  return (await rowsOf(accountId)).filter(({ state }) => state === 1).length;
}

async function settingsOf(accountId: number) {
  const [row] = await sql<{
    state: string;
    disabled_by: string | null;
    failing_since: Date | null;
    failures: number;
    last_failure: string | null;
    last_success_at: Date | null;
    notified_at: Date | null;
  }>('select * from webhook where account_id = $1', [accountId]);
  return row;
}

async function receiver(): Promise<WebhookReceiver> {
  const started = await startWebhookReceiver();
  closing.push(() => started.close());
  return started;
}

/** Starts an engine with a separate clock, and optionally with a shorter deadline than in production. */
function engine(
  options: {
    clock?: Clock;
    deadlineOf?: (url: string) => number | undefined;
    deadlines?: number[];
    database?: Database;
  } = {},
): WebhookEngine {
  const { vault } = app.installation;
  const db = options.database ?? app.installation.db;
  const clock = options.clock ?? app.installation.clock;
  const started = createWebhookEngine({
    db,
    clock,
    log: silentLog,
    directory: createWebhookDirectory({ db, vault, clock }),
    facts: createMessageFacts(db),
    post(url, request) {
      options.deadlines?.push(request.deadlineMs);
      return client.post(url, { ...request, deadlineMs: options.deadlineOf?.(url) ?? request.deadlineMs });
    },
  });
  closing.push(() => started.stop());
  return started;
}

/** Creates an account with a webhook, and returns the secret of the webhook. */
async function account(url: string, options: { format?: WebhookFormat; events?: WebhookEventName[] } = {}) {
  const tenant = await app.newAccount();
  const accountId = tenant.account.id;
  const { webhook } = await setWebhook(
    app.installation,
    { accountId, via: 'command' },
    {
      url,
      format: options.format ?? 'native',
      events: options.events,
    },
  );
  return { tenant, accountId, secret: webhook.secret ?? '' };
}

function eventOf(changes: Partial<NewWebhookEvent> = {}): NewWebhookEvent {
  const now = Date.now();
  return {
    id: nextUuid(now),
    messageId: null,
    recipientNo: null,
    recipient: 'ann@x.example',
    event: 'delivered',
    occurredAt: new Date(now),
    status: null,
    reason: null,
    extra: null,
    ...changes,
  };
}

/** Inserts events in the same way as the transaction that records an outcome. */
async function reportOutcomes(accountId: number, events: readonly NewWebhookEvent[] = [eventOf()]): Promise<boolean> {
  return app.installation.db.transaction((tx) => recordWebhookEvents(tx, accountId, events));
}

/** Waits until all rows match, and resolves with the rows. */
function rowsWhen(what: string, accountId: number, test: (row: DeliveryRow) => boolean): Promise<DeliveryRow[]> {
  return eventually(what, async () => {
    const rows = await rowsOf(accountId);
    return rows.length > 0 && rows.every(test) ? rows : undefined;
  });
}

const attempted = (count: number) => (row: DeliveryRow) => row.attempts === count;

/**
 * Simulates the passage of time for the queue: moves all due times into the past, and makes deliveries ready that are
 * due by then.
 */
async function pass(ms: number): Promise<void> {
  await sql(
    `update webhook_delivery set next_at = next_at - make_interval(secs => $1),
       is_waiting = next_at - make_interval(secs => $1) > now()
     where next_at is not null`,
    [ms / 1000],
  );
}

function nativeIsValid(request: WebhookReceiver['requests'][number], secret: string, nowMs = Date.now()): boolean {
  const [time = '', ...signatures] = String(request.headers['x-service-signature']).split(',');
  const seconds = time.slice(2);
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(request.body).digest('hex');
  return Math.abs(nowMs / 1000 - Number(seconds)) <= 300 && signatures.includes(`v1=${expected}`);
}

describe('delivery', () => {
  it('is sent immediately with a signature, and any 2xx completes it', async () => {
    const hook = await receiver();
    const { accountId, secret } = await account(hook.url);
    const sender = engine();
    const event = eventOf();
    expect(await reportOutcomes(accountId, [event])).toBe(true);
    sender.wake();
    const [row] = await rowsWhen('received', accountId, ({ state }) => state === 1);
    const [request] = hook.requests;
    expect(request?.json).toMatchObject({
      id: `whd_${event.id.replaceAll('-', '')}`,
      event: 'delivered',
      occurred_at: event.occurredAt.toISOString(),
    });
    expect(request && nativeIsValid(request, secret)).toBe(true);
    expect(request?.headers['content-type']).toBe('application/json');
    expect(row).toMatchObject({ attempts: 1, next_at: null, answer: 200, body: request?.body });
    expect(await attemptsOf(accountId)).toMatchObject([
      { attempt_no: 1, answer: 200, answer_body: 'status 200', fault: null },
    ]);
  });

  it.each([201, 202, 204, 226, 299])('is completed by %i', async (code) => {
    const hook = await receiver();
    hook.answer(status(code));
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    engine();
    expect(await rowsWhen('received', accountId, ({ state }) => state === 1)).toMatchObject([{ answer: code }]);
  });

  it.each([301, 302, 304, 307, 400, 401, 404, 429, 500, 503])('is retried after %i', async (code) => {
    const elsewhere = await receiver();
    const hook = await receiver();
    hook.answer(status(code, { location: elsewhere.url }));
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    engine();
    const [row] = await rowsWhen('tried', accountId, attempted(1));
    expect(row).toMatchObject({ state: 0, answer: code });
    expect(elsewhere.requests).toHaveLength(0);
    expect(hook.requests).toHaveLength(1);
  });

  it('has 15 seconds', async () => {
    const hook = await receiver();
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    const deadlines: number[] = [];
    engine({ deadlines });
    await rowsWhen('received', accountId, ({ state }) => state === 1);
    expect(deadlines).toEqual([15_000]);
  });

  it('stores the headers and the first 8 KB of any response', async () => {
    const hook = await receiver();
    hook.answer((response) => {
      response.writeHead(500, { 'x-odd': 'caf\u00e9' });
      response.end(Buffer.concat([Buffer.from([0, 0xff, 0xed, 0xa0, 0x80]), Buffer.alloc(20_000, 'x')]));
    });
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    engine();
    await rowsWhen('tried', accountId, attempted(1));
    const [attempt] = await attemptsOf(accountId);
    expect(attempt?.answer_headers).toHaveProperty('x-odd');
    expect(attempt?.answer_body).toContain('xxx');
    expect(Buffer.byteLength(attempt?.answer_body ?? '')).toBeLessThan(8 * 1024 + 20);
  });

  it('stores the headers of each of several concurrent responses, and none without a response', async () => {
    const hook = await receiver();
    let asked = 0;
    hook.answer((response) => {
      asked += 1;
      // The first two requests have the number 1, the next two the number 2, and so on.
      const number = Math.ceil(asked / 2);
      if (number === 3) response.destroy();
      else response.writeHead(200, { 'x-number': number }).end(String(number));
    });
    const { accountId } = await account(hook.url);
    await reportOutcomes(
      accountId,
      Array.from({ length: 12 }, () => eventOf()),
    );
    engine();
    await rowsWhen('tried', accountId, attempted(1));
    const attempts = await attemptsOf(accountId);
    const numbers = attempts.map(({ answer_headers: headers }) => headers?.['x-number'] ?? null);
    expect(numbers).toEqual(attempts.map(({ answer_body: body }) => body));
    const ordered = numbers.toSorted((one, other) => Number(one) - Number(other));
    expect(ordered).toEqual([null, null, '1', '1', '2', '2', '4', '4', '5', '5', '6', '6']);
  });
});

describe('retries', () => {
  it('come 1 minute, 15 minutes, 2 hours, and 18 hours after the previous attempt, with the same ID and bytes and a new timestamp', async () => {
    const hook = await receiver();
    hook.answer(status(500));
    let offsetMs = 0;
    const clock = { now: () => Date.now() + offsetMs };
    const { accountId, secret } = await account(hook.url);
    await reportOutcomes(accountId);
    const sender = engine({ clock });
    const delays = [MINUTE, 15 * MINUTE, 2 * HOUR, 18 * HOUR];
    for (const [index, delay] of delays.entries()) {
      const [row] = await rowsWhen(`attempt ${index + 1}`, accountId, attempted(index + 1));
      const ended = (await attemptsOf(accountId))[index]?.ended_at.getTime() ?? 0;
      const pause = (row?.next_at?.getTime() ?? 0) + offsetMs - ended;
      expect(pause).toBeGreaterThanOrEqual(delay - 1);
      expect(pause).toBeLessThan(delay + SLACK);
      // Just before its due time, the event is not sent, although the engine polls and sends another event that is due.
      await pass(delay - SLACK);
      const marker = eventOf({ event: 'sent' });
      await reportOutcomes(accountId, [marker]);
      sender.wake();
      await eventually('the other event is attempted', async () => {
        const rows = await rowsOf(accountId);
        return rows.find(({ event_id: id }) => id === marker.id)?.attempts === 1 ? true : undefined;
      });
      expect((await rowsOf(accountId)).find(({ id }) => id === row?.id)?.attempts).toBe(index + 1);
      await sql('delete from webhook_delivery where event_id = $1', [marker.id]);
      await pass(2 * SLACK);
      offsetMs += delay;
      sender.wake();
    }
    const [last] = await rowsWhen('given up', accountId, attempted(5));
    expect(last).toMatchObject({ state: 2, next_at: null, answer: 500 });
    const own = hook.requests.filter(({ json }) => json.event === 'delivered');
    expect(own).toHaveLength(5);
    expect(new Set(own.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(new Set(own.map(({ json }) => json.id)).size).toBe(1);
    const times = own.map(({ headers }) => Number(/^t=(\d+)/.exec(String(headers['x-service-signature']))?.[1]));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, gap] of gaps.entries()) expect(gap * 1000).toBeGreaterThanOrEqual((delays[index] ?? 0) - 1000);
    expect(own.every((request, index) => nativeIsValid(request, secret, (times[index] ?? 0) * 1000))).toBe(true);
  });

  it("are due exactly at their time by the database's clock", async () => {
    const { accountId } = await account('http://127.0.0.1:9/');
    await reportOutcomes(accountId);
    await app.installation.db.transaction(async (tx) => {
      const set = (text: string) => tx.query({ name: '', text: `update webhook_delivery set next_at = ${text}` }, []);
      await set(`now() + interval '1 microsecond'`);
      expect(await claimSome(tx)).toMatchObject([{ id: null }]);
      await set('now()');
      expect(await claimSome(tx)).toMatchObject([{ account_id: accountId, epoch: 1 }, { id: null }]);
      expect(await claimSome(tx)).toMatchObject([{ id: null }]);
    });
  });

  it('wait longer if the receiver requests it with 429 or 503', async () => {
    const hook = await receiver();
    hook.answer(status(503, { 'retry-after': '3600' }));
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    engine();
    const [row] = await rowsWhen('tried', accountId, attempted(1));
    const [attempt] = await attemptsOf(accountId);
    const pause = (row?.next_at?.getTime() ?? 0) - (attempt?.ended_at.getTime() ?? 0);
    expect(pause).toBeGreaterThanOrEqual(HOUR - 1);
    expect(pause).toBeLessThan(HOUR + SLACK);
  });
});

describe('failing receiver', () => {
  /** Number of events. It is small, because the events are sent two at a time once the receiver is known to hang. */
  const TROUBLED = 6;
  /** Shorter deadline, in milliseconds, for the receiver that does not respond. All others have the normal deadline. */
  const DEADLINE_MS = 1_000;
  const faults: [string, (hook: WebhookReceiver) => void, number | null][] = [
    ['hangs', (hook) => hook.answer(() => {}), null],
    [
      'drips',
      (hook) =>
        hook.answer((response) => {
          response.socket?.write('HTTP/1.1 200 OK\r\nX-Long: ');
          const timer = setInterval(() => response.socket?.write('.'), 20);
          response.once('close', () => clearInterval(timer));
        }),
      null,
    ],
    ['resets', (hook) => hook.answer((response) => void response.destroy()), null],
    ['returns 500', (hook) => hook.answer(status(500)), 500],
    ['redirects', (hook) => hook.answer(status(302, { location: 'http://127.0.0.1:1/' })), 302],
  ];

  it.each(faults)('that %s loses nothing and does not affect others', async (name, spoil, code) => {
    const bad = await receiver();
    spoil(bad);
    const good = await receiver();
    const [unhealthy, healthy] = [await account(bad.url), await account(good.url)];
    const events = Array.from({ length: TROUBLED }, () => eventOf());
    await reportOutcomes(unhealthy.accountId, events);
    const isSilent = ['hangs', 'drips'].includes(name);
    const sender = engine({ deadlineOf: (url) => (isSilent && url === bad.url ? DEADLINE_MS : undefined) });
    await eventually('the failing receiver gets a request', async () => (bad.requests.length > 0 ? true : undefined));
    for (let sent = 0; sent < 20; sent += 1) {
      await reportOutcomes(healthy.accountId);
      sender.wake();
    }
    await rowsWhen('all of the healthy one’s are received', healthy.accountId, ({ state }) => state === 1);
    expect(good.requests).toHaveLength(20);
    const rows = await rowsWhen('all of the other’s are tried', unhealthy.accountId, ({ attempts }) => attempts >= 1);
    expect(rows).toHaveLength(TROUBLED);
    expect(rows.every(({ answer, next_at: nextAt, state }) => state === 0 && nextAt && answer === (code ?? 0))).toBe(
      true,
    );
    const attempts = await attemptsOf(unhealthy.accountId);
    expect(attempts.every(({ answer, fault }) => answer === code && (code !== null || fault !== null))).toBe(true);
    // After the receiver has recovered, it receives all events.
    bad.answer(status(200));
    await eventually('all events are received', async () => {
      await pass(HOUR);
      sender.wake();
      const now = await rowsOf(unhealthy.accountId);
      return now.every(({ state }) => state === 1) ? true : undefined;
    });
    expect(new Set(bad.requests.map(({ json }) => json.id)).size).toBe(TROUBLED);
  });

  it('with hundreds of hanging requests does not block another account', async () => {
    const bad = await receiver();
    const held: (() => void)[] = [];
    bad.answer((response) => void held.push(() => response.end()));
    const good = await receiver();
    const many = await Promise.all(Array.from({ length: 120 }, () => account(bad.url)));
    const healthy = await account(good.url);
    for (const { accountId } of many) await reportOutcomes(accountId, [eventOf(), eventOf(), eventOf()]);
    const sender = engine();
    await eventually('many requests hang', async () => (bad.requests.length >= 100 ? true : undefined));
    for (let sent = 0; sent < 50; sent += 1) {
      await reportOutcomes(healthy.accountId);
      sender.wake();
    }
    await rowsWhen('all of the healthy one’s are received', healthy.accountId, ({ state }) => state === 1);
    expect(good.requests).toHaveLength(50);
    expect(bad.requests.length).toBe(held.length);
    bad.answer(status(200));
    for (const end of held) end();
    for (const { accountId } of many) {
      await rowsWhen('the others’ are received in the end', accountId, ({ state }) => state === 1);
    }
  });

  it('waits behind message delivery, with two events per outcome, and is unlimited afterwards', async () => {
    const hook = await receiver();
    const { accountId } = await account(hook.url);
    await reportOutcomes(
      accountId,
      Array.from({ length: 100 }, () => eventOf()),
    );
    const clock = { nowMs: Date.now(), now: () => clock.nowMs };
    const sender = engine({ clock });
    // The engine's clock does not advance, so that no capacity accumulates. Rows of the first claim count toward the
    // limit, because they are in flight.
    for (const outcomes of [10, 5]) {
      const before = hook.requests.length;
      sender.mailed(outcomes);
      await eventually('the allowed number of requests is sent', async () => {
        expect(hook.requests.length).toBeLessThanOrEqual(before + 2 * outcomes);
        return hook.requests.length === before + 2 * outcomes ? true : undefined;
      });
    }
    await eventually('all events are recorded as received', async () =>
      (await received(accountId)) === 30 ? true : undefined,
    );
    expect(hook.requests).toHaveLength(30);
    clock.nowMs += MAIL_FLOWS_MS;
    await rowsWhen('all are received', accountId, ({ state }) => state === 1);
    expect(hook.requests).toHaveLength(100);
  });

  it('with 410 disables the webhook, holds waiting deliveries, and notifies the owner once', async () => {
    const hook = await receiver();
    hook.answer(status(500));
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId, [eventOf(), eventOf()]);
    const sender = engine();
    await rowsWhen('tried', accountId, attempted(1));
    hook.answer(status(410));
    await reportOutcomes(accountId);
    sender.wake();
    const rows = await rowsWhen('held', accountId, ({ state }) => state === 3);
    expect(rows.map(({ next_at: nextAt }) => nextAt)).toEqual([null, null, null]);
    expect(await settingsOf(accountId)).toMatchObject({ state: 'disabled', disabled_by: 'gone' });
    expect(hook.requests).toHaveLength(3);
    // While the webhook is disabled, new events are held without an attempt.
    expect(await reportOutcomes(accountId)).toBe(false);
    expect(await rowsOf(accountId)).toMatchObject([
      { state: 3 },
      { state: 3 },
      { state: 3 },
      { state: 3, attempts: 0 },
    ]);
    const notices = await reported();
    expect(notices).toMatchObject([{ accountId, subject: 'Your webhook has been disabled' }]);
    expect(notices[0]?.text).toContain(hook.url);
    expect(await reported()).toEqual([]);
  });

  it('with 410 at the URL of a replay expires that delivery but keeps the webhook', async () => {
    const [hook, other] = [await receiver(), await receiver()];
    other.answer(status(410));
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    await sql('update webhook_delivery set url = $1', [other.url]);
    engine();
    expect(await rowsWhen('given up', accountId, attempted(1))).toMatchObject([{ state: 2, next_at: null }]);
    expect(await settingsOf(accountId)).toMatchObject({ state: 'enabled', failures: 0, failing_since: null });
  });

  it('with 410 does not disable a webhook enabled after the attempt started', async () => {
    const hook = await receiver();
    let answerNow = (): void => {};
    hook.answer((response) => (answerNow = () => void response.writeHead(410).end()));
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    engine();
    await eventually('the receiver gets a request', async () => (hook.requests.length > 0 ? true : undefined));
    await sql(`update webhook set updated_at = now() + interval '1 second' where account_id = $1`, [accountId]);
    answerNow();
    await rowsWhen('recorded', accountId, attempted(1));
    expect(await settingsOf(accountId)).toMatchObject({ state: 'enabled' });
  });
});

/** Runs the job that notifies owners, and returns the notices. */
async function reported() {
  const notices: SentMail[] = [];
  await noticeWebhookTroubles({
    db: app.installation.db,
    sendNotice: (_tx, mail) => Promise.resolve(void notices.push(inEnglish(mail))),
  });
  return notices;
}

describe('health of a receiver', () => {
  it('is reported to the owner once after three failures in a row over 15 minutes, and again after a recovery', async () => {
    const hook = await receiver();
    hook.answer(status(500));
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId, [eventOf(), eventOf()]);
    const sender = engine();
    await rowsWhen('tried', accountId, attempted(1));
    expect(await settingsOf(accountId)).toMatchObject({ failures: 2, last_failure: 'HTTP status 500' });
    const failingFor = (text: string) =>
      sql(`update webhook set failing_since = now() - $2::interval where account_id = $1`, [accountId, text]);
    await failingFor('1 hour');
    expect(await reported()).toEqual([]);
    await pass(MINUTE);
    sender.wake();
    await rowsWhen('tried again', accountId, attempted(2));
    expect(await settingsOf(accountId)).toMatchObject({ failures: 4 });
    await failingFor('14 minutes 50 seconds');
    expect(await reported()).toEqual([]);
    await failingFor('15 minutes');
    const [notice, ...others] = await reported();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ accountId, subject: 'Your webhook is failing' });
    expect(notice?.text).toContain('HTTP status 500');
    expect(await reported()).toEqual([]);
    hook.answer(status(200));
    await pass(15 * MINUTE);
    sender.wake();
    await rowsWhen('received', accountId, ({ state }) => state === 1);
    expect(await settingsOf(accountId)).toMatchObject({ failures: 0, failing_since: null });
    hook.answer(status(500));
    await reportOutcomes(accountId, [eventOf(), eventOf(), eventOf()]);
    sender.wake();
    await eventually('the webhook fails again', async () =>
      (await settingsOf(accountId))?.failures === 3 ? true : undefined,
    );
    await sql(`update webhook set notified_at = now() - interval '2 hours' where account_id = $1`, [accountId]);
    await failingFor('1 hour');
    expect(await reported()).toHaveLength(1);
  });
});

describe('process that dies', () => {
  it('loses its leases to others, and its late result is ignored', async () => {
    const hook = await receiver();
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    const [claim] = await claimSome(app.installation.db);
    const sender = engine();
    // Deliver another event while the lease of the first event is valid.
    await reportOutcomes(accountId);
    sender.wake();
    await eventually('one event is received', async () => ((await received(accountId)) === 1 ? true : undefined));
    expect((await rowsOf(accountId)).find(({ id }) => id === claim?.id)).toMatchObject({ attempts: 0, epoch: 1 });
    await pass(30_001);
    sender.wake();
    const rows = await rowsWhen('both are received', accountId, ({ state }) => state === 1);
    expect(hook.requests).toHaveLength(2);
    expect(await finishLate(accountId, claim?.id ?? '', claim?.epoch ?? 0)).toEqual([]);
    expect(await rowsOf(accountId)).toEqual(rows);
    expect(await attemptsOf(accountId)).toHaveLength(2);
  });

  it('that is stopped waits for requests in flight and records them', async () => {
    const hook = await receiver();
    let answerNow = (): void => {};
    hook.answer((response) => (answerNow = () => void response.writeHead(200).end()));
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    const sender = engine();
    await eventually('the receiver gets a request', async () => (hook.requests.length > 0 ? true : undefined));
    const stopped = sender.stop();
    await reportOutcomes(accountId);
    answerNow();
    await stopped;
    const rows = await rowsOf(accountId);
    expect(rows.map(({ attempts, state }) => [attempts, state])).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect(hook.requests).toHaveLength(1);
  });

  it('shares the queue with others, and each event is sent once', async () => {
    const hook = await receiver();
    const { accountId } = await account(hook.url);
    const senders = [engine(), engine(), engine()];
    for (let round = 0; round < 10; round += 1) {
      await reportOutcomes(
        accountId,
        Array.from({ length: 20 }, () => eventOf()),
      );
      for (const sender of senders) sender.wake();
    }
    await rowsWhen('all are received', accountId, ({ state }) => state === 1);
    expect(hook.requests).toHaveLength(200);
    expect(new Set(hook.requests.map(({ json }) => json.id)).size).toBe(200);
  });
});

function finishLate(accountId: number, id: string, epoch: number) {
  return finishDeliveries(app.installation.db, {
    accountId,
    ids: [id],
    epochs: [epoch],
    states: [0],
    delaySeconds: [60],
    answers: [500],
    bodies: [Buffer.from('{}')],
    formats: ['native'],
    startedAtMs: [Date.now()],
    durationsMs: [5],
    urls: ['http://127.0.0.1:9/'],
    headers: [],
    headerNos: [null],
    answerBodies: [null],
    faults: [null],
    succeededAt: null,
    failedAt: null,
    failingSince: null,
    failures: 0,
    failure: null,
    leastId: id,
    greatestId: id,
  });
}

describe('events', () => {
  it('are stored for subscribed webhooks and no others', async () => {
    const { accountId } = await account('http://127.0.0.1:9/', { events: ['bounced', 'opened'] });
    const stranger = await app.newAccount();
    const all = (['sent', 'delivered', 'bounced', 'opened', 'clicked'] as const).map((event) => eventOf({ event }));
    expect(await reportOutcomes(accountId, all)).toBe(true);
    expect(await reportOutcomes(stranger.account.id, all)).toBe(false);
    expect((await rowsOf(accountId)).map(({ event }) => event)).toEqual(['bounced', 'opened']);
    expect(await rowsOf(stranger.account.id)).toEqual([]);
  });

  it('are held while the webhook is disabled, including those that are due', async () => {
    const hook = await receiver();
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    await setWebhook(app.installation, { accountId, via: 'command' }, { isEnabled: false });
    expect(await reportOutcomes(accountId)).toBe(false);
    engine();
    await rowsWhen('held', accountId, ({ next_at: nextAt, state }) => state === 3 && nextAt === null);
    expect(hook.requests).toHaveLength(0);
  });

  it('can contain characters that PostgreSQL does not store', async () => {
    const { accountId } = await account('http://127.0.0.1:9/', { events: ['clicked'] });
    const odd = 'a\u0000b\ud800c\\u0000';
    await reportOutcomes(accountId, [eventOf({ event: 'clicked', reason: odd, extra: { link: odd } })]);
    expect(await rowsOf(accountId)).toMatchObject([
      { reason: 'ab\ufffdc\\u0000', extra: { link: 'ab\ufffdc\\u0000' } },
    ]);
  });
});

describe('message', () => {
  const sandbox = (name: string): string => `${name}@${app.installation.config.sandboxDomain}`;
  const ALL: WebhookEventName[] = ['sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed', 'suppressed'];

  async function send(tenant: Awaited<ReturnType<TestApp['newAccount']>>, changes: Record<string, unknown>) {
    const { body, status: answer } = await tenant.post('/transactional/emails', {
      from: sandbox('onboarding'),
      subject: 'Hello',
      text: 'Hi',
      tag: 'welcome',
      ...changes,
    });
    expect({ answer, body }).toMatchObject({ answer: 202 });
    return String(body.id);
  }

  it('to each test address has its events, with the status of the message right after each', async () => {
    const hook = await receiver();
    const { accountId, tenant } = await account(hook.url, { events: ALL });
    const delivery = app.deliver();
    const ids = {
      delivered: await send(tenant, { to: [sandbox('delivered')] }),
      bounced: await send(tenant, { to: [sandbox('bounced')] }),
      complained: await send(tenant, { to: [sandbox('complained')] }),
      suppressed: await send(tenant, { to: [sandbox('suppressed')] }),
    };
    await eventually('all events are received', async () => (hook.requests.length >= 8 ? true : undefined));
    await rowsWhen('recorded', accountId, ({ state }) => state === 1);
    await delivery.stop();
    const seen = (id: string) =>
      hook.requests
        .filter(({ json }) => json.data.message.id === id)
        .map(({ json }) => `${json.event} ${json.data.message.status}`)
        .toSorted();
    expect(seen(ids.delivered)).toEqual(['delivered delivered', 'sent sent']);
    expect(seen(ids.bounced)).toEqual(['bounced bounced', 'sent sent']);
    expect(seen(ids.complained)).toEqual(['complained complained', 'delivered delivered', 'sent sent']);
    expect(seen(ids.suppressed)).toEqual(['suppressed suppressed']);
    const bounced = hook.requests.find(({ json }) => json.event === 'bounced')?.json;
    expect(bounced.data).toMatchObject({
      message: { id: ids.bounced, subject: 'Hello', tag: 'welcome', to: [sandbox('bounced')] },
      recipient: sandbox('bounced'),
      status: '5.1.1',
    });
    const timeline = await sql<{ id: string }>('select id from event where account_id = $1', [accountId]);
    const reported = hook.requests.map(({ json }) => String(json.id));
    expect(reported.toSorted()).toEqual(timeline.map(({ id }) => `whd_${id.replaceAll('-', '')}`).toSorted());
  });

  it('to suppressed recipients has one failed event each for a webhook without extra events', async () => {
    const hook = await receiver();
    const { accountId, tenant } = await account(hook.url);
    const gone = sandbox('delivered+gone');
    await sql(`insert into suppression (account_id, address, reason) values ($1, $2, 'bounced')`, [accountId, gone]);
    await setReportSuppressed(app.installation.db, accountId, true);
    const delivery = app.deliver();
    const ids = [await send(tenant, { to: [sandbox('suppressed')] }), await send(tenant, { to: [gone] })];
    await eventually('both events are received', async () => (hook.requests.length >= 2 ? true : undefined));
    await rowsWhen('recorded', accountId, ({ state }) => state === 1);
    await delivery.stop();
    const reported = hook.requests.map(({ json }) => json);
    expect(reported).toHaveLength(2);
    expect(reported.map(({ data }) => String(data.message.id)).toSorted()).toEqual(ids.toSorted());
    for (const { data, event } of reported) {
      expect([event, data.status, data.message.status]).toEqual(['failed', '5.7.1', 'suppressed']);
      expect(data.reason).toMatch(/on the suppression list|treated as suppressed/);
    }
    expect(reported.map(({ data }) => String(data.recipient)).toSorted()).toEqual(
      [gone, sandbox('suppressed')].toSorted(),
    );
  });

  it('to several recipients has separate events', async () => {
    const hook = await receiver();
    const { accountId, tenant } = await account(hook.url);
    const delivery = app.deliver();
    const [one, two] = [sandbox('delivered+one'), sandbox('bounced+two')];
    await send(tenant, { to: [one], cc: [two] });
    await eventually('all events are received', async () => (hook.requests.length >= 4 ? true : undefined));
    await rowsWhen('recorded', accountId, ({ state }) => state === 1);
    await delivery.stop();
    const reported = hook.requests.map(({ json }) => `${json.event} ${json.data.recipient}`);
    expect(reported.toSorted()).toEqual([`bounced ${two}`, `delivered ${one}`, `sent ${two}`, `sent ${one}`]);
    expect(hook.requests.every(({ json }) => json.data.message.tag === 'welcome')).toBe(true);
    expect((await rowsOf(accountId)).every(({ tag }) => tag === 'welcome')).toBe(true);
  });

  it('that bounces late and gets a complaint has those events too', async () => {
    const hook = await receiver();
    const { accountId, tenant } = await account(hook.url);
    const delivery = app.deliver();
    const id = await send(tenant, { to: [sandbox('delivered')] });
    await eventually('both events are received', async () => (hook.requests.length >= 2 ? true : undefined));
    const messageId = parseMessageId(id, Date.now()) ?? '';
    const report = (kind: 'bounced' | 'complained') =>
      app.installation.db.transaction((tx) =>
        recordLateOutcome(
          tx,
          {
            accountId,
            messageId,
            recipientNo: 0,
            kind,
            status: '5.1.1',
            reason: 'No such user',
            reportedAt: new Date(),
          },
          isolated({ ...app.installation, listeners: outcomeListeners(app.installation.config) }),
        ),
      );
    expect(await report('bounced')).toBe('recorded');
    expect(await report('complained')).toBe('recorded');
    await eventually('all events are received', async () => (hook.requests.length >= 4 ? true : undefined));
    await rowsWhen('recorded', accountId, ({ state }) => state === 1);
    await delivery.stop();
    const reported = hook.requests.map(({ json }) => `${json.event} ${json.data.message.status} ${json.data.reason}`);
    expect(reported.toSorted()).toEqual([
      'bounced bounced No such user',
      'complained complained No such user',
      'delivered delivered null',
      'sent sent null',
    ]);
  });

  it('that is opened and clicked has those events if the webhook is subscribed to them', async () => {
    const hook = await receiver();
    const { accountId, tenant } = await account(hook.url, { events: ['opened', 'clicked'] });
    const delivery = app.deliver();
    const id = await send(tenant, { to: [sandbox('delivered')] });
    const record = { accountId, messageId: parseMessageId(id, Date.now()) ?? '', recipientNo: 0 };
    await eventually('the message is delivered', async () => {
      const { body } = await tenant.get(`/transactional/emails/${id}`);
      return body.status === 'delivered' ? true : undefined;
    });
    const visits = createVisits({ db: app.installation.db, log: silentLog, onVisits: reportVisits });
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64)';
    // People open a message some time after it has arrived, and bots within seconds.
    const atMs = Date.now() + HOUR;
    visits.record({ ...record, kind: 'opened', url: null, userAgent, atMs });
    visits.record({ ...record, kind: 'clicked', url: 'https://x.example/', userAgent, atMs });
    await eventually('both events are received', async () => (hook.requests.length >= 2 ? true : undefined));
    await delivery.stop();
    const dataOf = (event: string) => hook.requests.find(({ json }) => json.event === event)?.json.data;
    expect(dataOf('opened')).toMatchObject({
      recipient: sandbox('delivered'),
      open: { ip_address: null, user_agent: userAgent },
    });
    expect(dataOf('clicked').click).toEqual({ ip_address: null, user_agent: userAgent, link: 'https://x.example/' });
  });
});

describe('alert on a tag', () => {
  const ALERT = {
    id: 7,
    tag: 'receipt',
    kind: 'silence',
    state: 'firing',
    window_minutes: 90,
    firing_since: '2026-06-15T12:00:00.000Z',
    last_outcome_at: '2026-06-15T10:30:00.000Z',
    threshold_percent: null,
    value_percent: null,
    minimum_volume: null,
    volume: null,
  } as const;

  it.each<[WebhookFormat, Record<string, unknown>]>([
    ['native', { event: 'alert', data: { message: null, recipient: null, status: null, reason: 'So.', alert: ALERT } }],
    ['compatible', { type: 'webhook.alert', data: { id: 7, tag: 'receipt', kind: 'silence', reason: 'So.' } }],
  ])('is sent as an event without a message in the %s format', async (format, payload) => {
    const hook = await receiver();
    const { accountId, tenant } = await account(hook.url, { events: ['alert'], format });
    const occurredAt = new Date('2026-06-15T12:00:00.000Z');
    const event = { accountId, occurredAt, reason: 'So.', alert: ALERT };
    await app.installation.db.transaction((tx) => createAlertListener()(tx, event));
    engine();
    const [row] = await rowsWhen('received', accountId, ({ state }) => state === 1);
    expect(row).toMatchObject({ event: 'alert', tag: 'receipt', attempts: 1 });
    expect(hook.requests.map(({ json }) => json)).toMatchObject([payload]);
    const request = hook.requests[0];
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const { body } = await tenant.post('/transactional/webhook/verify', { headers, body: request?.body.toString() });
    expect(body).toMatchObject({ valid: true, format });
    const reordered = JSON.stringify(sortedJson(String(request?.body)));
    const changed = (await tenant.post('/transactional/webhook/verify', { headers, body: reordered })).body;
    expect(changed).toMatchObject({ valid: false, message: expect.stringContaining('in a different order') });
  });

  /** Serializes JSON with sorted keys, as some libraries do. */
  function sortedJson(text: string): unknown {
    return JSON.parse(text, (_, value) => {
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    });
  }
});

describe('long queue of one account', () => {
  const LONG = 50_000;

  /** Returns the generic plan of a statement with the given parameters, without costs. */
  async function planOf(text: string, parameters: string): Promise<string> {
    return app.installation.db.transaction(async (tx) => {
      const run = (command: string) => tx.query<{ 'QUERY PLAN': string }>({ name: '', text: command }, []);
      await run('set local plan_cache_mode = force_generic_plan');
      await run(`prepare planned as ${text}`);
      const lines = await run(`explain (costs off) execute planned (${parameters})`);
      await run('deallocate planned');
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    });
  }

  it('is never read completely to claim, record, release or hold some of it', async () => {
    const { accountId } = await account('http://127.0.0.1:9/');
    // Parameters in the order in which they occur in the statement.
    const finish = [
      `'{"{}"}', array[uuid_now()], '{1}', '{1}', '{null}', '{200}', array['\\x00'::bytea], '{native}'`,
      `'{1795000000000}', '{1}', '{u}', '{null}', '{x}', '{null}'`,
      '1, uuid_now(), uuid_now(), now(), null, null, null, 0',
    ].join(', ');
    const plans = async () => [
      await planOf(finishDeliveries.text, finish),
      await planOf(releaseDeliveries.text, `1, array[uuid_now()], '{1}', 0`),
      await planOf(holdClaimed.text, `1, array[uuid_now()], '{1}'`),
    ];
    await sql(
      `insert into webhook_delivery (account_id, id, event_id, event, occurred_at, next_at)
       select $1, uuid_now(), uuid_now(), 'sent', now(), now() from generate_series(1, $2::integer)`,
      [accountId, LONG],
    );
    const [today] = await sql<{ name: string }>(
      `select tableoid::regclass::text as name from webhook_delivery where account_id = $1 order by id desc limit 1`,
      [accountId],
    );
    // Checks only the partition that contains rows. Empty partitions may be read in any way.
    const readsById = (plan: string): boolean => {
      const lines = plan.split('\n');
      // Depending on the current statistics, this is an index scan or a bitmap index scan.
      const at = lines.findIndex((line) => new RegExp(`Scan (?:using|on) ${today?.name}_pkey\\b`).test(line));
      return lines[at + 1]?.includes('(id = ANY') ?? false;
    };
    // Checks the query plans both before and after ANALYZE.
    for (const plan of await plans()) expect(plan).toSatisfy(readsById);
    await app.installation.db.script(`analyze ${today?.name}`);
    for (const plan of await plans()) expect(plan).toSatisfy(readsById);
    const read = await app.installation.db.transaction(async (tx) => {
      const count = () =>
        tx.query<{ n: number }>(
          {
            name: '',
            text: `select sum(idx_tup_fetch + seq_tup_read)::float8 as n from pg_stat_xact_user_tables where relname like 'webhook_delivery_%'`,
          },
          [],
        );
      const [before] = await count();
      await claimSome(tx, 100);
      const [after] = await count();
      return (after?.n ?? 0) - (before?.n ?? 0);
    });
    expect(read).toBeLessThan(1_000);
  });

  it('is claimed without reading completed rows at its front, even while an older transaction is open', async () => {
    const { accountId } = await account('http://127.0.0.1:9/');
    const [queued] = await sql<{ front: number }>(
      `with queued as (
         insert into webhook_delivery (account_id, id, event_id, event, occurred_at, next_at)
         select $1, uuid_now(), uuid_now(), 'sent', now(), now() - make_interval(secs => $2::integer - n)
         from generate_series(1, $2::integer) as n returning next_at
       )
       select (extract(epoch from max(next_at)) * 1000)::float8 as front from queued`,
      [accountId, LONG],
    );
    const front = queued?.front ?? 0;
    const older = Promise.withResolvers<void>();
    const isOpen = Promise.withResolvers<void>();
    const holding = app.installation.db.transaction(async (tx) => {
      await tx.query({ name: '', text: 'set transaction isolation level repeatable read' }, []);
      await tx.query({ name: '', text: 'select from account limit 1' }, []);
      isOpen.resolve();
      await older.promise;
    });
    await isOpen.promise;
    try {
      await sql(
        `update webhook_delivery set state = 1, next_at = null where account_id = $1 and next_at < now() - interval '10 s'`,
        [accountId],
      );
      const pages = async (behind: string, after: string): Promise<number> => {
        const text = `explain (analyze, buffers, format json) select * from claim_webhooks(
          '${BEGINNING}', 1, 1, ${accountId - 1}, '{}', '{}', 30, '${behind}', '${after}', 0, null, 1)`;
        const [plan] = await sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(text, []);
        return plan?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? Number.NaN;
      };
      expect(await pages('{}', '{}')).toBeGreaterThan(1_000);
      expect(await pages(`{${accountId}}`, `{${front - 10_000}}`)).toBeLessThan(500);
    } finally {
      older.resolve();
      await holding;
    }
  });
});

describe('log', () => {
  it('is dropped by days after 30 days', async () => {
    const day = async (ago: number): Promise<string> => {
      const [row] = await sql<{ day: string }>(
        `select to_char((now() at time zone 'utc')::date - $1::integer, 'YYYYMMDD') as day`,
        [ago],
      );
      return row?.day ?? '';
    };
    const isThere = async (ago: number): Promise<boolean> => {
      const [row] = await sql<{ found: boolean }>('select to_regclass($1) is not null as found', [
        `webhook_delivery_${await day(ago)}`,
      ]);
      return row?.found === true;
    };
    for (const ago of [30, 31, 45]) {
      await sql(`select ensure_message_partitions(d, d) from to_date($1::text, 'YYYYMMDD') as d`, [await day(ago)]);
    }
    expect(
      await dropUntilStable(async () => dropExpiredWebhooks(app.installation.db, WEBHOOK_LOG_DAYS, silentLog)),
    ).toEqual([await day(45), await day(31)]);
    expect([await isThere(30), await isThere(31), await isThere(45)]).toEqual([true, false, false]);
    const [message] = await sql<{ found: boolean }>('select to_regclass($1) is not null as found', [
      `message_${await day(45)}`,
    ]);
    expect(message?.found).toBe(true);
  });
});

describe('attempt that ends while the database is unavailable', () => {
  it('stores the result later, and counts the retry delay from the end of the attempt', async () => {
    const hook = await receiver();
    hook.answer(status(500));
    const { db } = app.installation;
    let [isAway, refused, offsetMs] = [true, 0, 0];
    const database: Database = {
      ...db,
      query: async (asked, values) => {
        if (isAway && asked.name === finishDeliveries.statementName) {
          refused += 1;
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        }
        return db.query(asked, values);
      },
    };
    const { accountId } = await account(hook.url);
    await reportOutcomes(accountId);
    engine({ database, clock: { now: () => Date.now() + offsetMs } });
    await eventually('the database rejects the result', async () => (refused > 0 ? true : undefined));
    offsetMs = 45_000;
    isAway = false;
    const [row] = await rowsWhen('recorded', accountId, attempted(1));
    const left = (row?.next_at?.getTime() ?? 0) - Date.now();
    expect(left).toBeLessThanOrEqual(15_000);
    expect(left).toBeGreaterThan(0);
    expect(hook.requests).toHaveLength(1);
  });
});

describe('third-party verifiers', () => {
  it.each(['svix', 'standardwebhooks', 'resend'] as const)(
    '%s accepts each attempt, and after a rotation with the old and the new secret',
    async (name) => {
      const hook = await receiver();
      hook.answer(status(500));
      const { accountId, secret } = await account(hook.url, { format: 'compatible' });
      await reportOutcomes(accountId, [eventOf()]);
      const sender = engine();
      await rowsWhen('tried', accountId, attempted(1));
      const rotated = await rotateSecret(app.installation, { accountId, via: 'command' }, undefined);
      // The engine caches a webhook for at most one second.
      await eventually('an attempt is signed with both secrets', async () => {
        await pass(HOUR);
        sender.wake();
        const last = hook.requests.at(-1);
        const signatures = String(last?.headers['webhook-signature']).split(' ').length;
        // The list contains two signatures per secret: one with the decoded key, and one with the whole string as the
        // key.
        if (signatures === 4) return true;
        await sql('update webhook_delivery set attempts = 1, state = 0, next_at = now()');
        return undefined;
      });
      const [first] = hook.requests;
      const last = hook.requests.at(-1);
      expect(first?.body).toEqual(last?.body);
      for (const [request, key] of [
        [first, secret],
        [last, secret],
        [last, rotated.secret],
      ] as const) {
        expect(() => verify(name, key, request)).not.toThrow();
      }
      expect(() => verify(name, rotated.secret, first)).toThrow();
    },
  );
});

function verify(
  name: 'svix' | 'standardwebhooks' | 'resend',
  secret: string,
  request: WebhookReceiver['requests'][number] | undefined,
): void {
  const payload = request?.body.toString() ?? '';
  const header = (key: string): string => String(request?.headers[key]);
  const headersWith = (prefix: string) => ({
    [`${prefix}-id`]: header(`${prefix}-id`),
    [`${prefix}-timestamp`]: header(`${prefix}-timestamp`),
    [`${prefix}-signature`]: header(`${prefix}-signature`),
  });
  if (name === 'svix') new Svix(secret).verify(payload, headersWith('svix'));
  else if (name === 'standardwebhooks') new StandardWebhook(secret).verify(payload, headersWith('webhook'));
  else {
    new Resend('re_test').webhooks.verify({
      payload,
      headers: { id: header('svix-id'), timestamp: header('svix-timestamp'), signature: header('svix-signature') },
      webhookSecret: secret,
    });
  }
}
