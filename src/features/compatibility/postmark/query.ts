import { invalid } from '../../../base/refusal.ts';
import { MAX_LISTED, type RecordPage } from '../vendors/index.ts';

/** A query by the names of its parameters in lower case. */
export type Query = ReadonlyMap<string, string>;

const DEFAULT_COUNT = 100;
const MAX_COUNT = 500;
const DAY_MS = 24 * 3_600_000;
/** Behind everything; PostgreSQL's and JavaScript's times reach farther. */
const FOREVER = new Date(Date.UTC(9999, 0));

/**
 * The parameters of a query. Throws validation_error for one that is not known: whoever filters by it would be shown what they did
 * not ask for.
 */
export function readQuery(given: Readonly<Record<string, unknown>>, known: readonly string[]): Query {
  const query = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (value === '' || value === undefined) continue;
    if (typeof value !== 'string') throw invalid({ [name]: ['must not be repeated.'] });
    const isKnown = known.some((each) => (each.endsWith('_') ? lower.startsWith(each) : each === lower));
    if (!isKnown) throw invalid({ [name]: [`is not supported. Supported parameters: ${known.join(', ')}.`] });
    // What follows the beginning of a family keeps its case: `metadata_Colour`.
    query.set(known.includes(lower) ? lower : name.replace(/^[^_]*_/, (begin) => begin.toLowerCase()), value);
  }
  return query;
}

/** Which part of a listing is asked for. Throws validation_error. */
export function pageIn(query: Query): RecordPage {
  const limit = wholeIn(query, 'count', DEFAULT_COUNT);
  const offset = wholeIn(query, 'offset', 0);
  if (limit > MAX_COUNT) throw invalid({ count: [`must be at most ${MAX_COUNT}.`] });
  if (limit + offset > MAX_LISTED) throw invalid({ offset: [`must be at most ${MAX_LISTED} when added to count.`] });
  return { limit, offset };
}

/** From when to when, of what is kept; a day without a time is all of it, in UTC. Throws validation_error. */
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
  if (!/^\d{1,9}$/.test(given)) throw invalid({ [name]: ['must be a whole number.'] });
  return Number(given);
}
