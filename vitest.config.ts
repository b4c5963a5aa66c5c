import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest begins first, so that nothing long is left at the end while the other worker has nothing to do: the
 * storm of kills beside tests that mostly wait, and then those that need the processors.
 */
const LONGEST = [
  'chaos/kill.test.ts',
  'flows/waits.test.ts',
  'flows/routes.test.ts',
  'base/postgres.test.ts',
  'web/walk.test.ts',
  'sim/sim.test.ts',
  'web/behaviour.test.ts',
  'web/nouns-flow.test.ts',
  'web/sign-in.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return rank === -1 ? LONGEST.length : rank;
    };
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/ci-reporter.ts'],
    // Time limits only end what hangs: a machine that is busy with something else fails nothing.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
