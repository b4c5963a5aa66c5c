import { SCOPES } from '../access/index.ts';

/** What a token is good at: the APIs under the base address, or the Model Context Protocol. */
export type Audience = 'api' | 'mcp';

/** What may be allowed at each, least first. */
export const SCOPES_OF: Readonly<Record<Audience, readonly string[]>> = {
  api: [SCOPES.accountRead, SCOPES.account, SCOPES.read, SCOPES.send, SCOPES.manage],
  mcp: [SCOPES.read, SCOPES.send],
};

/** What a client wants that names no scope, or none that we know: clients of the account API know of none. */
const UNSAID: Readonly<Record<Audience, readonly string[]>> = { api: [SCOPES.account], mcp: SCOPES_OF.mcp };

/** What a scope lets somebody do, as the consent page says it. */
const SENTENCES: Readonly<Record<string, string>> = {
  [SCOPES.account]: 'Read and change everything in the account’s contacts, lists, campaigns and domains',
  [SCOPES.accountRead]: 'Read the account’s contacts, lists, campaigns and domains',
  [SCOPES.send]: 'Send e-mail in the account’s name, to anybody',
  [SCOPES.read]: 'Read the e-mails that the account has sent, and what became of them',
  [SCOPES.manage]: 'Change the account’s webhook, suppressions, tags and alerts',
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

/** Where a token must be good for, by the path of the route. */
export function audienceOfPath(path: string | undefined): Audience {
  return path === '/mcp' ? 'mcp' : 'api';
}

/** The scopes that a request means: those that exist at its resource, or what is meant by saying nothing. */
export function meantScopes(scope: string | undefined, audience: Audience): readonly string[] {
  const asked = new Set(scope?.split(' '));
  const known = SCOPES_OF[audience].filter((one) => asked.has(one));
  return known.length > 0 ? known : UNSAID[audience];
}

/** What a token may do now: what was allowed, as far as the role of the person still allows it. */
export function scopesNow(allowed: readonly string[], ofRole: readonly string[]): ReadonlySet<string> {
  // Who may change may also look, so that a client keeps reading for somebody whose role was reduced to that.
  const all = allowed.includes(SCOPES.account) ? [...allowed, SCOPES.accountRead] : allowed;
  return new Set(all.filter((scope) => ofRole.includes(scope)));
}
