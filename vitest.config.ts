import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A test says in a line of its own where in a run it has its place; without the line it is one of all others. */
const PLACE = /^\/\/ Place in a run: (.*)$/m;
const PLACES = {
  /** Needs a processor: its processes are killed and start again several times a second, and their mail has to be on time. */
  storm: 'the storm.',
  /** Tests that mostly wait for clocks, retries and processes that start. */
  besideStorm: 'beside the storm.',
} as const;
const STORM_GROUP = filesWithPlaces();
/**
 * What takes long, by the beginning of its path and longest first, where no run has measured it yet: a fuzzer of minutes, browsers
 * and programs that start.
 */
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
 * Begins with what took longest in the last run, of which vitest keeps the times, so that nothing long is left when other
 * workers have nothing to do. With a file that no run has measured, as in a fresh clone, kinds stand for the times.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    if (files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined)) return sorted;
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || kindOf(one) - kindOf(other));
  }
}

/** The tests that say where their place is. Throws where there is no such place: the line would be passed over. */
function filesWithPlaces(): string[] {
  const root = import.meta.dirname;
  return globSync('{src,test}/**/*.test.ts', { cwd: root }).filter((path) => {
    const place = PLACE.exec(readFileSync(join(root, path), 'utf8'))?.[1];
    if (place === undefined) return false;
    if (Object.values<string>(PLACES).includes(place)) return true;
    throw new Error(`${path} says that its place in a run is "${place}", which is none`);
  });
}

function kindOf({ moduleId }: TestSpecification): number {
  const kind = SLOW_KINDS.findIndex((beginning) => moduleId.includes(`/${beginning}`));
  return kind === -1 ? SLOW_KINDS.length : kind;
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
