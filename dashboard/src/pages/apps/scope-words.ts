const SCOPES: Readonly<Record<string, string>> = {
  account: 'Read and change all contacts, lists, campaigns, and domains of the account',
  'account:read': 'Read the contacts, lists, campaigns, and domains of the account',
  'transactional:send': 'Send email to any address on behalf of the account',
  'transactional:read': 'Read the emails that the account has sent, and their delivery status',
  'transactional:manage': 'Change the webhook, suppressions, tags, and alerts of the account',
};

/** Returns what a scope allows an application to do, in the words of the consent page. */
export function scopeSentence(scope: string): string {
  return SCOPES[scope] ?? scope;
}
