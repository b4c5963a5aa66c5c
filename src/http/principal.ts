/** Mails that an account may send and has sent, by calendar month and day (UTC) of the database's clock. */
export interface Quota {
  /** Limit of the month, overage included; undefined: none. */
  readonly monthlyLimit: number | undefined;
  readonly dailyLimit: number | undefined;
  readonly counters: QuotaCounters;
}

/** What was used; `day` is `YYYY-MM-DD`, and its month is the month that is counted. */
export interface QuotaCounters {
  readonly day: string;
  readonly monthUsed: number;
  readonly dayUsed: number;
}

/** Requests that a key may make; undefined: no limit. */
export interface Rate {
  readonly perSecond: number | undefined;
  readonly perMinute: number | undefined;
}

/** What routes need to know about the caller's account, read with the key. */
export interface AccountState {
  readonly email: string;
  readonly plan: string;
  readonly isOperator: boolean;
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
  readonly quota: Quota;
}

/** What a person may do in an account. */
export type Role = 'owner' | 'admin' | 'member' | 'read_only';

/** A person who acts in an account: signed in, or through a token that they gave away. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** Who calls: an account, through one of its keys or through a person. */
export interface Principal {
  readonly accountId: number;
  /** An API key, a personal access token, a token of an OAuth client, or the session of a browser. */
  readonly via: 'key' | 'token' | 'oauth' | 'session';
  /** Present unless a key calls. A token of the environment has none: it is the operator's own. */
  readonly person?: Person | undefined;
  /** Whose requests are counted together: the id of a key, or a number of `bucketOf`. */
  readonly rateBucket: number;
  readonly scopes: ReadonlySet<string>;
  /** When set, the key may send from this domain only. */
  readonly domain: string | undefined;
  readonly rate: Rate;
  readonly account: AccountState;
}

/**
 * The bucket of a person's requests, below zero, where no key's id is: all tokens of a person share one, and all sessions
 * another, so that a program cannot starve the pages.
 */
export function bucketOf(personId: number, via: 'token' | 'session'): number {
  return -(2 * personId + (via === 'session' ? 1 : 0));
}

/**
 * The caller behind a bearer token (RFC 6750), or undefined when the token is unknown or revoked. Rejects when that
 * cannot be told now, for example because the database is away. `path` is the matched route's, if there is one: a
 * token may be meant for some of them only (RFC 8707).
 */
export type Authenticate = (token: string, path?: string) => Promise<Principal | undefined>;

/** Who is signed in with a Cookie header. */
export interface Sessions {
  /** Whether the header holds a session's cookie at all, living or dead. */
  hasCookie(header: string): boolean;
  /** The caller, or undefined when the session has ended. Rejects like `Authenticate`. */
  authenticate(header: string): Promise<Principal | undefined>;
  /** That the session was changed: this process reads it anew at its next request. */
  forget(header: string): void;
}
