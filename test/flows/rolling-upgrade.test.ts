// Place in a run: slow.
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { scratchFolder } from '../support/scratch.ts';
import { MAIN, runProgram, runToEnd, type Program } from './program.ts';

/**
 * In this test, the current program is the old version. The next version is the same program with additional migrations
 * of every permitted kind, so the current program must work with a newer schema.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROLES = ['api', 'worker'] as const;
/** Number of the advisory lock that the second migration waits for halfway through. */
const GATE = 4_711;
const NEXT = {
  '9990-columns.sql': `
    alter table message add column next_text text;
    alter table delivery add column next_number integer not null default 7;
    alter table account add column next_flag boolean not null default false;
    alter table api_key add column next_text text;
    alter table webhook_delivery add column next_text text;`,
  '9991-tables.sql': `
    create table next_thing (account_id bigint not null, id bigint not null, primary key (account_id, id));
    alter table delivery add column next_thing bigint;
    select pg_advisory_xact_lock(${GATE});`,
  '9992-more.indexes.sql': `create index delivery_next_thing on delivery (account_id, next_thing) where next_thing is not null;`,
};

let folder: string;
/** Entry point of the next version. */
let nextMain: string;
let sink: SmtpSink;
let test: TestDatabase;
let key: string;
let email: string;
const running = new Set<Program>();

beforeAll(async () => {
  folder = scratchFolder('postrider-upgrade-');
  nextMain = makeNextVersion(join(folder, 'next'));
  sink = await startSmtpSink();
  test = await createTestDatabase();
  email = 'ann@upgrade.example';
  const { id } = await createAccount(test.db, { email, plan: 'unlimited', isOperator: false });
  ({ key } = await createKey(test.db, { accountId: id, name: 'test', scopes: [SCOPES.send, SCOPES.read] }));
  await test.db.script('update api_key set rate_per_second = 1000000, rate_per_minute = 1000000');
}, 120_000);
afterAll(async () => {
  for (const program of running) await program.stop();
  await test.drop();
  await sink.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Creates a copy of the source tree with an additional migration of each kind and a changed function. */
function makeNextVersion(directory: string): string {
  mkdirSync(directory);
  for (const name of readdirSync(ROOT)) {
    // Copy these files, because modules are identified by their real path. All other files are only read.
    if (name === 'src' || name === 'sql') cpSync(join(ROOT, name), join(directory, name), { recursive: true });
    else if (!name.startsWith('.')) symlinkSync(join(ROOT, name), join(directory, name));
  }
  for (const [name, sql] of Object.entries(NEXT)) writeFileSync(join(directory, 'sql', name), sql);
  appendFileSync(join(directory, 'sql/functions/accept_messages_of_accounts.sql'), '-- Of the next version.\n');
  return join(directory, 'src', 'main.ts');
}

function environment(name: string): Record<string, string> {
  return {
    DATABASE_URL: test.url,
    PORT: '0',
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    POSTRIDER_DATA: join(folder, name),
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_CAMPAIGN_APPROVAL: 'off',
    POSTRIDER_WORKERS: '1',
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
  };
}

/** Starts an API and a worker of one version. Resolves with the base URL of the API. */
async function startVersion(name: string, main: string): Promise<{ programs: Program[]; baseUrl: string }> {
  const programs = ROLES.map((role) => runProgram([role], environment(`${name}-${role}`), main));
  for (const program of programs) running.add(program);
  return { programs, baseUrl: (await programs[0]?.printed(/API on (http:\S+)/))?.[1] ?? '' };
}

async function stopAll(programs: readonly Program[]): Promise<unknown[]> {
  for (const program of programs) running.delete(program);
  return Promise.all(programs.map((program) => program.stop()));
}

/** Senders that send one message after another to every URL in a set. Every message must be accepted. */
interface Traffic {
  /** Stops sending to a URL. Resolves when all pending requests have a response. */
  leave(baseUrl: string): Promise<void>;
  /** Waits until `work` is done. Rejects if a message was not accepted. */
  whileSent<T>(work: Promise<T>): Promise<T>;
  /** Stops sending. Resolves with the subjects of all messages that were sent. */
  end(): Promise<string[]>;
}

function keepSending(baseUrls: Set<string>): Traffic {
  const subjects: string[] = [];
  let isOver = false;
  let inProgress: Promise<void> | undefined;
  const send = async (baseUrl: string): Promise<void> => {
    const subject = `Mail ${subjects.length}`;
    const response = await fetch(`${baseUrl}/transactional/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'onboarding@sandbox.localhost', to: [email], subject, text: 'Hi' }),
    });
    if (response.status !== 202) throw new Error(`${baseUrl}: ${response.status} ${await response.text()}`);
    subjects.push(subject);
  };
  const sending = (async () => {
    while (!isOver) {
      for (const baseUrl of baseUrls) await (inProgress = send(baseUrl));
    }
  })();
  const refused = sending.then(async () => new Promise<never>(() => {}));
  // Prevents an unhandled rejection, because the promise may only be awaited at the end.
  refused.catch(() => {});
  return {
    async leave(baseUrl) {
      baseUrls.delete(baseUrl);
      await inProgress;
    },
    whileSent: async (work) => Promise.race([work, refused]),
    async end() {
      isOver = true;
      await sending;
      return subjects;
    },
  };
}

/** Waits until no messages are waiting, and resolves with the sorted subjects of the messages that arrived. */
async function arrived(): Promise<string[]> {
  const waiting = 'select from delivery where next_at is not null limit 1';
  await eventually(
    'the queue is empty',
    async () => ((await rowsOf(test.db, waiting)).length === 0 ? true : undefined),
    60_000,
  );
  return sink.messages.map(({ data }) => /^Subject: (.*)\r$/m.exec(data.toString('latin1'))?.[1] ?? '').sort();
}

async function applied(): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    test.db,
    'select name from schema_migration where number >= 9990 order by number',
  );
  return rows.map(({ name }) => name);
}

it('accepts and delivers every message once while the next version is killed during migration, migrates, and takes over', async () => {
  const old = await startVersion('old', MAIN);
  const baseUrls = new Set([old.baseUrl]);
  const traffic = keepSending(baseUrls);
  const gate = new Client({ connectionString: test.url });
  await gate.connect();
  await gate.query('select pg_advisory_lock($1)', [GATE]);

  const killed = runProgram(['migrate'], environment('migrate'), nextMain);
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  await eventually('a migration waits in its middle', async () => {
    if (killed.child.exitCode !== null) throw new Error(killed.output());
    return (await gate.query(isWaiting)).rowCount ? true : undefined;
  });
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  await eventually('the session of the killed migration ends', async () =>
    (await gate.query(isWaiting)).rowCount ? undefined : true,
  );
  // Each migration is applied completely or not at all.
  expect(await applied()).toEqual(['9990-columns.sql']);
  expect(await rowsOf(test.db, `select from pg_tables where tablename = 'next_thing'`)).toEqual([]);
  await gate.end();
  const again = await runToEnd(['migrate'], environment('migrate'), nextMain);
  expect([again.code, again.output]).toEqual([
    0,
    expect.stringContaining('Applied 9991-tables.sql, 9992-more.indexes.sql, functions (1).'),
  ]);

  const next = await startVersion('next', nextMain);
  baseUrls.add(next.baseUrl);
  await eventually('both versions deliver', async () => {
    const text = `select from delivery_worker where seen_at > now() - interval '10 seconds'`;
    return (await rowsOf(test.db, text)).length === 2 ? true : undefined;
  });
  const soFar = sink.messages.length;
  await traffic.whileSent(sink.until(({ messages }) => messages.length > soFar + 100));
  await traffic.leave(old.baseUrl);
  expect(await stopAll(old.programs)).toEqual([0, 0]);
  const withOld = sink.messages.length;
  await traffic.whileSent(sink.until(({ messages }) => messages.length > withOld + 50));
  const subjects = await traffic.end();
  expect(await arrived()).toEqual(subjects.sort());
  for (const program of [...old.programs, ...next.programs]) expect(program.output()).not.toMatch(/ error /i);
}, 240_000);

it('makes an older version report that it is outdated and change nothing', async () => {
  const before = await rowsOf(test.db, 'select * from schema_migration order by number');
  for (const command of ['migrate', 'start', ...ROLES]) {
    const { code, output } = await runToEnd([command], environment('older'));
    expect([command, code, output]).toEqual([
      command,
      1,
      expect.stringContaining('newer than this program: it has the migration 9990-columns.sql'),
    ]);
    expect(output).toContain('or restore a backup from before the migration');
  }
  expect(await rowsOf(test.db, 'select * from schema_migration order by number')).toEqual(before);
}, 120_000);
