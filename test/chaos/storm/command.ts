import { tmpdir } from 'node:os';
import { systemRandom } from '../../../src/base/clock.ts';
import { KILL_KINDS } from './history.ts';
import type { KillWeights } from './nemesis.ts';
import { reportOf } from './report.ts';
import { runStorm, type StormOptions } from './storm.ts';
import { print } from '../../../src/app/commands/output.ts';
import {
  CommandFailure,
  parseArguments,
  UsageError,
  wholeNumber,
  type Arguments,
} from '../../../src/app/commands/parse.ts';

const MAX_SECONDS = 7 * 24 * 3_600;
const MAX_SEED = 2 ** 32 - 1;
const MAX_ACCOUNTS = 100;
const MAX_RATE = 1_000;
const MAX_EVERY_MS = 3_600_000;
const MAX_WEIGHT = 1_000;
const OPTIONS = ['seconds', 'seed', 'kills', 'every-ms', 'accounts', 'rate', 'directory'];

/** Default weight of each kind of kill. */
export const USUAL_KILLS: KillWeights = { main: 8, delivery: 32, database: 25, backend: 35 };

/**
 * Implements `postrider chaos` in a clone of the repository: runs the storm with the given arguments and prints its
 * report. Throws CommandFailure if an invariant is violated, if a signal stops the storm, or if the system is not
 * Linux.
 */
export async function runChaos(mainFile: string, args: readonly string[]): Promise<void> {
  const options = { ...optionsOf(args), mainFile };
  if (process.platform !== 'linux') {
    throw new CommandFailure('chaos needs Linux: it finds the processes to kill in /proc');
  }
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    print(`Seed ${options.seed}.`);
    const result = await runStorm(options, { say: print, signal: stop.signal });
    for (const line of reportOf(result)) print(line);
    if (result.breaches.length > 0) {
      const broken = [...new Set(result.breaches.map(({ invariant }) => invariant))];
      throw new CommandFailure(`broken: ${broken.join(', ')}; again with --seed ${options.seed}`);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    throw new CommandFailure('broken off; everything is ended and removed');
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

/** Parses the command-line options. Throws UsageError if they are invalid. */
export function optionsOf(args: readonly string[]): Omit<StormOptions, 'mainFile'> {
  const parsed = parseArguments(args, OPTIONS, ['no-faults', 'failing-listener']);
  if (parsed.words.length > 0) throw new UsageError(`unexpected "${parsed.words[0]}"`);
  return {
    directory: parsed.option('directory') ?? tmpdir(),
    seconds: wholeNumber(parsed, 'seconds', 60, [1, MAX_SECONDS]),
    seed: wholeNumber(parsed, 'seed', Math.floor(systemRandom() * MAX_SEED), [0, MAX_SEED]),
    weights: weightsOf(parsed),
    everyMs: wholeNumber(parsed, 'every-ms', 375, [10, MAX_EVERY_MS]),
    accounts: wholeNumber(parsed, 'accounts', 6, [1, MAX_ACCOUNTS]),
    ratePerSecond: wholeNumber(parsed, 'rate', 50, [1, MAX_RATE]),
    hasFaults: !parsed.flag('no-faults'),
    hasFailingListener: parsed.flag('failing-listener'),
    keepsBroken: true,
  };
}

function weightsOf(parsed: Arguments): KillWeights {
  const given = parsed.option('kills');
  if (given === undefined) return USUAL_KILLS;
  const weights = { main: 0, delivery: 0, database: 0, backend: 0 };
  for (const part of given.split(',')) {
    const [name, share = '1'] = part.split('=');
    const kind = KILL_KINDS.find((known) => known === name?.trim());
    const weight = Number(share);
    if (!kind || share === '' || !Number.isInteger(weight) || weight < 0 || weight > MAX_WEIGHT) {
      throw new UsageError(
        `--kills takes ${KILL_KINDS.join(', ')}, each with =SHARE up to ${MAX_WEIGHT}, not "${part}"`,
      );
    }
    weights[kind] = weight;
  }
  return weights;
}
