import { audienceOfResources, meantScopes } from './scopes.ts';

/** Parameters of OpenID Connect, which is not offered here; clients send them out of habit. */
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

/** Parameters that may come more than once (RFC 8707 section 2). */
const REPEATABLE = ['resource'];

/** A parameter of ours to the engine: the scopes of a request that names none of those that exist here. */
export const UNKNOWN_SCOPES = 'unknown_scopes';

/** What is written anew below, or is ours. */
const REPLACED = ['scope', 'prompt', 'response_mode', UNKNOWN_SCOPES];

/** The parameters of an authorization request, as a form: name and value, in order. */
type Pair = readonly [string, string];

/**
 * An authorization request (RFC 6749 section 4.1.1) in the words that the engine takes: scopes that we do not have and
 * parameters of OpenID Connect are left out, a scope that was not said is filled in, and the answer always comes in the
 * query. Scopes of which we have none are handed on as such, for the engine to refuse once it knows where to. Everything that decides about safety stays as it was given, also when it is given twice.
 */
export function toEngineQuery(query: Readonly<Record<string, unknown>>, baseUrl: string): string {
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => pairsOf(name, value))
    .filter(([name]) => !OF_OPENID.includes(name) && !REPLACED.includes(name));
  const given = (name: string): string | undefined => pairsOf(name, query[name])[0]?.[1];
  const { named, meant } = scopesOf(query, baseUrl);
  pairs.push(meant.length > 0 ? ['scope', meant.join(' ')] : [UNKNOWN_SCOPES, named]);
  // Nobody is ever remembered, so every other prompt is what happens anyway.
  if (given('prompt') === 'none') pairs.push(['prompt', 'none']);
  const mode = given('response_mode');
  if (mode !== undefined && mode !== 'query') pairs.push(['response_mode', 'unsupported']);
  return encode(pairs);
}

/** A resource that is none of ours means the API here; the engine refuses it afterwards. */
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

/** The form of a token or revocation request; values that are no text are left out. */
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

/** A name that was given several times comes as a list; only few may, and of the others the engine must see that. */
function pairsOf(name: string, value: unknown): Pair[] {
  if (typeof value === 'string') return [[name, value]];
  if (!Array.isArray(value)) return [];
  const texts = value.filter((one) => typeof one === 'string');
  return (REPEATABLE.includes(name) ? texts : texts.slice(0, 2)).slice(0, 10).map((text) => [name, text]);
}
