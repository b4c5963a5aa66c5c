import { Worker } from 'node:worker_threads';

/** What a thread offers. */
export interface LoadTask {
  readonly port: number;
  readonly requests: readonly Uint8Array[];
  readonly seconds: number;
  readonly perSecond: number;
  /** So many callers that wait for their answers, instead of a rate. */
  readonly concurrency?: number;
}

/** What a thread was answered, a second of its run each. */
export interface ThreadResult {
  /** How often each status came; 0 is no answer. */
  readonly statuses: Record<number, number>[];
  /** Milliseconds from the moment a request was due to its 202. */
  readonly accepted: number[][];
  /** How far the thread was behind its rate, at worst. */
  latestMs: number;
  /** Those for whom no connection was free. */
  notOffered: number;
}

/** What all threads were answered. */
export interface Load {
  readonly statuses: Readonly<Record<number, number>>;
  readonly acceptedPerSecond: number;
  readonly offeredPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly latestMs: number;
  readonly seconds: readonly { readonly statuses: Readonly<Record<number, number>>; readonly p99Ms: number }[];
}

const THREADS = 2;

/** Offers requests from threads of their own at a rate or by so many callers, and resolves with what was answered. */
export async function offerLoad(task: LoadTask): Promise<Load> {
  const results = await Promise.all(
    Array.from({ length: THREADS }, (_none, index) => {
      const share = {
        ...task,
        perSecond: task.perSecond / THREADS,
        requests: task.requests.filter((_, at) => at % THREADS === index),
      };
      return runThread(task.concurrency === undefined ? share : { ...share, concurrency: task.concurrency / THREADS });
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
  };
}

function runThread(task: LoadTask): Promise<ThreadResult> {
  const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
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
