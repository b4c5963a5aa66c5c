// Place in a run: slow.
import { expect, test } from 'vitest';
import { inRun } from '../support/long-run.ts';
import { fewPlaces } from './few-places.ts';
import { failureOf, runSeeds } from './run-seeds.ts';
import type { SeedResult } from './simulation.ts';
import { FIRST_WITH_WEBHOOKS, WEBHOOKS_EVERY } from './webhook-scenario.ts';

const SEEDS = inRun(2_000, 10_000);
/** Number of threads: one for each core of the test machine. */
const THREADS = 2;
/** Timeout in milliseconds that is much longer than the tests take, even on a busy machine. */
const LONG_MS = 600_000;
const only = process.env['SIM_SEED'];

async function resultsOf(seeds: Parameters<typeof runSeeds>[0]): Promise<SeedResult[]> {
  const results: SeedResult[] = [];
  await runSeeds(seeds, (result) => results.push(result));
  return results;
}

test(
  only === undefined
    ? `every recipient and every event reaches exactly one final state in ${SEEDS} seeds`
    : `seed ${only} holds`,
  { timeout: LONG_MS },
  async () => {
    const total: Record<string, number> = { seeds: 0, hours: 0 };
    const failures: SeedResult[] = [];
    const keep = (result: SeedResult): void => {
      // Exclude the longest takeover time from the totals, because a sum of maximums is meaningless.
      const { longestTakeoverMs: _longest, ...tally } = result.tally;
      const counts = { seeds: 1, hours: result.simulatedMs / 3_600_000, ...tally };
      for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
      if (result.violations.length > 0) failures.push(result);
    };
    if (only === undefined) {
      const count = SEEDS / THREADS;
      // Use consecutive seeds, so that each thread has the same number of seeds with webhooks.
      const threads = Array.from({ length: THREADS }, (_, no) => runSeeds({ first: no * count, count }, keep));
      await Promise.all(threads);
    } else {
      await runSeeds({ first: Number(only) }, (result) => {
        keep(result);
        process.stdout.write(`${result.history.join('\n')}\nSHA-256 of this history: ${result.sha256}\n`);
      });
    }
    process.stdout.write(`Simulated: ${JSON.stringify({ ...total, hours: Math.round(total['hours'] ?? 0) })}\n`);
    failures.sort((a, b) => a.seed - b.seed);
    const [first] = failures;
    expect(failures.length, first && failureOf(first)).toBe(0);
    if (only !== undefined) return;
    // Check that every event occurred at least once. Otherwise, the simulation has not tested it.
    for (const count of Object.values(total)) expect(count).toBeGreaterThan(0);
    expect(total['crashes']).toBeGreaterThan(SEEDS / 4);
  },
);

test('the same seed produces the same history, byte for byte, in another thread', async () => {
  const [once, again] = await Promise.all([resultsOf({ first: 1, count: 60 }), resultsOf({ first: 1, count: 60 })]);
  expect(again.map(({ sha256 }) => sha256)).toEqual(once.map(({ sha256 }) => sha256));
  expect(new Set(once.map(({ sha256 }) => sha256)).size).toBe(60);
});

test('a seed produces the same history regardless of earlier seeds', async () => {
  const [alone] = await resultsOf({ first: 30 });
  const after = await resultsOf({ first: 21, count: 10 });
  expect(after.at(-1)?.sha256).toBe(alone?.sha256);
});

test('a hanging receiver does not delay other receivers, even with few slots', { timeout: LONG_MS }, async () => {
  const seeds = { first: FIRST_WITH_WEBHOOKS, step: WEBHOOKS_EVERY, count: inRun(100, 500), patches: fewPlaces(true) };
  const results = await resultsOf(seeds);
  expect(results.flatMap(({ seed, violations }) => violations.map((text) => `${seed}: ${text}`))).toEqual([]);
});

test('skipping idle time does not hide violations', { timeout: LONG_MS }, async () => {
  const results = await resultsOf({ first: 111, count: 20, skipsIdleTime: false });
  expect(results.flatMap(({ violations }) => violations)).toEqual([]);
});
