const SCOPES: Readonly<Record<string, string>> = {
  account: 'Read and change everything in the account’s contacts, lists, campaigns and domains',
  'account:read': 'Read the account’s contacts, lists, campaigns and domains',
  'transactional:send': 'Send e-mail in the account’s name, to anybody',
  'transactional:read': 'Read the e-mails that the account has sent, and what became of them',
  'transactional:manage': 'Change the account’s webhook, suppressions, tags and alerts',
};

/** What a scope lets an application do: the sentence that was read when it was allowed. */
export function scopeSentence(scope: string): string {
  return SCOPES[scope] ?? scope;
}
