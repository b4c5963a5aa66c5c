import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../src/base/db.ts';
import { createUuidGenerator } from '../../src/base/ids.ts';
import { silentLog as log } from '../../src/base/log.ts';
import { migrate } from '../../src/base/migrate.ts';
import { dropExpiredPartitions } from '../../src/base/partitions.ts';
import { eventually, startApp, type Client, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/db.ts';
import { allThatGo } from '../support/expired-days.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

/** The schema of the last version that had only transactional mail: an installation of it is upgraded here. */
const FROM = '0039';
const DAY_MS = 24 * 60 * 60_000;
const DAYS = 36;
const RETENTION_DAYS = 30;
const A_DAY = 20;
const ACCOUNT = 7;
const OWNER = 'owner@old.example';
const GONE = 'gone@x.example';
const KEY = `pr_${'k'.repeat(43)}`;
const OTHER_KEY = `pr_${'o'.repeat(43)}`;
const SENDER = 'onboarding@sandbox.localhost';

let sink: SmtpSink;
let app: TestApp;
let tenant: Client;
const nextId = createUuidGenerator();
const waiting = nextId(Date.now());

/** An id as the API writes it. */
function idOf(uuid: string): string {
  return `tm_${uuid.replaceAll('-', '')}`;
}

async function rows<Row>(db: Db, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, values);
}

/** What an installation holds that was in use for a month: written as its tables were then. */
async function fill(db: Db): Promise<void> {
  const now = Date.now();
  await addAccount(db, ACCOUNT, OWNER, KEY);
  await addAccount(db, ACCOUNT + 1, GONE, OTHER_KEY);
  await rows(db, `insert into suppression (account_id, address, reason) values (${ACCOUNT + 1}, '${GONE}', 'bounced')`);
  await rows(db, `select ensure_message_partitions(current_date - ${DAYS}, current_date + 2)`);
  for (let day = DAYS; day >= 0; day -= 1) {
    const at = now - day * DAY_MS;
    for (let mail = 0; mail < A_DAY; mail += 1) await deliver(db, nextId(at), new Date(at));
  }
  await write(db, waiting, 'Waits since before');
  await rows(
    db,
    `insert into delivery (account_id, message_id, recipient_no, recipient, next_at)
     values (${ACCOUNT}, $1, 1, 'late@x.example', now())`,
    [waiting],
  );
}

async function addAccount(db: Db, id: number, email: string, key: string): Promise<void> {
  await rows(db, `insert into account (account_id, email, plan, name) values (${id}, '${email}', 'unlimited', 'Old')`);
  await rows(
    db,
    `insert into api_key (account_id, kind, key_hash, prefix, last4, name, scopes)
     values (${id}, 'api_key', $1, 'pr_kkkk', 'kkkk', 'old', '{transactional:send,transactional:read}')`,
    [hash('sha256', key, 'buffer')],
  );
}

async function write(db: Db, id: string, subject: string): Promise<void> {
  const head = { to: ['ann@x.example'], cc: [], bcc: [], reply_to: [], headers: {} };
  const content = Buffer.concat([Buffer.from([0]), Buffer.from(JSON.stringify({ text: `Text of ${subject}` }))]);
  await rows(
    db,
    `insert into message (account_id, id, sender, subject, tag, head, content) values (${ACCOUNT}, $1, $2, $3, 'old', $4, $5)`,
    [id, SENDER, subject, JSON.stringify(head), content],
  );
}

async function deliver(db: Db, id: string, at: Date): Promise<void> {
  await write(db, id, 'Delivered long ago');
  await rows(
    db,
    `insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts, is_ready)
     values (${ACCOUNT}, $1, 1, 'ann@x.example', 7, 1, false)`,
    [id],
  );
  await rows(
    db,
    `insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome, route, conversation)
     values (${ACCOUNT}, $1, 1, 1, $2, $2, 'delivered', 'relay', '')`,
    [id, at],
  );
  for (const event of ['sent', 'delivered']) {
    await rows(
      db,
      `insert into event (account_id, message_id, id, recipient_no, event, occurred_at) values (${ACCOUNT}, $1, $2, 1, $3, $4)`,
      [id, nextId(at.getTime()), event, at],
    );
  }
}

beforeAll(async () => {
  sink = await startSmtpSink();
  const test = await createTestDatabase({ empty: true });
  const before = mkdtempSync(join(tmpdir(), 'postrider-sql-'));
  try {
    for (const name of readdirSync('sql').filter((file) => file.slice(0, FROM.length) <= FROM)) {
      cpSync(join('sql', name), join(before, name));
    }
    await migrate(test.db, { directory: before, log });
  } finally {
    rmSync(before, { recursive: true });
  }
  await fill(test.db);
  await migrate(test.db, { log });
  app = await startApp(
    { POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`, POSTRIDER_WARM_UP: 'off' },
    test,
  );
  tenant = app.client(KEY);
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

it('a key from before goes on working, and what it sent is read as before', async () => {
  const { body, status } = await tenant.get('/transactional/emails?limit=100');
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(body.data).toHaveLength(100);
  const delivered = body.data.find((mail: { status: string }) => mail.status === 'delivered');
  const found = await tenant.get(`/transactional/emails/${delivered.id}`);
  expect(found.body).toMatchObject({
    subject: 'Delivered long ago',
    tag: 'old',
    events: [{ event: 'queued' }, { event: 'sent' }, { event: 'delivered' }],
  });
});

it('mail that waited while the installation was upgraded is delivered', async () => {
  app.deliver();
  await eventually('the mail', async () => {
    const { body } = await tenant.get(`/transactional/emails/${idOf(waiting)}`);
    return body.status === 'delivered' ? true : undefined;
  });
  expect(sink.messages.filter(({ to }) => to.includes('late@x.example'))).toHaveLength(1);
});

it('new mail is sent, and who was suppressed stays so', async () => {
  const mail = { from: SENDER, to: [OWNER], subject: 'New', text: 'New' };
  const sent = await tenant.post('/transactional/emails', mail);
  expect(sent).toMatchObject({ status: 202 });
  await eventually('the mail', async () => {
    const { body } = await tenant.get(`/transactional/emails/${sent.body.id}`);
    return body.status === 'delivered' ? true : undefined;
  });
  const refused = await app.client(OTHER_KEY).post('/transactional/emails', { ...mail, to: [GONE] });
  expect(refused).toMatchObject({ status: 403, body: { name: 'recipient_suppressed' } });
});

it('days behind the retention are dropped as a whole, and none besides', async () => {
  const { db } = app.installation;
  const dropped = await allThatGo(async () => dropExpiredPartitions(db, RETENTION_DAYS, log));
  expect(dropped).toHaveLength(DAYS - RETENTION_DAYS);
  expect(await rows(db, 'select count(*) as count from message')).toEqual([
    { count: (RETENTION_DAYS + 1) * A_DAY + 2 },
  ]);
  expect(await rows(db, 'select count(distinct message_id) as count from event')).toEqual([
    { count: (RETENTION_DAYS + 1) * A_DAY + 2 },
  ]);
});
