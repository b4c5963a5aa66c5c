import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUuidGenerator } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { resolverOf } from '../../src/app/delivery.ts';
import type { Post } from '../../src/features/transactional/webhooks/attempt.ts';
import { createWebhookDirectory } from '../../src/features/transactional/webhooks/directory.ts';
import { createWebhookEngine, type WebhookEngine } from '../../src/features/transactional/webhooks/engine.ts';
import { recordWebhookEvents } from '../../src/features/transactional/webhooks/record.ts';
import { setWebhook } from '../../src/features/transactional/webhooks/settings.ts';
import type { MessageFacts, NewWebhookEvent } from '../../src/features/transactional/webhooks/types.ts';
import { createOutgoingClient, type OutgoingClient } from '../../src/http/outgoing/client.ts';
import { eventually, startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import { startWebhookReceiver, status, type Answering, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOUR_S = 3_600;
const nextUuid = createUuidGenerator();
let client: OutgoingClient;
let hook: WebhookReceiver;
const closing: (() => Promise<unknown>)[] = [];

const app = shared(async () => startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' }));

beforeAll(async () => {
  client = createOutgoingClient({ resolver: resolverOf(app.installation), allowLoopback: true });
  hook = await startWebhookReceiver();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  hook.answer(status(200));
  hook.requests.length = 0;
  await app.installation.db.script('delete from webhook; delete from webhook_delivery; delete from webhook_attempt');
});
afterAll(async () => {
  await hook.close();
  await client.close();
});

interface DeliveryRow {
  readonly id: string;
  readonly message_id: string | null;
  readonly state: number;
  readonly attempts: number;
  readonly next_at: Date | null;
}

function sql<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

const rowsOf = (accountId: number): Promise<DeliveryRow[]> =>
  sql('select * from webhook_delivery where account_id = $1 order by id', [accountId]);

const attemptsOf = (accountId: number) =>
  sql<{ attempt_no: number; answer: number | null; fault: string | null; answer_body: string | null }>(
    'select * from webhook_attempt where account_id = $1 order by delivery_id, attempt_no',
    [accountId],
  );

function engine(facts: MessageFacts = () => Promise.resolve(new Map())): WebhookEngine {
  const { clock, db, vault } = app.installation;
  const directory = createWebhookDirectory({ db, vault, clock });
  const post: Post = (url, request) => client.post(url, request);
  const started = createWebhookEngine({ db, clock, log: silentLog, directory, facts, post });
  closing.push(() => started.stop());
  return started;
}

/** Creates an account with a webhook. */
async function account(): Promise<number> {
  const { id } = (await app.newAccount()).account;
  await setWebhook(app.installation, { accountId: id, via: 'command' }, { url: hook.url, format: 'native' });
  return id;
}

async function report(accountId: number, messageIds: readonly (string | null)[] = [null]): Promise<void> {
  const occurredAt = new Date();
  const event = { recipientNo: null, recipient: 'ann@x.example', event: 'delivered', occurredAt } as const;
  const rest = { status: null, reason: null, extra: null };
  const events = messageIds.map((messageId): NewWebhookEvent => ({
    ...event,
    ...rest,
    messageId,
    id: nextUuid(occurredAt.getTime()),
  }));
  await app.installation.db.transaction((tx) => recordWebhookEvents(tx, accountId, events));
}

/** Moves the due times in the queue into the past, by default by one hour, and wakes the engine. */
async function pass(sender: WebhookEngine, seconds = HOUR_S): Promise<void> {
  await sql(
    `update webhook_delivery set next_at = next_at - make_interval(secs => $1),
       is_waiting = next_at - make_interval(secs => $1) > now()
     where next_at is not null`,
    [seconds],
  );
  sender.wake();
}

/** Waits until all rows of an account match, and resolves with the rows. */
function rowsWhen(what: string, accountId: number, test: (row: DeliveryRow) => boolean): Promise<DeliveryRow[]> {
  return eventually(what, async () => {
    const rows = await rowsOf(accountId);
    return rows.length > 0 && rows.every(test) ? rows : undefined;
  });
}

/** Makes PostgreSQL reject certain rows until the end of the test. */
async function refuse(table: string, check: string): Promise<void> {
  await app.installation.db.script(`alter table ${table} add constraint test_refuses check (${check}) not valid`);
  closing.push(() => app.installation.db.script(`alter table ${table} drop constraint test_refuses`));
}

const isReceived = ({ state }: DeliveryRow): boolean => state === 1;

describe('receiver whose response', () => {
  it.each<readonly [string, Answering]>([
    [
      'ends early in its body',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.destroy());
      },
    ],
    [
      'ends early in a chunk',
      (response) => {
        response.writeHead(202);
        response.write('half', () => response.socket?.resetAndDestroy());
      },
    ],
  ])('%s gets the event once', async (_name, answering) => {
    const accountId = await account();
    hook.answer(answering);
    await report(accountId);
    const sender = engine();
    await rowsWhen('it is received', accountId, isReceived);
    await pass(sender);
    expect(hook.requests).toHaveLength(1);
    expect(await attemptsOf(accountId)).toMatchObject([{ attempt_no: 1, fault: null }]);
  });
});

describe('unreadable message', () => {
  it('costs its own events an attempt each, but not those claimed with them', async () => {
    const [bad, good] = [nextUuid(Date.now()), nextUuid(Date.now())];
    const facts: MessageFacts = (_accountId, events) =>
      events.some(({ messageId }) => messageId === bad)
        ? Promise.reject(new Error('Unknown frame descriptor'))
        : Promise.resolve(new Map());
    const accountId = await account();
    await report(accountId, [good, bad, good, null]);
    const sender = engine(facts);
    const [failed, ...others] = await eventually('all events are attempted', async () => {
      const rows = (await rowsOf(accountId)).toSorted(
        (a, b) => Number(b.message_id === bad) - Number(a.message_id === bad),
      );
      return rows.every(({ attempts }) => attempts === 1) ? rows : undefined;
    });
    expect(others.map(({ state }) => state)).toEqual([1, 1, 1]);
    expect(failed).toMatchObject({ message_id: bad, state: 0 });
    expect((failed?.next_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000);
    const attempts = await attemptsOf(accountId);
    expect(attempts.filter(({ fault }) => fault !== null)).toMatchObject([
      { attempt_no: 1, answer: null, fault: expect.stringMatching(/^unsent: the payload could not be built/) },
    ]);
    // The health of the receiver has not changed.
    expect(await sql('select failures, failing_since from webhook where account_id = $1', [accountId])).toEqual([
      { failures: 0, failing_since: null },
    ]);
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await pass(sender, 20 * HOUR_S);
      await rowsWhen('tried again', accountId, (row) => row.message_id !== bad || row.attempts === attempt);
    }
    expect((await rowsOf(accountId)).find(({ message_id: id }) => id === bad)).toMatchObject({
      state: 2,
      next_at: null,
    });
    expect(hook.requests).toHaveLength(3);
  });
});

describe('webhook whose secret cannot be decrypted', () => {
  it("has its deliveries retried and expired like a failing receiver's, without affecting other accounts", async () => {
    const [unhealthy, healthy] = [await account(), await account()];
    await sql(`update webhook set secret = '\\x00' where account_id = $1`, [unhealthy]);
    await report(unhealthy, [null, null]);
    await report(healthy);
    engine();
    await rowsWhen('the other’s is received', healthy, isReceived);
    const rows = await rowsWhen('tried', unhealthy, ({ attempts }) => attempts === 1);
    expect(rows.map(({ state }) => state)).toEqual([0, 0]);
    expect(rows.every(({ next_at: nextAt }) => (nextAt?.getTime() ?? 0) - Date.now() > 30_000)).toBe(true);
    expect((await attemptsOf(unhealthy)).map(({ fault }) => fault)).toEqual([
      expect.stringMatching(/^unsent: the request could not be signed/),
      expect.stringMatching(/^unsent: the request could not be signed/),
    ]);
  });
});

describe('attempt that PostgreSQL refuses to store', () => {
  it('in the log of attempts is completed once, and the missing entry is logged', async () => {
    const accountId = await account();
    await refuse('webhook_attempt', 'answer is null');
    await report(accountId, [null, null]);
    engine();
    await rowsWhen('received', accountId, isReceived);
    expect(hook.requests).toHaveLength(2);
    expect(
      await eventually('both attempts are recorded', async () =>
        (await attemptsOf(accountId)).length === 2 ? attemptsOf(accountId) : undefined,
      ),
    ).toMatchObject([
      { attempt_no: 1, answer: null, fault: expect.stringContaining('could not be recorded') },
      { attempt_no: 1, answer: null, fault: expect.stringContaining('could not be recorded') },
    ]);
  });

  it("in the receiver's health is completed without updating the health", async () => {
    const accountId = await account();
    await refuse('webhook', 'last_success_at is null');
    await report(accountId);
    engine();
    await rowsWhen('received', accountId, isReceived);
    expect(await attemptsOf(accountId)).toMatchObject([{ answer: 200, fault: null }]);
    expect(hook.requests).toHaveLength(1);
  });

  it('in the delivery itself is sent at most twice with a pause, and then expires', async () => {
    const [refused, other] = [await account(), await account()];
    await refuse('webhook_delivery', `state <> 1 or account_id <> ${refused}`);
    await report(refused, [null, null]);
    await report(other);
    const sender = engine();
    await rowsWhen('the other account’s is received', other, isReceived);
    const rows = await rowsWhen('put off', refused, ({ attempts }) => attempts === 1);
    expect(rows.every(({ next_at: nextAt }) => (nextAt?.getTime() ?? 0) - Date.now() > 30_000)).toBe(true);
    await pass(sender);
    expect((await rowsWhen('given up', refused, ({ state }) => state === 2)).map((row) => row.next_at)).toEqual([
      null,
      null,
    ]);
    await pass(sender);
    await report(other);
    sender.wake();
    await rowsWhen('another one is received', other, isReceived);
    expect(hook.requests).toHaveLength(2 * 2 + 2);
    expect((await attemptsOf(refused)).map(({ fault }) => fault)).toEqual(
      Array.from({ length: 4 }, () => expect.stringContaining('could not be recorded')),
    );
  });

  it('in any state is held and not sent again', async () => {
    const accountId = await account();
    await refuse('webhook_delivery', `account_id <> ${accountId} or attempts = 0`);
    await report(accountId);
    const sender = engine();
    await rowsWhen('held', accountId, ({ state }) => state === 3);
    await pass(sender);
    const other = await account();
    await report(other);
    sender.wake();
    await rowsWhen('another one is received', other, isReceived);
    expect(hook.requests).toHaveLength(2);
  });
});

describe('result that has to wait', () => {
  it('does not block those of other accounts', async () => {
    const [waiting, other] = [await account(), await account()];
    const mayGo = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const holding = app.installation.db.transaction(async (tx) => {
      await tx.query({ name: '', text: 'select from webhook where account_id = $1 for update' }, [waiting]);
      isLocked.resolve();
      await mayGo.promise;
    });
    await isLocked.promise;
    try {
      await report(waiting);
      const sender = engine();
      await eventually('the receiver gets a request', async () => (hook.requests.length === 1 ? true : undefined));
      await eventually('the recording of the result waits for a lock', async () => {
        const [found] = await sql<{ n: number }>(
          `select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'with done as%'
             and datname = current_database()`,
        );
        return found?.n === 1 ? true : undefined;
      });
      await report(other, [null, null, null]);
      sender.wake();
      await rowsWhen('the other’s are received', other, isReceived);
      expect(await rowsOf(waiting)).toMatchObject([{ state: 0, attempts: 0 }]);
    } finally {
      mayGo.resolve();
      await holding;
    }
    await rowsWhen('then its own is', waiting, isReceived);
    expect(hook.requests).toHaveLength(4);
  });
});
