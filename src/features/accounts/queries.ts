import { statement } from '../../base/db.ts';

export interface AccountRow {
  readonly account_id: number;
  readonly email: string;
  readonly plan: string;
  readonly is_operator: boolean;
  readonly transactional_enabled: boolean;
  readonly paused_at: Date | null;
  readonly pause_reason: string | null;
  readonly created_at: Date;
}

const COLUMNS = 'account_id, email, plan, is_operator, transactional_enabled, paused_at, pause_reason, created_at';

export const insertAccount = statement<[email: string, plan: string, isOperator: boolean], AccountRow>(
  'accounts_insert',
  `insert into account (email, plan, is_operator) values ($1, $2, $3)
   on conflict do nothing returning ${COLUMNS}`,
);

/** By address, index account_email. */
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

/** Pauses an account that sends, but never the operator's own. */
export const updatePauseOnce = statement<[accountId: number, reason: string], AccountRow>(
  'accounts_pause_once',
  `update account set paused_at = now(), pause_reason = $2
   where account_id = $1 and paused_at is null and not is_operator returning ${COLUMNS}`,
);

/** Lifts a pause; what was before no longer counts towards the next automatic one. */
export const updateResumed = statement<[accountId: number], AccountRow>(
  'accounts_resume',
  `update account set paused_at = null, pause_reason = null, health_since = now()
   where account_id = $1 returning ${COLUMNS}`,
);

export const updateTransactional = statement<[accountId: number, enabled: boolean], AccountRow>(
  'accounts_transactional',
  `update account set transactional_enabled = $2 where account_id = $1 returning ${COLUMNS}`,
);
