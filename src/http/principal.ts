/** What routes need to know about the caller's account, read with the key. */
export interface AccountState {
  readonly email: string;
  readonly plan: string;
  readonly isOperator: boolean;
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
}

/** Who calls: an account through one of its keys. */
export interface Principal {
  readonly accountId: number;
  readonly keyId: number;
  readonly scopes: ReadonlySet<string>;
  /** When set, the key may send from this domain only. */
  readonly domain: string | undefined;
  readonly account: AccountState;
}

/**
 * The caller behind a bearer token (RFC 6750), or undefined when the token is unknown or revoked. Rejects when that
 * cannot be told now, for example because the database is away.
 */
export type Authenticate = (token: string) => Promise<Principal | undefined>;
