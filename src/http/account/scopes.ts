/** The scope of operations of the account API that change something. */
export const ACCOUNT_SCOPE = 'account';

/** The scopes of its operations that only read: either will do. */
export const ACCOUNT_READ_SCOPES: readonly string[] = ['account:read', ACCOUNT_SCOPE];

/** Whether a route belongs to the account API. */
export function isAccountScope(scope: string | readonly string[] | undefined): boolean {
  return [scope ?? []].flat().includes(ACCOUNT_SCOPE);
}
