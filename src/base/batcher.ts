import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from './refusal.ts';

/** Outcome of one item in a flush. */
export type Settled<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly error: unknown };

export interface BatcherOptions<Item, Result> {
  /**
   * Processes a batch. Resolves with one outcome per item, in order. If it rejects, every item is rejected with the
   * same error.
   */
  readonly flush: (items: readonly Item[]) => Promise<readonly Settled<Result>[]>;
  /** Returns the size of an item in bytes, which counts toward `maxBatchBytes` and `maxWaitingBytes`. */
  readonly bytesOf: (item: Item) => number;
  readonly maxBatch: number;
  readonly maxBatchBytes: number;
  /** Maximum number of waiting items. Beyond this or `maxWaitingBytes`, `add` rejects with service_unavailable. */
  readonly maxWaiting: number;
  readonly maxWaitingBytes: number;
  /**
   * Returns whether all waiting items would fail with the same error. If so, they are rejected immediately, without a
   * flush.
   */
  readonly isForAll?: (error: unknown) => boolean;
  /**
   * Delay of `ms` milliseconds between two flushes while fewer than `count` items wait. Does not delay the first flush
   * of a burst. Default: no delay.
   */
  readonly gather?: { readonly count: number; readonly ms: number };
  /**
   * Schedules each flush. An item that is added before a flush starts is part of that flush. Default: flushes start
   * immediately.
   */
  readonly schedule?: (flush: () => Promise<void>) => Promise<void>;
}

export interface Batcher<Item, Result> {
  /** Adds an item. Resolves or rejects with its outcome. */
  add(item: Item): Promise<Result>;
  /** Resolves when no items are waiting or being flushed. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly bytes: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a batcher. It collects items during a flush for the next flushes. By default, there is no timer, so a single
 * item is not delayed, and batches grow automatically under load.
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
          // Wait for the end of the current event loop iteration, so that items that arrived in the same read share a
          // flush.
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

/**
 * Flushes a batch and settles all its items. If an error also applies to all waiting items, resolves with this error.
 */
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
