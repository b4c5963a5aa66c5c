import { nearestOf } from '../../../http/known-fields.ts';
import { shown } from '../../../http/shown.ts';
import { CONDITIONS } from './conditions.ts';
import { ALL_CONDITIONS, CAMPAIGN_CONDITIONS, type ContactFilter } from './filter.ts';
import { isEmptyList } from './kinds.ts';

/** Tells that a field is wrong, in a sentence that completes its name. */
export type Fail = (field: string, sentence: string) => void;

/** Which conditions a caller may use. */
export interface ParseOptions {
  /** Whether it can ask what contacts did with a campaign. */
  readonly hasCampaigns: boolean;
}

/**
 * The filter that an object of JSON or `filter[...]` of a query means: numbers, booleans and ids may be texts, a list one
 * value alone. What is absent, null or an empty text is no condition. Calls `fail('filter.<name>', sentence)` for each fault.
 */
export function parseFilter(given: unknown, fail: Fail, options: ParseOptions): ContactFilter {
  if (isNothing(given) || isEmptyList(given)) return {};
  if (!isObject(given)) {
    fail('filter', 'must be an object of conditions, or `filter[name]=value` in a query string.');
    return {};
  }
  return parseConditions(given, (name, sentence) => fail(`filter.${name}`, sentence), options);
}

/** The same for conditions that stand by themselves: `fail` is called with their names. */
export function parseConditions(
  given: Readonly<Record<string, unknown>>,
  fail: Fail,
  options: ParseOptions,
): ContactFilter {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(CONDITIONS, name)) fail(name, unknownSentence(name, options));
  }
  const parsed = ALL_CONDITIONS.flatMap(({ condition: { kind }, name }) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (isNothing(value)) return [];
    if (kind.of === 'campaign' && !options.hasCampaigns) {
      fail(name, 'is available only in bulk actions and segments.');
      return [];
    }
    const found = kind.parse(value, (sentence) => fail(name, sentence));
    return found === undefined ? [] : [[name, found] as const];
  });
  // Each parser gives what its kind of condition holds.
  return Object.fromEntries(parsed) as ContactFilter;
}

/** The stored filter of a segment. Throws when it is none, which is nobody's mistake but ours. */
export function storedFilter(stored: unknown): ContactFilter {
  const faults: string[] = [];
  const filter = parseFilter(stored, (field, sentence) => faults.push(`${field} ${sentence}`), { hasCampaigns: true });
  if (faults.length > 0) throw new Error(`Stored segment is invalid: ${faults.join(' ')}`);
  return filter;
}

function unknownSentence(name: string, { hasCampaigns }: ParseOptions): string {
  const known = Object.keys(CONDITIONS).filter(
    (each) => hasCampaigns || !CAMPAIGN_CONDITIONS.some((one) => one === each),
  );
  const nearest = nearestOf(shown(name), known);
  return nearest === undefined
    ? `is not a known condition. Known conditions are ${known.join(', ')}.`
    : `is not a known condition. Did you mean ${nearest}?`;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
