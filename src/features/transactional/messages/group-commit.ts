import { setImmediate } from 'node:timers/promises';
import { createCallSlots } from './call-slots.ts';

export interface GroupCommitOptions<Batch, Result> {
  /**
   * Commits all batches of a group. In the meantime, the next group is collected. Resolves with one promise per batch,
   * in order, each of which may settle later. A rejection rejects every batch.
   */
  readonly run: (batches: readonly Batch[]) => Promise<readonly Promise<Result>[]>;
  readonly sizeOf: (batch: Batch) => number;
  /** Total size of the batches, as returned by `sizeOf`, at which a group is full. */
  readonly maxSize: number;
  readonly atOnce: number;
  /** Milliseconds after which the next group starts, even if the current one has not finished. */
  readonly maxDelayMs: number;
}

/** Commits the pending batches of many queues together. */
export interface GroupCommit<Batch, Result> {
  /** Runs `flush` when the next group is collected. Used as the `schedule` option of batchers. */
  schedule(flush: () => Promise<void>): Promise<void>;
  /** Adds a batch to the group being collected. A flush must call this before its first await. */
  join(batch: Batch): Promise<Result>;
}

interface Waiter<Batch, Result> {
  readonly batch: Batch;
  readonly resolve: (result: Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a group commit with up to `atOnce` concurrent commits. Queues are collected in order of arrival until the
 * group is full.
 */
export function createGroupCommit<Batch, Result>(
  options: GroupCommitOptions<Batch, Result>,
): GroupCommit<Batch, Result> {
  const slots = createCallSlots(options);
  const queues = new Set<() => void>();
  let isScheduled = false;
  let waiting: Waiter<Batch, Result>[] = [];

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    void slots.run(commit);
  }

  async function commit(): Promise<void> {
    // Batches of the same event loop iteration share a group.
    await setImmediate();
    isScheduled = false;
    const waiters = collect();
    if (queues.size > 0) schedule();
    if (waiters.length === 0) return;
    try {
      const results = await options.run(waiters.map(({ batch }) => batch));
      for (const [index, { resolve, reject }] of waiters.entries()) {
        const result = results[index];
        if (result) resolve(result);
        else reject(new Error('A group commit returned no result for a batch'));
      }
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
  }

  function collect(): readonly Waiter<Batch, Result>[] {
    let size = 0;
    for (const queue of queues) {
      if (size >= options.maxSize) break;
      const before = waiting.length;
      queues.delete(queue);
      queue();
      size += waiting.slice(before).reduce((sum, { batch }) => sum + options.sizeOf(batch), 0);
    }
    const waiters = waiting;
    // Drop the references, because a batch may be large, and the next group may be hours away.
    waiting = [];
    return waiters;
  }

  return {
    schedule: (flush) =>
      new Promise((resolve) => {
        queues.add(() => resolve(flush()));
        schedule();
      }),
    join: (batch) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ batch, resolve, reject });
      }),
  };
}
