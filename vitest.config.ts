import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Needs a processor: its processes are killed and start again several times a second, and their mail has to be on time. */
const STORM = 'test/chaos/kill.test.ts';
/** Runs beside the storm, in this order: tests that mostly wait for clocks, retries and processes that start. */
const BESIDE_STORM = [
  'test/flows/waits.test.ts',
  'test/chaos/resources-limits.test.ts',
  'test/flows/routes.test.ts',
  'test/base/postgres.test.ts',
  'test/base/jobs.test.ts',
  'test/flows/webhooks.test.ts',
];
/** Begin first of all others, because they take longest: nothing long is left when the other workers have nothing to do. */
const LONGEST = [
  'test/sim/sim.test.ts',
  'test/web/sign-in.test.ts',
  'test/web/nouns-flow.test.ts',
  'test/web/behaviour.test.ts',
  'test/web/walk.test.ts',
  'test/flows/start.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = [STORM, ...BESIDE_STORM, ...LONGEST];
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = first.findIndex((name) => moduleId.endsWith(name));
      return rank === -1 ? first.length : rank;
    };
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** One group of tests after the other, each over so many workers. */
function group(
  name: string,
  order: number,
  maxWorkers: number,
  files: { readonly include: string[]; readonly exclude?: string[] },
): TestProjectInlineConfiguration {
  return {
    test: {
      ...files,
      name,
      pool: 'threads',
      isolate: false,
      maxWorkers,
      // Time limits only end what hangs: a machine that is busy with something else fails nothing.
      testTimeout: 60_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 15_000, interval: 20 } },
      sequence: { groupOrder: order },
    },
  };
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/ci-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      group('storm', 0, 2, { include: [STORM, ...BESIDE_STORM] }),
      group('all others', 1, 4, {
        include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: ['node_modules/**', STORM, ...BESIDE_STORM],
      }),
    ],
  },
});
