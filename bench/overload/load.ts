import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a process of callers offers. */
export interface LoadTask {
  readonly port: number;
  readonly requests: readonly Uint8Array[];
  readonly seconds: number;
  readonly perSecond: number;
  /** So many callers that wait for their answers, instead of a rate. */
  readonly concurrency?: number;
  /**
   * As callers' pools are bounded: who finds none free is not counted as offered. Each turn of the server's loop takes one
   * new connection, so that thousands opened at once would measure that instead.
   */
  readonly maxConnections: number;
}

/** What a process was answered, a second of its run each. */
export interface LoadResult {
  /** How often each status came; 0 is no answer. */
  readonly statuses: Record<number, number>[];
  /** Milliseconds from the moment a request was due to its 202. */
  readonly accepted: number[][];
  /** How far the process was behind its rate, at worst. */
  latestMs: number;
  /** Those for whom no connection was free. */
  notOffered: number;
  readonly cpuSeconds: number;
}

/** What all callers were answered. */
export interface Load {
  readonly statuses: Readonly<Record<number, number>>;
  readonly acceptedPerSecond: number;
  readonly offeredPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly latestMs: number;
  readonly cpuSeconds: number;
  readonly seconds: readonly { readonly statuses: Readonly<Record<number, number>>; readonly p99Ms: number }[];
}

const PROGRAM = fileURLToPath(new URL('./load-process.ts', import.meta.url));
/** Processes where the cores of callers are not their own. */
const UNPINNED_PROCESSES = 2;
const MAX_CONNECTIONS = 1_000;

/**
 * Offers requests from processes of their own, one on each of the cores, at a rate or by so many callers, and resolves with
 * what was answered.
 */
export async function offerLoad(
  task: Omit<LoadTask, 'maxConnections'> & Partial<Pick<LoadTask, 'maxConnections'>>,
  cores: readonly number[] | undefined,
): Promise<Load> {
  const places = cores ?? Array.from({ length: UNPINNED_PROCESSES }, () => undefined);
  const count = places.length;
  const results = await Promise.all(
    places.map((core, index) => {
      const requests = task.requests.filter((_, at) => at % count === index);
      const maxConnections = (task.maxConnections ?? MAX_CONNECTIONS) / count;
      const share = { ...task, perSecond: task.perSecond / count, requests, maxConnections };
      return runProcess(task.concurrency === undefined ? share : withCallers(share, task.concurrency / count), core);
    }),
  );
  const length = Math.max(...results.map(({ statuses }) => statuses.length));
  const seconds = Array.from({ length }, (_none, second) => ({
    statuses: sumOf(results.map((result) => result.statuses[second] ?? {})),
    p99Ms: percentile(
      results.flatMap((result) => result.accepted[second] ?? []),
      0.99,
    ),
  }));
  const accepted = results.flatMap((result) => result.accepted.flat());
  const statuses = sumOf(seconds.map((second) => second.statuses));
  const offered = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  // What comes after the last second was under way in it.
  const inTime = seconds.slice(0, task.seconds).reduce((sum, second) => sum + (second.statuses[202] ?? 0), 0);
  return {
    statuses,
    seconds,
    acceptedPerSecond: inTime / task.seconds,
    offeredPerSecond: offered / task.seconds,
    p50Ms: percentile(accepted, 0.5),
    p99Ms: percentile(accepted, 0.99),
    latestMs: Math.max(...results.map(({ latestMs }) => latestMs)),
    cpuSeconds: results.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

function withCallers(task: LoadTask, concurrency: number): LoadTask {
  return { ...task, concurrency };
}

function runProcess(task: LoadTask, core: number | undefined): Promise<LoadResult> {
  const node = [process.execPath, PROGRAM];
  const [file = '', ...argv] = core === undefined ? node : ['taskset', '-c', String(core), ...node];
  const child = spawn(file, argv, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    // Its only message, see load-process.ts.
    child.once('message', (message) => resolve(message as LoadResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The callers ended early, with code ${code}`)));
    child.send(task);
  });
}

function sumOf(counts: readonly Readonly<Record<number, number>>[]): Record<number, number> {
  const sum: Record<number, number> = {};
  for (const count of counts) {
    for (const [status, times] of Object.entries(count)) sum[Number(status)] = (sum[Number(status)] ?? 0) + times;
  }
  return sum;
}

/** 0 of nothing. */
function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}
