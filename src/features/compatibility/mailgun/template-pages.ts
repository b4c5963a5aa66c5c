import { faultAt } from '../fields/index.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export type Query = Readonly<Record<string, unknown>>;
export type UrlOf = (query: string) => string;

/**
 * Returns the page of a list that a query selects, sorted by name, with the URLs of other pages. Throws
 * validation_error.
 */
export function pageOf<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string, query: Query, urlOf: UrlOf) {
  // The official client adds the limit to the URLs of pages, which already contain the limit.
  const limit = limitOf([query['limit']].flat()[0]);
  const { p: place = '', page = 'first' } = query;
  if (typeof place !== 'string') throw faultAt('p', 'must be a string.');
  const sorted = entries.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const after = sorted.filter((entry) => nameOf(entry) > place);
  const before = sorted.filter((entry) => nameOf(entry) < place);
  const pages: Readonly<Record<string, readonly Entry[]>> = {
    first: sorted.slice(0, limit),
    next: after.slice(0, limit),
    previous: before.slice(-limit),
    last: sorted.slice(-limit),
  };
  const shown = typeof page === 'string' && Object.hasOwn(pages, page) ? pages[page] : undefined;
  if (!shown) throw faultAt('page', 'must be first, next, previous, or last.');
  const [first, last] = [shown[0], shown.at(-1)].map((entry) => (entry === undefined ? place : nameOf(entry)));
  const url = (name: string, from?: string): string =>
    urlOf(`page=${name}${from === undefined ? '' : `&p=${encodeURIComponent(from)}`}&limit=${limit}`);
  const paging = {
    first: url('first'),
    last: url('last'),
    next: url('next', last),
    previous: url('previous', first),
  };
  return { shown, paging };
}

function limitOf(given: unknown): number {
  if (given === undefined || given === '') return DEFAULT_LIMIT;
  const limit = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw faultAt('limit', `must be an integer from 1 to ${MAX_LIMIT}.`);
  return limit;
}
