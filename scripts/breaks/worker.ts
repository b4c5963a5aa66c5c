// Runs the tests of one module repeatedly, each time with a different mutated token. Started by watch.ts, which kills
// this process when a mutation causes an infinite loop.
import { readFileSync } from 'node:fs';
import { createVitest, type Vitest } from 'vitest/node';
import { placesOf } from './places.ts';

/** Message that starts the work of this process. */
export interface Order {
  readonly module: string;
  readonly tests: readonly string[];
  /** Indexes of the tokens to mutate in the module. */
  readonly places: readonly number[];
}

/**
 * Messages from this process to its parent, with the results of test runs. 'whole' is the run with the unmodified
 * module.
 */
export type Said =
  | { readonly run: 'whole'; readonly isNoticed: boolean; readonly ms: number; readonly tests: number }
  | { readonly run: number; readonly isNoticed: boolean };

process.once('message', (order: Order) => {
  void work(order).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

async function work({ module, places: wanted, tests }: Order): Promise<void> {
  const source = readFileSync(module, 'utf8');
  const places = placesOf(module, source);
  const served = { module: `${process.cwd()}/${module}`, text: source };
  const vitest = await open(served, tests);
  const began = performance.now();
  const whole = await isNoticed(vitest);
  const count = vitest.state.getTestModules().reduce((sum, one) => sum + [...one.children.allTests()].length, 0);
  say({ run: 'whole', isNoticed: whole, ms: performance.now() - began, tests: count });
  if (whole) return;
  for (const no of wanted) {
    const place = places[no];
    if (!place) continue;
    served.text = source.slice(0, place.start) + place.text + source.slice(place.end);
    vitest.invalidateFile(served.module);
    say({ run: no, isNoticed: await isNoticed(vitest) });
  }
}

/** Creates a Vitest instance that uses the text in `served` instead of the module's file. */
function open(served: { readonly module: string; text: string }, tests: readonly string[]): Promise<Vitest> {
  return createVitest(
    {
      config: false,
      include: [...tests],
      watch: false,
      pool: 'threads',
      maxWorkers: 1,
      // The cache must be disabled. It identifies modules by the contents of their files, which mutations do not
      // change.
      fsModuleCache: false,
      bail: 1,
      reporters: [{}],
      silent: true,
      testTimeout: 5_000,
    },
    {
      plugins: [
        {
          name: 'broken-module',
          enforce: 'pre',
          load: (id: string) => (id === served.module ? served.text : undefined),
        },
      ],
      logLevel: 'silent',
    },
  );
}

/** Returns true if a test fails or the tests cannot be loaded. */
async function isNoticed(vitest: Vitest): Promise<boolean> {
  const files = await vitest.globTestSpecifications();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files, true);
  return unhandledErrors.length > 0 || testModules.length === 0 || testModules.some((one) => !one.ok());
}

function say(said: Said): void {
  process.send?.(said);
}
