import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chaosCommand, chaosUsage } from '../../../src/app/commands/chaos.ts';
import { CommandFailure, UsageError } from '../../../src/app/commands/parse.ts';
import { optionsOf, USUAL_KILLS } from './command.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const mainFile = `${ROOT}/src/main.ts`;

describe('options of postrider chaos', () => {
  it('have defaults', () => {
    const { seed, ...options } = optionsOf([]);
    expect(options).toMatchObject({ seconds: 60, everyMs: 375, accounts: 6, ratePerSecond: 50, hasFaults: true });
    expect(options.weights).toBe(USUAL_KILLS);
    expect(seed).toBeGreaterThanOrEqual(0);
  });

  it('are all read', () => {
    const line =
      '--seconds 5 --seed 7 --kills main,database=3 --every-ms 10 --accounts 1 --rate 9 --no-faults --directory /x';
    expect(optionsOf(line.split(' '))).toMatchObject({
      seconds: 5,
      seed: 7,
      weights: { main: 1, delivery: 0, database: 3, backend: 0 },
      everyMs: 10,
      accounts: 1,
      ratePerSecond: 9,
      hasFaults: false,
      directory: '/x',
    });
  });

  it.each([
    '--seconds 0',
    '--seconds 604801',
    '--seed -1',
    '--seed 4294967296',
    '--accounts 101',
    '--rate 1001',
    '--every-ms 9',
    '--kills mail',
    '--kills main=1001',
    '--kills main=',
    '--kills main=-1',
    'now',
    '--hours 1',
  ])('refuse %s', (line) => {
    expect(() => optionsOf(line.split(' '))).toThrow();
  });

  it('have the default weights of kills in the usage text', () => {
    const shown = Object.entries(USUAL_KILLS).map(([kind, share]) => `${kind}=${share}`);
    expect(chaosUsage).toContain(`default: ${shown.join(',')})`);
  });
});

describe('postrider chaos', () => {
  it('runs in a clone', async () => {
    await expect(chaosCommand({ mainFile, cloneRoot: ROOT }, ['--hours', '1'])).rejects.toThrow(UsageError);
  });

  it.each([undefined, tmpdir()])('explains that it needs a clone in %s', async (cloneRoot) => {
    const refused = chaosCommand({ mainFile, cloneRoot }, []);
    await expect(refused).rejects.toThrow(CommandFailure);
    await expect(refused).rejects.toThrow(/only runs in a clone of the repository/);
  });
});
