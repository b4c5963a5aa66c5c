import { SCOPES } from '../access/index.ts';

/** What a token is good at: the APIs under the base address, or the Model Context Protocol. */
export type Audience = 'api' | 'mcp';

/** What may be allowed at each, least first. */
export const SCOPES_OF: Readonly<Record<Audience, readonly string[]>> = {
  api: [SCOPES.accountRead, SCOPES.account, SCOPES.read, SCOPES.send, SCOPES.manage],
  mcp: [SCOPES.accountRead, SCOPES.account, SCOPES.read, SCOPES.send],
};

/**
 * What a client wants that names no scope: clients of the account API, whose documents name none, mean all of it, and
 * assistants all that their tools do. The person reads what it is and may refuse; whoever wants less names it.
 */
const UNSAID: Readonly<Record<Audience, readonly string[]>> = { api: [SCOPES.account], mcp: SCOPES_OF.mcp };

/** What a scope lets somebody do, as the consent page says it. */
const SENTENCES: Readonly<Record<string, string>> = {
  [SCOPES.account]: 'Read and change all contacts, lists, campaigns, and domains of the account',
  [SCOPES.accountRead]: 'Read the contacts, lists, campaigns, and domains of the account',
  [SCOPES.send]: 'Send email to any address on behalf of the account',
  [SCOPES.read]: 'Read the emails that the account has sent, and their delivery status',
  [SCOPES.manage]: 'Change the webhook, suppressions, tags, and alerts of the account',
};

/** The sentence of a scope. */
export function sentenceOf(scope: string): string {
  return SENTENCES[scope] ?? scope;
}

/** The resource behind an indicator (RFC 8707): the base address or its `/mcp`; undefined: none of ours. */
export function audienceOfResource(indicator: string, baseUrl: string): Audience | undefined {
  const plain = indicator.replace(/\/$/, '');
  if (plain === baseUrl) return 'api';
  return plain === `${baseUrl}/mcp` ? 'mcp' : undefined;
}

/** What a request is for, by all its resources: the API as soon as one is, since it has the scopes of both. */
export function audienceOfResources(indicators: readonly string[], baseUrl: string): Audience {
  const isMcp = (indicator: string): boolean => audienceOfResource(indicator, baseUrl) === 'mcp';
  return indicators.length > 0 && indicators.every(isMcp) ? 'mcp' : 'api';
}

/** Where a token must be good for, by the path of the route. */
export function audienceOfPath(path: string | undefined): Audience {
  return path === '/mcp' ? 'mcp' : 'api';
}

/**
 * The scopes that a request means: those of the named ones that exist at its resource, or what is meant by naming none.
 * Empty: it names scopes, and none of them exists there.
 */
export function meantScopes(scope: string | undefined, audience: Audience): readonly string[] {
  const asked = new Set(scope?.split(' ').filter(Boolean));
  return asked.size === 0 ? UNSAID[audience] : SCOPES_OF[audience].filter((one) => asked.has(one));
}

/** What a token may do now: what was allowed, as far as the role of the person still allows it. */
export function scopesNow(allowed: readonly string[], ofRole: readonly string[]): ReadonlySet<string> {
  // Who may change may also look, so that a client keeps reading for somebody whose role was reduced to that.
  const all = allowed.includes(SCOPES.account) ? [...allowed, SCOPES.accountRead] : allowed;
  return new Set(all.filter((scope) => ofRole.includes(scope)));
}
