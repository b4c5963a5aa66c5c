import { statement, type Db } from './db.ts';

/** Yesterday's partitions take late writers; seven days ahead outlast a job that does not run for a while. */
const DAYS_BACK = 1;
const DAYS_AHEAD = 7;

const ensure = statement<[daysBack: number, daysAhead: number], unknown>(
  'base_ensure_partitions',
  `select ensure_message_partitions(today - $1::integer, today + $2::integer)
from (select (now() at time zone 'utc')::date as today) as clock`,
);

/** Makes the message partitions from yesterday to seven days ahead, by the database's clock; safe to repeat. */
export async function ensurePartitions(db: Db): Promise<void> {
  await ensure(db, DAYS_BACK, DAYS_AHEAD);
}
