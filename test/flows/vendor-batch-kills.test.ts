// Place in a run: slow.
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJournal } from '../../src/base/journal-lines.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { mailgunAccount, postForm } from '../support/mailgun.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { held, killAll, waitForLocks } from './held-kills.ts';
import { runProgram, type Program } from './program.ts';

/**
 * Covers a batch that Ghost sends again because a process was killed. Locks and an unresponsive mail server hold the
 * process at the step at which it is killed: before the accepting process commits, between two messages of the sending
 * process, and before the sending process writes received replies. ghost.test.ts covers the time between commit and
 * response.
 */

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const MEMBERS = 60;
/** Number of messages that the server accepts before it stops responding. */
const TAKEN = 25;

let test: TestDatabase;
let app: TestApp;
let sink: SmtpSink;
let worker: Program | undefined;
let tenants = 0;
/** After this many messages, the server does not respond until `open` is called. */
let shut: { readonly at: number; readonly opened: Promise<void>; readonly open: () => void } | undefined;
const dataDir = scratchFolder('postrider-batch-kills-');
const programs: Program[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  sink = await startSmtpSink({
    on: { rcpt: () => (shut && sink.messages.length >= shut.at ? { wait: shut.opened } : undefined) },
  });
  // This app creates accounts and repeats batches. It does not deliver messages or run jobs.
  app = await startApp({}, test);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await app.close();
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function newTenant() {
  tenants += 1;
  const domain = `mg${tenants}.kills.test`;
  const { accountId, key, mailgun } = await mailgunAccount(app, {}, domain);
  const members = Array.from({ length: MEMBERS }, (_, no) => `${no}@readers${tenants}.test`);
  return { accountId, key, mailgun, domain, members, emailId: tenants.toString(16).padStart(24, 'a') };
}

function start(role: 'api' | 'worker'): Program {
  const program = runProgram([role], {
    DATABASE_URL: test.url,
    PORT: '0',
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    POSTRIDER_DATA: `${dataDir}/${role}`,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_WARM_UP: 'off',
    POSTRIDER_WORKERS: '1',
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
  });
  programs.push(program);
  return program;
}

/** Sends the batch to one of the processes. */
async function send({ domain, emailId, key, members }: Tenant, url: string): Promise<unknown> {
  const { body, status } = await postForm(
    url,
    key,
    [
      ['from', `News <news@${domain}>`],
      ['subject', 'Hello'],
      ['text', 'Hi'],
      ['v:email-id', emailId],
      ...members.map((address) => ['to', address] as const),
      ['recipient-variables', JSON.stringify(Object.fromEntries(members.map((address) => [address, {}])))],
    ],
    `/v3/${domain}/messages`,
  );
  expect({ body, status }).toMatchObject({ status: 200 });
  return body['id'];
}

async function count(sql: string, { accountId }: Tenant): Promise<number> {
  return (await rowsOf(test.db, sql, [accountId])).length;
}

const queued = async (tenant: Tenant): Promise<number> =>
  count('select from mailing_recipient where account_id = $1', tenant);

/**
 * Lets the server accept this many more messages and then stop responding. Returns a function that lets it respond
 * again.
 */
function shutAfter(mails: number): () => void {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  const open = (): void => {
    shut = undefined;
    resolve();
  };
  shut = { at: sink.messages.length + mails, opened, open };
  return open;
}

/** Returns the addresses of the members whose outcomes are stored in the database. */
async function written({ accountId }: Tenant): Promise<readonly string[]> {
  const sql = `select r.recipient from mailing_outcome o join mailing_recipient r using (account_id, batch_id, recipient_no)
    where o.account_id = $1`;
  return (await rowsOf<{ recipient: string }>(test.db, sql, [accountId])).map(({ recipient }) => recipient);
}

/** Returns the number of emails that each member got. */
function arrivals({ members }: Tenant): number[] {
  return members.map((address) => sink.messages.filter(({ to }) => to.includes(address)).length);
}

/** Returns the number of members for whom the worker has received a reply but not written the outcome. */
function heard({ accountId }: Tenant): number {
  const journal = `${dataDir}/worker/journal`;
  const names = readdirSync(journal, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.log'));
  const { entries } = readJournal(names.map((name) => readFileSync(join(journal, name))));
  return entries.filter(({ key, kind }) => kind === 'R1' && key.startsWith(`${accountId}.`)).length;
}

/** Makes all unfinished chunks due, including those that the killed worker had leased, and starts a new worker. */
async function restartWorker(): Promise<void> {
  await rowsOf(test.db, 'update mailing_chunk set next_at = now() where next_at is not null', []);
  worker = start('worker');
}

/** Checks that the final outcome of every member is reported once. */
async function isReportedOnce(tenant: Tenant): Promise<void> {
  await eventually(
    `the batch of ${tenant.domain} ends`,
    async () =>
      (await count(`select from mailing where account_id = $1 and state <> 'sent'`, tenant)) === 0 ? true : undefined,
    60_000,
  );
  const { items } = await tenant.mailgun.events.get(tenant.domain, { ascending: 'yes', limit: 300 });
  const reported = Map.groupBy(items, ({ recipient }) => recipient);
  expect([...reported.keys()].toSorted()).toEqual(tenant.members.toSorted());
  for (const events of reported.values()) expect(events.map(({ event }) => event)).toEqual(['accepted', 'delivered']);
}

it('creates one batch when it is repeated after a kill before the commit: at its first statement, in the middle, or at its last', async () => {
  const api = start('api');
  const [, url = ''] = await api.printed(/API on (http:\S+)/);
  const [first, midst, last, answered] = [await newTenant(), await newTenant(), await newTenant(), await newTenant()];
  const id = await send(answered, url);
  const hash = createHash('sha256')
    .update(first.members[7] ?? '')
    .digest();
  const unblock = [
    await held(
      test.db,
      'insert into vendor_repeat (account_id, domain, repeat_key, address_hash, message_id) values ($1, $2, $3, $4, $5)',
      [first.accountId, first.domain, first.emailId, hash, randomUUID()],
    ),
    await held(
      test.db,
      `insert into account_usage (account_id, month, day)
       values ($1, date_trunc('month', now() at time zone 'utc'), (now() at time zone 'utc')::date)`,
      [midst.accountId],
    ),
    await held(test.db, `insert into vendor_event_order (account_id, last_id, last_at) values ($1, 0, '-infinity')`, [
      last.accountId,
    ]),
  ];
  const lost = Promise.allSettled([first, midst, last].map(async (tenant) => send(tenant, url)));
  await waitForLocks(test.db, 3);
  await killAll(api);
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  // The database has not noticed yet that the process was killed, so the transaction of the process is still open.
  const repeated = Promise.all([first, midst, last].map(async (tenant) => send(tenant, app.url)));
  await waitForLocks(test.db, 4);
  for (const each of unblock) await each();
  await repeated;
  expect(await send(answered, app.url)).toBe(id);
  for (const tenant of [first, midst, last, answered]) expect(await queued(tenant)).toBe(MEMBERS);
  worker = start('worker');
  for (const tenant of [first, midst, last, answered]) {
    await isReportedOnce(tenant);
    expect(arrivals(tenant)).toEqual(tenant.members.map(() => 1));
  }
}, 120_000);

it('repeats only messages in flight if killed between two messages', async () => {
  const tenant = await newTenant();
  const open = shutAfter(TAKEN);
  const id = await send(tenant, app.url);
  await eventually('some outcomes are recorded', async () => ((await written(tenant)).length > 0 ? true : undefined));
  await killAll(worker);
  const done = new Set(await written(tenant));
  const before = arrivals(tenant);
  open();
  expect(await send(tenant, app.url)).toBe(id);
  await restartWorker();
  await isReportedOnce(tenant);
  const after = arrivals(tenant);
  // When the worker was killed, some messages had not been sent yet.
  expect(before).toContain(0);
  for (const [no, address] of tenant.members.entries()) {
    const mayComeAgain = before[no] === 1 && !done.has(address);
    expect(mayComeAgain ? [1, 2] : [1]).toContain(after[no]);
  }
}, 120_000);

it('repeats nothing if killed before received replies are written, because the journal has them', async () => {
  const tenant = await newTenant();
  const open = shutAfter(0);
  const id = await send(tenant, app.url);
  const unblock = await held(test.db, 'select from vendor_event_order where account_id = $1 for update', [
    tenant.accountId,
  ]);
  open();
  // It is not enough that the server has received a message: until the reply arrives, the message may be sent again.
  await eventually('the process has received all replies', async () => (heard(tenant) === MEMBERS ? true : undefined));
  expect(arrivals(tenant)).toEqual(tenant.members.map(() => 1));
  await waitForLocks(test.db, 1);
  await killAll(worker);
  expect(await send(tenant, app.url)).toBe(id);
  await unblock();
  await restartWorker();
  await isReportedOnce(tenant);
  expect(arrivals(tenant)).toEqual(tenant.members.map(() => 1));
}, 120_000);
