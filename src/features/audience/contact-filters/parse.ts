import { parseIsoTime } from '../../../base/iso-time.ts';
import { nearestOf } from '../../../http/known-fields.ts';
import { shown } from '../../../http/shown.ts';
import { isFault } from '../../../mail/address.ts';
import { contactAddressOf } from '../contacts/index.ts';
import { CONDITIONS, STATUSES, type ConditionKind, type ContactFilter } from './filter.ts';

/** Ids of one condition, at most. */
export const MAX_IDS = 1_000;
/** Characters of what is searched for, at most. */
export const MAX_QUERY_CHARACTERS = 200;
const ID = /^[1-9]\d{0,15}$/;
const NAMES: readonly string[] = CONDITIONS.map(({ name }) => name);

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
  for (const name of Object.keys(given)) if (!NAMES.includes(name)) fail(name, unknownSentence(name, options));
  const parsed = CONDITIONS.flatMap(({ key, kind, name }) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (isNothing(value)) return [];
    if (kind === 'campaign' && !options.hasCampaigns) {
      fail(name, 'is available only in bulk actions and segments.');
      return [];
    }
    const found = PARSERS[kind](value, (sentence) => fail(name, sentence));
    return found === undefined ? [] : [[key, found] as const];
  });
  // Each parser gives what its kind of condition holds.
  return Object.fromEntries(parsed) as ContactFilter;
}

type Complain = (sentence: string) => void;

const PARSERS: Readonly<Record<ConditionKind, (value: unknown, complain: Complain) => unknown>> = {
  query: parseQuery,
  email: parseEmail,
  boolean: parseBoolean,
  status: parseStatus,
  time: parseTime,
  // "Only contacts who never ...": false does not ask for it.
  never: (value, complain) => parseBoolean(value, complain) || undefined,
  // Nobody is in one list of none, which nobody means to ask for: a bulk action would do nothing, or all if it were left out.
  any: (value, complain) => {
    if (isEmptyList(value)) complain('must have at least one ID. Omit the condition if it is not needed.');
    return parseIds(value, complain);
  },
  none: parseIds,
  id: parseId,
  campaign: parseId,
};

function parseQuery(value: unknown, complain: Complain): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') complain('must be a string.');
  else if (text.length > MAX_QUERY_CHARACTERS) complain(`must have at most ${MAX_QUERY_CHARACTERS} characters.`);
  else return text.trim() || undefined;
  return undefined;
}

function parseEmail(value: unknown, complain: Complain): string | undefined {
  const address = typeof value === 'string' ? contactAddressOf(value) : { fault: 'must be a string.' };
  if (!isFault(address)) return address;
  complain(address.fault);
  return undefined;
}

function parseBoolean(value: unknown, complain: Complain): boolean | undefined {
  if (value === true || value === 1 || value === 'true' || value === '1') return true;
  if (value === false || value === 0 || value === 'false' || value === '0') return false;
  complain('must be true or false.');
  return undefined;
}

function parseStatus(value: unknown, complain: Complain): string | undefined {
  const status = STATUSES.find((known) => known === value);
  if (!status) complain(`must be one of ${STATUSES.join(', ')}.`);
  return status;
}

function parseTime(value: unknown, complain: Complain): Date | undefined {
  const time = typeof value === 'string' ? parseIsoTime(value) : undefined;
  if (time !== undefined) return new Date(time);
  complain('must be an ISO 8601 date or date-time, for example 2026-01-31 or 2026-01-31T12:00:00Z.');
  return undefined;
}

function parseIds(value: unknown, complain: Complain): number[] | undefined {
  const given = Array.isArray(value) ? value : [value];
  const ids = given.flatMap((one) => idOf(one) ?? []);
  if (given.length === 0) return undefined;
  if (given.length > MAX_IDS) complain(`must have at most ${MAX_IDS} IDs.`);
  else if (ids.length < given.length) complain('must be a list of IDs (positive whole numbers).');
  else return [...new Set(ids)];
  return undefined;
}

function parseId(value: unknown, complain: Complain): number | undefined {
  const id = idOf(value);
  if (id === undefined) complain('must be an ID (a positive whole number).');
  return id;
}

function idOf(value: unknown): number | undefined {
  const isText = typeof value === 'string' && ID.test(value.trim());
  const id = isText ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function unknownSentence(name: string, { hasCampaigns }: ParseOptions): string {
  const known = CONDITIONS.filter(({ kind }) => hasCampaigns || kind !== 'campaign').map((condition) => condition.name);
  const nearest = nearestOf(shown(name), known);
  return nearest === undefined
    ? `is not a known condition. Known conditions are ${known.join(', ')}.`
    : `is not a known condition. Did you mean ${nearest}?`;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** An object without members, as some languages write it. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
