import { expect, test } from 'vitest';
import { fixedSeeds, runTraces, seedsAt } from './traces.ts';

test('half of the seeds are the same every day, the others are specific to the day, and none occurs twice', () => {
  const seeds = seedsAt(Date.UTC(2026, 10, 23, 23, 59), 500);
  expect(new Set(seeds).size).toBe(500);
  expect(seeds.filter((seed) => seed <= 250)).toEqual(fixedSeeds(250));
  const next = seedsAt(Date.UTC(2026, 10, 24), 500);
  expect(next.filter((seed) => seeds.includes(seed))).toEqual(fixedSeeds(250));
});

test('runTraces rejects with a failed trace after all running traces have ended, and starts no others', async () => {
  const ended: number[] = [];
  const slow = Promise.withResolvers<void>();
  const running = runTraces(['a', 'b'], [1, 2, 3, 4], async (_lane, seed) => {
    if (seed === 2) {
      setImmediate(() => slow.resolve());
      throw new Error('sequence 2');
    }
    await slow.promise;
    ended.push(seed);
  });
  await expect(running).rejects.toThrow('sequence 2');
  expect(ended).toEqual([1]);
});

test('runTraces runs each seed once, on any free database', async () => {
  const seen: number[] = [];
  await runTraces(['a', 'b', 'c'], [5, 6, 7, 8], (_lane, seed) => Promise.resolve(void seen.push(seed)));
  expect(seen.toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8]);
});
