import type { Db } from '../../../base/db.ts';
import { NO_COUNTERS, percentOf, ratioOf } from './counters.ts';
import { healthOfAccounts, healthSincePause, type HealthOfRow } from './health-queries.ts';
import { HEALTH_DAYS } from './pause-rule.ts';

/** What became of an account's mail within days; rates in percent. */
export interface AccountHealth {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly bounce_rate: number;
  readonly complaint_rate: number;
}

/** The outcomes of the last days of each account, by its number. */
export async function healthOf(
  db: Db,
  accountIds: readonly number[],
  days: number,
): Promise<ReadonlyMap<number, AccountHealth>> {
  const rows = await healthOfAccounts(db, [...accountIds], days);
  return new Map(rows.map((row) => [row.account_id, presentHealth(row)]));
}

/** What decides whether the account is paused by itself, and over how many days. */
export async function healthForPause(db: Db, accountId: number): Promise<AccountHealth & { readonly days: number }> {
  const [row] = await healthSincePause(db, accountId, HEALTH_DAYS);
  const health = presentHealth(row ?? { account_id: accountId, ...NO_COUNTERS });
  return { ...health, days: HEALTH_DAYS };
}

/** The rates that decide on pauses, in percent. */
export function ratesOf(
  counted: Pick<AccountHealth, 'delivered' | 'bounced' | 'complained'>,
): Pick<AccountHealth, 'bounce_rate' | 'complaint_rate'> {
  const counters = { ...NO_COUNTERS, ...counted };
  return {
    bounce_rate: percentOf(ratioOf('bounce_rate', counters)),
    complaint_rate: percentOf(ratioOf('complaint_rate', counters)),
  };
}

function presentHealth({ bounced, complained, delivered, sent }: HealthOfRow): AccountHealth {
  const counted = { delivered, bounced, complained };
  return { sent, ...counted, ...ratesOf(counted) };
}
