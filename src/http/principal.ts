/** Email limits and usage of an account, by calendar month and by day (UTC) according to the database's clock. */
export interface Quota {
  /** Monthly limit including overage. Undefined means that there is no limit. */
  readonly monthlyLimit: number | undefined;
  readonly dailyLimit: number | undefined;
  readonly counters: QuotaCounters;
}

/** Usage counters. `day` has the format `YYYY-MM-DD`, and monthly usage is counted for the month of `day`. */
export interface QuotaCounters {
  readonly day: string;
  readonly monthUsed: number;
  readonly dayUsed: number;
}

/** Request limits for a key. Undefined means that there is no limit. */
export interface Rate {
  readonly perSecond: number | undefined;
  readonly perMinute: number | undefined;
}

/** State of the caller's account that routes need. It is loaded together with the key. */
export interface AccountState {
  readonly email: string;
  readonly plan: string;
  readonly isOperator: boolean;
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
  readonly quota: Quota;
}

/** Role of a person in an account. */
export type Role = 'owner' | 'admin' | 'member' | 'read_only';

/** A person who acts in an account, either signed in or through a token that the person created. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** The caller: an account that acts through one of its keys or through a person. */
export interface Principal {
  readonly accountId: number;
  /**
   * How the caller was authenticated: by an API key, a personal access token, an OAuth access token, or a browser
   * session.
   */
  readonly via: 'key' | 'token' | 'oauth' | 'session';
  /**
   * Set unless the caller uses an API key. A token from the environment has no person, because the token belongs to the
   * operator.
   */
  readonly person?: Person | undefined;
  /** Bucket in which requests are counted together: the ID of a key, or a number from `bucketOf`. */
  readonly rateBucket: number;
  readonly scopes: ReadonlySet<string>;
  /** If set, the key can only send from this domain. */
  readonly domain: string | undefined;
  readonly rate: Rate;
  readonly account: AccountState;
}

/**
 * Returns the rate limit bucket for a person, a negative number that is never the ID of a key. All tokens of a person
 * share one bucket, and all sessions share another, so that a program cannot exhaust the limit for the dashboard.
 */
export function bucketOf(personId: number, via: 'token' | 'session'): number {
  return -(2 * personId + (via === 'session' ? 1 : 0));
}

/**
 * Resolves with the caller who owns a bearer token (RFC 6750). Resolves with undefined if the token is unknown or
 * revoked. Rejects if this cannot be determined, for example because the database is unavailable. `path` is the path of
 * the matched route, if any, because a token may be restricted to some routes (RFC 8707).
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
  /**
   * Invalidates the cached session after a change, so that this process loads the session again on the next request.
   */
  forget(header: string): void;
}
