import type { Answer } from '../../api.ts';

export type Key = Answer<'GET /dashboard/keys'>['data'][number];

const SCOPES: Readonly<Record<string, string>> = {
  'transactional:send': 'send mail',
  'transactional:read': 'read',
  'transactional:manage': 'manage webhook, suppressions and alerts',
  account: 'use the account API',
  'account:read': 'read the account API',
};

/** What a scope lets a key do. */
export function scopeInWords(scope: string): string {
  return SCOPES[scope] ?? scope;
}

/** A line for a terminal that uses a new key: it sends a mail where the key may send, and reads otherwise. */
export function curlWith(key: string, from: string, may: { readonly baseUrl: string; readonly send: boolean }): string {
  const header = `-H "Authorization: Bearer ${key}"`;
  if (!may.send) return `curl ${may.baseUrl}/transactional/emails ${header}`;
  const mail = JSON.stringify({ from, to: ['you@example.com'], subject: 'It works', text: 'The first mail.' });
  return [
    `curl ${may.baseUrl}/transactional/emails \\`,
    `  ${header} \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${mail.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}
