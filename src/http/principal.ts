/** Email limits and usage of an account, by calendar month and day (UTC) of the database's clock. */
export interface Quota {
  /** Monthly limit including overage; undefined means no limit. */
  readonly monthlyLimit: number | undefined;
  readonly dailyLimit: number | undefined;
  readonly counters: QuotaCounters;
}

/** Usage counters. `day` is `YYYY-MM-DD`, and its month is the counted month. */
export interface QuotaCounters {
  readonly day: string;
  readonly monthUsed: number;
  readonly dayUsed: number;
}

/** Request limits of a key; undefined means no limit. */
export interface Rate {
  readonly perSecond: number | undefined;
  readonly perMinute: number | undefined;
}

/** State of the caller's account that routes need, loaded with the key. */
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

/** A person who acts in an account, signed in or through a token they created. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** The caller: an account, through one of its keys or through a person. */
export interface Principal {
  readonly accountId: number;
  /** An API key, a personal access token, an OAuth access token, or a browser session. */
  readonly via: 'key' | 'token' | 'oauth' | 'session';
  /** Set unless a key is used. A token from the environment has no person, because it belongs to the operator. */
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
 * Returns the rate limit bucket of a person, a negative number that is never the ID of a key. All tokens of a person
 * share one bucket and all sessions another, so that a program cannot exhaust the limit of the dashboard.
 */
export function bucketOf(personId: number, via: 'token' | 'session'): number {
  return -(2 * personId + (via === 'session' ? 1 : 0));
}

/**
 * Resolves with the caller of a bearer token (RFC 6750), or undefined if the token is unknown or revoked. Rejects if
 * this cannot be determined, for example because the database is unavailable. `path` is that of the matched route, if
 * any, because a token may be restricted to some routes (RFC 8707).
 */
export type Authenticate = (token: string, path?: string) => Promise<Principal | undefined>;

/** Authentication by session cookie. */
export interface Sessions {
  /** Returns whether the header contains a session cookie, valid or not. */
  hasCookie(header: string): boolean;
  /** Resolves with the caller, or undefined if the session has ended. Rejects like `Authenticate`. */
  authenticate(header: string): Promise<Principal | undefined>;
  /** Invalidates the cached session after a change, so that this process reloads it on the next request. */
  forget(header: string): void;
}
