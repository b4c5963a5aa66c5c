import type { Db } from '../../../base/db.ts';
import { NO_COUNTERS, percentOf, ratioOf } from './counters.ts';
import { healthOfAccounts, healthSincePause, type HealthOfRow } from './health-queries.ts';
import { HEALTH_DAYS } from './pause-rule.ts';

/** Results for an account's emails in a period. Rates are in percent. */
export interface AccountHealth {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly bounce_rate: number;
  readonly complaint_rate: number;
}

/** Returns the delivery results for the most recent days, keyed by account ID. */
export async function healthOf(
  db: Db,
  accountIds: readonly number[],
  days: number,
): Promise<ReadonlyMap<number, AccountHealth>> {
  const rows = await healthOfAccounts(db, [...accountIds], days);
  return new Map(rows.map((row) => [row.account_id, presentHealth(row)]));
}

/** Returns the results on which automatic pauses are based, and the number of days that they cover. */
export async function healthForPause(db: Db, accountId: number): Promise<AccountHealth & { readonly days: number }> {
  const [row] = await healthSincePause(db, accountId, HEALTH_DAYS);
  const health = presentHealth(row ?? { account_id: accountId, ...NO_COUNTERS });
  return { ...health, days: HEALTH_DAYS };
}

/** Returns the bounce and complaint rates, on which pauses are based. Rates are in percent. */
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
