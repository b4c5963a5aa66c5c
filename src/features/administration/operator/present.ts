import type { AnswerOf } from '../../../http/answer-of.ts';
import { presentPausedClasses } from '../account-settings/index.ts';
import { accountStatusOf, toClassPauses } from '../../tenants/accounts/index.ts';
import type { AccountHealth } from '../../outcomes/transactional-tags/index.ts';
import type { accountSchema } from './account-docs.ts';
import type { ListedAccountRow } from './list-queries.ts';

const NO_HEALTH: AccountHealth = {
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  bounce_rate: 0,
  complaint_rate: 0,
};

/** An account as the operator sees it. */
export type OperatedAccount = AnswerOf<typeof accountSchema>;

/** Formats an account for the operator. `health` covers the last 30 days. */
export function presentAccount(row: ListedAccountRow, health: AccountHealth = NO_HEALTH): OperatedAccount {
  return {
    id: row.account_id,
    name: row.name ?? row.email,
    email: row.email,
    plan: row.plan,
    is_operator: row.is_operator,
    status: accountStatusOf({
      transactionalEnabled: row.transactional_enabled,
      pausedAt: row.paused_at ?? undefined,
      restrictedAt: row.restricted_at ?? undefined,
      closedAt: row.closed_at ?? undefined,
    }),
    transactional_enabled: row.transactional_enabled,
    paused_at: row.paused_at?.toISOString() ?? null,
    pause_reason: row.pause_reason,
    restricted_at: row.restricted_at?.toISOString() ?? null,
    restricted_reason: row.restricted_reason,
    paused_classes: presentPausedClasses(toClassPauses(row.paused_classes)),
    has_open_review: row.has_open_review,
    month: { used: row.month_used, limit: row.monthly_limit },
    last_30_days: health,
    created_at: row.created_at.toISOString(),
  };
}
