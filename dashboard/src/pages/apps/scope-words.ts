const SCOPES: Readonly<Record<string, string>> = {
  account: 'Read and change all of the account’s contacts, lists, campaigns, and domains',
  'account:read': 'Read the account’s contacts, lists, campaigns, and domains',
  'transactional:send': 'Send email to any address on behalf of the account',
  'transactional:read': 'Read the emails that the account has sent, and their delivery status',
  'transactional:manage': 'Change the account’s webhook, suppressions, tags, and alerts',
};

/** Describes what a scope allows an application to do, in the same words as the consent page. */
export function scopeSentence(scope: string): string {
  return SCOPES[scope] ?? scope;
}
