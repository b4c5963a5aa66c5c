import type { Principal } from '../../../http/principal.ts';

/** What scopes of ours let a client of SendGrid do, in its words. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  'transactional:send': ['mail.send'],
  'transactional:read': ['suppression.read'],
  'transactional:manage': ['suppression.read', 'suppression.create', 'suppression.delete'],
};

/** The scopes of a caller as SendGrid names them; a key of one domain does not reach the suppression list. */
export function scopesOf({ domain, scopes }: Principal): string[] {
  const all = [...scopes].flatMap((scope) => SCOPES[scope] ?? []);
  return [...new Set(all)].filter((scope) => domain === undefined || scope.startsWith('mail.')).toSorted();
}
