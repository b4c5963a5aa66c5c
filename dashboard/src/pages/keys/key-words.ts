import type { Answer } from '../../api.ts';
import { snippetOf } from '../welcome/snippets.ts';

export type Key = Answer<'GET /dashboard/keys'>['data'][number];

const SCOPES: Readonly<Record<string, string>> = {
  'transactional:send': 'send email',
  'transactional:read': 'read messages',
  'transactional:manage': 'manage the webhook, suppressions, tags, and alerts',
  account: 'use the account API',
  'account:read': 'read the account API',
};

/** Returns a description of a scope for users. */
export function scopeInWords(scope: string): string {
  return SCOPES[scope] ?? scope;
}

/** Data about the installation and the account that a key's example command contains. */
interface Surroundings {
  readonly baseUrl: string;
  readonly sandboxDomain: string;
  /** The only email address to which this account may send from the sandbox domain. */
  readonly ownAddress: string;
}

/**
 * Returns a complete shell command that uses a new key. If the key can send, the command sends an email from the key's
 * domain or the sandbox to the account's own address. Otherwise, the command only reads data.
 */
export function curlWith(
  made: {
    readonly key: string;
    readonly scopes: readonly string[];
    readonly domain: string | null;
  },
  { baseUrl, ownAddress, sandboxDomain }: Surroundings,
): { readonly label: string; readonly code: string } {
  const { domain, key, scopes } = made;
  if (scopes.includes('transactional:send')) {
    const from = domain === null ? `onboarding@${sandboxDomain}` : `mail@${domain}`;
    return {
      label: 'Send an email',
      code: snippetOf('curl', { baseUrl, key, from, to: ownAddress }),
    };
  }
  const path = scopes.includes('transactional:read') ? '/transactional/emails' : '/transactional/webhook/deliveries';
  return {
    label: 'Try it',
    code: `curl ${baseUrl}${path} -H 'Authorization: Bearer ${key}'`,
  };
}
