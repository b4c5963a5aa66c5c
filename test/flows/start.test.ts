// Place in a run: slow.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPostmasterFile } from '../../src/base/postgres/lock-file.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase } from '../support/db.ts';
import { docBlock } from '../support/doc-blocks.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, runToEnd, type Program } from './program.ts';

const MINUTE_MS = 60_000;

let dataDir: string;
const running: Program[] = [];

/**
 * Registers a process that must be stopped after its test, even if the test fails, because the next test needs the data
 * directory.
 */
function started(program: Program): Program {
  running.push(program);
  return program;
}

beforeAll(() => {
  dataDir = scratchFolder('postrider-start-');
});
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

async function post(baseUrl: string, key: string, body: unknown): Promise<{ status: number; id: string }> {
  const response = await fetch(`${baseUrl}/transactional/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { id } = (await response.json()) as { id: string };
  return { status: response.status, id };
}

describe('first npm start', { timeout: 2 * MINUTE_MS }, () => {
  it('prints a curl command whose email arrives signed in the local inbox, stops on SIGTERM, and starts again', async () => {
    // Environment variables of libpq that are often set in the shells of developers who also use other PostgreSQL
    // servers.
    const libpq = {
      PGHOST: 'db.example',
      PGPORT: '1',
      PGUSER: 'nobody',
      PGPASSWORD: 'wrong',
      PGPASSFILE: '/nowhere',
      PGDATABASE: 'other',
      PGSERVICE: 'other',
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: '/nowhere',
      PGSSLNEGOTIATION: 'direct',
      PGOPTIONS: '-c x',
    };
    const environment = { PORT: '0', POSTRIDER_DATA: dataDir, POSTRIDER_INBOX_PORT: '0', ...libpq };
    const first = started(runProgram(['start'], environment));
    const [, baseUrl = ''] = await first.printed(/API {10}(http:\S+)/);
    const [, key = ''] = await first.printed(/API key {6}(pr_\S+)/);
    const [, json = ''] = await first.printed(/-d '(\{.*\})'/);
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    expect((await post(baseUrl, key, JSON.parse(json))).status).toBe(202);
    await first.printed(/Email for owner@postrider\.localhost: Hello from Postrider/);

    const waited = await fetch(`${baseUrl}/inbox/wait?to=owner@postrider.localhost`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const mail = (await waited.json()) as { text: string; dkim: { domain: string } };
    expect(mail.text.trim()).toBe('It works.');
    expect(mail.dkim.domain).toBe('sandbox.localhost');

    const [list = '', show = ''] = docBlock('README.md', /inbox list/)
      .replaceAll('npm run postrider -- ', '')
      .split('\n');
    const listed = await runToEnd(list.split(' '), environment);
    expect(listed.output).toContain('Hello from Postrider');
    const [inboxId = ''] = /^\S+(?=.*Hello from Postrider)/m.exec(listed.output) ?? [];
    expect((await runToEnd(show.replace('<id>', inboxId).split(' '), environment)).output).toContain('It works.');
    const sent = await runToEnd(['send', '--subject', 'By hand'], environment);
    expect(sent.output).toContain('> MAIL FROM:<onboarding@sandbox.localhost>');
    expect(sent.output).toMatch(/tm_[0-9a-f]{32} {2}delivered/);
    expect(sent.code).toBe(0);

    const second = await runToEnd(['start'], { ...environment, POSTRIDER_INBOX_PORT: '0' });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(/in use/);

    expect(await first.stop()).toBe(0);
    // A normal stop logs no warning.
    expect(first.output()).not.toContain('"level":"warn"');
    const again = started(runProgram(['start'], environment));
    const [, newBaseUrl = ''] = await again.printed(/API {10}(http:\S+)/);
    expect(again.output()).toContain('shown at the first start');
    // After the process that reads its output has ended, the program still handles arriving email and stops gracefully.
    again.child.stdout?.destroy();
    again.child.stderr?.destroy();
    const { id, status } = await post(newBaseUrl, key, JSON.parse(json));
    expect(status).toBe(202);
    await eventually('the message is delivered', async () => {
      const response = await fetch(`${newBaseUrl}/transactional/emails/${id}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return ((await response.json()) as { status: string }).status === 'delivered' || undefined;
    });
    expect((await fetch(`${newBaseUrl}/readyz`)).status).toBe(200);
    expect(await again.stop()).toBe(0);
  });
});

describe('start whose database processes are killed', { timeout: 2 * MINUTE_MS }, () => {
  it('continues, and reports each kill in a sentence', async () => {
    const directory = scratchFolder('postrider-killed-');
    const environment = { PORT: '0', POSTRIDER_DATA: directory, POSTRIDER_INBOX_PORT: '0', POSTRIDER_LOG: 'info' };
    const program = started(runProgram(['start'], environment));
    const cluster = join(directory, 'pg');
    try {
      await program.printed(/Creating the database/);
      await killOne('the program that creates the database', () => initdbOf(`${cluster}.partial`));
      await program.printed(/initdb was killed; starting it again/);
      await killOne('a server that starts', () => readPostmasterFile(cluster)?.pid);
      await program.printed(/Embedded database (?:was killed during startup|stopped during preparation); starting/);
      await program.printed(/Embedded database ready/);
      await killOne('the server during the migrations', () => readPostmasterFile(cluster)?.pid);
      await program.printed(/Database connection lost during startup; retrying/);
      const [, baseUrl = ''] = await program.printed(/API {10}(http:\S+)/);
      const [, key = ''] = await program.printed(/API key {6}(pr_\S+)/);
      const [, json = ''] = await program.printed(/-d '(\{.*\})'/);
      expect((await post(baseUrl, key, JSON.parse(json))).status).toBe(202);
      await program.printed(/Email for owner@postrider\.localhost: Hello from Postrider/);
      expect(program.output()).not.toMatch(/\n\s+at /);
    } finally {
      await program.stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

function initdbOf(directory: string): number | undefined {
  const { stdout } = spawnSync('pgrep', ['-f', `initdb -D ${directory}`], { encoding: 'utf8' });
  return Number.parseInt(stdout, 10) || undefined;
}

/** Kills a process as soon as it exists. */
async function killOne(what: string, find: () => number | undefined): Promise<void> {
  await eventually(what, () => {
    const pid = find();
    try {
      return Promise.resolve(pid === undefined ? undefined : process.kill(pid, 'SIGKILL'));
    } catch {
      // The process ended in the meantime.
      return Promise.resolve(undefined);
    }
  });
}

/** Listens on a port, and resets each connection, until `count` connections have been opened. */
async function resetConnections(port: number, count: number): Promise<void> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => socket.resetAndDestroy());
  });
  await listen(server, port, '127.0.0.1');
  await eventually('the connections are opened', () => Promise.resolve(connections >= count || undefined));
  await new Promise((resolve) => server.close(resolve));
}

describe('start during an outage of an external database', { timeout: 2 * MINUTE_MS }, () => {
  it.each([
    ['migrate', /Applied 0001/],
    ['api', /API on http/],
    ['worker', /Delivery started/],
  ])('continues when the database is back: %s', async (role, isReady) => {
    const test = await createTestDatabase({ empty: role === 'migrate' });
    const url = new URL(test.url);
    const socket = join(decodeURIComponent(url.hostname), `.s.PGSQL.${url.port}`);
    // A port outside the ephemeral range: no other process takes it while the proxy is closed.
    const proxy = await startFaultProxy({ path: socket }, undefined, { port: await freePort() });
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const directory = scratchFolder('postrider-outage-');
    // The server resets the first connection, as a killed server does. Until it is back, it accepts no connections.
    proxy.behave('cut');
    const program = runProgram([role], {
      DATABASE_URL: url.href,
      POSTRIDER_UNSAFE_DURABILITY: '1',
      POSTRIDER_SECRET: 'the same secret for every process of it',
      POSTRIDER_DATA: directory,
      POSTRIDER_INBOX_PORT: '0',
      POSTRIDER_LOG: 'info',
      PORT: '0',
    });
    try {
      await program.printed(/Database connection lost during startup; retrying/);
      await proxy.close();
      await program.printed(/retrying.*ECONNREFUSED/);
      await resetConnections(proxy.port, 3);
      await program.printed(/retrying.*read ECONNRESET/);
      // The log contains one line per cause per minute.
      expect(program.output().match(/retrying.*read ECONNRESET/g) ?? []).toHaveLength(1);
      const again = await startFaultProxy({ path: socket }, undefined, { port: proxy.port });
      try {
        await program.printed(isReady);
      } finally {
        await program.stop();
        await again.close();
      }
    } finally {
      await program.stop();
      await proxy.close();
      rmSync(directory, { recursive: true, force: true });
      await test.drop();
    }
  });
});

describe('unattended first start', { timeout: 2 * MINUTE_MS }, () => {
  it('takes the owner, key, token and sandbox domain from the environment', async () => {
    const directory = scratchFolder('postrider-unattended-');
    const [key, token] = [`pr_${'a'.repeat(32)}`, `pt_${'b'.repeat(32)}`];
    const program = runProgram(['all'], {
      PORT: '0',
      HOST: '127.0.0.1',
      POSTRIDER_DATA: directory,
      POSTRIDER_INBOX_PORT: '0',
      POSTRIDER_OWNER_EMAIL: 'boss@acme.example',
      POSTRIDER_API_KEY: key,
      POSTRIDER_ACCESS_TOKEN: token,
      POSTRIDER_SANDBOX_DOMAIN: 'sandbox.acme.example',
    });
    try {
      const [, baseUrl = ''] = await program.printed(/API {10}(http:\S+)/);
      const mail = { from: 'onboarding@sandbox.acme.example', to: ['boss@acme.example'], subject: 'S', text: 'T' };
      expect((await post(baseUrl, key, mail)).status).toBe(202);
      const me = await fetch(`${baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(await me.json()).toMatchObject({ email: 'boss@acme.example' });
      await program.printed(/Email for boss@acme\.example: S/);
    } finally {
      await program.stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

describe('roles as separate processes', { timeout: 2 * MINUTE_MS }, () => {
  it('share one external database: migrate, api and worker', async () => {
    const test = await createTestDatabase({ empty: true });
    const directory = scratchFolder('postrider-roles-');
    const environment = {
      DATABASE_URL: test.url,
      POSTRIDER_UNSAFE_DURABILITY: '1',
      POSTRIDER_SECRET: 'the same secret for every process of it',
      POSTRIDER_DATA: directory,
      POSTRIDER_INBOX_PORT: '0',
      PORT: '0',
    };
    const programs: Program[] = [];
    try {
      const early = await runToEnd(['api'], environment);
      expect([early.code, early.output]).toEqual([1, expect.stringContaining('postrider migrate')]);
      expect((await runToEnd(['migrate'], environment)).output).toContain('Applied 0001');
      const api = runProgram(['api'], environment);
      programs.push(api);
      const [, baseUrl = ''] = await api.printed(/API on (http:\S+)/);
      const [, key = ''] = await api.printed(/shown once\): (pr_\S+)/);
      programs.push(runProgram(['worker'], environment));
      const mail = { from: 'onboarding@sandbox.localhost', to: ['owner@postrider.localhost'], subject: 'S', text: 'T' };
      const { id } = await post(baseUrl, key, mail);
      await eventually('the worker delivers the message', async () => {
        const response = await fetch(`${baseUrl}/transactional/emails/${id}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        const { status } = (await response.json()) as { status: string };
        return status === 'delivered' || undefined;
      });
      const other = await runToEnd(['api'], {
        ...environment,
        POSTRIDER_SECRET: 'quite another secret, also long enough',
      });
      expect([other.code, other.output]).toEqual([1, expect.stringContaining('POSTRIDER_SECRET')]);
    } finally {
      for (const program of programs) await program.stop();
      rmSync(directory, { recursive: true, force: true });
      await test.drop();
    }
  });
});

describe('command line', { timeout: MINUTE_MS }, () => {
  let taken: Server;
  let takenPort: string;

  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    takenPort = String(address !== null && typeof address === 'object' ? address.port : 0);
  });
  afterAll(() => new Promise((resolve) => taken.close(resolve)));

  it('reports a port that is in use', async () => {
    const { code, output } = await runToEnd(['start'], {
      PORT: takenPort,
      POSTRIDER_DATA: dataDir,
      POSTRIDER_INBOX_PORT: '0',
    });
    expect(code).toBe(1);
    expect(output).toContain(`Port ${takenPort} on 127.0.0.1 is in use`);
    expect(output).toContain('PORT=');
  });

  it('reports an inbox port that is in use', async () => {
    const { code, output } = await runToEnd(['start'], {
      PORT: '0',
      POSTRIDER_DATA: dataDir,
      POSTRIDER_INBOX_PORT: takenPort,
    });
    expect([code, output]).toEqual([1, expect.stringContaining('POSTRIDER_INBOX_PORT=')]);
  });

  it('reports an unreachable database without its password', async () => {
    const { code, output } = await runToEnd(['api'], {
      DATABASE_URL: 'postgres://user:hush-hush@127.0.0.1:1/postrider',
      POSTRIDER_DATA: dataDir,
    });
    expect([code, output]).toEqual([1, expect.stringContaining('DATABASE_URL')]);
    expect(output).not.toContain('hush-hush');
  });

  it('reports disabled durability settings', async () => {
    const test = await createTestDatabase({ empty: true });
    const { code, output } = await runToEnd(['migrate'], { DATABASE_URL: test.url, POSTRIDER_DATA: dataDir });
    await test.drop();
    expect([code, output]).toEqual([1, expect.stringContaining('fsync')]);
  });

  it.each([
    ['a search path without a schema', 'alter database $ set search_path = nowhere', 'search_path'],
    ['a missing right to use the schema', 'revoke all on schema public from public', 'that the user can use'],
  ])('reports %s in a sentence', async (_what, command, words) => {
    const test = await createTestDatabase({ empty: true });
    const url = new URL(test.url);
    const name = url.pathname.slice(1);
    await test.db.script(`create role ${name} login; ${command.replace('$', name)}`);
    url.username = name;
    const environment = { POSTRIDER_DATA: dataDir, POSTRIDER_UNSAFE_DURABILITY: '1' };
    const { code, output } = await runToEnd(['migrate'], { ...environment, DATABASE_URL: url.href });
    await test.db.script(`drop owned by ${name}; drop role ${name}`);
    await test.drop();
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('reports all invalid settings at once', async () => {
    const { code, output } = await runToEnd(['start'], {
      PORT: 'x',
      POSTRIDER_DELIVERY: 'pigeon',
      POSTRIDER_API_KEY: 'short',
    });
    expect(code).toBe(1);
    for (const name of ['PORT', 'POSTRIDER_DELIVERY', 'POSTRIDER_API_KEY']) expect(output).toContain(name);
  });

  it('reports an unknown command or option with exit code 2', async () => {
    expect((await runToEnd(['fly'], {})).code).toBe(2);
    const { code, output } = await runToEnd(['key', 'create', '--colour', 'red'], { POSTRIDER_DATA: dataDir });
    expect([code, output]).toEqual([2, expect.stringContaining('postrider key create')]);
  });

  it('completes a command even if the reader of its output is gone', async () => {
    const program = started(runProgram(['help'], {}));
    program.child.stdout?.destroy();
    program.child.stderr?.destroy();
    expect(await program.ended).toBe(0);
  });

  it('lists every command in its help', async () => {
    const { code, output } = await runToEnd(['help'], {});
    expect(code).toBe(0);
    for (const name of [
      'start',
      'all',
      'api',
      'worker',
      'migrate',
      'account',
      'plan',
      'key',
      'suppression',
      'domain',
      'inbox',
      'send',
    ]) {
      expect(output).toContain(name);
    }
  });
});
