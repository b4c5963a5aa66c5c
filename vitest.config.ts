import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Matches the line that assigns a test file to one of the PLACES. Files without the line are part of the short run. */
const PLACE = /^\/\/ Place in a run: (.*)$/m;
const PLACES = {
  /** For CPU-bound tests that kill and restart processes several times a second and check when their email arrives. */
  storm: 'the storm.',
  /** For tests that mostly wait, for example for clocks, retries, or processes to start. */
  besideStorm: 'beside the storm.',
  /** For other tests that take more than 15 seconds, for example in a browser. */
  slow: 'slow.',
} as const;
const FILES = filesByPlace();
const STORM_FILES = [PLACES.storm, PLACES.besideStorm].flatMap((place) => FILES.get(place) ?? []);
const SLOW_FILES = FILES.get(PLACES.slow) ?? [];
/** `npm test` without arguments runs only the short tests. With arguments, it chooses from all files. */
const IS_SHORT_RUN = process.argv.slice(2).join(' ') === 'run' && process.env['POSTRIDER_TEST_LONG'] !== '1';
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

/** Returns the test files by the place in their PLACE line. Throws if a place is unknown. */
function filesByPlace(): ReadonlyMap<string, string[]> {
  const root = import.meta.dirname;
  const files = new Map<string, string[]>(Object.values(PLACES).map((place) => [place, []]));
  for (const path of globSync('{src,test}/**/*.test.ts', { cwd: root })) {
    const place = PLACE.exec(readFileSync(join(root, path), 'utf8'))?.[1];
    if (place === undefined) continue;
    if (!files.has(place)) throw new Error(`${path} has the unknown place "${place}"`);
    files.get(place)?.push(path);
  }
  return files;
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

const SHORT = group('short', 0, 4, {
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  exclude: ['node_modules/**', ...STORM_FILES, ...SLOW_FILES],
});
const STORM = group('storm', 1, 2, { include: STORM_FILES });
const SLOW = group('slow', 2, 4, { include: SLOW_FILES });

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/ci-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: IS_SHORT_RUN ? [SHORT] : [SHORT, STORM, SLOW],
  },
});
