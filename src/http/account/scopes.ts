/** Scope that is required to change data through the account API. */
export const ACCOUNT_SCOPE = 'account';

/** Scopes for read-only operations in the account API. Either scope is sufficient. */
export const ACCOUNT_READ_SCOPES: readonly string[] = ['account:read', ACCOUNT_SCOPE];

/** Returns whether a route belongs to the account API. */
export function isAccountScope(scope: string | readonly string[] | undefined): boolean {
  return [scope ?? []].flat().includes(ACCOUNT_SCOPE);
}
