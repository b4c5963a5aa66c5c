import { Refusal } from '../../../../base/refusal.ts';
import { faultAt } from '../../fields/index.ts';

/** Kinds of objects with public IDs, and their numbers in these IDs. */
const KINDS = {
  contact: 1,
  segment: 2,
  contact_property: 3,
  broadcast: 4,
  template: 5,
  domain: 6,
  webhook: 7,
  api_key: 8,
  topic: 9,
} as const;
export type Kind = keyof typeof KINDS;

const UUID = /^0000000([1-9])-0000-8000-8000-([0-9a-f]{12})$/i;
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Number of objects per page in Postrider's own listings. */
const PER_PAGE = 100;

/**
 * Returns an ID as a UUID (version 8, RFC 9562 section 5.8), because clients in several languages accept only UUIDs.
 */
export function shownObjectId(kind: Kind, id: number): string {
  return `0000000${KINDS[kind]}-0000-8000-8000-${id.toString(16).padStart(12, '0')}`;
}

/** Parses an ID from a path or a body. Returns undefined if it is not the ID of an object of this kind. */
export function nativeId(kind: Kind, given: unknown): number | undefined {
  const [, kindNumber, hex = ''] = (typeof given === 'string' ? UUID.exec(given) : null) ?? [];
  const id = Number(kindNumber) === KINDS[kind] ? Number.parseInt(hex, 16) : 0;
  return id > 0 ? id : undefined;
}

/** Returns the ID in a path for a request to Postrider's own API. Throws not_found. */
export function pathId(kind: Kind, given: string | undefined): string {
  const id = nativeId(kind, given);
  if (id === undefined) throw noSuch(kind);
  return String(id);
}

/** Parses an ID in a body. Throws validation_error. */
export function fieldId(kind: Kind, given: unknown, field: string): number {
  const id = nativeId(kind, given);
  if (id === undefined) throw faultAt(field, `must be the ID of a ${wordsOf(kind)}.`);
  return id;
}

/** Creates the error for an unknown object. */
export function noSuch(kind: Kind): Refusal {
  return new Refusal('not_found', { message: `No ${wordsOf(kind)} has this ID.` });
}

function wordsOf(kind: Kind): string {
  return kind.replace('_', ' ');
}

/** Selects a page of a listing that is sorted newest first: up to `limit` objects after or before the given object. */
export interface Cursor {
  readonly limit: number;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** Parses the cursor of a listing. Throws validation_error. */
export function readCursor(kind: Kind, query: Readonly<Record<string, unknown>>): Cursor {
  const { after, before, limit } = query;
  if (after !== undefined && before !== undefined) throw faultAt('before', 'cannot be combined with `after`.');
  return {
    limit: limitOf(limit),
    ...(after !== undefined && { after: fieldId(kind, after, 'after') }),
    ...(before !== undefined && { before: fieldId(kind, before, 'before') }),
  };
}

/** Parses the number of objects per page. Throws validation_error. */
export function limitOf(given: unknown): number {
  if (given === undefined || given === '') return DEFAULT_LIMIT;
  const limit = typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw faultAt('limit', `must be an integer from 1 to ${MAX_LIMIT}.`);
  return limit;
}

/**
 * Sorts the objects newest first, and returns up to `limit` of them after or before the cursor, plus one more if it
 * exists.
 */
export function beside<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { after = Number.POSITIVE_INFINITY, before, limit }: Cursor,
): readonly Row[] {
  const found = rows.filter(({ id }) => id < after && id > (before ?? 0)).toSorted((a, b) => b.id - a.id);
  return before === undefined ? found.slice(0, limit + 1) : found.slice(-limit - 1);
}

/** Returns the response to a listing. `rows` may contain one more object than requested. */
export function listed<Row>(rows: readonly Row[], { before, limit }: Cursor, present: (row: Row) => object): object {
  const shown = before === undefined ? rows.slice(0, limit) : rows.slice(-limit);
  return { object: 'list', has_more: rows.length > limit, data: shown.map(present) };
}

/** A page of a listing in Postrider's own API. */
export interface NativePage<Row> {
  readonly data: readonly Row[];
  readonly next_page_url: string | null;
}

/** Query parameters that request a page in Postrider's own API. */
export interface NativePageQuery {
  readonly page: string;
  readonly per_page: string;
}

/**
 * Returns up to `limit` objects after or before the cursor, newest first, plus one more if it exists. Reads page after
 * page, because Postrider's own listings have page numbers.
 */
export async function besideCursor<Row extends { readonly id: number }>(
  { after, before, limit }: Cursor,
  read: (query: NativePageQuery) => Promise<NativePage<Row>>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data, next_page_url: next } = await read({ page: String(page), per_page: String(PER_PAGE) });
    found.push(
      ...data.filter(({ id }) => (after === undefined || id < after) && (before === undefined || id > before)),
    );
    const isFull = before === undefined && found.length > limit;
    const isPast = before !== undefined && data.some(({ id }) => id <= before);
    if (next === null || isFull || isPast) break;
  }
  return before === undefined ? found.slice(0, limit + 1) : found.slice(-limit - 1);
}
