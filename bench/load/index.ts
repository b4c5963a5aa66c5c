import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../../src/app/installation.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { setKeyRate, setOverage } from '../../src/features/tenants/usage/index.ts';
import { percentile } from '../measure.ts';
import type { LoadResult, LoadTask } from './process.ts';

export const SEND_PATH = '/transactional/emails';
/** HTML of 2.8 KB, the size of a simple receipt. */
export const HTML = `<p>${'Your receipt for order 4711, thank you for buying from us. '.repeat(47)}</p>`;

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));
const MAX_CONNECTIONS = 1_000;
const HIGH_RATE = { perSecond: 1_000_000, perMinute: 1_000_000 };
const HIGH_CAP_CENTS = 2_000_000_000;

type Statuses = Readonly<Record<number, number>>;

/**
 * Responses to all callers combined. Response times cover only accepted requests, and are measured from the time at
 * which each request was due.
 */
export type Load = Awaited<ReturnType<typeof offerLoad>>;

/**
 * Sends requests from one process per element of `cores`, where undefined means that the process is not pinned to a
 * core. Sends at a given rate or from callers that wait for each response.
 */
export async function offerLoad(task: Omit<LoadTask, 'maxConnections'>, cores: readonly (number | undefined)[]) {
  const count = cores.length;
  const results = await Promise.all(
    cores.map((core, index) => {
      const requests = task.requests.filter((_, at) => at % count === index);
      const { concurrency, perSecond } = task;
      const share = { ...task, requests, perSecond: perSecond / count, maxConnections: MAX_CONNECTIONS / count };
      return runProcess(concurrency === undefined ? share : { ...share, concurrency: concurrency / count }, core);
    }),
  );
  const length = Math.max(...results.map(({ statuses }) => statuses.length));
  const seconds = Array.from({ length }, (_none, second) => ({
    statuses: sumOf(results.map(({ statuses }) => statuses[second] ?? {})),
    p99Ms: percentileOf(results, 0.99, second),
  }));
  const statuses = sumOf(seconds.map((second) => second.statuses));
  // Exclude responses after the last second, which belong to requests that were in progress when the second ended.
  const inTime = sumOf(seconds.slice(0, task.seconds).map((second) => second.statuses));
  return {
    statuses,
    seconds,
    acceptedPerSecond: (inTime[202] ?? 0) / task.seconds,
    offeredPerSecond: Object.values(statuses).reduce((sum, times) => sum + times, 0) / task.seconds,
    p50Ms: percentileOf(results, 0.5),
    p99Ms: percentileOf(results, 0.99),
    latestMs: Math.max(...results.map(({ latestMs }) => latestMs)),
    /** CPU time used by the callers. */
    cpuSeconds: results.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

function runProcess(task: LoadTask, core: number | undefined): Promise<LoadResult> {
  const node = [process.execPath, PROGRAM];
  const [file = '', ...argv] = core === undefined ? node : ['taskset', '-c', String(core), ...node];
  const child = spawn(file, argv, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    // Safe cast: process.ts sends only this message.
    child.once('message', (message) => resolve(message as LoadResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The callers ended early, with code ${code}`)));
    child.send(task);
  });
}

/**
 * Returns a percentile of the response times of accepted requests, over all requests or over one second. Returns 0 if
 * no request was accepted.
 */
function percentileOf(results: readonly LoadResult[], share: number, second?: number): number {
  const times = results.flatMap(({ accepted }) => (second === undefined ? accepted.flat() : (accepted[second] ?? [])));
  return times.length === 0 ? 0 : percentile(times, share);
}

function sumOf(counts: readonly Statuses[]): Record<number, number> {
  const sum: Record<number, number> = {};
  for (const [status, times] of counts.flatMap((count) => Object.entries(count))) {
    sum[Number(status)] = (sum[Number(status)] ?? 0) + times;
  }
  return sum;
}

/** Returns the bytes of a POST with a JSON body. */
export function postRequest(path: string, key: string, body: unknown): Buffer {
  const json = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}

/**
 * Creates accounts and returns a send request for each of their keys. The message goes to the account's own address, so
 * that it counts toward the quota.
 */
export async function requestsOfAccounts(
  { db }: Installation,
  what: { readonly accounts: number; readonly keys: number; readonly plan: 'paid' | 'unlimited' },
): Promise<Buffer[]> {
  const requests: Buffer[] = [];
  for (let number = 0; number < what.accounts; number += 1) {
    const email = `${what.plan}${number}@bench.example`;
    const { id: accountId } = await createAccount(db, { email, plan: what.plan, isOperator: false });
    if (what.plan === 'paid') await setOverage(db, accountId, { enabled: true, capCents: HIGH_CAP_CENTS });
    const message = { from: 'onboarding@sandbox.localhost', to: [email], subject: 'Receipt', html: HTML };
    for (let no = 0; no < what.keys; no += 1) {
      const { id, key } = await createKey(db, { accountId, name: `bench ${no}`, scopes: [SCOPES.send] });
      if (what.plan === 'paid') await setKeyRate(db, accountId, id, HIGH_RATE);
      requests.push(postRequest(SEND_PATH, key, message));
    }
  }
  return requests;
}
