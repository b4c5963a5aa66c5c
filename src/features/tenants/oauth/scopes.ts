import type { TextKey } from '../../../mail/languages/catalog.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import { SCOPES } from '../access/index.ts';

/** Audience of a token: `api` for the APIs under the base URL, or `mcp` for the Model Context Protocol server. */
export type Audience = 'api' | 'mcp';

/** Scopes that can be granted for each audience, least permissive first. */
export const SCOPES_OF: Readonly<Record<Audience, readonly string[]>> = {
  api: [SCOPES.accountRead, SCOPES.account, SCOPES.read, SCOPES.send, SCOPES.manage],
  mcp: [SCOPES.accountRead, SCOPES.account, SCOPES.read, SCOPES.send],
};

/**
 * Scopes of a request that does not name any. Clients of the account API get the full account scope, because the
 * documentation of that API does not mention scopes. AI assistants get all scopes that the tools need. The user sees
 * the scopes and can decline them, and clients can request fewer.
 */
const UNSAID: Readonly<Record<Audience, readonly string[]>> = { api: [SCOPES.account], mcp: SCOPES_OF.mcp };

/** The strings that describe the permissions of each scope on the consent page. */
const PERMISSIONS: Readonly<Record<string, TextKey>> = {
  [SCOPES.account]: 'consent.account.write',
  [SCOPES.accountRead]: 'consent.account.read',
  [SCOPES.send]: 'consent.send',
  [SCOPES.read]: 'consent.read',
  [SCOPES.manage]: 'consent.manage',
};

/** Returns the description of a scope on the consent page. Returns the scope itself if it has no description. */
export function permissionIn(texts: Texts, scope: string): string {
  const key = PERMISSIONS[scope];
  return key === undefined ? scope : texts.text(key);
}

/**
 * Returns the audience of a resource indicator (RFC 8707): the base URL, or the base URL followed by `/mcp`. Returns
 * undefined for other resources.
 */
export function audienceOfResource(indicator: string, baseUrl: string): Audience | undefined {
  const plain = indicator.replace(/\/$/, '');
  if (plain === baseUrl) return 'api';
  return plain === `${baseUrl}/mcp` ? 'mcp' : undefined;
}

/**
 * Returns the audience of a request with any number of resources: `mcp` if all of them are the MCP server, otherwise
 * `api`, whose scopes include those of `mcp`.
 */
export function audienceOfResources(indicators: readonly string[], baseUrl: string): Audience {
  const isMcp = (indicator: string): boolean => audienceOfResource(indicator, baseUrl) === 'mcp';
  return indicators.length > 0 && indicators.every(isMcp) ? 'mcp' : 'api';
}

/** Returns the audience that a token needs for a route. */
export function audienceOfPath(path: string | undefined): Audience {
  return path === '/mcp' ? 'mcp' : 'api';
}

/**
 * Returns the scopes of a request: the named scopes that exist for the audience, or the default scopes if the request
 * names none. Returns an empty list if no named scope exists.
 */
export function meantScopes(scope: string | undefined, audience: Audience): readonly string[] {
  const asked = new Set(scope?.split(' ').filter(Boolean));
  return asked.size === 0 ? UNSAID[audience] : SCOPES_OF[audience].filter((one) => asked.has(one));
}

/** Returns the current scopes of a token: the granted scopes that the user's current role still allows. */
export function scopesNow(allowed: readonly string[], ofRole: readonly string[]): ReadonlySet<string> {
  // The write scope includes the read scope, so that a client can still read after the user's role is reduced to
  // read-only.
  const all = allowed.includes(SCOPES.account) ? [...allowed, SCOPES.accountRead] : allowed;
  return new Set(all.filter((scope) => ofRole.includes(scope)));
}
