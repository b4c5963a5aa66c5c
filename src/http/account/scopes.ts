/** Scope required by operations of the account API that change data. */
export const ACCOUNT_SCOPE = 'account';

/** Scopes for read-only operations of the account API; either one is sufficient. */
export const ACCOUNT_READ_SCOPES: readonly string[] = ['account:read', ACCOUNT_SCOPE];

/** Returns whether a route belongs to the account API. */
export function isAccountScope(scope: string | readonly string[] | undefined): boolean {
  return [scope ?? []].flat().includes(ACCOUNT_SCOPE);
}
