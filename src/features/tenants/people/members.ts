import type { Db } from '../../../base/db.ts';
import { SCOPES, SCOPES_OF_ROLE } from '../access/index.ts';
import type { AccountState, Person, Principal, Rate } from '../../../http/principal.ts';
import { memberById, type MemberRow } from './queries.ts';

/** A member of an account, with the account and its rate limit. */
export interface Member {
  readonly person: Person;
  readonly account: AccountState;
  /** Rate limit for the account's API clients, according to the account's plan. */
  readonly rate: Rate;
}

/** Returns the current membership of a user in an account, or undefined. */
export async function readMember(db: Db, personId: number, accountId: number): Promise<Member | undefined> {
  const [row] = await memberById(db, personId, accountId);
  return row && toMember(row);
}

/**
 * Returns a user's scopes in an account: the scopes of the user's role and, for admins and owners of the operator's
 * account, the scope for managing the installation.
 */
export function scopesOf({ person, account }: Pick<Member, 'person' | 'account'>): ReadonlySet<string> {
  const scopes = new Set(SCOPES_OF_ROLE[person.role]);
  const runsIt = account.isOperator && (person.role === 'owner' || person.role === 'admin');
  if (runsIt) scopes.add(SCOPES.operator);
  return scopes;
}

/** Returns the user who sent the request. Throws an error if the caller is not a user, which would be a bug. */
export function personOf(principal: Principal): Person {
  if (!principal.person) throw new Error('A dashboard route was called without a user');
  return principal.person;
}

export function toMember(row: MemberRow): Member {
  return {
    person: { id: row.person_id, name: row.person_name, email: row.person_email, role: row.role },
    rate: { perSecond: row.rate_per_second ?? undefined, perMinute: row.rate_per_minute ?? undefined },
    account: {
      email: row.email,
      plan: row.plan,
      isOperator: row.is_operator,
      transactionalEnabled: row.transactional_enabled,
      pausedAt: row.paused_at ?? undefined,
      pauseReason: row.pause_reason ?? undefined,
      quota: {
        monthlyLimit: row.monthly_limit ?? undefined,
        dailyLimit: row.daily_quota ?? undefined,
        counters: { day: row.day, monthUsed: row.month_used, dayUsed: row.day_used },
      },
    },
  };
}
