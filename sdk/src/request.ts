/** An operation of the API, as listed in generated.ts. */
export interface Operation {
  readonly method: string;
  /** Path with parameters in braces: `/transactional/emails/{id}`. */
  readonly path: string;
  /** Content type of the request body, or undefined if the operation has none. */
  readonly bodyType: string | undefined;
  /** Type of the response body. */
  readonly answer: 'json' | 'text' | 'bytes' | 'nothing';
  /** Whether the operation accepts the header `Idempotency-Key`. */
  readonly takesIdempotencyKey: boolean;
}

/** Value of a string query parameter. Numbers and dates are converted. */
export type QueryText = string | number | Date;

/** Value of a query parameter. */
export type QueryValue = string | number | boolean | Date | null | undefined;

/** Arguments of a call. */
export interface Given {
  /** Path parameters in order. */
  readonly path?: readonly (string | number)[];
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined;
  readonly body?: unknown;
}

/** Idempotent methods (RFC 9110 section 9.2.2). */
const IDEMPOTENT_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'];

/**
 * Returns whether a request can be sent again if the result of the previous attempt is unknown. This requires an
 * idempotent method or an idempotency key. PATCH requests are not sent again, because the lost response may have been
 * the only response with a secret.
 */
export function mayRepeat(operation: Operation, idempotencyKey: string | undefined): boolean {
  return IDEMPOTENT_METHODS.includes(operation.method) || idempotencyKey !== undefined;
}

/** Returns the URL of a call. Throws TypeError if a path parameter is empty or would change the path. */
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

/**
 * Returns an encoded path segment. Throws TypeError for an empty value, and for `.` and `..`, because these refer to
 * the current or parent path even when encoded.
 */
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

// This type guard is necessary because Array.isArray does not narrow readonly arrays.
function isList(given: QueryValue | readonly QueryValue[]): given is readonly QueryValue[] {
  return Array.isArray(given);
}

/** Returns the body and content type of a call. Bodies other than JSON are passed to `fetch` unchanged. */
export function bodyOf(
  operation: Operation,
  body: unknown,
): { body?: NonNullable<RequestInit['body']>; type?: string } {
  const { bodyType } = operation;
  if (bodyType === undefined || body === undefined) return {};
  if (/[/+]json$/.test(bodyType)) return { body: JSON.stringify(body), type: bodyType };
  // Safe cast: the generated types for these operations only allow bodies that fetch accepts.
  const raw = body as NonNullable<RequestInit['body']>;
  // Leave the content type to fetch, because only fetch knows the boundary of the form.
  return bodyType === 'multipart/form-data' ? { body: raw } : { body: raw, type: bodyType };
}
