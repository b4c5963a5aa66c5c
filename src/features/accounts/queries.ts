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

export const updatePause = statement<[accountId: number, paused: boolean, reason: string | null], AccountRow>(
  'accounts_pause',
  `update account set paused_at = case when $2 then now() end, pause_reason = $3
   where account_id = $1 returning ${COLUMNS}`,
);

export const updateTransactional = statement<[accountId: number, enabled: boolean], AccountRow>(
  'accounts_transactional',
  `update account set transactional_enabled = $2 where account_id = $1 returning ${COLUMNS}`,
);
