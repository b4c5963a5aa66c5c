import { Refusal } from '../../../base/refusal.ts';
import { decodeJson } from '../../../http/json.ts';
import { nearestOf } from '../../../http/known-fields.ts';
import { shown } from '../../../http/shown.ts';
import { CONDITIONS } from './conditions.ts';
import {
  ALL_CONDITIONS,
  CAMPAIGN_CONDITIONS,
  conditionsWithin,
  isEmptyFilter,
  MAX_DEPTH,
  type Conditions,
  type ContactFilter,
} from './filter.ts';
import { isEmptyList } from './kinds.ts';

/** Reports an invalid field. The message is appended to the field's name, for example: `must be a date.` */
export type Fail = (field: string, sentence: string) => void;

/** Conditions that a caller may use. */
export interface ParseOptions {
  /** Whether conditions on campaigns are allowed, such as `opened_campaign_id`. */
  readonly hasCampaigns: boolean;
}

/** Maximum number of conditions in a filter, including those in groups. */
const MAX_CONDITIONS = 50;
/**
 * Maximum number of segments in a filter. The number is limited because the conditions of each segment are added to the
 * filter.
 */
const MAX_SEGMENTS = 10;
const GROUPS = ['all', 'any', 'not'];

/**
 * Parses a filter from JSON, from `filter[...]` in a query string, or from a JSON document as text. Numbers, booleans
 * and IDs may be given as strings, and a single value is accepted instead of a list. An absent, null or empty value
 * means no condition. A JSON document as text may always contain conditions on campaigns. Calls `fail` for each error,
 * with `filter` or the path of the invalid part, such as `filter.any.0.status`.
 */
export function parseFilter(given: unknown, fail: Fail, options: ParseOptions): ContactFilter {
  if (isNothing(given) || isEmptyList(given)) return {};
  if (typeof given === 'string') {
    const document = documentOf(given, fail);
    return document ? parseFilter(document, fail, { hasCampaigns: true }) : {};
  }
  if (!isObject(given)) {
    fail('filter', NOT_AN_OBJECT);
    return {};
  }
  const filter = parseMember(given, 'filter', { fail, options, depth: 0 });
  const conditions = conditionsWithin(filter);
  if (conditions.length > MAX_CONDITIONS) fail('filter', `must have at most ${MAX_CONDITIONS} conditions.`);
  if (conditions.filter(({ name }) => name === 'segment_id').length > MAX_SEGMENTS) {
    fail('filter', `must have at most ${MAX_SEGMENTS} conditions on segments.`);
  }
  return filter;
}

const NOT_AN_OBJECT =
  'must be an object of conditions, `filter[name]=value` in a query string, or a JSON document like `{"status":"active"}`.';

/** Parses a filter from the JSON in a query parameter. Returns undefined if `fail` was called. */
function documentOf(text: string, fail: Fail): Readonly<Record<string, unknown>> | undefined {
  try {
    const document = decodeJson(Buffer.from(text));
    if (isObject(document)) return document;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  fail('filter', NOT_AN_OBJECT);
  return undefined;
}

interface Within {
  readonly fail: Fail;
  readonly options: ParseOptions;
  /** Number of groups that enclose the filter. */
  readonly depth: number;
}

function parseMember(given: Readonly<Record<string, unknown>>, path: string, within: Within): ContactFilter {
  const { fail, options } = within;
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !GROUPS.includes(name)));
  const conditions = parseConditions(own, (name, sentence) => fail(`${path}.${name}`, sentence), options);
  const { all, any, not } = given;
  return {
    ...conditions,
    ...(!isNothing(all) && { all: parseMembers(all, `${path}.all`, within) }),
    ...(!isNothing(any) && { any: parseMembers(any, `${path}.any`, within) }),
    ...(!isNothing(not) && { not: parseGroup(not, `${path}.not`, within) }),
  };
}

function parseMembers(given: unknown, path: string, within: Within): ContactFilter[] {
  if (!Array.isArray(given) || given.length === 0) {
    within.fail(path, 'must be a list with at least one filter.');
    return [];
  }
  if (given.length > MAX_CONDITIONS) {
    within.fail(path, `must have at most ${MAX_CONDITIONS} filters.`);
    return [];
  }
  return given.map((member, index) => parseGroup(member, `${path}.${index}`, within));
}

function parseGroup(given: unknown, path: string, { depth, fail, options }: Within): ContactFilter {
  if (!isObject(given)) fail(path, 'must be an object of conditions.');
  else if (depth === MAX_DEPTH) fail(path, `must be nested in at most ${MAX_DEPTH} groups.`);
  else {
    let isFaulty = false;
    const complain: Fail = (field, sentence) => {
      isFaulty = true;
      fail(field, sentence);
    };
    const member = parseMember(given, path, { fail: complain, options, depth: depth + 1 });
    // Reject an empty member, which would match every contact.
    if (!isFaulty && isEmptyFilter(member)) fail(path, 'must have at least one condition.');
    return member;
  }
  return {};
}

/** Parses conditions without groups. Calls `fail` with the name of the condition for each error. */
export function parseConditions(
  given: Readonly<Record<string, unknown>>,
  fail: Fail,
  options: ParseOptions,
): Conditions {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(CONDITIONS, name)) fail(name, unknownSentence(name, options));
  }
  const parsed = ALL_CONDITIONS.flatMap(({ condition: { kind }, name }) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (isNothing(value)) return [];
    if (kind.of === 'campaign' && !options.hasCampaigns) {
      fail(name, 'is available only in bulk actions, segments, and filters that are JSON documents.');
      return [];
    }
    const found = kind.parse(value, (sentence) => fail(name, sentence));
    return found === undefined ? [] : [[name, found] as const];
  });
  // The cast is safe because each parser returns the type of its condition.
  return Object.fromEntries(parsed) as Conditions;
}

/** Parses a stored filter. Throws an error if the filter is invalid, which would be a bug. */
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
