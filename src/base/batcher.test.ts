import { expect, it } from 'vitest';
import { createBatcher, type Settled } from './batcher.ts';

function recording(maxBatch = 10, maxWaiting = 100) {
  const batches: number[][] = [];
  const safeguards: (() => void)[] = [];
  const batcher = createBatcher<number, number>({
    flush: async (items) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => safeguards.push(resolve));
      return items.map((item): Settled<number> => ({ ok: true, value: item * 2 }));
    },
    bytesOf: (item) => item,
    maxBatch,
    maxBatchBytes: 50,
    maxWaiting,
    maxWaitingBytes: 1_000,
  });
  const open = async (): Promise<void> => {
    while (safeguards.length === 0) await new Promise((resolve) => setImmediate(resolve));
    safeguards.shift()?.();
  };
  return { batches, batcher, open };
}

it('collects items that are added during a flush into the next batch', async () => {
  const { batches, batcher, open } = recording();
  const first = batcher.add(1);
  await new Promise((resolve) => setImmediate(resolve));
  const rest = [batcher.add(2), batcher.add(3)];
  await open();
  await open();
  expect(await first).toBe(2);
  expect(await Promise.all(rest)).toEqual([4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('limits a batch by count and by bytes, but flushes an oversized item alone', async () => {
  const { batches, batcher, open } = recording(2);
  const all = [batcher.add(1), batcher.add(1), batcher.add(1), batcher.add(60), batcher.add(30), batcher.add(30)];
  for (let flush = 0; flush < 5; flush += 1) await open();
  await Promise.all(all);
  expect(batches).toEqual([[1, 1], [1], [60], [30], [30]]);
});

it('rejects with service_unavailable when too many items wait', async () => {
  const { batcher, open } = recording(10, 2);
  const kept = [batcher.add(1), batcher.add(1)];
  await expect(batcher.add(1)).rejects.toMatchObject({ code: 'service_unavailable' });
  await open();
  await Promise.all(kept);
  await batcher.idle();
});

it('rejects every item of a failed flush and flushes later items', async () => {
  let fail = true;
  const batcher = createBatcher<number, number>({
    flush: (items) =>
      fail ? Promise.reject(new Error('away')) : Promise.resolve(items.map((value) => ({ ok: true, value }))),
    bytesOf: () => 1,
    maxBatch: 10,
    maxBatchBytes: 10,
    maxWaiting: 10,
    maxWaitingBytes: 10,
  });
  await expect(Promise.all([batcher.add(1), batcher.add(2)])).rejects.toThrow('away');
  fail = false;
  expect(await batcher.add(3)).toBe(3);
});

it('waits for more items between flushes, but not before the first flush', async () => {
  const batches: number[][] = [];
  const batcher = createBatcher<number, number>({
    flush: (items) => {
      batches.push([...items]);
      return Promise.resolve(items.map((value): Settled<number> => ({ ok: true, value })));
    },
    bytesOf: () => 1,
    maxBatch: 10,
    maxBatchBytes: 10,
    maxWaiting: 10,
    maxWaitingBytes: 10,
    gather: { count: 2, ms: 5 },
  });
  const first = batcher.add(1);
  // Both items are added during the first flush or the wait after it, so the next flush contains both.
  const rest = first.then(async () => Promise.all([batcher.add(2), batcher.add(3)]));
  const early = batcher.add(4);
  await Promise.all([first, rest, early]);
  await batcher.idle();
  expect(new Set(batches.flat())).toEqual(new Set([1, 2, 3, 4]));
  expect(batches[0]).toContain(1);
});

it('rejects all waiting items when an error applies to all of them', async () => {
  const flushes: number[][] = [];
  const batcher = createBatcher<number, number>({
    flush: async (items) => {
      flushes.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error(items.includes(1) ? 'silence' : 'other');
    },
    bytesOf: () => 1,
    maxBatch: 1,
    maxBatchBytes: 10,
    maxWaiting: 3,
    maxWaitingBytes: 3,
    isForAll: (error) => error instanceof Error && error.message === 'silence',
  });
  const first = await Promise.allSettled([batcher.add(1), batcher.add(2), batcher.add(3)]);
  expect(first.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
    Array.from({ length: 3 }, () => 'Error: silence'),
  );
  // The rejected items no longer count as waiting, and later errors apply only to single items.
  const later = await Promise.allSettled([batcher.add(4), batcher.add(5), batcher.add(6)]);
  expect(later.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
    Array.from({ length: 3 }, () => 'Error: other'),
  );
  expect(flushes).toEqual([[1], [4], [5], [6]]);
});

it('includes items that are added before a scheduled flush runs', async () => {
  const batches: number[][] = [];
  const turns: (() => Promise<void>)[] = [];
  const batcher = createBatcher<number, number>({
    flush: (items) => {
      batches.push([...items]);
      return Promise.resolve(items.map((value): Settled<number> => ({ ok: true, value })));
    },
    bytesOf: () => 1,
    maxBatch: 10,
    maxBatchBytes: 10,
    maxWaiting: 10,
    maxWaitingBytes: 10,
    schedule: (flush) =>
      new Promise((resolve) => {
        turns.push(() => flush().then(resolve));
      }),
  });
  const first = batcher.add(1);
  await expect.poll(() => turns.length).toBe(1);
  const second = batcher.add(2);
  await turns[0]?.();
  expect(await Promise.all([first, second])).toEqual([1, 2]);
  expect(batches).toEqual([[1, 2]]);
});

/** Creates a batcher that flushes without delay. `fails` returns whether to throw when a batch is flushed. */
function plain(given: { gather?: { count: number; ms: number }; fails?: (items: readonly number[]) => boolean }) {
  const batches: number[][] = [];
  const batcher = createBatcher<number, number>({
    flush: async (items) => {
      batches.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      if (given.fails?.(items)) throw new Error(`no ${items.join()}`);
      return items.map((value): Settled<number> => ({ ok: true, value }));
    },
    bytesOf: (item) => item,
    maxBatch: 2,
    maxBatchBytes: 50,
    maxWaiting: 10,
    maxWaitingBytes: 60,
    ...(given.gather && { gather: given.gather }),
  });
  return { batches, batcher };
}

it('fills a batch to exactly maxBatchBytes', async () => {
  const { batches, batcher } = plain({});
  await Promise.all([batcher.add(20), batcher.add(30)]);
  expect(batches).toEqual([[20, 30]]);
});

it('rejects an item one byte over maxWaitingBytes with retryAfterSeconds, and accepts items again after the flush', async () => {
  const { batcher } = plain({});
  const kept = [batcher.add(20), batcher.add(30)];
  await expect(batcher.add(11)).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
  await Promise.all([...kept, batcher.add(10)]);
  await batcher.idle();
  expect(await batcher.add(60)).toBe(60);
});

it('flushes the waiting items after a failed flush when isForAll is not set', async () => {
  const { batcher } = plain({ fails: (items) => items.includes(1) });
  const results = await Promise.allSettled([batcher.add(1), batcher.add(2), batcher.add(3)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

const FOR_EVER_MS = 2 ** 31 - 1;

it('does not wait when the gather count is reached or when no items are waiting', async () => {
  const { batches, batcher } = plain({ gather: { count: 2, ms: FOR_EVER_MS } });
  await Promise.all([batcher.add(1), batcher.add(2), batcher.add(3), batcher.add(4)]);
  await batcher.idle();
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

it('waits when fewer items than the gather count are left, and flushes them with items added during the wait', async () => {
  const { batches, batcher } = plain({ gather: { count: 2, ms: 1_000 } });
  const first = [batcher.add(1), batcher.add(2), batcher.add(3)];
  await first[0];
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([...first, batcher.add(4)]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
