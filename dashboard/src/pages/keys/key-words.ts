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

/** What a scope lets a key do. */
export function scopeInWords(scope: string): string {
  return SCOPES[scope] ?? scope;
}

/** What the line that uses a key depends on. */
interface Surroundings {
  readonly baseUrl: string;
  readonly sandboxDomain: string;
  /** Of the account: whom the sandbox may write to. */
  readonly ownAddress: string;
}

/**
 * A line for a terminal that uses a new key, as it stands: it sends a mail where the key may send, from the key's domain
 * or else the sandbox, to the account's own address, and reads otherwise.
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
