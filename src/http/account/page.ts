import { Type, type TProperties, type TSchema } from 'typebox';
import { pageLinks, type PageLink } from './page-links.ts';

/** Maximum number of records per page. */
export const MAX_PER_PAGE = 1_000;
/** Default number of records per page, unless a listing has its own. */
export const DEFAULT_PER_PAGE = 100;
/** Maximum page number. Multiplied by MAX_PER_PAGE, it is still a safe integer in JavaScript. */
export const MAX_PAGE = 9_999_999_999;

/** The page that the caller requested. */
export interface PageQuery {
  /** Page number, starting at 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Returns the query parameters for the schema of a listing: `Type.Object({ ...pageParameters(10), query: ... })`. */
export function pageParameters(defaultPerPage = DEFAULT_PER_PAGE) {
  return {
    page: Type.Optional(
      Type.String({
        description: 'Page number, starting at 1.',
        documentedAs: { type: 'integer', minimum: 1, default: 1 },
      }),
    ),
    per_page: Type.Optional(
      Type.String({
        description: `Records per page, from 1 to ${MAX_PER_PAGE}. Default: ${defaultPerPage}.`,
        documentedAs: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: defaultPerPage },
      }),
    ),
  } satisfies TProperties;
}

/**
 * Parses the requested page. Calls `fail` for a value that is not a whole number within the limits. An empty value
 * counts as absent.
 */
export function pageQueryOf(
  given: { readonly page?: string | undefined; readonly per_page?: string | undefined },
  fail: (field: string, sentence: string) => void,
  defaultPerPage = DEFAULT_PER_PAGE,
): PageQuery {
  const page = wholeNumber(given.page, 1, MAX_PAGE);
  const perPage = wholeNumber(given.per_page, defaultPerPage, MAX_PER_PAGE);
  if (page === undefined) fail('page', `must be an integer from 1 to ${MAX_PAGE}.`);
  if (perPage === undefined) fail('per_page', `must be an integer from 1 to ${MAX_PER_PAGE}.`);
  return { page: page ?? 1, perPage: perPage ?? defaultPerPage };
}

function wholeNumber(given: string | undefined, fallback: number, max: number): number | undefined {
  if (given === undefined || given === '') return fallback;
  const value = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  return value >= 1 && value <= max ? value : undefined;
}

/** Returns the number of records that precede the page. */
export function offsetOf({ page, perPage }: PageQuery): number {
  return (page - 1) * perPage;
}

/** A page of records, with all properties that clients of the account API expect. */
export interface Page<T> {
  readonly current_page: number;
  readonly data: readonly T[];
  readonly first_page_url: string;
  readonly from: number | null;
  readonly last_page: number;
  readonly last_page_url: string;
  readonly links: readonly PageLink[];
  readonly next_page_url: string | null;
  readonly path: string;
  readonly per_page: number;
  readonly prev_page_url: string | null;
  readonly to: number | null;
  readonly total: number;
}

export interface PageParts<T> {
  /** The records on the page. Empty after the last page. */
  readonly data: readonly T[];
  /** Total number of records on all pages. */
  readonly total: number;
  readonly request: PageQuery;
  /** Absolute URL of the listing, without a query string. */
  readonly url: string;
  /** Default page size of the listing, as passed to `pageQueryOf`. If absent, 100. */
  readonly defaultPerPage?: number;
  /** Other query parameters of the request. The links to other pages also contain them. */
  readonly parameters?: Readonly<Record<string, string | undefined>>;
}

/** Builds the response body for a page. Pure. */
export function page<T>(parts: PageParts<T>): Page<T> {
  const { data, defaultPerPage = DEFAULT_PER_PAGE, parameters = {}, request, total, url } = parts;
  const { page: current, perPage } = request;
  const asked = { ...parameters, per_page: perPage === defaultPerPage ? undefined : String(perPage) };
  const last = Math.max(1, Math.ceil(total / perPage));
  const urlOf = (number: number): string => `${url}?${queryOf({ ...asked, page: String(number) })}`;
  const first = offsetOf(request) + 1;
  return {
    current_page: current,
    data,
    first_page_url: urlOf(1),
    from: data.length > 0 ? first : null,
    last_page: last,
    last_page_url: urlOf(last),
    links: pageLinks(current, last, urlOf),
    next_page_url: current < last ? urlOf(current + 1) : null,
    path: url,
    per_page: perPage,
    prev_page_url: current > 1 ? urlOf(current - 1) : null,
    to: data.length > 0 ? first + data.length - 1 : null,
    total,
  };
}

function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.append(name, value);
  return query.toString();
}

/** Returns the schema for a page of records in the API document. */
export function pageSchema(record: TSchema) {
  const url = Type.String({ format: 'uri' });
  const urlOrNull = Type.Union([url, Type.Null()]);
  const numberOrNull = Type.Union([Type.Integer(), Type.Null()]);
  return Type.Object({
    current_page: Type.Integer(),
    data: Type.Array(record),
    first_page_url: url,
    from: numberOrNull,
    last_page: Type.Integer(),
    last_page_url: url,
    links: Type.Array(Type.Object({ url: urlOrNull, label: Type.String(), active: Type.Boolean() })),
    next_page_url: urlOrNull,
    path: url,
    per_page: Type.Integer(),
    prev_page_url: urlOrNull,
    to: numberOrNull,
    total: Type.Integer(),
  });
}
