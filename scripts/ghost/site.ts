import { spawn } from 'node:child_process';
import { cpSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GhostFolder } from './install.ts';

const BOOT_MS = 5 * 60_000;
/** Members per batch. Ghost writes a batch with one statement, and SQLite limits the number of terms in a statement. */
const SQLITE_BATCH = 500;
const OWNER = { name: 'Owner', email: 'owner@site.test', password: 'a long passphrase 4711' };

/** Endpoint of a Mailgun-compatible API that the site sends newsletters through. */
export interface Mailgun {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly domain: string;
}

/** A running Ghost site, which is accessed through its Admin API. */
export interface Site {
  // Ghost's responses have many shapes, which only the caller knows.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: string, path: string, body?: unknown): Promise<any>;
  stop(): Promise<void>;
}

/** Starts a new site with an owner. The site sends its newsletters to the endpoint `mailgun`. */
export async function startSite({ folder, node }: GhostFolder, home: string, mailgun: Mailgun): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const content = join(home, 'content');
  rmSync(content, { recursive: true, force: true });
  if (existsSync(join(folder, 'content'))) cpSync(join(folder, 'content'), content, { recursive: true });
  const off = { useUpdateCheck: false, useGravatar: false, useRpcPing: false, useTinfoil: false };
  const config = {
    url,
    server: { host: '127.0.0.1', port },
    database: {
      client: 'better-sqlite3',
      connection: { filename: join(home, 'content', 'ghost.db') },
      useNullAsDefault: true,
    },
    mail: { transport: 'stub', from: `noreply@${mailgun.domain}` },
    logging: { level: 'warn', transports: ['stdout'] },
    privacy: off,
    security: { staffDeviceVerification: false },
    paths: { contentPath: content },
    bulkEmail: { batchSize: SQLITE_BATCH, mailgun },
  };
  writeFileSync(join(folder, 'config.production.json'), JSON.stringify(config, null, 2));
  const log = openSync(join(home, 'ghost.log'), 'w');
  const child = spawn(node, ['index.js'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', log, log],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(10_000).then(() => child.kill('SIGKILL'))]);
  };
  try {
    await untilUp(url, () => child.exitCode !== null || child.signalCode !== null);
    return { call: await signedIn(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilUp(url: string, hasEnded: () => boolean): Promise<void> {
  for (const endMs = Date.now() + BOOT_MS; Date.now() < endMs; await sleep(1_000)) {
    if (hasEnded()) throw new Error('Ghost ended while it started; see ghost.log');
    const answer = await fetch(`${url}/ghost/api/admin/site/`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('Ghost did not start in time; see ghost.log');
}

async function signedIn(url: string): Promise<Site['call']> {
  const api = `${url}/ghost/api/admin`;
  const headers: Record<string, string> = { origin: url, 'content-type': 'application/json', 'accept-version': 'v6.0' };
  const call: Site['call'] = async (method, path, body) => {
    const answer = await fetch(`${api}/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    const [cookie] = answer.headers.getSetCookie();
    if (cookie !== undefined) headers['cookie'] = cookie.split(';', 1)[0] ?? '';
    return text.startsWith('{') ? JSON.parse(text) : undefined;
  };
  await call('POST', 'authentication/setup/', { setup: [{ ...OWNER, blogTitle: 'Site' }] });
  await call('POST', 'session/', { username: OWNER.email, password: OWNER.password });
  return call;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
