// Place in a run: the storm.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { USUAL_KILLS } from './storm/command.ts';
import { inRun } from '../support/long-run.ts';
import { reportOf } from './storm/report.ts';
import { runStorm } from './storm/storm.ts';
import { ackBeforeCommit } from './mutants.ts';
import { storageOfStorms, stormOver } from './mutant-storm.ts';

const MINUTES_MS = 60_000;
const PROGRAM = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const SEED = 4711;
const { log: say } = console;

it(
  'loses no accepted message and violates no invariant while processes are killed and receivers misbehave',
  { timeout: 12 * MINUTES_MS },
  async () => {
    const options = {
      mainFile: PROGRAM,
      directory: storageOfStorms(),
      seconds: inRun(20, 45),
      seed: SEED,
      weights: USUAL_KILLS,
      everyMs: 375,
      accounts: 4,
      ratePerSecond: 50,
      hasFaults: true,
      // Flush the queue, because a message that is deferred twice would otherwise wait for five minutes. Messages that
      // are deferred once are retried soon enough without a flush.
      flushAfterMs: 75_000,
      keepsBroken: false,
    };
    const result = await runStorm(options, { say, signal: new AbortController().signal });
    const report = reportOf(result).join('\n');
    say(report);
    expect(result.breaches, report).toEqual([]);
    expect(result.history.kills.length, report).toBeGreaterThan(10);
    expect(result.history.acceptances.length, report).toBeGreaterThan(30);
    expect(result.history.arrivals.length, report).toBeGreaterThan(30);
  },
);

it('detects a response that is sent before the commit', { timeout: 5 * MINUTES_MS }, async () => {
  const { breaches } = await stormOver(ackBeforeCommit, SEED, say);
  expect(breaches.map(({ invariant }) => invariant)).toContain(ackBeforeCommit.breaks);
});
