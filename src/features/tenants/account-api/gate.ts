import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { isAccountScope } from '../../../http/account/scopes.ts';
import type { Principal } from '../../../http/principal.ts';
import type { RateLimitStatus } from '../../../http/rate-limit-status.ts';
import type { Route } from '../../../http/route.ts';
import { restrictedSentence } from '../accounts/index.ts';
import { statusOfAccount, type StatusRow } from './queries.ts';
import { createPersonRate } from './rate.ts';

/** Maximum delay, in milliseconds, until all processes apply a restriction or a plan change. */
const FRESH_MS = 500;

type Asked = Pick<Route, 'scope'>;

/** Access control and rate limit for callers. */
export interface AccountGate {
  /**
   * Counts the request, and returns the caller's rate limit status, or undefined without a limit. Throws
   * rate_limit_exceeded if the caller has no requests left.
   */
  admit(principal: Principal, route: Asked): Promise<RateLimitStatus | undefined>;
  /** Throws account_restricted or plan_required if the account may not use the account API. */
  permit(principal: Principal, route: Asked): Promise<void>;
}

/**
 * Creates the access control of the account API. `otherwise` applies the plan's rate limits to callers of the other
 * APIs, and to API keys. Sessions have a separate rate limit for all routes.
 */
export function createAccountGate(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly otherwise: (principal: Principal) => Promise<RateLimitStatus | undefined>;
}): AccountGate {
  const { clock, db, otherwise } = parts;
  const personRate = createPersonRate(db, clock);
  const statuses = createShortCache<StatusRow | undefined>(clock, FRESH_MS);
  return {
    admit: (principal, { scope }) => {
      const isPerson = principal.via === 'session' || (principal.via !== 'key' && isAccountScope(scope));
      return isPerson ? personRate(principal) : otherwise(principal);
    },
    async permit(principal, { scope }) {
      if (!isAccountScope(scope)) return;
      const { accountId } = principal;
      const row = await statuses.get(String(accountId), async () => (await statusOfAccount(db, accountId))[0]);
      const refusal = row && refusalOf(row, principal);
      if (refusal) throw refusal;
    },
  };
}

/**
 * Returns the reason why the caller may not use the account API, or undefined. The plan limits access to the API, but
 * not to the dashboard. Pure.
 */
export function refusalOf(row: StatusRow, { via }: Pick<Principal, 'via'>): Refusal | undefined {
  if (row.restricted_at) {
    return new Refusal('account_restricted', { message: restrictedSentence(row.restricted_at, row.restricted_reason) });
  }
  const isIncluded = row.api_access || row.is_operator || via === 'session';
  return isIncluded ? undefined : new Refusal('plan_required');
}
