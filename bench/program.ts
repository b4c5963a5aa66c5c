import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { accountOf } from '../src/app/commands/whose.ts';
import { joinInstallation, type Installation } from '../src/app/installation.ts';
import { loadConfig } from '../src/base/config.ts';
import { addRecipients, createMailingMaker, startMailing } from '../src/features/sending/mailings/index.ts';
import { createToken } from '../src/features/tenants/access/index.ts';
import { createPerson } from '../src/features/tenants/people/index.ts';
import { deliveryProcesses } from '../test/chaos/storm/processes.ts';
import { freePort } from '../test/support/free-port.ts';
import { PROCESSOR_MASK } from './measure.ts';
import { contentOf, mailingOf, RECIPIENT, SANDBOX_SENDER } from './messages.ts';
import { endChild, SYSTEM_VARIABLE, systemCpuMicros, systemMemoryBytes } from './processes.ts';
import { startSink, type Sink } from './sink.ts';
import { BENCH_KEY, BENCH_OWNER, closing, until } from './stack.ts';

export const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Arguments and environment variables that `npm start` passes to Postrider. */
const { HEAP_ARGUMENTS, HEAP_ENVIRONMENT } = createRequire(import.meta.url)('../bin/heap.cjs') as {
  // Safe cast: this is an array of strings in an untyped CommonJS module.
  readonly HEAP_ARGUMENTS: readonly string[];
  readonly HEAP_ENVIRONMENT: Readonly<Record<string, string>>;
};
const ITEMS = 100;
const CALLERS = 4;
const RECIPIENTS_AT_ONCE = 10_000;
const READY_WITHIN_MS = 60_000;
const RETRY_AFTER_MS = 100;
/** Milliseconds to wait after the last message has arrived, so that the last outcomes are recorded. */
const SETTLE_MS = 1_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Postrider as users run it: one command that starts the API, the database, and one delivery process per core. */
export type Program = Awaited<ReturnType<typeof startProgram>>;

/** Starts Postrider with a new data directory and the sink as its relay. */
export async function startProgram(sinkPort: number, environment: Environment = {}) {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'postrider-bench-')));
  const started = await spawnProgram('start', {
    POSTRIDER_DATA: dataDir,
    POSTRIDER_API_KEY: BENCH_KEY,
    POSTRIDER_OWNER_EMAIL: BENCH_OWNER,
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sinkPort}`,
    [SYSTEM_VARIABLE]: dataDir,
    ...environment,
  });
  const { DATABASE_URL } = environment;
  const joined = { POSTRIDER_DATA: dataDir, ...(DATABASE_URL !== undefined && { DATABASE_URL }) };
  const installation = await joinInstallation(loadConfig(joined), joined, 'bench', undefined);
  return {
    baseUrl: `http://127.0.0.1:${started.port}`,
    /** Process ID of the process with the API and the background jobs. */
    pid: started.pid,
    /** The installation, opened in the benchmark process as a CLI command would open it. */
    installation,
    deliveryPids: () => deliveryProcesses(dataDir),
    /** Total CPU time of all processes, in microseconds. */
    cpuMicros: () => systemCpuMicros(started.pid, dataDir),
    memoryBytes: () => systemMemoryBytes(started.pid, dataDir),
    async close() {
      await sleep(SETTLE_MS);
      await installation.close();
      await started.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts Postrider and a sink, passes both to `work`, and stops both afterward. */
export async function withProgram(
  environment: Environment,
  work: (program: Program, sink: Sink) => Promise<void>,
): Promise<void> {
  await closing(startSink(), async (sink) =>
    closing(startProgram(sink.port, environment), async (program) => work(program, sink)),
  );
}

/** Starts a Postrider command that serves the API, and waits until the API is ready. */
export async function spawnProgram(command: 'start' | 'api', environment: Environment) {
  const port = await freePort();
  const { HOME, NODE_COMPILE_CACHE, PATH, [PROCESSOR_MASK]: mask } = process.env;
  const inherited = { HOME, NODE_COMPILE_CACHE, PATH, [PROCESSOR_MASK]: mask };
  const own = { PORT: String(port), POSTRIDER_LOG: 'error' };
  const child = spawn(process.execPath, [...HEAP_ARGUMENTS, MAIN, command], {
    env: { ...HEAP_ENVIRONMENT, ...inherited, ...own, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  await until(async () => {
    if (performance.now() > deadline || child.exitCode !== null) {
      await endChild(child);
      throw new Error('Postrider did not become ready');
    }
    // The request fails until the server accepts connections.
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return answer?.ok === true;
  });
  return { port, pid: child.pid ?? 0, close: async () => endChild(child) };
}

/** Sends messages of 7 KB through the API, in batches. */
export async function sendBatches({ baseUrl }: Program, count: number): Promise<void> {
  let next = 0;
  const call = async (): Promise<void> => {
    for (let first = next; first < count; first = next) {
      next += ITEMS;
      const emails = emailsFrom(first, Math.min(ITEMS, count - first));
      await postJson(`${baseUrl}/transactional/emails/batch`, BENCH_KEY, { emails });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
}

/** Returns the items of a batch: numbered messages that are addressed to the account owner. */
export function emailsFrom(first: number, count: number): object[] {
  const envelope = { from: SANDBOX_SENDER, to: [BENCH_OWNER] };
  return Array.from({ length: count }, (_none, index) => Object.assign(contentOf(first + index), envelope));
}

/** Posts JSON and returns the response. Retries while the API sheds load. Throws if the request is rejected. */
export async function postJson<T>(url: string, key: string, body: unknown, headers: object = {}): Promise<T> {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  for (;;) {
    const response = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) });
    const answer = await response.text();
    // Safe cast: the API document guarantees this shape for the route.
    if (response.ok) return JSON.parse(answer) as T;
    if (response.status !== 503 && response.status !== 429) throw new Error(`${url}: ${response.status} ${answer}`);
    await sleep(RETRY_AFTER_MS);
  }
}

/** Creates and starts a mailing with the same content for the given number of recipients. */
export async function startCampaign({ clock, db }: Installation, count: number): Promise<void> {
  const { id: accountId } = await accountOf(db, BENCH_OWNER);
  const make = createMailingMaker({ clock });
  const mailingId = await db.transaction((tx) => make(tx, accountId, mailingOf(SANDBOX_SENDER)));
  for (let first = 0; first < count; first += RECIPIENTS_AT_ONCE) {
    const recipients = Array.from({ length: Math.min(RECIPIENTS_AT_ONCE, count - first) }, (_none, index) => ({
      address: RECIPIENT,
      values: { number: String(first + index) },
    }));
    await db.transaction((tx) => addRecipients(tx, accountId, mailingId, recipients));
  }
  await db.transaction((tx) => startMailing(tx, accountId, mailingId));
}

/** Creates an API token for an account, by default the owner's account. */
export async function createBenchToken(
  { db }: Installation,
  given?: number,
): Promise<{ accountId: number; token: string }> {
  const accountId = given ?? (await accountOf(db, BENCH_OWNER)).id;
  const membership = { accountId, role: 'owner' } as const;
  const { id: personId } = await createPerson(db, { name: 'Bench', email: 'bench@postrider.localhost', membership });
  const { token } = await db.transaction(async (tx) => createToken(tx, { accountId, personId, name: 'bench' }));
  return { accountId, token };
}
