import { invalid } from '../../../base/refusal.ts';
import { MAX_LISTED, type RecordPage } from '../vendors/index.ts';

/** Query parameters, keyed by lowercase name. */
export type Query = ReadonlyMap<string, string>;

const DEFAULT_COUNT = 100;
const MAX_COUNT = 500;
const DAY_MS = 24 * 3_600_000;
/** Latest time that a request may contain, and the default end of the time range. */
const FOREVER = new Date(Date.UTC(9999, 0));

/**
 * Parses query parameters. Throws validation_error for unknown parameters, because ignoring a filter would return
 * unexpected results.
 */
export function readQuery(given: Readonly<Record<string, unknown>>, known: readonly string[]): Query {
  const query = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (value === '' || value === undefined) continue;
    if (typeof value !== 'string') throw invalid({ [name]: ['must not be repeated.'] });
    const isKnown = known.some((each) => (each.endsWith('_') ? lower.startsWith(each) : each === lower));
    if (!isKnown) throw invalid({ [name]: [`is not supported. Supported parameters: ${known.join(', ')}.`] });
    // Convert only the prefix to lower case. The rest of a name such as `metadata_Colour` keeps its case.
    query.set(known.includes(lower) ? lower : name.replace(/^[^_]*_/, (begin) => begin.toLowerCase()), value);
  }
  return query;
}

/** Parses the offset and the number of requested records. Throws validation_error. */
export function pageIn(query: Query): RecordPage {
  const limit = wholeIn(query, 'count', DEFAULT_COUNT);
  const offset = wholeIn(query, 'offset', 0);
  if (limit > MAX_COUNT) throw invalid({ count: [`must be at most ${MAX_COUNT}.`] });
  if (limit + offset > MAX_LISTED) throw invalid({ offset: [`must be at most ${MAX_LISTED} when added to count.`] });
  return { limit, offset };
}

/**
 * Parses the requested time range. An end date without a time includes the whole day in UTC. Throws validation_error.
 */
export function spanIn(query: Query): { readonly begin: Date; readonly end: Date } {
  const [from, to] = [query.get('fromdate'), query.get('todate')];
  const isDay = to !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(to);
  return {
    begin: from === undefined ? new Date(0) : timeOf('fromdate', from),
    end: to === undefined ? FOREVER : new Date(timeOf('todate', to).getTime() + (isDay ? DAY_MS - 1 : 0)),
  };
}

function timeOf(name: string, text: string): Date {
  const isZoned = /^\d{4}-\d{2}-\d{2}$|(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const time = new Date(isZoned ? text : `${text}Z`);
  const isKept = !Number.isNaN(time.getTime()) && time >= new Date(0) && time <= FOREVER;
  if (!isKept) throw invalid({ [name]: ['must be a date, for example 2026-01-31, or a date-time.'] });
  return time;
}

function wholeIn(query: Query, name: string, otherwise: number): number {
  const given = query.get(name);
  if (given === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(given)) throw invalid({ [name]: ['must be an integer.'] });
  return Number(given);
}
