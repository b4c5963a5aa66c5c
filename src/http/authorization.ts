import type { IncomingMessage } from 'node:http';
import { Refusal } from '../base/refusal.ts';
import type { Authenticate, Principal, Sessions } from './principal.ts';

/** Longer tokens are not ours; looking them up would only cost. */
const MAX_TOKEN_CHARACTERS = 512;
const BEARER = /^Bearer +([^\s]+) *$/i;

/** Methods that a page of another site may make a browser send; they change nothing. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** How callers are recognised. */
export interface Recognition {
  readonly authenticate: Authenticate;
  /** Absent where nobody can sign in. */
  readonly sessions?: Sessions | undefined;
}

/** What is looked at. */
export type Presented = Pick<IncomingMessage, 'headers' | 'method'>;

/**
 * The caller behind an Authorization header (RFC 6750 section 2.1) or, without one, behind a session's cookie. Throws
 * missing_api_key, invalid_api_key, session_expired or cross_site_request, or what `authenticate` rejects with. `path` is
 * the matched route's.
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
 * Throws cross_site_request when a page of another site made the browser send this. Browsers say where a request comes
 * from (Sec-Fetch-Site, and Origin with whatever is not safe); what is no browser has no cookie that it was not given.
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

/** The caller behind a key, wherever a client puts it. Throws missing_api_key or invalid_api_key, or what `authenticate` rejects with. */
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

/** Throws insufficient_scope, or forbidden to who is signed in, unless the caller has the scope, or one of several. */
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
    message: `The API key does not have the scope ${named}.`,
    fix: `Use a key with the scope ${named}. \`postrider key list\` shows the scopes of each key.`,
  });
}

/** Throws insufficient_scope to a key that is limited to one domain, where something concerns the whole account. */
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

/** Who calls a public route. Nobody may be asked for an account: that is a fault of the handler, and a loud one. */
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
