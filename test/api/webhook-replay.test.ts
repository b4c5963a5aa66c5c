import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/base/db.ts';
import { parseId, presentId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { MAX_EXAMINED } from '../../src/features/transactional/webhooks/log-queries.ts';
import {
  AHEAD_SECONDS,
  moveReplay,
  purgeReplays,
  startReplays,
} from '../../src/features/transactional/webhooks/replay-mover.ts';
import { MAX_PER_SECOND } from '../../src/features/transactional/webhooks/replay-schema.ts';
import { MAX_RUNNING_REPLAYS } from '../../src/features/transactional/webhooks/replay.ts';
import { eventually, startApp, type Answer, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import { giveWebhook, writeLog, type LogEntry } from '../support/webhook-rows.ts';

const REPLAYS = '/transactional/webhook/replays';
const SINCE = '2026-11-01T00:00:00Z';

let db: Database;
const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
});

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

/** Creates an account with a webhook and a log. */
async function tenantWith(
  entries: readonly LogEntry[],
  webhook: Parameters<typeof giveWebhook>[2] = {},
): Promise<Tenant & { readonly uuids: string[] }> {
  const tenant = await app.newAccount();
  await giveWebhook(db, tenant.account.id, webhook);
  return { ...tenant, uuids: await writeLog(db, tenant.account.id, entries) };
}

async function begin(tenant: Tenant, fields: Record<string, unknown> = {}): Promise<Answer['body']> {
  const { body, status } = await tenant.post(REPLAYS, { created_after: SINCE, per_second: MAX_PER_SECOND, ...fields });
  expect({ status, body }).toMatchObject({ status: 202 });
  return body;
}

async function read(tenant: Tenant, id: string): Promise<Answer['body']> {
  return (await tenant.get(`${REPLAYS}/${id}`)).body;
}

/** Runs replays until none are due. */
async function moveReplays(parts = { db, log: silentLog }): Promise<void> {
  while (await moveReplay(parts));
}

/** Runs replays, and advances the clock of the given replay, until the replay has ended. */
async function finish(tenant: Tenant, id: string): Promise<Answer['body']> {
  for (;;) {
    await moveReplays();
    const replay = await read(tenant, id);
    if (replay.state !== 'running') return replay;
    await passTime(tenant, AHEAD_SECONDS);
  }
}

/** Simulates that a receiver has accepted all due deliveries, and that the given time has passed. */
async function passTime(tenant: Tenant, seconds: number): Promise<void> {
  const values = [tenant.account.id, seconds];
  await query('update webhook_replay set next_at = next_at - make_interval(secs => $2) where account_id = $1', values);
  await query('update webhook_delivery set next_at = null, state = 1 where account_id = $1', [tenant.account.id]);
}

async function query<Row = Record<string, unknown>>(text: string, values: unknown[]): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, values);
}

interface Copy {
  readonly id: string;
  readonly event_id: string;
  readonly body: string | null;
  readonly url: string | null;
  readonly state: number;
  readonly due_us: number;
  readonly of: string | null;
}

/** Returns the deliveries that a replay has queued, in the order in which they are due, and their originals. */
async function copiesOf(tenant: Tenant, id: string): Promise<Copy[]> {
  return query<Copy>(
    `select d.id, d.event_id, convert_from(d.body, 'UTF8') as body, d.url, d.state,
       (extract(epoch from d.next_at) * 1000000)::bigint as due_us,
       (select o.id from webhook_delivery o
        where o.account_id = $1 and o.event_id = d.event_id and o.replay_id is null order by o.id limit 1) as of
     from webhook_delivery d where d.account_id = $1 and d.replay_id = $2 order by d.next_at, d.id`,
    [tenant.account.id, parseId('whr', id, Number.MAX_SAFE_INTEGER)],
  );
}

describe('replay', () => {
  it('queues each delivery of the range once, oldest first, with the same event ID and bytes, including held ones', async () => {
    const tenant = await tenantWith([
      { event: 'sent', body: '{"n":1}' },
      { event: 'bounced', state: 2, answer: 500, body: '{"n":2}', url: 'https://other.example.com/' },
      { event: 'failed', state: 3, answer: null, attempts: 0, body: null },
    ]);
    const begun = await begin(tenant);
    expect(begun).toMatchObject({ state: 'running', queued: 0, url: null, per_second: MAX_PER_SECOND });
    expect(begun.filter).toEqual({ created_after: SINCE });
    await moveReplays();
    expect(await read(tenant, begun.id)).toMatchObject({ state: 'done', queued: 3, finished_at: expect.any(String) });
    const copies = await copiesOf(tenant, begun.id);
    expect(copies.map((copy) => copy.of)).toEqual(tenant.uuids);
    expect(copies.map((copy) => copy.body)).toEqual(['{"n":1}', '{"n":2}', null]);
    expect(copies.every((copy) => copy.state === 0 && copy.url === null)).toBe(true);
    const { body } = await tenant.get(`/transactional/webhook/deliveries?replay_id=${begun.id}`);
    expect(body.data.map((row: { replay_id: string }) => row.replay_id)).toEqual([begun.id, begun.id, begun.id]);
  });

  it('applies all filters together and includes nothing of other accounts', async () => {
    const entries = [
      { event: 'bounced', state: 2, answer: 503, tag: 'receipt' },
      { event: 'bounced', state: 2, answer: 404, tag: 'receipt' },
      { event: 'bounced', state: 2, answer: 0, tag: 'receipt' },
      { event: 'bounced', state: 2, answer: 500, tag: 'login_code' },
      { event: 'opened', state: 2, answer: 500, tag: 'receipt' },
      { event: 'failed', state: 2, answer: 500, tag: 'receipt', recipient: 'bob@customer.example' },
      { event: 'bounced', state: 1, answer: 500, tag: 'receipt' },
    ];
    const [tenant] = [await tenantWith(entries), await tenantWith(entries)];
    const filter = { event: 'bounced,failed', state: 'given_up', answer: '5xx,none', tag: 'receipt' };
    const begun = await begin(tenant, filter);
    await moveReplays();
    expect(begun.filter).toEqual({ ...filter, created_after: SINCE });
    const wanted = [0, 2, 5].map((index) => tenant.uuids[index]);
    expect((await copiesOf(tenant, begun.id)).map((copy) => copy.of)).toEqual(wanted);
    const bob = await begin(tenant, { recipient: 'BOB@customer.example' });
    await moveReplays();
    expect((await copiesOf(tenant, bob.id)).map((copy) => copy.of)).toEqual([tenant.uuids[5]]);
  });

  it('includes a time range without deliveries created after the request', async () => {
    await query("select ensure_message_partitions('2026-11-19', '2026-11-21')", []);
    const at = [
      '2026-11-20T11:59:59.999Z',
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T12:59:59.999Z',
      '2026-11-20T13:00Z',
    ];
    const tenant = await tenantWith(at.map((time) => ({ at: new Date(time) })));
    const range = await begin(tenant, {
      created_after: '2026-11-20T12:00:00Z',
      created_before: '2026-11-20T13:00:00Z',
    });
    const open = await begin(tenant, { created_after: '2026-11-20T13:00:00Z' });
    // IDs have a resolution of one millisecond. Wait, so that the next ID is later than the request.
    await query('select pg_sleep(0.002)', []);
    const late = await query<{ id: string }>(
      `insert into webhook_delivery (account_id, id, event_id, event, occurred_at, state)
       values ($1, uuid_now(), uuid_now(), 'sent', now(), 1) returning id`,
      [tenant.account.id],
    );
    expect(late).toHaveLength(1);
    await moveReplays();
    expect((await copiesOf(tenant, range.id)).map((copy) => copy.of)).toEqual(tenant.uuids.slice(1, 3));
    expect((await copiesOf(tenant, open.id)).map((copy) => copy.of)).toEqual(tenant.uuids.slice(3));
  });

  it('omits deliveries of other replays except a given one', async () => {
    const tenant = await tenantWith([{ event: 'sent' }, { event: 'failed' }]);
    const first = await begin(tenant);
    await moveReplays();
    const second = await begin(tenant);
    await moveReplays();
    expect((await copiesOf(tenant, second.id)).map((copy) => copy.of)).toEqual(tenant.uuids);
    const third = await begin(tenant, { replay_id: first.id, event: 'failed' });
    await moveReplays();
    expect((await copiesOf(tenant, third.id)).map((copy) => copy.of)).toEqual(tenant.uuids.slice(1));
  });

  it('of an empty range ends immediately and queues nothing', async () => {
    const tenant = await tenantWith([{ event: 'sent' }]);
    const [none, nothing] = [await begin(tenant, { event: 'failed' }), await begin(await tenantWith([]))];
    await moveReplays();
    expect(await read(tenant, none.id)).toMatchObject({ state: 'done', queued: 0 });
    expect(nothing.queued).toBe(0);
    expect(await copiesOf(tenant, none.id)).toEqual([]);
  });

  it('continues beyond the rows that one step reads', async () => {
    const common = Array.from({ length: MAX_EXAMINED }, () => ({ body: null }));
    const tenant = await tenantWith([{ event: 'failed' }, ...common, { event: 'failed' }]);
    const begun = await begin(tenant, { event: 'failed' });
    await moveReplays();
    expect(await read(tenant, begun.id)).toMatchObject({ state: 'done', queued: 2 });
    const [first, last] = [tenant.uuids[0], tenant.uuids.at(-1)];
    expect((await copiesOf(tenant, begun.id)).map((copy) => copy.of)).toEqual([first, last]);
  });

  it('to another URL sends everything there, even while the webhook is disabled', async () => {
    const tenant = await tenantWith([{ state: 3, body: null }, {}], { state: 'disabled' });
    const refused = await tenant.post(REPLAYS, { created_after: SINCE });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.webhook[0]).toMatch(/^is disabled/);
    const begun = await begin(tenant, { url: 'https://New.example.com/hooks?a=1#part' });
    expect(begun.url).toBe('https://new.example.com/hooks?a=1');
    await moveReplays();
    const copies = await copiesOf(tenant, begun.id);
    expect(copies.map((copy) => copy.url)).toEqual([begun.url, begun.url]);
  });

  it('waits while the webhook is disabled and continues when it is enabled', async () => {
    const tenant = await tenantWith([{}, {}]);
    const begun = await begin(tenant);
    await query("update webhook set state = 'disabled' where account_id = $1", [tenant.account.id]);
    await moveReplays();
    expect(await read(tenant, begun.id)).toMatchObject({ state: 'running', queued: 0 });
    await query("update webhook set state = 'enabled' where account_id = $1", [tenant.account.id]);
    expect(await finish(tenant, begun.id)).toMatchObject({ state: 'done', queued: 2 });
  });

  it('ends if the webhook is deleted, and a new webhook gets nothing', async () => {
    const tenant = await tenantWith([{}]);
    const begun = await begin(tenant, { url: 'https://new.example.com/' });
    await query('delete from webhook where account_id = $1', [tenant.account.id]);
    await moveReplays();
    expect(await read(tenant, begun.id)).toMatchObject({ state: 'cancelled', queued: 0 });
  });
});

describe('rate', () => {
  it.each([1, 3, 7, 100, MAX_PER_SECOND])('of %i per second is exact across steps', async (perSecond) => {
    const count = Math.min(5 * perSecond, 2_000);
    const tenant = await tenantWith(Array.from({ length: count }, () => ({ body: null })));
    const begun = await begin(tenant, { per_second: perSecond });
    const dues: number[] = [];
    let passedUs = 0;
    // All statements of a transaction have the same timestamp, so the test simulates the passing of time by moving the
    // replay's times.
    await db.transaction(async (tx) => {
      const at = async <Row>(text: string): Promise<Row[]> => tx.query<Row>({ name: '', text }, [tenant.account.id]);
      const frozen: Database = { ...db, transaction: async (work) => work(tx) };
      await at("update webhook_replay set next_at = now() + interval '1 s' where account_id = $1");
      while (dues.length < count) {
        await moveReplays({ db: frozen, log: silentLog });
        const queued = await at<{ due_us: number }>(
          `update webhook_delivery set next_at = null from (
             select id, next_at from webhook_delivery where account_id = $1 and next_at is not null
           ) due where account_id = $1 and webhook_delivery.id = due.id
           returning (extract(epoch from due.next_at) * 1000000)::bigint as due_us`,
        );
        dues.push(...queued.map((row) => row.due_us + passedUs));
        await at("update webhook_replay set next_at = next_at - interval '1.4 s' where account_id = $1");
        passedUs += 1_400_000;
      }
    });
    expect((await finish(tenant, begun.id)).queued).toBe(count);
    dues.sort((a, b) => a - b);
    const distances = dues.slice(1).map((due, index) => due - (dues[index] ?? 0));
    const wanted = 1_000_000 / perSecond;
    expect(Math.max(...distances)).toBeLessThanOrEqual(wanted + 1);
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(wanted - 1);
  });

  it('is not exceeded to catch up after a pause', async () => {
    const tenant = await tenantWith(Array.from({ length: 10 }, () => ({ body: null })));
    const begun = await begin(tenant, { per_second: 1 });
    await query("update webhook_replay set next_at = now() - interval '1 hour' where account_id = $1", [
      tenant.account.id,
    ]);
    await moveReplays();
    const dues = (await copiesOf(tenant, begun.id)).map((copy) => copy.due_us);
    expect(dues.slice(1).map((due, index) => due - (dues[index] ?? 0))).toEqual([1_000_000, 1_000_000]);
    await tenant.post(`${REPLAYS}/${begun.id}/cancel`, {});
  });

  it('never queues more than a few seconds ahead', async () => {
    const tenant = await tenantWith(Array.from({ length: 100 }, () => ({})));
    const begun = await begin(tenant, { per_second: 2 });
    await moveReplays();
    await moveReplays();
    expect(await read(tenant, begun.id)).toMatchObject({ state: 'running', queued: 2 * AHEAD_SECONDS });
    await tenant.post(`${REPLAYS}/${begun.id}/cancel`, {});
  });

  it('of an account with a disabled webhook costs a shared statement with increasing intervals', async () => {
    const [count, first] = [40, 900_000];
    const about = (age: string) =>
      `select account_id, ${age} from generate_series(${first}, ${first + count - 1}) as account_id`;
    await query(
      `insert into webhook (account_id, disabled_at, url, format, events, secret, state)
       ${about(`now() - interval '1 day', 'https://x.example/', 'native', '{}'::text[], ''::bytea, 'disabled'`)}`,
      [],
    );
    await query(
      `insert into webhook_replay (account_id, next_at, id, filter, per_second, position, until_id)
       ${about(`now(), uuid_now(), '{}'::jsonb, 10, uuid_now(), uuid_now()`)}`,
      [],
    );
    let transactions = 0;
    const counted: Database = {
      ...db,
      transaction(work, deadline) {
        transactions += 1;
        return db.transaction(work, deadline);
      },
    };
    await moveReplays({ db: counted, log: silentLog });
    expect(transactions).toBeLessThanOrEqual(3);
    const [left] = await query<{ least: number }>(
      `select min(extract(epoch from next_at - now()))::float8 as least from webhook_replay where account_id >= ${first}`,
      [],
    );
    expect(left?.least).toBeGreaterThan(30);
    await db.script(
      `delete from webhook where account_id >= ${first}; delete from webhook_replay where account_id >= ${first}`,
    );
  });

  it('is reduced for a slow receiver, so that its new events come before old ones', async () => {
    const overdue = Array.from({ length: 103 }, () => ({ state: 0, nextAt: new Date(0) }));
    const tenant = await tenantWith(overdue);
    const begun = await begin(tenant, { per_second: 1 });
    await moveReplays();
    expect(await read(tenant, begun.id)).toMatchObject({ state: 'running', queued: 0 });
    // With one delivery fewer, the limit is no longer exceeded.
    await query('update webhook_delivery set next_at = null where account_id = $1 and id = $2', [
      tenant.account.id,
      tenant.uuids[0],
    ]);
    await query('update webhook_replay set next_at = now() where account_id = $1', [tenant.account.id]);
    await moveReplays();
    expect((await read(tenant, begun.id)).queued).toBeGreaterThan(0);
    await tenant.post(`${REPLAYS}/${begun.id}/cancel`, {});
  });
});

describe('steps', () => {
  it('that die in the middle cause no gaps or duplicates', async () => {
    const tenant = await tenantWith(Array.from({ length: 1_200 }, () => ({ body: null })));
    const begun = await begin(tenant);
    // Simulates a process that is killed after it has written the copies and before the commit. The whole step is lost,
    // including its position.
    await db.script(`
      create function refuse_replays() returns trigger language plpgsql as $$
      begin
        if new.queued > 500 and new.account_id = ${tenant.account.id} then
          perform pg_terminate_backend(pg_backend_pid());
        end if;
        return new;
      end $$;
      create trigger refuse_replays before update on webhook_replay for each row execute function refuse_replays()`);
    const dying = openDatabase({
      url: app.installation.databaseUrl,
      log: silentLog,
      connections: 1,
      applicationName: 't',
    });
    await moveReplays({ db: dying, log: silentLog }).catch(() => {});
    await dying.close();
    expect(await read(tenant, begun.id)).toMatchObject({ state: 'running', queued: 500 });
    expect(await copiesOf(tenant, begun.id)).toHaveLength(500);
    await db.script('drop trigger refuse_replays on webhook_replay; drop function refuse_replays');
    await query('update webhook_replay set next_at = now() where account_id = $1', [tenant.account.id]);
    await query('update webhook_delivery set next_at = null where account_id = $1 and replay_id is null', [
      tenant.account.id,
    ]);
    expect(await finish(tenant, begun.id)).toMatchObject({ state: 'done', queued: 1_200 });
    const copies = await copiesOf(tenant, begun.id);
    expect(new Set(copies.map((copy) => copy.of)).size).toBe(1_200);
    expect(copies).toHaveLength(1_200);
  });

  it('of several processes queue each delivery once, and several replays run concurrently', async () => {
    const tenants = [
      await tenantWith(Array.from({ length: 1_500 }, () => ({ body: null }))),
      await tenantWith(Array.from({ length: 1_500 }, () => ({ body: null }))),
    ];
    const begun = await Promise.all(tenants.map(async (tenant) => begin(tenant)));
    const processes = Array.from({ length: 3 }, () => {
      const pool = openDatabase({
        url: app.installation.databaseUrl,
        log: silentLog,
        connections: 2,
        applicationName: 't',
      });
      return { pool, running: startReplays({ db: pool, log: silentLog }) };
    });
    for (const [index, tenant] of tenants.entries()) {
      const done = await eventually('the replay ends', async () => {
        const replay = await read(tenant, begun[index].id);
        return replay.state === 'done' ? replay : undefined;
      });
      expect(done.queued).toBe(1_500);
      const copies = await copiesOf(tenant, begun[index].id);
      expect(copies.map((copy) => copy.of)).toEqual(tenant.uuids);
      const distances = copies.slice(1).map((copy, place) => copy.due_us - (copies[place]?.due_us ?? 0));
      // The rate limit applies to all three processes together.
      expect(Math.min(...distances)).toBeGreaterThanOrEqual(1_000_000 / MAX_PER_SECOND - 1);
    }
    for (const { pool, running } of processes) {
      await running.close();
      await pool.close();
    }
  });

  it('that fail do not block other replays', async () => {
    const [broken, fine] = [await tenantWith([{}]), await tenantWith([{}])];
    const first = await begin(broken);
    const second = await begin(fine);
    await query(`update webhook_replay set filter = '{"state":"lost"}' where account_id = $1`, [broken.account.id]);
    await moveReplays();
    expect(await read(fine, second.id)).toMatchObject({ state: 'done', queued: 1 });
    expect(await read(broken, first.id)).toMatchObject({ state: 'running', queued: 0 });
    await query(`update webhook_replay set filter = '{}', next_at = now() where account_id = $1`, [broken.account.id]);
    expect(await finish(broken, first.id)).toMatchObject({ state: 'done', queued: 1 });
  });
});

describe('cancellation', () => {
  it('removes deliveries that are not being sent, and keeps those in flight', async () => {
    const tenant = await tenantWith(Array.from({ length: 50 }, () => ({})));
    const begun = await begin(tenant, { per_second: 2 });
    await moveReplays();
    const copies = await copiesOf(tenant, begun.id);
    expect(copies).toHaveLength(6);
    await query("update webhook_delivery set epoch = 1, next_at = now() + interval '30 s' where id = $1", [
      copies[0]?.id,
    ]);
    await query('update webhook_delivery set epoch = 2, state = 1, next_at = null where id = $1', [copies[1]?.id]);
    const { body, status } = await tenant.post(`${REPLAYS}/${begun.id}/cancel`, {});
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'cancelled', queued: 2 } });
    const kept = (await copiesOf(tenant, begun.id)).map((copy) => copy.id);
    expect(new Set(kept)).toEqual(new Set([copies[0]?.id, copies[1]?.id]));
    expect(kept).toHaveLength(2);
    await moveReplays();
    expect(await read(tenant, begun.id)).toMatchObject({ state: 'cancelled', queued: 2 });
  });

  it('again, or after the end, changes nothing', async () => {
    const tenant = await tenantWith([{}]);
    const begun = await begin(tenant);
    await moveReplays();
    const done = await read(tenant, begun.id);
    expect((await tenant.post(`${REPLAYS}/${begun.id}/cancel`, {})).body).toEqual(done);
    expect(await copiesOf(tenant, begun.id)).toHaveLength(1);
  });
});

describe('requests', () => {
  it.each([
    [{}, 'created_after'],
    [{ created_after: '' }, 'created_after'],
    [{ created_after: 'yesterday' }, 'created_after'],
    [{ created_after: SINCE, created_before: SINCE }, 'created_before'],
    [{ created_after: SINCE, per_second: 0 }, 'per_second'],
    [{ created_after: SINCE, per_second: MAX_PER_SECOND + 1 }, 'per_second'],
    [{ created_after: SINCE, per_second: 1.5 }, 'per_second'],
    [{ created_after: SINCE, per_second: 'fast' }, 'per_second'],
    [{ created_after: SINCE, event: 'exploded' }, 'event'],
    [{ created_after: SINCE, answer: '9xx' }, 'answer'],
    [{ created_after: SINCE, tag: 'a\ud800b' }, 'tag'],
    [{ created_after: SINCE, recipient: 17 }, 'recipient'],
  ])('%j are refused', async (fields, field) => {
    const tenant = await tenantWith([{}]);
    const { body, status } = await tenant.post(REPLAYS, fields);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toContain(field);
    expect((await tenant.get(REPLAYS)).body.data).toEqual([]);
  });

  it.each([
    'http://new.example.com/',
    'https://user:password@new.example.com/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://new.example.com:22/',
    'ftp://new.example.com/',
    'new.example.com',
    `https://new.example.com/${'a'.repeat(2_048)}`,
    '',
  ])('for the URL %s are refused as for the webhook', async (url) => {
    const tenant = await tenantWith([{}]);
    const { body, status } = await tenant.post(REPLAYS, { created_after: SINCE, url });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['url']);
  });

  it('of an account without a webhook are refused', async () => {
    const tenant = await app.newAccount();
    const { body, status } = await tenant.post(REPLAYS, { created_after: SINCE });
    expect({ status, body }).toMatchObject({ status: 404, body: { message: 'The account has no webhook.' } });
  });

  it('above the number of concurrent replays are refused, also if sent concurrently', async () => {
    const tenant = await tenantWith([{}]);
    const answers = await Promise.all(
      Array.from({ length: MAX_RUNNING_REPLAYS + 2 }, async () => tenant.post(REPLAYS, { created_after: SINCE })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: MAX_RUNNING_REPLAYS }, () => 202), 422, 422]);
    const { data } = (await tenant.get(REPLAYS)).body;
    await tenant.post(`${REPLAYS}/${data[0].id}/cancel`, {});
    expect((await tenant.post(REPLAYS, { created_after: SINCE })).status).toBe(202);
    for (const { id } of (await tenant.get(REPLAYS)).body.data) await tenant.post(`${REPLAYS}/${id}/cancel`, {});
  });
});

describe('list of replays', () => {
  it('is newest first with pages, and only of the account', async () => {
    const [tenant, other] = [await tenantWith([]), await tenantWith([])];
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await begin(tenant)).id);
    const foreign = await begin(other);
    const first = (await tenant.get(`${REPLAYS}?per_page=2`)).body;
    expect(first).toMatchObject({ per_page: 2, has_more: true });
    const second = (await tenant.get(`${REPLAYS}?per_page=2&after=${first.data[1].id}`)).body;
    expect(second.has_more).toBe(false);
    const listed = [...first.data, ...second.data].map((row: { id: string }) => row.id);
    expect(listed.toSorted()).toEqual(ids.toSorted());
    expect((await tenant.get(`${REPLAYS}/${foreign.id}`)).status).toBe(404);
    expect((await tenant.post(`${REPLAYS}/${foreign.id}/cancel`, {})).status).toBe(404);
    expect((await tenant.get(`${REPLAYS}/${presentId('whr', tenantUuid())}`)).status).toBe(404);
    await moveReplays();
  });

  it('omits replays that ended before the retention period', async () => {
    const tenant = await tenantWith([]);
    const old = await begin(tenant);
    const recent = await begin(tenant);
    await moveReplays();
    const running = await begin(tenant);
    await query("update webhook_replay set finished_at = now() - interval '31 days' where id = $1", [
      parseId('whr', old.id, Number.MAX_SAFE_INTEGER),
    ]);
    await purgeReplays(db, 30);
    const { data } = (await tenant.get(REPLAYS)).body;
    expect(new Set(data.map((row: { id: string }) => row.id))).toEqual(new Set([recent.id, running.id]));
    await tenant.post(`${REPLAYS}/${running.id}/cancel`, {});
  });
});

function tenantUuid(): string {
  return '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41';
}
