import { audienceOfResources, meantScopes } from './scopes.ts';

/** Parameters of OpenID Connect, which is not supported. Clients often send them anyway. */
const OF_OPENID = [
  'nonce',
  'acr_values',
  'claims',
  'claims_locales',
  'id_token_hint',
  'max_age',
  'display',
  'ui_locales',
];

/** Parameters that may be repeated (RFC 8707 section 2). */
const REPEATABLE = ['resource'];

/** Internal parameter that contains the requested scopes if none of them exist. */
export const UNKNOWN_SCOPES = 'unknown_scopes';

/**
 * Parameters that are not copied from the request, because their values are replaced or they are only for internal use.
 */
const REPLACED = ['scope', 'prompt', 'response_mode', UNKNOWN_SCOPES];

/** Name and value of a form parameter. */
type Pair = readonly [string, string];

/**
 * Converts an authorization request (RFC 6749 section 4.1.1) for the OAuth library. Removes unknown scopes and
 * parameters of OpenID Connect, adds the default scope if none was requested, and always requests the response in the
 * query. Does not change parameters that affect security, even if they are repeated.
 *
 * If all scopes are unknown, passes them in a separate parameter, so that the OAuth library rejects the request only
 * after it has validated the redirect URI.
 */
export function toEngineQuery(query: Readonly<Record<string, unknown>>, baseUrl: string): string {
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => pairsOf(name, value))
    .filter(([name]) => !OF_OPENID.includes(name) && !REPLACED.includes(name));
  const given = (name: string): string | undefined => pairsOf(name, query[name])[0]?.[1];
  const { named, meant } = scopesOf(query, baseUrl);
  pairs.push(meant.length > 0 ? ['scope', meant.join(' ')] : [UNKNOWN_SCOPES, named]);
  // The OAuth library keeps no sessions, so all other values of `prompt` have the default effect.
  if (given('prompt') === 'none') pairs.push(['prompt', 'none']);
  const mode = given('response_mode');
  if (mode !== undefined && mode !== 'query') pairs.push(['response_mode', 'unsupported']);
  return encode(pairs);
}

/**
 * Returns all requested scopes (`named`), and the requested scopes that exist (`meant`). For an unknown resource, uses
 * the scopes of the API, because the OAuth library rejects the request later.
 */
function scopesOf(
  query: Readonly<Record<string, unknown>>,
  baseUrl: string,
): { readonly named: string; readonly meant: readonly string[] } {
  const named = pairsOf('scope', query['scope'])
    .map(([, value]) => value)
    .join(' ');
  const resources = pairsOf('resource', query['resource']).map(([, value]) => value);
  return { named, meant: meantScopes(named, audienceOfResources(resources, baseUrl)) };
}

/** Returns the form parameters of a token or revocation request. Omits values that are not strings. */
export function toEngineForm(body: unknown): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '';
  const pairs = Object.entries(body).flatMap(([name, value]) => pairsOf(name, value));
  return encode(pairs);
}

function encode(pairs: readonly Pair[]): string {
  const form = new URLSearchParams();
  for (const [name, value] of pairs) form.append(name, value);
  return form.toString();
}

/**
 * Returns the name and value pairs of a query parameter. If the parameter is repeated, `value` is an array. If it must
 * not be repeated, returns two pairs instead, so that the OAuth library reports the error.
 */
function pairsOf(name: string, value: unknown): Pair[] {
  if (typeof value === 'string') return [[name, value]];
  if (!Array.isArray(value)) return [];
  const texts = value.filter((one) => typeof one === 'string');
  return (REPEATABLE.includes(name) ? texts : texts.slice(0, 2)).slice(0, 10).map((text) => [name, text]);
}
