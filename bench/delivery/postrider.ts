import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { accountOf } from '../../src/app/commands/whose.ts';
import { joinInstallation, type Installation } from '../../src/app/installation.ts';
import { loadConfig } from '../../src/base/config.ts';
import { sandboxDkimRecord } from '../../src/features/sending/domains/index.ts';
import { addRecipients, createMailingMaker, startMailing } from '../../src/features/sending/mailings/index.ts';
import { PROCESSOR_MASK } from '../measure.ts';
import { end, freePort, type Candidate, type RunningCandidate } from './candidate.ts';
import { processesOf, SYSTEM_VARIABLE, systemCpuMicros, systemMemoryBytes } from './cpu.ts';
import { contentOf, mailingOf, RECIPIENT, SANDBOX_SENDER } from './mails.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** As `npm start` gives them to the program. */
const { HEAP_ARGUMENTS, HEAP_ENVIRONMENT } = createRequire(import.meta.url)('../../bin/heap.cjs') as {
  HEAP_ARGUMENTS: readonly string[];
  HEAP_ENVIRONMENT: Readonly<Record<string, string>>;
};
const PROFILER = new URL('processes/profiler.ts', import.meta.url).href;
/** The owner's key and address in every installation that is measured. */
export const BENCH_KEY = `pr_${'bench'.repeat(8)}`;
export const BENCH_OWNER = 'owner@postrider.localhost';
const ITEMS = 100;
const CALLERS = 4;
const RECIPIENTS_AT_ONCE = 10_000;
const WARM_UP = 12_000;
const READY_WITHIN_MS = 60_000;
/** What is left of a run when the last mail has arrived: outcomes on their way into the database. */
const SETTLE_MS = 1_000;

/** Postrider as its user runs it: one command with its API, its database and a delivery process a core. */
export const postriderTransactional: Candidate = {
  name: 'Postrider, transactional, batches of 100',
  warmUp: WARM_UP,
  start: (sink) => startPostrider(sink.port, {}),
};

/** The same content to as many recipients: the hand-in is what the start of a campaign writes. */
export const postriderCampaign: Candidate = {
  name: 'Postrider, campaign',
  warmUp: WARM_UP,
  async start(sink) {
    const system = await startPostrider(sink.port, {});
    const installation = await joinRunning(system.dataDir);
    return {
      ...system,
      send: (mails) => startCampaign(installation, mails),
      async stop() {
        await installation.close();
        await system.stop();
      },
    };
  },
};

/** Freezes and starts a mailing of the bench's content to so many recipients. */
export async function startCampaign({ clock, db }: Installation, mails: number): Promise<void> {
  const { id: accountId } = await accountOf(db, BENCH_OWNER);
  const make = createMailingMaker({ clock });
  const mailingId = await db.transaction((tx) => make(tx, accountId, mailingOf(SANDBOX_SENDER)));
  for (let first = 0; first < mails; first += RECIPIENTS_AT_ONCE) {
    const count = Math.min(RECIPIENTS_AT_ONCE, mails - first);
    const recipients = Array.from({ length: count }, (_none, index) => ({
      address: RECIPIENT,
      values: { number: String(first + index) },
    }));
    await db.transaction((tx) => addRecipients(tx, accountId, mailingId, recipients));
  }
  await db.transaction((tx) => startMailing(tx, accountId, mailingId));
}

/** Postrider whose delivery processes write down, when they end, where their time went since the second `send`. */
export function postriderProfiled(directory: string): Candidate {
  const environment = { NODE_OPTIONS: `--import=${PROFILER}`, POSTRIDER_BENCH_PROFILES: directory };
  return {
    ...postriderTransactional,
    async start(sink) {
      const system = await startPostrider(sink.port, environment);
      let calls = 0;
      return {
        ...system,
        send(mails) {
          calls += 1;
          // The first call warms up.
          if (calls === 2) for (const pid of system.deliveryPids()) process.kill(pid, 'SIGUSR2');
          return system.send(mails);
        },
      };
    },
  };
}

/** Starts the whole program on a data directory of its own, with the sink as its relay. */
export async function startPostrider(
  sinkPort: number,
  environment: Readonly<Record<string, string>>,
): Promise<
  RunningCandidate & {
    readonly baseUrl: string;
    readonly dataDir: string;
    /** The process of the API and of background jobs. */
    readonly pid: number;
    deliveryPids(): number[];
  }
> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const port = await freePort();
  const child = spawn(process.execPath, [...HEAP_ARGUMENTS, MAIN, 'start'], {
    env: {
      ...HEAP_ENVIRONMENT,
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // As `npm start` sets it.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      POSTRIDER_DATA: dataDir,
      POSTRIDER_API_KEY: BENCH_KEY,
      POSTRIDER_OWNER_EMAIL: BENCH_OWNER,
      POSTRIDER_LOG: 'error',
      POSTRIDER_DELIVERY: 'relay',
      POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sinkPort}`,
      [SYSTEM_VARIABLE]: dataDir,
      [PROCESSOR_MASK]: process.env[PROCESSOR_MASK],
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilReady(`${baseUrl}/readyz`, () => child.exitCode === null);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    baseUrl,
    dataDir,
    pid: child.pid ?? 0,
    async dkimRecord() {
      const installation = await joinRunning(dataDir);
      const { config, db, vault } = installation;
      const { data } = await sandboxDkimRecord(db, vault, config.sandboxDomain);
      await installation.close();
      return data;
    },
    deliveryPids: () => processesOf(child.pid ?? 0, dataDir, 'deliver'),
    send: (mails) => sendBatches(`${baseUrl}/transactional/emails/batch`, mails),
    cpuMicros: () => systemCpuMicros(child.pid ?? 0, dataDir),
    memoryBytes: () => systemMemoryBytes(child.pid ?? 0, dataDir),
    async stop() {
      await sleep(SETTLE_MS);
      await stop();
    },
  };
}

/** The installation as its own commands see it. */
export function joinRunning(dataDir: string): Promise<Installation> {
  const environment = { POSTRIDER_DATA: dataDir };
  return joinInstallation(loadConfig(environment), environment, 'bench', undefined);
}

async function sendBatches(url: string, mails: number): Promise<void> {
  let next = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (next < mails) {
      const first = next;
      next += ITEMS;
      const body = JSON.stringify({ emails: itemsFrom(first, Math.min(ITEMS, mails - first)) });
      await post(url, body);
    }
  });
  await Promise.all(callers);
}

function itemsFrom(first: number, count: number): unknown[] {
  const envelope = { from: SANDBOX_SENDER, to: [BENCH_OWNER] };
  return Array.from({ length: count }, (_none, index) => Object.assign(contentOf(first + index), envelope));
}

async function post(url: string, body: string): Promise<void> {
  for (;;) {
    const headers = { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    const answer = await response.text();
    if (response.ok) return;
    if (response.status !== 503 && response.status !== 429) throw new Error(`${response.status}: ${answer}`);
    await sleep(100);
  }
}

async function untilReady(url: string, isRunning: () => boolean): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && isRunning()) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      // It does not listen yet.
      () => false,
    );
    if (isReady) return;
    await sleep(50);
  }
  throw new Error('Postrider did not become ready');
}
