import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Matches the line in a test file that assigns the file to the first group. Files without the line are in the second
 * group.
 */
const PLACE = /^\/\/ Place in a run: (.*)$/m;
const PLACES = {
  /** For CPU-bound tests that kill and restart processes several times a second and check when their email arrives. */
  storm: 'the storm.',
  /** For tests that mostly wait, for example for clocks, retries, or processes to start. */
  besideStorm: 'beside the storm.',
} as const;
const STORM_GROUP = filesWithPlaces();
/** Prefixes of the paths of slow tests, slowest first. They determine the order until a run has measured the files. */
const SLOW_KINDS = [
  'test/api/all-fuzz',
  'test/sim/',
  'test/chaos/',
  'test/web/',
  'test/flows/',
  'test/base/',
  'test/api/',
];

/**
 * Starts with the files that took longest in the last run, so that no worker is left with a slow file at the end.
 * vitest stores the times. If any file has not been measured, as in a fresh clone, sorts by SLOW_KINDS.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    if (files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined)) return sorted;
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || kindOf(one) - kindOf(other));
  }
}

/** Returns the test files of the first group. Throws if the PLACE line of a file has an unknown value. */
function filesWithPlaces(): string[] {
  const root = import.meta.dirname;
  return globSync('{src,test}/**/*.test.ts', { cwd: root }).filter((path) => {
    const place = PLACE.exec(readFileSync(join(root, path), 'utf8'))?.[1];
    if (place === undefined) return false;
    if (Object.values<string>(PLACES).includes(place)) return true;
    throw new Error(`${path} has the unknown place "${place}"`);
  });
}

function kindOf({ moduleId }: TestSpecification): number {
  const kind = SLOW_KINDS.findIndex((beginning) => moduleId.includes(`/${beginning}`));
  return kind === -1 ? SLOW_KINDS.length : kind;
}

/** Returns a group of test files. Groups run one after the other in ascending order. */
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
      // This timeout is generous, so that only hanging tests are ended, even on a busy machine.
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // Retry a failed test once. The reporter lists the tests that passed only on retry.
      retry: 1,
      expect: { poll: { timeout: 30_000, interval: 20 } },
      setupFiles: ['test/support/day-edges.ts'],
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
      group('storm', 0, 2, { include: STORM_GROUP }),
      group('all others', 1, 4, {
        include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: ['node_modules/**', ...STORM_GROUP],
      }),
    ],
  },
});
