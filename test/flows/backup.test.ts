// Place in a run: slow.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCopySession } from '../../src/base/copy-session.ts';
import { sha256 } from '../../src/base/crypto.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { scratchFolder } from '../support/scratch.ts';
import { MAIN, runProgram, runToEnd } from './program.ts';

const SECRET = randomBytes(24).toString('hex');
const TENANTS = 3;
const PLANTED = 100_000;

let original: TestDatabase;
let folder: string;
let tenants: { readonly id: number; readonly email: string; readonly key: string }[];

beforeAll(async () => {
  folder = scratchFolder('postrider-backup-');
  // If root runs the tests, the user of the check database must be able to access the folder.
  chmodSync(folder, 0o711);
  original = await createTestDatabase();
  tenants = await Promise.all(Array.from({ length: TENANTS }, (_, at) => addTenant(at)));
  // Insert many rows, so that a backup takes long enough to be aborted.
  await original.db.script(
    `insert into suppression (account_id, address, reason)
     select ${tenants[0]?.id}, md5(n::text) || '@gone.example', 'bounced' from generate_series(1, ${PLANTED}) n`,
  );
}, 60_000);
afterAll(async () => {
  await original.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function addTenant(at: number) {
  const email = `tenant${at}@backup.example`;
  const { id } = await createAccount(original.db, { email, plan: 'unlimited', isOperator: false });
  const { key } = await createKey(original.db, { accountId: id, name: 'test', scopes: [SCOPES.send, SCOPES.read] });
  return { id, email, key };
}

function environment(url: string, data = 'data'): Record<string, string> {
  return {
    DATABASE_URL: url,
    POSTRIDER_DATA: join(folder, data),
    POSTRIDER_SECRET: SECRET,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_CAMPAIGN_APPROVAL: 'off',
    PORT: '0',
  };
}

async function send(baseUrl: string, at: number): Promise<string> {
  const tenant = tenants[at % TENANTS];
  const response = await fetch(`${baseUrl}/transactional/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: 'onboarding@sandbox.localhost',
      to: [tenant?.email],
      subject: `Mail ${at}`,
      text: 'Hi',
    }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { id: string }).id;
}

async function column<T>(test: TestDatabase, text: string): Promise<T[]> {
  // Use a temporary connection, because a restore rejects a database that is in use.
  return inCopySession({ url: test.url, applicationName: 'look', begin: 'begin' }, async ({ tx }) => {
    return (await tx.query<{ value: T }>({ name: '', text }, [])).map(({ value }) => value);
  });
}

/** Returns, for each table, a fingerprint of all rows that belong to a tenant. */
async function fingerprints(test: TestDatabase, account: number): Promise<string[]> {
  const tables = await column<string>(
    test,
    `select c.table_name::text as value from information_schema.columns c join pg_class t on t.relname = c.table_name
     where c.table_schema = 'public' and c.column_name = 'account_id' and not t.relispartition order by 1`,
  );
  const prints = [];
  for (const table of tables) {
    const text = `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as value
      from ${table} t where account_id = ${account}`;
    prints.push(`${table} ${(await column<string>(test, text))[0]}`);
  }
  return prints;
}

function whole(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).filter((name) => /^postrider-\d{8}T\d{9}Z$/.test(name)) : [];
}

async function partialOf(directory: string): Promise<string> {
  return eventually('a backup is in progress', () =>
    Promise.resolve(
      existsSync(directory) ? readdirSync(directory).find((name) => name.endsWith('.partial')) : undefined,
    ),
  );
}

describe('postrider backup and restore', { timeout: 240_000 }, () => {
  it('restores every accepted message and whole tenants, and the copy sends each message once, after it is released', async () => {
    const directory = join(folder, 'traffic');
    const api = runProgram(['api'], environment(original.url));
    const baseUrl = (await api.printed(/API on (http:\S+)/))[1] ?? '';
    const before: string[] = [];
    try {
      before.push(...(await Promise.all(Array.from({ length: 30 }, (_, at) => send(baseUrl, at)))));
      const backup = runProgram(['backup', directory], environment(original.url));
      let running = true;
      void backup.ended.then(() => (running = false));
      for (let during = 30; running; during += 1) await send(baseUrl, during);
      expect([await backup.ended, backup.output()]).toEqual([
        0,
        expect.stringContaining('every table contains all its rows'),
      ]);
    } finally {
      await api.stop();
    }
    // Nothing changes during this backup, so its content can be compared.
    expect(await runToEnd(['backup', directory, '--no-check'], environment(original.url))).toMatchObject({ code: 0 });
    const prints = await Promise.all(tenants.map(({ id }) => fingerprints(original, id)));

    const copy = await createTestDatabase({ empty: true });
    const sink = await startSmtpSink();
    try {
      const [first = ''] = whole(directory);
      expect(await runToEnd(['restore', join(directory, first)], environment(copy.url, 'copy'))).toMatchObject({
        code: 0,
      });
      const kept = new Set(await column<string>(copy, `select id::text as value from message`));
      expect(before.filter((id) => !kept.has(uuidOf(id)))).toEqual([]);

      const wrong = { ...environment(copy.url, 'copy'), POSTRIDER_SECRET: SECRET.toUpperCase() + '!' };
      const unopened = await runToEnd(['restore', directory, '--replace'], wrong);
      expect([unopened.code, unopened.output]).toEqual([1, expect.stringContaining('master secret')]);
      expect(await column(copy, 'select count(*) as value from message')).toEqual([kept.size]);

      const again = await runToEnd(['restore', directory], environment(copy.url, 'copy'));
      expect([again.code, again.output]).toEqual([1, expect.stringContaining('--replace')]);
      const replaced = await runToEnd(['restore', directory, '--replace'], environment(copy.url, 'copy'));
      expect(replaced).toMatchObject({ code: 0, output: expect.stringContaining('--go-live') });
      expect(await Promise.all(tenants.map(({ id }) => fingerprints(copy, id)))).toEqual(prints);
      await staysHeld(copy, sink);
    } finally {
      await sink.close();
      await copy.drop();
    }
  });

  it('leaves no complete backup if it is killed or loses its database, and the next run cleans up', async () => {
    const directory = join(folder, 'killed');
    const killed = runProgram(['backup', directory, '--no-check'], environment(original.url));
    await partialOf(directory);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    expect([whole(directory), readdirSync(directory).length]).toEqual([[], 1]);
    const refused = await runToEnd(['restore', directory], environment(original.url));
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('No complete backup')]);

    const cut = runProgram(['backup', directory, '--no-check'], environment(original.url));
    await eventually("the backup's database connection is terminated", async () => {
      const text = `select pg_terminate_backend(pid) as value from pg_stat_activity
        where application_name = 'postrider backup' and datname = current_database() and query ilike 'copy%'`;
      return (await column(original, text)).length > 0 || undefined;
    });
    expect([await cut.ended, cut.output()]).toEqual([1, expect.stringContaining('database')]);
    expect(readdirSync(directory).filter((name) => !name.endsWith('.partial'))).toEqual([]);

    expect(await runToEnd(['backup', directory, '--no-check'], environment(original.url))).toMatchObject({ code: 0 });
    expect(readdirSync(directory)).toEqual(whole(directory));
    const [name = ''] = whole(directory);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o700);
    expect(
      readdirSync(join(directory, name)).filter((file) => (statSync(join(directory, name, file)).mode & 0o77) !== 0),
    ).toEqual([]);
  });

  it('reports a full disk, leaves nothing behind, and keeps earlier backups', async () => {
    const directory = join(folder, 'full');
    expect(await runToEnd(['backup', directory, '--no-check'], environment(original.url))).toMatchObject({ code: 0 });
    const before = readdirSync(directory);
    // A file size limit of 512 KiB simulates a full disk. The table that this test has filled needs several MiB.
    const limited = ['-c', 'ulimit -f 1024; exec "$0" "$@"', process.execPath, MAIN, 'backup', directory, '--no-check'];
    const { status, stderr } = spawnSync('/bin/sh', limited, { env: environment(original.url), encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('could not be written')]);
    expect(readdirSync(directory)).toEqual(before);
  });

  it('rejects damaged backups, newer versions and used databases without changing anything', async () => {
    const directory = join(folder, 'damaged');
    expect(await runToEnd(['backup', directory, '--no-check'], environment(original.url))).toMatchObject({ code: 0 });
    const path = join(directory, whole(directory)[0] ?? '');
    const copy = await createTestDatabase({ empty: true });
    const tables = `select count(*) as value from pg_tables where schemaname = 'public'`;
    try {
      const file = join(path, readdirSync(path).find((name) => name.endsWith('.zst')) ?? '');
      const bytes = readFileSync(file);
      writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
      const damaged = await runToEnd(['restore', path], environment(copy.url));
      expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining('the checksum of')]);
      writeFileSync(file, bytes);

      const manifest = readFileSync(join(path, 'manifest.json'), 'utf8');
      const sealed = (text: string): void => {
        writeFileSync(join(path, 'manifest.json'), text);
        writeFileSync(join(path, 'manifest.sha256'), sha256(text).toString('hex'));
      };
      const parsed = JSON.parse(manifest);
      const later = { number: 9_999, name: '9999-later.sql', checksum: 'x' };
      sealed(JSON.stringify({ ...parsed, version: '99.0.0', migrations: [...parsed.migrations, later] }));
      const newer = await runToEnd(['restore', path], environment(copy.url));
      expect([newer.code, newer.output]).toEqual([1, expect.stringContaining('made by Postrider 99.0.0')]);
      const first = { ...parsed.migrations[0], name: '0001-accounts.sql' };
      sealed(JSON.stringify({ ...parsed, migrations: [first, ...parsed.migrations.slice(1)] }));
      const older = await runToEnd(['restore', path], environment(copy.url));
      expect([older.code, older.output]).toEqual([1, expect.stringContaining('made by a development version')]);
      // The error is only detected after most of the data has been loaded.
      const planted = parsed.tables.find((table: { name: string }) => table.name === 'suppression');
      planted.rows += 1;
      sealed(JSON.stringify(parsed));
      const short = await runToEnd(['restore', path], environment(copy.url));
      expect([short.code, short.output]).toEqual([1, expect.stringContaining('suppression has')]);
      expect(await column(copy, tables)).toEqual([0]);
      sealed(manifest);
    } finally {
      await copy.drop();
    }
  });

  it('includes the master secret if requested, and otherwise asks for it', async () => {
    const first = await createTestDatabase();
    const { POSTRIDER_SECRET: _, ...own } = environment(first.url, 'own');
    const directory = join(folder, 'secret');
    const without = await runToEnd(['backup', directory, '--no-check'], own);
    expect([without.code, without.output]).toEqual([0, expect.stringContaining(join(folder, 'own', 'secret'))]);
    const copy = await createTestDatabase({ empty: true });
    try {
      const other = { ...own, DATABASE_URL: copy.url, POSTRIDER_DATA: join(folder, 'other') };
      const asked = await runToEnd(['restore', directory], other);
      expect([asked.code, asked.output]).toEqual([1, expect.stringContaining('master secret')]);
      expect(existsSync(other.POSTRIDER_DATA)).toBe(false);
      const included = await runToEnd(['backup', directory, '--no-check', '--with-secret'], own);
      expect([included.code, included.output]).toEqual([0, expect.stringContaining('as securely as passwords')]);
      expect(await runToEnd(['restore', directory], other)).toMatchObject({ code: 0 });
      expect(readFileSync(join(folder, 'other', 'secret'))).toEqual(readFileSync(join(folder, 'own', 'secret')));
    } finally {
      await copy.drop();
      await first.drop();
    }
  });
});

/** Converts a public ID to its UUID by removing the prefix. */
function uuidOf(id: string): string {
  const digits = id.replace(/^[a-z]+_/, '').replaceAll('-', '');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function staysHeld(copy: TestDatabase, sink: SmtpSink): Promise<void> {
  const relay = {
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_WORKERS: '1',
  };
  await copy.db.script(`update job set due_at = now(), finished_at = null where name = 'create partitions'`);
  const program = runProgram(['start'], { ...environment(copy.url, 'copy'), ...relay });
  try {
    const url = (await program.printed(/API +(http:\S+)/))[1] ?? '';
    expect(program.output()).toContain('restored from a backup');
    await send(url, 0);
    await eventually('the job that runs in a held copy finishes', async () => {
      const [at] = await column(copy, `select finished_at as value from job where name = 'create partitions'`);
      return at ?? undefined;
    });
    expect(await column(copy, 'select count(*) as value from delivery_worker')).toEqual([0]);
    expect(sink.messages).toEqual([]);
    const queued = Number((await column(copy, 'select count(*) as value from delivery where next_at is not null'))[0]);
    expect(queued).toBeGreaterThan(30);

    expect(await runToEnd(['restore', '--go-live'], environment(copy.url, 'copy'))).toMatchObject({ code: 0 });
    await eventually('all emails arrive', () => Promise.resolve(sink.messages.length >= queued || undefined), 60_000);
    await eventually('the queue is empty', async () => {
      const [waiting] = await column<number>(copy, 'select count(*) as value from delivery where next_at is not null');
      return waiting === 0 || undefined;
    });
    expect(sink.messages).toHaveLength(queued);
    const again = await runToEnd(['restore', '--go-live'], environment(copy.url, 'copy'));
    expect(again.output).toContain('already live');
  } finally {
    await program.stop();
  }
}
