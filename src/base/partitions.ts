import { sqlStateOf, statement, type Database, type Db } from './db.ts';
import type { Log } from './log.ts';

/**
 * Number of past days and of future days for which partitions are created. Yesterday's partitions accept late writes.
 * Seven future days suffice even if the job does not run for a few days.
 */
const DAYS_BACK = 1;
const DAYS_AHEAD = 7;

/**
 * SQLSTATEs of errors that occur because a lock was not acquired in time: lock_not_available, query_canceled,
 * deadlock_detected.
 */
const BUSY = new Set(['55P03', '57014', '40P01']);

const ensure = statement<[daysBack: number, daysAhead: number], unknown>(
  'base_ensure_partitions',
  `select ensure_message_partitions(today - $1::integer, today + $2::integer)
from (select (now() at time zone 'utc')::date as today) as clock`,
);

/**
 * Finds the days of the given tables that ended before the retention period, oldest first, from the names of the
 * partitions. Uses the index pg_inherits_parent_index.
 */
const findExpiredDays = statement<[parents: readonly string[], retentionDays: number], { readonly day: string }>(
  'base_find_expired_days',
  `select distinct right(c.relname, 8) as day
from unnest($1::text[]) as known (parent)
join pg_inherits i on i.inhparent = known.parent::regclass
join pg_class c on c.oid = i.inhrelid
where c.relname ~ ('^' || known.parent || '_[0-9]{8}$')
  and right(c.relname, 8) < to_char((now() at time zone 'utc')::date - $2::integer, 'YYYYMMDD')
order by day`,
);

const MESSAGE_TABLES = ['message', 'delivery', 'attempt', 'event', 'mailing_recipient', 'mailing_outcome'];
const WEBHOOK_TABLES = ['webhook_delivery', 'webhook_attempt'];

/**
 * Limits the wait for each lock, and limits the total wait to twice that time, because queries that accept or read
 * messages queue behind a waiting drop.
 */
const limitWaiting = statement<[], unknown>(
  'base_limit_waiting',
  `select set_config('lock_timeout', '500ms', true), set_config('statement_timeout', '1s', true)`,
);

const dropDay = statement<[day: string], { readonly dropped: boolean }>(
  'base_drop_partitions',
  `select drop_message_partitions(to_date($1::text, 'YYYYMMDD')) as dropped`,
);

/** Drops a day of the webhook log unconditionally. */
const dropWebhookDay = statement<[day: string], { readonly dropped: boolean }>(
  'base_drop_webhook_partitions',
  `select true as dropped from drop_webhook_partitions(to_date($1::text, 'YYYYMMDD'))`,
);

/**
 * Creates the message partitions from yesterday to seven days ahead, by the database's clock. Safe to call repeatedly.
 */
export async function ensurePartitions(db: Db): Promise<void> {
  await ensure(db, DAYS_BACK, DAYS_AHEAD);
}

/**
 * Drops the message partitions of days (UTC) that ended more than `retentionDays` days ago. Resolves with these days
 * (`20261121`), oldest first. Safe to call from several processes at once.
 *
 * Keeps a day with messages that wait for delivery, and a day whose tables are locked. The next call retries these
 * days.
 */
export async function dropExpiredPartitions(db: Database, retentionDays: number, log: Log): Promise<string[]> {
  return dropDays(db, await findExpiredDays(db, MESSAGE_TABLES, retentionDays), dropDay, log);
}

/**
 * Drops expired days of the webhook log like `dropExpiredPartitions` drops message partitions, but regardless of
 * pending deliveries.
 */
export async function dropExpiredWebhooks(db: Database, retentionDays: number, log: Log): Promise<string[]> {
  return dropDays(db, await findExpiredDays(db, WEBHOOK_TABLES, retentionDays), dropWebhookDay, log);
}

async function dropDays(
  db: Database,
  days: readonly { readonly day: string }[],
  drop: typeof dropDay,
  log: Log,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const { day } of days) {
    try {
      if (await dropWithoutWaiting(db, day, drop)) dropped.push(day);
      else log.warn('Expired partitions kept: some messages are still queued', { day });
    } catch (error) {
      if (!BUSY.has(sqlStateOf(error) ?? '')) throw error;
      log.info('Expired partitions in use; they will be dropped later', { day });
      break;
    }
  }
  if (dropped.length > 0) log.info('Expired partitions dropped', { days: dropped });
  return dropped;
}

/** Drops one day in a separate, short transaction, so that the locks of several days are never held together. */
async function dropWithoutWaiting(db: Database, day: string, drop: typeof dropDay): Promise<boolean> {
  return db.transaction(async (tx) => {
    await limitWaiting(tx);
    const [row] = await drop(tx, day);
    return row?.dropped === true;
  });
}
