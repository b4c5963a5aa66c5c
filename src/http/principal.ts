/** Email limits and usage of an account, per calendar month and per day (UTC). */
export interface Quota {
  /** Monthly limit, including overage. Undefined means no limit. */
  readonly monthlyLimit: number | undefined;
  readonly dailyLimit: number | undefined;
  readonly counters: QuotaCounters;
}

/** Usage counters. `day` is `YYYY-MM-DD`, and the monthly usage is for the month that contains `day`. */
export interface QuotaCounters {
  readonly day: string;
  readonly monthUsed: number;
  readonly dayUsed: number;
}

/** Request limits of a key. Undefined means no limit. */
export interface Rate {
  readonly perSecond: number | undefined;
  readonly perMinute: number | undefined;
}

/** The properties of the caller's account that routes need. */
export interface AccountState {
  readonly email: string;
  readonly plan: string;
  readonly isOperator: boolean;
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
  readonly quota: Quota;
}

/** Role of a user in an account. */
export type Role = 'owner' | 'admin' | 'member' | 'read_only';

/** A user who acts in an account, through a session or through a token that the user created. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** The caller: an account, which acts through one of its keys or through a user. */
export interface Principal {
  readonly accountId: number;
  /** Type of authentication: an API key, a personal access token, an OAuth access token, or a browser session. */
  readonly via: 'key' | 'token' | 'oauth' | 'session';
  /** The user who acts. Undefined if the caller is not a user, as with an API key. */
  readonly person?: Person | undefined;
  /** ID of the API key or personal access token that the caller used. Undefined if the caller used neither. */
  readonly keyId?: number | undefined;
  /** Rate limit bucket in which the requests of the caller are counted. */
  readonly rateBucket: number;
  readonly scopes: ReadonlySet<string>;
  /** Domain that the key is restricted to. Undefined if the key is valid for all domains. */
  readonly domain: string | undefined;
  readonly rate: Rate;
  readonly account: AccountState;
}

/**
 * Returns the rate limit bucket of a user: a negative number, which is never the ID of a key. All tokens of a user
 * share a bucket, and all sessions share another, so that a script cannot exhaust the dashboard's limit.
 */
export function bucketOf(personId: number, via: 'token' | 'session'): number {
  return -(2 * personId + (via === 'session' ? 1 : 0));
}

/**
 * Resolves with the caller identified by a bearer token (RFC 6750), or with undefined if the token is not valid.
 * Rejects if this cannot be determined, for example because the database is unavailable. `path` is the path of the
 * matched route, because a token may be restricted to some routes (RFC 8707).
 */
export type Authenticate = (token: string, path?: string) => Promise<Principal | undefined>;

/** Authenticates callers by session cookie. */
export interface Sessions {
  /** Returns whether the header contains a session cookie, valid or not. */
  hasCookie(header: string): boolean;
  /**
   * Resolves with the caller, or with undefined if the session has ended. Rejects for the same reasons as
   * `Authenticate`.
   */
  authenticate(header: string): Promise<Principal | undefined>;
  /** Invalidates the cached session after a change. This process loads it again on the next request. */
  forget(header: string): void;
}
