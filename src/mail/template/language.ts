import { defaultOperators, Liquid, type Context } from 'liquidjs';
import { FILTERS, type FilterWorld } from './filters.ts';
import { MAX_STEPS, TemplateTooCostly } from './source.ts';
import { TAGS } from './tags.ts';
import { lengthOf, type Reading } from './values.ts';

/**
 * Number of rendering steps that the current email has used, and the data of its recipient. A compiled template renders
 * one email at a time.
 */
export interface Work {
  reading: Reading;
  steps: number;
}

/** Returns a step counter that starts at 0. */
export function createWork(): Work {
  return { reading: { values: {}, linkPrefixes: [], tokenOf: () => '' }, steps: 0 };
}

/**
 * Adds rendering steps to the counter of the current email. Throws TemplateTooCostly beyond the maximum. Counting steps
 * instead of milliseconds ensures that a busy machine does not reject an email that an idle one would render.
 */
export function spend(work: Work, steps: number): void {
  work.steps += steps;
  if (work.steps > MAX_STEPS) throw new TemplateTooCostly(`Rendering this email takes more than ${MAX_STEPS} steps`);
}

/** Comparisons of at most this many characters are not counted. */
const FREE_CHARACTERS = 64;

/**
 * Creates a LiquidJS instance with only the supported tags and filters, and without file access. Its filters count the
 * characters that they read and write.
 */
export function createLanguage(world: FilterWorld, work: Work): Liquid {
  const liquid = new Liquid({ locale: 'en-US', templates: {}, operators: countedOperators() });
  for (const name of Object.keys(liquid.tags)) if (!Object.hasOwn(TAGS, name)) delete liquid.tags[name];
  for (const name of Object.keys(liquid.filters)) liquid.unregisterFilter(name);
  for (const [name, filter] of FILTERS) {
    liquid.registerFilter(name, function apply(value: unknown, ...args: unknown[]): unknown {
      spend(work, filter.steps);
      const memory = this.context.memoryLimit;
      memory.use(args.reduce<number>((sum, arg) => sum + lengthOf(arg), lengthOf(value)));
      const result = filter.apply.call(this, world, value, args);
      memory.use(lengthOf(result));
      return result;
    });
  }
  return liquid;
}

type Operator = (typeof defaultOperators)[string];

/** Wraps binary operators to count the characters that they read. Repeatedly searching a long string is expensive. */
function countedOperators(): typeof defaultOperators {
  const counted = Object.entries(defaultOperators).map(([name, operator]): [string, Operator] => {
    if (name === 'not') return [name, operator];
    return [
      name,
      (left: unknown, right: unknown, context: Context) => {
        const read = lengthOf(left) + lengthOf(right);
        if (read > FREE_CHARACTERS) context.memoryLimit.use(read);
        // The cast is safe because binary operators receive these arguments.
        return (operator as (left: unknown, right: unknown, context: Context) => unknown)(
          left,
          right,
          context,
        ) as never;
      },
    ];
  });
  return Object.fromEntries(counted);
}
