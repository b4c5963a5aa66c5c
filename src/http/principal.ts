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

/** Who calls: an account through one of its keys. */
export interface Principal {
  readonly accountId: number;
  readonly keyId: number;
  readonly scopes: ReadonlySet<string>;
  /** When set, the key may send from this domain only. */
  readonly domain: string | undefined;
  readonly rate: Rate;
  readonly account: AccountState;
}

/**
 * The caller behind a bearer token (RFC 6750), or undefined when the token is unknown or revoked. Rejects when that
 * cannot be told now, for example because the database is away.
 */
export type Authenticate = (token: string) => Promise<Principal | undefined>;
