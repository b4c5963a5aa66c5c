import { statement } from '../../../base/db.ts';
import { sinceResume } from '../../tenants/accounts/index.ts';

export interface HealthOfRow {
  readonly account_id: number;
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
}

const SINCE = sinceResume('a', 'h');
const SUMS = `${SINCE.sum('sent')}, ${SINCE.sum('delivered')}, ${SINCE.sum('bounced')}, ${SINCE.sum('complained')}`;

/** Selects each account's outcomes in recent days. Reads at most 24 rows per day and account by primary key. */
export const healthOfAccounts = statement<[accountIds: number[], days: number], HealthOfRow>(
  'transactional_tags_health_of_accounts',
  `select a.account_id, c.*
   from unnest($1::bigint[]) as a (account_id) cross join lateral tag_health_of(a.account_id, $2) c`,
);

/**
 * Selects an account's outcomes in recent days, since its last pause ended. The next pause is based on these outcomes.
 */
export const healthSincePause = statement<[accountId: number, days: number], HealthOfRow>(
  'transactional_tags_health_since_pause',
  `select a.account_id, ${SUMS}
   from account a
   left join transactional_tag_hour h on h.account_id = a.account_id and h.tag = ''
     and h.hour >= greatest(now() - make_interval(days => $2), ${SINCE.firstHour})
   where a.account_id = $1
   group by a.account_id`,
);
