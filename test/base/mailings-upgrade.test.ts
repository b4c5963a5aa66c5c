import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openDatabase, type Database } from '../../src/base/db.ts';
import { silentLog as log } from '../../src/base/log.ts';
import { migrate } from '../../src/base/migrate.ts';
import { dropExpiredPartitions, ensurePartitions } from '../../src/base/partitions.ts';
import { allThatGo } from '../support/expired-days.ts';
import { encodeTemplate } from '../../src/features/sending/mailings/template-bytes.ts';
import {
  addRecipients,
  carryOverMailings,
  createChunkQueue,
  createMailingSource,
  createRecipientStore,
  recordLateMailingOutcome,
  recordMailingOutcomes,
  resumeMailing,
  startMailing,
  viewMailing,
} from '../../src/features/sending/mailings/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { addressOf, finishedRow, outcomeOf, readers } from '../support/mailings.ts';
import { createCleanup, projectRoot, temporaryPath } from './embedded.ts';

/** The last migration in whose schema a mailing kept its recipients, outcomes and template by itself. */
const LAST_BEFORE = 39;
const RETENTION_DAYS = 30;
const ACCOUNT = 7;

const cleanup = createCleanup();
let database: TestDatabase;
let db: Database;
/** Mailings by their state before the upgrade. */
const ids = { sending: '', paused: '', preparing: '', sent: '', old: '' };

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  ({ db } = database);
  await migrate(db, { log, directory: migrationsBefore() });
  await ensurePartitions(db);
  await db.script(`select ensure_message_partitions(d - 40, d) from (select (now() at time zone 'utc')::date as d) t`);
  ids.old = await mailing('paused', 40, 40);
  ids.sending = await mailing('sending', 600, 3);
  ids.paused = await mailing('paused', 300, 20);
  ids.preparing = await mailing('preparing', 20, 1);
  ids.sent = await mailing('sent', 10, 5);
  await sql(`update mailing set started_at = null where state = 'preparing'`);
  await chunks(ids.sending, 600, `now()`);
  await chunks(ids.paused, 300, `'infinity'`);
  await chunks(ids.old, 40, `'infinity'`);
  await chunks(ids.sent, 10, 'null');
  // The first chunk of the one under way is done, but for two recipients that were deferred.
  await outcomes(ids.sending, 1, 248);
  await sql(`update mailing_chunk set next_at = null where mailing_id = '${ids.sending}' and chunk_no = 1`);
  await rows(ids.sending, 249, 250, `now() + interval '10 minutes'`);
  await outcomes(ids.paused, 1, 5);
  await rows(ids.paused, 6, 7, `'infinity'`);
  await outcomes(ids.sent, 1, 10);
});

afterAll(async () => {
  await cleanup.run();
  await database.drop();
});

function migrationsBefore(): string {
  const directory = temporaryPath(cleanup, 'sql');
  mkdirSync(directory);
  for (const name of readdirSync(join(projectRoot, 'sql'))) {
    if (Number(name.slice(0, 4)) <= LAST_BEFORE) {
      copyFileSync(join(projectRoot, 'sql', name), join(directory, name));
    }
  }
  return directory;
}

async function sql<Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, values);
}

/** A mailing as it was kept before, so many days old. */
async function mailing(state: string, recipients: number, daysAgo: number): Promise<string> {
  const template = encodeTemplate({
    from: { name: 'News', address: addressOf('hello@news.example') },
    replyTo: [],
    subject: ['News for ', { slot: 'name', as: 'text' }],
    html: undefined,
    text: ['Hello ', { slot: 'name', as: 'text' }],
    headers: [],
    linkPrefixes: [],
  });
  const at = `(now() at time zone 'utc')::date - ${daysAgo}`;
  const [made] = await sql<{ id: string }>(
    `insert into mailing (account_id, id, class, state, recipients, created_at, started_at, ended_at, template)
     select ${ACCOUNT}, overlay(gen_random_uuid()::text placing left(uuid_at(${at})::text, 13) || '-7' from 1 for 15)::uuid,
       3, $1, $2, now() - interval '${daysAgo} days', now() - interval '${daysAgo} days',
       case when $1 = 'sent' then now() end, $3 returning id`,
    [state, recipients, template],
  );
  await sql(
    `insert into mailing_recipient (account_id, mailing_id, recipient_no, recipient, data)
     select ${ACCOUNT}, $1, n, 'p' || n || '@example.com', json_build_object('name', 'Person ' || n)
     from generate_series(1, $2::integer) n`,
    [made?.id, recipients],
  );
  return made?.id ?? '';
}

async function chunks(id: string, recipients: number, nextAt: string): Promise<void> {
  await sql(
    `insert into mailing_chunk (account_id, mailing_id, chunk_no, first_no, last_no, class, next_at)
     select ${ACCOUNT}, $1, n, (n - 1) * 250 + 1, least(n * 250, $2::integer), 3, ${nextAt}
     from generate_series(1, ($2::integer + 249) / 250) n`,
    [id, recipients],
  );
}

async function outcomes(id: string, first: number, last: number): Promise<void> {
  await sql(
    `insert into mailing_outcome (account_id, mailing_id, recipient_no, status, finished_at)
     select ${ACCOUNT}, $1, n, 7, now() from generate_series($2::integer, $3::integer) n`,
    [id, first, last],
  );
  await sql('update mailing set delivered = $2 where id = $1', [id, last - first + 1]);
}

async function rows(id: string, first: number, last: number, nextAt: string): Promise<void> {
  await sql(
    `insert into delivery (account_id, message_id, recipient_no, recipient, class, attempts, is_ready, next_at)
     select ${ACCOUNT}, $1, n, 'p' || n || '@example.com', 3, 1, false, ${nextAt}
     from generate_series($2::integer, $3::integer) n`,
    [id, first, last],
  );
}

const view = async (id: string) => viewMailing(db, ACCOUNT, id);

/** Delivers what waits in chunks, and then the rows of the queue; gives how often each recipient was delivered to. */
async function deliverAll(): Promise<Map<string, number>> {
  const queue = createChunkQueue({ db, clock: systemClock, log, store: createRecipientStore() });
  const seen = new Map<string, number>();
  for (let claims = await queue.claim(); claims.length > 0; claims = await queue.claim()) {
    for (const { messageId, recipientNo } of claims) {
      const name = `${messageId}.${recipientNo}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    const finished = claims.map((claim) => finishedRow(claim, 'delivered'));
    await db.transaction((tx) => queue.finish(tx, ACCOUNT, finished));
  }
  queue.abandon();
  const waiting = await sql<{ message_id: string; recipient_no: number }>(
    `update delivery set next_at = null where next_at < 'infinity' returning message_id, recipient_no`,
  );
  await db.transaction((tx) =>
    recordMailingOutcomes(
      tx,
      ACCOUNT,
      waiting.map((row) => outcomeOf(row.message_id, row.recipient_no, 'delivered')),
    ),
  );
  for (const row of waiting) seen.set(`${row.message_id}.${row.recipient_no}`, 1);
  return seen;
}

test('an upgrade waits for what delivery processes of the version before hold, which get nothing more', async () => {
  await sql(`update mailing_chunk set next_at = now() + interval '10 minutes', epoch = 1
    where mailing_id = '${ids.sending}' and chunk_no = 2`);
  const before = openDatabase({ url: database.url, log, connections: 1, applicationName: 'deliver' });
  cleanup.add(async () => before.close());
  const ask = async (text: string) => before.query<Record<string, unknown>>({ name: '', text }, []);
  await ask('select 1');
  const migrating = migrate(db, { log });
  await expect
    .poll(async () => sql('select from schema_migration where number = 45'), { timeout: 50_000 })
    .toHaveLength(1);
  expect(await ask(`select * from claim_mailing_chunk('{-1,-1,-1,-1}', '{}', '{}', 25)`)).toEqual([]);
  await sql(`update delivery set next_at = now(), is_ready = true where next_at < 'infinity'`);
  const claimed = await ask(`select message_id, is_full from lease_deliveries('{0}', uuid_at(current_date - 60),
    '{9,9,9,9}', '{-1,-1,-1,-1}', 9, 25, 9, null)`);
  expect(claimed).toEqual(Array.from({ length: 4 }, () => ({ message_id: null, is_full: false })));
  // It records what it held by the statements that it knows.
  await ask(`insert into mailing_outcome (account_id, mailing_id, recipient_no, status, finished_at)
    select account_id, mailing_id, 251, 7, now() from mailing_chunk where mailing_id = '${ids.sending}' and chunk_no = 2`);
  await ask(`update mailing set delivered = delivered + 1 where id = '${ids.sending}'`);
  expect(await sql('select from schema_migration where number = 46')).toEqual([]);
  await ask(`update mailing_chunk set next_at = now() where mailing_id = '${ids.sending}' and chunk_no = 2`);
  expect((await migrating).applied).toContain('0046-mailing-days.sql');
  await ensurePartitions(db);
});

test('after an upgrade mailings are as they were, and a template is kept once', async () => {
  expect(await view(ids.sending)).toMatchObject({ kind: 'frozen', state: 'sending', recipients: 600, delivered: 249 });
  expect(await view(ids.paused)).toMatchObject({ state: 'paused', recipients: 300, delivered: 5 });
  expect(await view(ids.preparing)).toMatchObject({ state: 'preparing', recipients: 20 });
  expect(await view(ids.sent)).toMatchObject({ state: 'sent', recipients: 10, delivered: 10 });
  expect(await sql('select from mail_template')).toHaveLength(1);
  const source = createMailingSource({ db, clock: systemClock, store: createRecipientStore(), linkToken: () => 'x' });
  const mail = (await source([{ accountId: ACCOUNT, messageId: ids.sending, mailClass: 'campaign' }])).get(ids.sending);
  const composed = mail instanceof Error ? undefined : await mail?.composedFor?.(300);
  // The same as before the upgrade: what was tried already is known by it.
  const messageId = `<${ids.sending.replaceAll('-', '')}.${(300).toString(36)}@news.example>`;
  expect(composed?.headers).toContainEqual({ name: 'Message-ID', value: messageId });
});

test('after an upgrade each mailing goes on where it was, to each recipient once', async () => {
  await db.transaction((tx) => addRecipients(tx, ACCOUNT, ids.preparing, readers(5, 20)));
  await db.transaction((tx) => startMailing(tx, ACCOUNT, ids.preparing));
  await resumeMailing(db, ACCOUNT, ids.paused);
  const seen = await deliverAll();
  expect(seen.size).toBe(600 - 249 + 295 + 25);
  expect(new Set(seen.values())).toEqual(new Set([1]));
  expect(await view(ids.sending)).toMatchObject({ state: 'sent', delivered: 600 });
  expect(await view(ids.paused)).toMatchObject({ state: 'sent', delivered: 300 });
  expect(await view(ids.preparing)).toMatchObject({ state: 'sent', recipients: 25, delivered: 25 });
});

test('after an upgrade a report finds who was sent to before', async () => {
  const report = { accountId: ACCOUNT, messageId: ids.sent, recipientNo: 3, status: '5.1.1', reason: 'gone' };
  const late = await db.transaction((tx) =>
    recordLateMailingOutcome(tx, { ...report, kind: 'bounced', reportedAt: new Date() }, recordMailingOutcomes),
  );
  expect(late).toBe('recorded');
  expect(await view(ids.sent)).toMatchObject({ delivered: 9, bounced: 1 });
});

test('after an upgrade old days go, and what mailings kept before goes as a whole once all of it is old', async () => {
  const drop = async () => {
    await carryOverMailings(db, RETENTION_DAYS, log);
    return allThatGo(async () => dropExpiredPartitions(db, RETENTION_DAYS, log));
  };
  const parts = async () =>
    (
      await sql<{ name: string }>(`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'mailing_recipient'::regclass order by 1`)
    ).map(({ name }) => name);
  const [before] = await parts();
  expect(await drop()).toHaveLength(10);
  // The mailing that has been paused for forty days waits in a lot of today.
  expect(await view(ids.old)).toMatchObject({ state: 'paused', recipients: 40 });
  expect(await parts()).toContain(before);
  expect(await sql(`select from mailing_lot where mailing_id = '${ids.old}' and id <> '${ids.old}'`)).toHaveLength(1);

  const dropLast = async () =>
    sql(`select drop_message_partitions(to_date(right('${before}', 8), 'YYYYMMDD')) as is_gone`);
  expect(await dropLast()).toEqual([{ is_gone: false }]);
  await resumeMailing(db, ACCOUNT, ids.old);
  expect((await deliverAll()).size).toBe(40);
  // As the job does once the retention of the last day is over.
  await sql('select end_mailing_lot(account_id, id) from mailing_lot');
  expect(await dropLast()).toEqual([{ is_gone: true }]);
  expect(await parts()).not.toContain(before);
  expect(await view(ids.old)).toMatchObject({ state: 'sent', recipients: 40, delivered: 40 });
});
