import { nearestOf } from '../../../http/known-fields.ts';
import { shown } from '../../../http/shown.ts';
import { CONDITIONS } from './conditions.ts';
import { ALL_CONDITIONS, CAMPAIGN_CONDITIONS, type ContactFilter } from './filter.ts';
import { isEmptyList } from './kinds.ts';

/** Reports an invalid field, with a sentence that follows the field's name. */
export type Fail = (field: string, sentence: string) => void;

/** Conditions that a caller may use. */
export interface ParseOptions {
  /** Whether conditions on campaign opens and clicks are allowed. */
  readonly hasCampaigns: boolean;
}

/**
 * Parses a filter from JSON or from `filter[...]` in a query string. Numbers, booleans and IDs may be text, and a
 * single value is accepted in place of a list. An absent, null or empty value means no condition. Calls
 * `fail('filter.<name>', sentence)` for each error.
 */
export function parseFilter(given: unknown, fail: Fail, options: ParseOptions): ContactFilter {
  if (isNothing(given) || isEmptyList(given)) return {};
  if (!isObject(given)) {
    fail('filter', 'must be an object of conditions, or `filter[name]=value` in a query string.');
    return {};
  }
  return parseConditions(given, (name, sentence) => fail(`filter.${name}`, sentence), options);
}

/** Parses conditions that are not nested in a `filter` object. Calls `fail` with the name of the condition for each error. */
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
  // The cast is safe because each parser returns the type of its condition.
  return Object.fromEntries(parsed) as ContactFilter;
}

/** Parses the stored filter of a segment. Throws an error if the filter is invalid, which would be a bug. */
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
