import { statement } from '../../../base/db.ts';
import type { StoredClassPause } from './class-pauses.ts';
import { countedSoFar } from './since-resume.ts';

export interface AccountRow {
  readonly account_id: number;
  readonly email: string;
  readonly name: string | null;
  readonly timezone: string;
  readonly plan: string;
  readonly is_operator: boolean;
  readonly transactional_enabled: boolean;
  readonly paused_at: Date | null;
  readonly pause_reason: string | null;
  readonly restricted_at: Date | null;
  readonly restricted_reason: string | null;
  readonly closed_at: Date | null;
  readonly created_at: Date;
  readonly paused_classes: readonly StoredClassPause[] | null;
}

const OWN_COLUMNS = `account_id, email, name, timezone, plan, is_operator, transactional_enabled, paused_at, pause_reason,
  restricted_at, restricted_reason, closed_at, created_at`;

const COLUMNS = `${OWN_COLUMNS}, (
    select json_agg(json_build_object('class', p.class, 'paused_at', p.paused_at, 'reason', p.reason) order by p.class)
    from mail_class_pause p where p.account_id = account.account_id and p.paused_at is not null
  ) as paused_classes`;

/** Inserts an account. Returns no paused classes, because a new account has none. */
export const insertAccount = statement<
  [email: string, plan: string, isOperator: boolean, name: string | null, doubleOptIn: boolean],
  AccountRow
>(
  'accounts_insert',
  `insert into account (email, plan, is_operator, name, double_opt_in) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning ${OWN_COLUMNS}, null::json as paused_classes`,
);

/** Finds an account by email address. Uses the index account_email. */
export const accountByEmail = statement<[email: string], AccountRow>(
  'accounts_by_email',
  `select ${COLUMNS} from account where lower(email) = lower($1)`,
);

export const allAccounts = statement<[limit: number], AccountRow>(
  'accounts_all',
  `select ${COLUMNS} from account order by account_id limit $1`,
);

export const updatePaused = statement<[accountId: number, reason: string], AccountRow>(
  'accounts_pause',
  `update account set paused_at = now(), pause_reason = $2 where account_id = $1 returning ${COLUMNS}`,
);

/** Pauses an account, unless it is already paused or belongs to the operator. */
export const updatePauseOnce = statement<[accountId: number, reason: string, figure: string], unknown>(
  'accounts_pause_once',
  `with paused as (
     update account set paused_at = now(), pause_reason = $2
     where account_id = $1 and paused_at is null and not is_operator returning account_id
   )
   insert into pause_notice (account_id, class, figure) select account_id, 0, $3::jsonb from paused on conflict do nothing`,
);

/**
 * Ends the pause of an account. Earlier results no longer count toward the next automatic pause. The job that checks
 * `is_lifted` then makes the held deliveries of bulk email (classes 1 to 3) due. Locks the account's row first, in the
 * same order as when deliveries are held.
 */
export const updateResumed = statement<[accountId: number], unknown>(
  'accounts_resume',
  `with resumed as (
     update account set paused_at = null, pause_reason = null, health_since = now(),
       health_before = ${countedSoFar(`transactional_tag_hour h where h.account_id = $1 and h.tag = ''`)}
     where account_id = $1 returning account_id
   )
   insert into mail_class_pause (account_id, class, is_lifted)
   select account_id, class, true from resumed cross join generate_series(1, 3) as class
   order by class
   on conflict (account_id, class) do update set is_lifted = true`,
);

export const updateTransactional = statement<[accountId: number, enabled: boolean], AccountRow>(
  'accounts_transactional',
  `update account set transactional_enabled = $2 where account_id = $1 returning ${COLUMNS}`,
);

/** Reads an account and locks its row until the transaction ends. Uses the primary key. */
export const lockAccountRow = statement<[accountId: number], AccountRow>(
  'accounts_lock',
  `select ${COLUMNS} from account where account_id = $1 for no key update`,
);

/** Reads an account. Uses the primary key. */
export const accountById = statement<[accountId: number], AccountRow>(
  'accounts_by_id',
  `select ${COLUMNS} from account where account_id = $1`,
);

export const updateSettings = statement<[accountId: number, name: string | null, timezone: string], AccountRow>(
  'accounts_settings',
  `update account set name = $2, timezone = $3 where account_id = $1 returning ${COLUMNS}`,
);

export const updateRestricted = statement<[accountId: number, reason: string], AccountRow>(
  'accounts_restrict',
  `update account set restricted_at = coalesce(restricted_at, clock.at), restricted_reason = $2
   from (select now()) as clock (at)
   where account_id = $1 returning ${COLUMNS}`,
);

export const updateUnrestricted = statement<[accountId: number], AccountRow>(
  'accounts_unrestrict',
  `update account set restricted_at = null, restricted_reason = null where account_id = $1 returning ${COLUMNS}`,
);

export const updateClosed = statement<[accountId: number, isClosed: boolean], AccountRow>(
  'accounts_close',
  `update account set closed_at = case when $2 then now() end where account_id = $1 returning ${COLUMNS}`,
);
