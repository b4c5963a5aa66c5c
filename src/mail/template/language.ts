import { defaultOperators, Liquid, type Context } from 'liquidjs';
import { FILTERS, type FilterWorld } from './filters.ts';
import { MAX_STEPS, TemplateTooCostly } from './source.ts';
import { TAGS } from './tags.ts';
import { lengthOf, type Reading } from './values.ts';

/** What one mail has spent, and of whom it reads; a compiled template writes one mail at a time. */
export interface Work {
  reading: Reading;
  steps: number;
}

/** Work that has not begun. */
export function createWork(): Work {
  return { reading: { values: {}, linkPrefixes: [], tokenOf: () => '' }, steps: 0 };
}

/**
 * Counts steps of the mail in hand. Steps, not milliseconds: a busy machine must not make of a mail a fault that it is not
 * on a quiet one.
 */
export function spend(work: Work, steps: number): void {
  work.steps += steps;
  if (work.steps > MAX_STEPS) throw new TemplateTooCostly(`Rendering this email takes more than ${MAX_STEPS} steps`);
}

/** Below this, comparing costs less than counting it. */
const FREE_CHARACTERS = 64;

/** LiquidJS with the tags and filters that mails may have, and no files; filters count what they read and write. */
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

/** Operators of two values read both: a long text that is searched again and again is work. */
function countedOperators(): typeof defaultOperators {
  const counted = Object.entries(defaultOperators).map(([name, operator]): [string, Operator] => {
    if (name === 'not') return [name, operator];
    return [
      name,
      (left: unknown, right: unknown, context: Context) => {
        const read = lengthOf(left) + lengthOf(right);
        if (read > FREE_CHARACTERS) context.memoryLimit.use(read);
        // Operators of two values take them in this order.
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
