/** An operation of the API, as generated.ts lists them. */
export interface Operation {
  readonly method: string;
  /** With parameters in braces: `/transactional/emails/{id}`. */
  readonly path: string;
  /** What the server takes as a body; undefined where it takes none. */
  readonly bodyType: string | undefined;
  /** What it answers with. */
  readonly answer: 'json' | 'text' | 'bytes' | 'nothing';
  /** It takes the header `Idempotency-Key`. */
  readonly takesIdempotencyKey: boolean;
}

/** What is given for a query parameter that is a text: numbers and dates are written out. */
export type QueryText = string | number | Date;

/** A value of a query parameter. */
export type QueryValue = string | number | boolean | Date | null | undefined;

/** What a call gives to its operation. */
export interface Given {
  /** Path parameters, in their order. */
  readonly path?: readonly (string | number)[];
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined;
  readonly body?: unknown;
}

/** Methods that may be sent twice with the effect of once (RFC 9110, 9.2.2). PATCH is not: see `mayRepeat`. */
const IDEMPOTENT_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'];

/**
 * Whether a request may be sent again when nobody knows what became of the one before. A PATCH may not: the answer that
 * was lost may be the only one that showed a secret.
 */
export function mayRepeat(operation: Operation, idempotencyKey: string | undefined): boolean {
  return IDEMPOTENT_METHODS.includes(operation.method) || idempotencyKey !== undefined;
}

/** The address of a call. Throws TypeError for a path parameter that would lead elsewhere. */
export function urlOf(baseUrl: string, operation: Operation, given: Given): string {
  let index = 0;
  const path = operation.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = given.path?.[index];
    index += 1;
    return segmentOf(name, value);
  });
  const query = queryOf(given.query);
  return `${baseUrl}${path}${query === '' ? '' : `?${query}`}`;
}

/** Dots are the one thing that no encoding keeps from being taken as "this" or "the one above". */
function segmentOf(name: string, value: string | number | undefined): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`"${text}" is not allowed as the ${name} of a path.`);
  return encodeURIComponent(text);
}

function queryOf(query: Given['query']): string {
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(query ?? {})) {
    const values: readonly QueryValue[] = isList(given) ? given : [given];
    for (const value of values) {
      if (value === undefined || value === null) continue;
      parameters.append(name, value instanceof Date ? value.toISOString() : String(value));
    }
  }
  return parameters.toString();
}

// Array.isArray does not narrow readonly lists.
function isList(given: QueryValue | readonly QueryValue[]): given is readonly QueryValue[] {
  return Array.isArray(given);
}

/** Body and content type of a call. Bodies that are not JSON are given to `fetch` as they are. */
export function bodyOf(
  operation: Operation,
  body: unknown,
): { body?: NonNullable<RequestInit['body']>; type?: string } {
  const { bodyType } = operation;
  if (bodyType === undefined || body === undefined) return {};
  if (/[/+]json$/.test(bodyType)) return { body: JSON.stringify(body), type: bodyType };
  // The generated types of such operations take what fetch takes, and nothing else.
  const raw = body as NonNullable<RequestInit['body']>;
  // Only fetch knows the boundary of a form.
  return bodyType === 'multipart/form-data' ? { body: raw } : { body: raw, type: bodyType };
}
