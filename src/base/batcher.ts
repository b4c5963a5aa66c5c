import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from './refusal.ts';

/** What became of one item of a flush. */
export type Settled<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly error: unknown };

export interface BatcherOptions<Item, Result> {
  /** Handles a batch; resolves with one entry an item, in order. When it rejects, every item is rejected so. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Settled<Result>[]>;
  /** Size of an item towards `maxBatchBytes` and `maxWaitingBytes`. */
  readonly bytesOf: (item: Item) => number;
  readonly maxBatch: number;
  readonly maxBatchBytes: number;
  /** Past this many waiting items or bytes, `add` refuses with service_unavailable instead of buffering. */
  readonly maxWaiting: number;
  readonly maxWaitingBytes: number;
  /** True for an error that is told at once to all that wait as well, instead of trying them in their turn. */
  readonly isForAll?: (error: unknown) => boolean;
  /** Rest between two flushes while fewer than `count` items wait; the first of a burst never waits. Default none. */
  readonly gather?: { readonly count: number; readonly ms: number };
  /** Runs each flush when its turn comes; what comes until then is part of it. Default at once. */
  readonly schedule?: (flush: () => Promise<void>) => Promise<void>;
}

export interface Batcher<Item, Result> {
  /** Resolves or rejects with what became of this item. */
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly bytes: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects items while one flush is under way and hands all of them to the next: no timer, so one item alone is not
 * delayed, and under load the batch grows by itself. One lane measured faster than several and than any timer.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let waitingBytes = 0;
  let running = false;
  let idleListeners: (() => void)[] = [];

  return {
    add(item) {
      const bytes = options.bytesOf(item);
      if (waiting.length >= options.maxWaiting || waitingBytes + bytes > options.maxWaitingBytes) {
        return Promise.reject(new Refusal('service_unavailable', { retryAfterSeconds: 1 }));
      }
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, bytes, resolve, reject });
        waitingBytes += bytes;
        if (!running) {
          running = true;
          // After the present turn of the event loop, so that what arrived in one read shares one flush.
          setImmediate(() => void run());
        }
      });
    },
    idle() {
      if (!running) return Promise.resolve();
      return new Promise((resolve) => idleListeners.push(resolve));
    },
  };

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await (options.schedule ? options.schedule(flushNext) : flushNext());
      if (options.gather && waiting.length > 0 && waiting.length < options.gather.count) await sleep(options.gather.ms);
    }
    running = false;
    const listeners = idleListeners;
    idleListeners = [];
    for (const listener of listeners) listener();
  }

  async function flushNext(): Promise<void> {
    const failure = await flushBatch(take(), options.flush, options.isForAll);
    if (failure) for (const entry of takeAll()) entry.reject(failure.error);
  }

  function takeAll(): Waiting<Item, Result>[] {
    const all = waiting;
    waiting = [];
    waitingBytes = 0;
    return all;
  }

  function take(): Waiting<Item, Result>[] {
    let count = 0;
    let bytes = 0;
    for (const entry of waiting) {
      if (count === options.maxBatch || (count > 0 && bytes + entry.bytes > options.maxBatchBytes)) break;
      bytes += entry.bytes;
      count += 1;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    waitingBytes -= bytes;
    return batch;
  }
}

/** Settles a batch; gives the failure in it that is one for all others too. */
async function flushBatch<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  flush: BatcherOptions<Item, Result>['flush'],
  isForAll: (error: unknown) => boolean = () => false,
): Promise<{ readonly error: unknown } | undefined> {
  let failure: { readonly error: unknown } | undefined;
  const reject = (entry: Waiting<Item, Result>, error: unknown): void => {
    if (isForAll(error)) failure = { error };
    entry.reject(error);
  };
  try {
    const results = await flush(batch.map((entry) => entry.item));
    for (const [index, entry] of batch.entries()) {
      const result = results[index];
      if (result?.ok) entry.resolve(result.value);
      else reject(entry, result?.error ?? new Error('A flush returned no result for an item'));
    }
  } catch (error) {
    for (const entry of batch) reject(entry, error);
  }
  return failure;
}
