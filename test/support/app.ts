import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { loadConfig } from '../../src/base/config.ts';
import { createVault } from '../../src/base/crypto.ts';
import { silentLog } from '../../src/base/log.ts';
import { startApi, type Api } from '../../src/app/api.ts';
import { startDelivery } from '../../src/app/delivery.ts';
import { ensureOwner } from '../../src/app/first-start.ts';
import { createHtmlWork } from '../../src/app/html-work.ts';
import type { Installation } from '../../src/app/installation.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount, type Account } from '../../src/features/tenants/accounts/index.ts';
import { createTestDatabase, type TestDatabase } from './db.ts';

/** An API client that uses a key. */
export interface Client {
  readonly key: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** A response and its parsed body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The type is `any`, because tests read bodies of any shape and check them with expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** The API in this process, with its own database and port. */
export interface TestApp {
  readonly installation: Installation;
  readonly api: Api;
  /** URL of the API listener. The configured public URL can be different. */
  readonly url: string;
  /**
   * Creates an account and an API key. By default, the key has all transactional scopes, except `transactional:manage`
   * if `domain` limits the key to a domain.
   */
  newAccount(options?: {
    scopes?: string[];
    domain?: string;
    plan?: 'free' | 'paid' | 'unlimited';
  }): Promise<{ readonly account: Account } & Client>;
  client(key: string): Client;
  /** Starts the delivery engine in this process with the app's environment. */
  deliver(): { stop(): Promise<void> };
  close(): Promise<void>;
}

const LIMITED = [SCOPES.send, SCOPES.read];
const ALL = [...LIMITED, SCOPES.manage];

let accounts = 0;

/**
 * Starts an app with the given environment (see docs/configuration.md), on a new database unless `database` is given.
 * Closing the app drops the database.
 */
export async function startApp(environment: Record<string, string> = {}, database?: TestDatabase): Promise<TestApp> {
  const test = database ?? (await createTestDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'postrider-app-'));
  // Content approval and double opt-in are off unless a test turns them on.
  const usual = {
    PORT: '0',
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_CAMPAIGN_APPROVAL: 'off',
    POSTRIDER_DOUBLE_OPT_IN: 'off',
  };
  const config = loadConfig({ ...usual, ...environment });
  const html = createHtmlWork();
  const installation: Installation = {
    config,
    environment,
    clock: systemClock,
    log: silentLog,
    db: test.db,
    databaseUrl: test.url,
    vault: createVault('a secret that only tests use, long enough'),
    isReady: async () => (await test.db.query({ name: '', text: 'select 1', deadlineMs: 5_000 }, [])).length === 1,
    html,
    postgres: undefined,
    dataDir,
    close: async () => {},
  };
  await ensureOwner(installation);
  const api = await startApi(installation);
  const url = config.baseUrl === undefined ? api.baseUrl : `http://127.0.0.1:${api.port}`;
  const running: { stop(): Promise<void> }[] = [];

  return {
    installation,
    api,
    url,
    client: (key) => clientOf(url, key),
    async newAccount({ domain, plan = 'unlimited', scopes = domain ? LIMITED : ALL } = {}) {
      accounts += 1;
      const email = `tenant${accounts}@tenants.example`;
      const account = await createAccount(test.db, {
        email,
        plan,
        isOperator: false,
        doubleOptIn: config.doubleOptIn,
      });
      const { key } = await createKey(test.db, {
        accountId: account.id,
        name: 'test',
        scopes,
        ...(domain && { domain }),
      });
      return { account, ...clientOf(url, key) };
    },
    deliver() {
      const delivery = startDelivery(installation, undefined);
      running.push(delivery);
      return delivery;
    },
    async close() {
      await Promise.all(running.map((delivery) => delivery.stop()));
      await api.close();
      await html.close();
      await test.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function clientOf(baseUrl: string, key: string): Client {
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const authorization = `Bearer ${key}`;
  return {
    key,
    get: (path) => call(path, { headers: { authorization } }),
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

/**
 * Polls until `look` returns a value that is not undefined, and resolves with this value. After `withinMs`, throws an
 * error that contains `what`.
 */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>, withinMs = 30_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const askedAt = Date.now();
    const value = await look();
    if (value !== undefined) return value;
    // Compare the time before the call with the deadline, because even a slow response describes the state at that
    // time.
    if (askedAt > deadline) throw new Error(`Never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
