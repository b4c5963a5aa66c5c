/** Scope that is required to change data through the account API. */
export const ACCOUNT_SCOPE = 'account';

/** Scopes for reading through the account API. One of them is sufficient. */
export const ACCOUNT_READ_SCOPES: readonly string[] = ['account:read', ACCOUNT_SCOPE];

/** Returns whether a route that requires this scope belongs to the account API. */
export function isAccountScope(scope: string | readonly string[] | undefined): boolean {
  return [scope ?? []].flat().includes(ACCOUNT_SCOPE);
}
