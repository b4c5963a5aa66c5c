import { statement } from '../../../base/db.ts';
import type { Hindrance } from '../../tenants/accounts/index.ts';

/**
 * Selects the account's settings for sends to suppressed addresses, double opt-in, and IP addresses of consents. Uses
 * the primary key.
 */
export const switchesOf = statement<
  [accountId: number],
  { readonly report_suppressed: boolean; readonly keeps_consent_ip: boolean; readonly double_opt_in: boolean }
>(
  'account_settings_switches',
  'select report_suppressed, keeps_consent_ip, double_opt_in from account where account_id = $1',
);

/** Sets whether new subscribers must confirm their address. Uses the primary key. */
export const updateDoubleOptIn = statement<[accountId: number, isDouble: boolean], unknown>(
  'account_settings_double_opt_in',
  'update account set double_opt_in = $2 where account_id = $1',
);

/** Sets whether the IP addresses of new consents are stored. Uses the primary key. */
export const updateKeepsConsentIp = statement<[accountId: number, keeps: boolean], unknown>(
  'account_settings_keeps_consent_ip',
  'update account set keeps_consent_ip = $2 where account_id = $1',
);

export const operatorAddress = statement<[], { readonly account_id: number; readonly email: string }>(
  'account_settings_operator',
  'select account_id, email from account where is_operator order by account_id limit 1',
);

export interface ReviewRow {
  readonly account_id: number;
  readonly id: number;
  readonly asks_for: Hindrance[];
  readonly message: string;
  readonly asked_by_name: string;
  readonly asked_by_email: string;
  readonly asked_at: Date;
  readonly state: 'open' | 'approved' | 'declined';
  readonly decided_at: Date | null;
  readonly reason: string | null;
}

const COLUMNS = 'account_id, id, asks_for, message, asked_by_name, asked_by_email, asked_at, state, decided_at, reason';

/** Selects the newest review of an account. Uses the primary key. */
export const latestReview = statement<[accountId: number], ReviewRow>(
  'account_settings_latest_review',
  `select ${COLUMNS} from account_review where account_id = $1 order by id desc limit 1`,
);

/** Selects the open review of an account and locks its row. Uses the index account_review_open. */
export const lockOpenReview = statement<[accountId: number], ReviewRow>(
  'account_settings_lock_open_review',
  `select ${COLUMNS} from account_review where account_id = $1 and state = 'open' for update`,
);

/** Selects open reviews of all accounts that are not closed, oldest first. Uses the index account_review_open. */
export const openReviews = statement<[limit: number], ReviewRow & { readonly name: string; readonly email: string }>(
  'account_settings_open_reviews',
  `select ${COLUMNS.split(', ')
    .map((column) => `r.${column}`)
    .join(', ')}, coalesce(a.name, a.email) as name, a.email
   from account_review r join account a on a.account_id = r.account_id and a.closed_at is null
   where r.state = 'open' order by r.asked_at, r.account_id limit $1`,
);

/**
 * Counts the reviews that an account requested within the last 24 hours, and selects the number of seconds until the
 * oldest of them is no longer counted. Uses the primary key.
 */
export const askedWithinDay = statement<
  [accountId: number],
  { readonly asked: number; readonly free_in_seconds: number | null }
>(
  'account_settings_asked_within_day',
  `select count(*)::integer as asked,
     extract(epoch from min(asked_at) + interval '1 day' - now())::float8 as free_in_seconds
   from account_review where account_id = $1 and asked_at > now() - interval '1 day'`,
);

export const insertReview = statement<
  [accountId: number, asksFor: readonly string[], message: string, name: string, email: string],
  ReviewRow
>(
  'account_settings_insert_review',
  `insert into account_review (account_id, asks_for, message, asked_by_name, asked_by_email)
   values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
);

export const decideReviewRow = statement<
  [accountId: number, id: number, state: string, decidedBy: string, reason: string | null],
  ReviewRow
>(
  'account_settings_decide_review',
  `update account_review set state = $3, decided_by = $4, reason = $5, decided_at = now()
   where account_id = $1 and id = $2 returning ${COLUMNS}`,
);
