import { beforeAll, expect, test } from 'vitest';
import { silentLog as log } from '../../src/base/log.ts';
import { dropExpiredPartitions, ensurePartitions } from '../../src/base/partitions.ts';
import { dropUntilStable } from '../support/expired-days.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

const RETENTION_DAYS = 30;
const PARENTS = ['message', 'delivery', 'attempt', 'event'];
/** Tables with the same daily partitions as PARENTS, but a different retention period. */
const OF_WEBHOOKS = ['webhook_delivery', 'webhook_attempt'];
const OF_MAILINGS = ['mailing_recipient', 'mailing_outcome'];
const OFTEN_UPDATED = ['delivery', 'webhook_delivery'];

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

const app = shared(startApp);

beforeAll(async () => {
  tenant = await app.newAccount();
});

async function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

/**
 * Returns the day that is `ago` days before the current day (UTC) of the database, in the format of partition names.
 */
async function dayAgo(ago: number): Promise<string> {
  const text = `select to_char((now() at time zone 'utc')::date - $1::integer, 'YYYYMMDD') as day`;
  return (await query<{ day: string }>(text, [ago]))[0]?.day ?? '';
}

/** Creates a past day with a message whose delivery is waiting or complete. Returns the public ID of the message. */
async function pastMessage(ago: number, options: { isWaiting?: boolean } = {}): Promise<string> {
  const day = await dayAgo(ago);
  await query(`select ensure_message_partitions(d, d) from to_date($1::text, 'YYYYMMDD') as d`, [day]);
  const text = `with made as (
      select (substr(uuid_at(to_date($2::text, 'YYYYMMDD'))::text, 1, 14) || '7000-8000-' || lpad(to_hex($4::bigint), 12, '0'))::uuid as id
    ), message as (
      insert into message (account_id, id, sender, subject, head, content)
      select $1, id, 'a@x.example', 'Old', '{"to":["b@y.example"],"cc":[],"bcc":[],"reply_to":[],"headers":{}}', '\\x007b7d'
      from made
    ), delivery as (
      insert into delivery (account_id, message_id, recipient_no, recipient, status, next_at)
      select $1, id, 0, 'b@y.example', 7, case when $3::boolean then now() + interval '1 hour' end from made
    ), attempt as (
      insert into attempt select $1, id, 0, 1, now(), now(), 'delivered', 'mx' , null, null, null, null, null, ''
      from made
    ), event as (
      insert into event select $1, id, id, 0, 'delivered', now(), null, null from made
    )
    select 'tm_' || replace(id::text, '-', '') as id from made`;
  messages += 1;
  const values = [tenant.account.id, day, options.isWaiting ?? false, messages];
  return (await query<{ id: string }>(text, values))[0]?.id ?? '';
}

let messages = 0;

async function tablesOf(day: string): Promise<string[]> {
  const text = `select relname as name from pg_class where relkind = 'r' and relname ~ ('^[a-z]+_' || $1) order by 1`;
  return (await query<{ name: string }>(text, [day])).map(({ name }) => name);
}

const dropExpired = async () => dropExpiredPartitions(app.installation.db, RETENTION_DAYS, log);
const dropAll = async () => dropUntilStable(dropExpired);

test('days older than the retention are dropped, and their messages return 404', async () => {
  const [old, young] = [await pastMessage(40), await pastMessage(RETENTION_DAYS)];
  const lookUp = async (id: string) => (await tenant.get(`/transactional/emails/${id}`)).status;
  expect([await lookUp(old), await lookUp(young)]).toEqual([200, 200]);
  expect(await dropAll()).toEqual([await dayAgo(40)]);
  expect([await lookUp(old), await lookUp(young)]).toEqual([404, 200]);
  expect(await tablesOf(await dayAgo(40))).toEqual([]);
  const { body } = await tenant.get(`/transactional/emails?after=${young}`);
  expect(body.data).toEqual([]);
});

test('a day is kept until the full retention has passed after its end', async () => {
  await pastMessage(RETENTION_DAYS);
  await pastMessage(RETENTION_DAYS + 1);
  expect(await dropAll()).toEqual([await dayAgo(RETENTION_DAYS + 1)]);
  expect(await tablesOf(await dayAgo(RETENTION_DAYS))).toHaveLength(PARENTS.length);
});

test('a day with a waiting message is kept completely until it is delivered, without delaying other days', async () => {
  const [waiting] = [await pastMessage(45, { isWaiting: true }), await pastMessage(44)];
  expect(await dropAll()).toEqual([await dayAgo(44)]);
  expect((await tenant.get(`/transactional/emails/${waiting}`)).status).toBe(200);
  await query(`update delivery_${await dayAgo(45)} set next_at = null`);
  expect(await dropAll()).toEqual([await dayAgo(45)]);
  expect((await tenant.get(`/transactional/emails/${waiting}`)).status).toBe(404);
});

test('several processes at once drop each day without an error', async () => {
  for (const ago of [50, 51, 52]) await pastMessage(ago);
  await Promise.all([dropExpired(), dropExpired(), dropExpired(), ensurePartitions(app.installation.db)]);
  // If some runs have blocked one another, the next run drops the remaining days.
  await dropAll();
  for (const ago of [50, 51, 52]) expect(await tablesOf(await dayAgo(ago))).toEqual([]);
});

test.each(PARENTS)(
  'a drop waits at most one second for a session that uses %s, and messages are accepted',
  async (parent) => {
    await pastMessage(60);
    const day = await dayAgo(60);
    await app.installation.db.transaction(async (tx) => {
      await tx.query({ name: '', text: `lock table ${parent} in access share mode` }, []);
      const dropping = dropExpired();
      const answers = await Promise.all(Array.from({ length: 5 }, async () => send()));
      expect(answers).toEqual([202, 202, 202, 202, 202]);
      expect(await dropping).toEqual([]);
      expect(await tablesOf(day)).toHaveLength(PARENTS.length);
    });
    expect(await dropAll()).toEqual([day]);
  },
);

test('accepting and reading continue while partitions are created', async () => {
  const day = await dayAgo(-9);
  await app.installation.db.transaction(async (tx) => {
    // Holds the locks that a backup can hold for hours.
    for (const parent of PARENTS) await tx.query({ name: '', text: `select from ${parent} limit 1` }, []);
    await query(`select ensure_message_partitions(d, d) from to_date($1::text, 'YYYYMMDD') as d`, [day]);
    expect(await send()).toBe(202);
  });
  expect(await tablesOf(day)).toHaveLength(PARENTS.length);
});

test('missing partitions are created after weeks without a run', async () => {
  const { db } = app.installation;
  await ensurePartitions(db);
  const days = await Promise.all(Array.from({ length: 9 }, async (_, index) => dayAgo(1 - index)));
  const tables = days.flatMap((day) => PARENTS.map((parent) => `${parent}_${day}`));
  await db.script(`drop table ${tables.join(', ')}`);
  expect(await send()).not.toBe(202);
  await Promise.all([ensurePartitions(db), ensurePartitions(db)]);
  for (const day of days) expect(await tablesOf(day)).toHaveLength(PARENTS.length);
  expect(await send()).toBe(202);
});

test('a partition has exactly the indexes, storage and defaults of its parent', async () => {
  const day = await dayAgo(0);
  const text = `select p.relname as parent,
      (select count(*)::int from pg_index i where i.indrelid = p.oid) as indexes_of_parent,
      (select count(*)::int from pg_index i where i.indrelid = c.oid) as indexes,
      (select count(*)::int from pg_index i join pg_inherits h on h.inhrelid = i.indexrelid where i.indrelid = c.oid) as attached,
      (select array_agg((attname, attstorage, attnotnull, atthasdef)::text order by attnum) from pg_attribute where attrelid = p.oid and attnum > 0)
        = (select array_agg((attname, attstorage, attnotnull, atthasdef)::text order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0) as same_columns,
      c.reloptions::text as options
    from pg_inherits h join pg_class c on c.oid = h.inhrelid join pg_class p on p.oid = h.inhparent
    where c.relkind = 'r' and c.relname like '%\\_' || $1`;
  interface Found {
    parent: string;
    indexes_of_parent: number;
    indexes: number;
    attached: number;
    same_columns: boolean;
    options: string | null;
  }
  const found = await query<Found>(text, [day]);
  expect(found.map(({ parent }) => parent).toSorted()).toEqual([...PARENTS, ...OF_WEBHOOKS, ...OF_MAILINGS].toSorted());
  for (const table of found) {
    expect(table).toMatchObject({
      indexes: table.indexes_of_parent,
      attached: table.indexes_of_parent,
      same_columns: true,
      options: OFTEN_UPDATED.includes(table.parent) ? '{fillfactor=70}' : null,
    });
  }
});

test('a message lookup by ID scans one partition', async () => {
  const text = `prepare by_id (bigint, uuid) as select id from message where account_id = $1 and id = $2`;
  const plan = await app.installation.db.transaction(async (tx) => {
    await tx.query({ name: '', text }, []);
    const id = `(select uuid_at((now() at time zone 'utc')::date)::text)`;
    const [row] = await tx.query<{ id: string }>({ name: '', text: `select ${id} as id` }, []);
    return tx.query<{ 'QUERY PLAN': string }>({ name: '', text: `explain execute by_id (1, '${row?.id}')` }, []);
  });
  const lines = plan.map((line) => line['QUERY PLAN']);
  expect(lines.filter((line) => /Scan .*on message_\d{8}/.test(line))).toHaveLength(1);
});

async function send(): Promise<number> {
  const mail = { from: 'onboarding@sandbox.localhost', to: ['delivered@sandbox.localhost'], subject: 'x', text: 'x' };
  return (await tenant.post('/transactional/emails', mail)).status;
}
