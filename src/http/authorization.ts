import type { IncomingMessage } from 'node:http';
import { Refusal } from '../base/refusal.ts';
import type { Authenticate, Principal, Sessions } from './principal.ts';

/** Maximum length of a token, in characters. Longer tokens are not looked up, because they are never valid. */
const MAX_TOKEN_CHARACTERS = 512;
const BEARER = /^Bearer +([^\s]+) *$/i;

/** Methods that change nothing. Browsers may send them from pages of other sites. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Functions that authenticate callers. */
export interface Recognition {
  readonly authenticate: Authenticate;
  /** Authenticates session cookies. Absent if users cannot sign in. */
  readonly sessions?: Sessions | undefined;
}

/** The parts of a request that authentication reads. */
export type Presented = Pick<IncomingMessage, 'headers' | 'method'>;

/**
 * Authenticates the caller by the Authorization header (RFC 6750 section 2.1) or, without it, by the session cookie.
 * Throws missing_api_key, invalid_api_key, session_expired, cross_site_request, or an error from `recognition`. `path`
 * is the path of the matched route.
 */
export async function identify(request: Presented, recognition: Recognition, path?: string): Promise<Principal> {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined && authorization.trim() !== '') {
    return identifyToken(authorization, recognition.authenticate, path);
  }
  if (cookie === undefined || !recognition.sessions?.hasCookie(cookie)) throw new Refusal('missing_api_key');
  refuseOtherSites(request);
  const principal = await recognition.sessions.authenticate(cookie);
  if (!principal) throw new Refusal('session_expired');
  return principal;
}

/**
 * Throws cross_site_request if a browser sent the request from a page of another origin, according to Sec-Fetch-Site
 * or, without it, Origin. Allows GET, HEAD, and requests without these headers, because clients other than browsers
 * send only cookies that they were given deliberately.
 */
export function refuseOtherSites({ headers, method = '' }: Presented): void {
  if (SAFE_METHODS.has(method)) return;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new Refusal('cross_site_request');
    return;
  }
  const { origin, host } = headers;
  if (origin !== undefined && hostOf(origin) !== host) throw new Refusal('cross_site_request');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

async function identifyToken(header: string, authenticate: Authenticate, path?: string): Promise<Principal> {
  const token = header.length <= MAX_TOKEN_CHARACTERS ? BEARER.exec(header)?.[1] : undefined;
  if (token === undefined) {
    throw new Refusal('invalid_api_key', { message: 'The Authorization header must be `Bearer <API_KEY>`.' });
  }
  return identifyKey(token, authenticate, path);
}

/**
 * Authenticates the caller by a key from any part of the request. Throws missing_api_key or invalid_api_key, or the
 * error from `authenticate`.
 */
export async function identifyKey(
  token: string | undefined,
  authenticate: Authenticate,
  path?: string,
): Promise<Principal> {
  if (token === undefined || token === '') throw new Refusal('missing_api_key');
  const principal = token.length <= MAX_TOKEN_CHARACTERS ? await authenticate(token, path) : undefined;
  if (!principal) throw new Refusal('invalid_api_key');
  return principal;
}

/**
 * Checks that the caller has at least one of the scopes. Otherwise, throws forbidden for a signed-in user, and
 * insufficient_scope for an API key or a token.
 */
export function requireScope(principal: Principal, scope: string | readonly string[]): void {
  const scopes = typeof scope === 'string' ? [scope] : scope;
  if (scopes.some((one) => principal.scopes.has(one))) return;
  const { person, via } = principal;
  if (via === 'session' && person) {
    throw new Refusal('forbidden', {
      message: `Your role in this account (${person.role.replace('_', ' ')}) does not allow this request.`,
    });
  }
  const named = scopes.join(' or ');
  throw new Refusal('insufficient_scope', {
    message: `The API key does not have the ${named} scope.`,
    fix: `Use a key with the ${named} scope. \`postrider key list\` shows the scopes of each key.`,
  });
}

/** Throws insufficient_scope for a key that is limited to one domain, if the route concerns the whole account. */
export function requireReach(
  { domain }: Principal,
  { isForDomainKeys }: { readonly isForDomainKeys?: boolean | undefined },
): void {
  if (domain === undefined || isForDomainKeys) return;
  throw new Refusal('insufficient_scope', {
    message: `The API key is limited to ${domain}, but this request affects the whole account.`,
    fix: 'Use a key that is not limited to one domain.',
  });
}

/**
 * The caller of a public route. Reading its account or rate limit throws an error, because a route that does so has a
 * bug.
 */
export const nobody: Principal = {
  get accountId(): never {
    throw new Error('A public route has no principal');
  },
  via: 'key',
  get rateBucket(): never {
    throw new Error('A public route has no principal');
  },
  get rate(): never {
    throw new Error('A public route has no principal');
  },
  get account(): never {
    throw new Error('A public route has no principal');
  },
  scopes: new Set(),
  domain: undefined,
};
