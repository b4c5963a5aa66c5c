import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { dropExpiredPartitions } from '../../src/base/partitions.ts';
import { purgeExpiredAnswers } from '../../src/features/transactional/messages/index.ts';

/** What the database holds. */
export interface DatabaseSample {
  readonly connections: number;
  /** Indexes of what waits, over all days. */
  readonly queueIndexMegabytes: number;
  readonly webhookIndexMegabytes: number;
  readonly idempotencyMegabytes: number;
  /** Tables with a row a key, site, worker, job, account or hour, that are updated all the time. */
  readonly counterMegabytes: number;
  /** Messages with all that is kept of them; grows by design, until a day is dropped. */
  readonly logMegabytes: number;
  /** Rows that are dead, a living one; over all tables. */
  readonly deadPart: number;
}

const SAMPLE = `with size as (
    select coalesce(parent.relname, c.relname) as name, pg_relation_size(c.oid)::float8 / 1e6 as own,
      case when c.relkind = 'r' then pg_total_relation_size(c.oid)::float8 / 1e6 else 0 end as whole
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')
  )
  select
    (select count(*)::float8 from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend') as "connections",
    coalesce(sum(own) filter (where name in ('delivery_due', 'mailing_chunk_due')), 0) as "queueIndexMegabytes",
    coalesce(sum(own) filter (where name in ('webhook_delivery_turns', 'webhook_delivery_waiting')), 0) as "webhookIndexMegabytes",
    coalesce(sum(whole) filter (where name = 'idempotency'), 0) as "idempotencyMegabytes",
    coalesce(sum(whole) filter (where name in ('key_window', 'account_usage', 'delivery_site', 'delivery_worker', 'job',
      'transactional_tag_hour', 'webhook')), 0) as "counterMegabytes",
    coalesce(sum(whole) filter (where name in ('message', 'delivery', 'attempt', 'event', 'webhook_delivery',
      'webhook_attempt')), 0) as "logMegabytes",
    (select sum(n_dead_tup)::float8 / greatest(sum(n_live_tup), 1) from pg_stat_user_tables) as "deadPart"
  from size`;

/** Ages what is kept for idempotency keys by a day, as a day that went by would, and purges what is expired. */
const AGE_ANSWERS = `update idempotency set created_at = created_at - interval '25 hours'`;

/** Looks at sizes, connections and dead rows. */
export async function sampleDatabase(db: Database): Promise<DatabaseSample> {
  const [found] = await db.query<DatabaseSample>({ name: 'bench_soak_sample', text: SAMPLE }, []);
  if (!found) throw new Error('No sizes');
  return found;
}

/** Makes the answers of idempotency keys a day older and lets the program's own purge have them. */
export async function passDay(db: Database): Promise<void> {
  await db.query({ name: 'bench_soak_age', text: AGE_ANSWERS }, []);
  await purgeExpiredAnswers(db);
}

/** What dropping a day of mails gave back. */
export interface Purge {
  readonly messages: number;
  readonly megabytesBefore: number;
  readonly megabytesAfter: number;
  readonly days: readonly string[];
  readonly tookMs: number;
}

const DAYS_OVER = 2;
const KEPT_OF_A_MESSAGE = {
  message: 'id',
  delivery: 'message_id',
  attempt: 'message_id',
  event: 'message_id',
} as const;

/** Copies mails into a day older than the retention, and lets the program's own job drop that day. */
export async function purgeOldDay(db: Database, retentionDays: number, messages: number): Promise<Purge> {
  const age = retentionDays + DAYS_OVER;
  await db.script(`select ensure_message_partitions(today - ${age}, today - ${age})
    from (select (now() at time zone 'utc')::date as today) clock`);
  await db.script(`create unlogged table bench_soak_copied as select account_id, id from message limit ${messages}`);
  for (const [table, idColumn] of Object.entries(KEPT_OF_A_MESSAGE)) await copyToDay(db, { table, idColumn, age });
  await db.script('drop table bench_soak_copied; checkpoint');
  const before = await databaseMegabytes(db);
  const startedAt = performance.now();
  const days = await dropExpiredPartitions(db, retentionDays, silentLog);
  const tookMs = performance.now() - startedAt;
  await db.script('checkpoint');
  return { messages, days, tookMs, megabytesBefore: before, megabytesAfter: await databaseMegabytes(db) };
}

/** The time in the first 48 bits of an id becomes that of the day; the rest keeps it unique. */
async function copyToDay(
  db: Database,
  { table, idColumn, age }: { readonly table: string; readonly idColumn: string; readonly age: number },
): Promise<void> {
  const columns = await db.query<{ name: string }>(
    {
      name: '',
      text: `select column_name as name from information_schema.columns
        where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
    },
    [table],
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) =>
    name === idColumn
      ? `overlay(t.${name}::text placing left(uuid_at((now() at time zone 'utc')::date - ${age})::text, 13) from 1 for 13)::uuid`
      : `t.${name}`,
  );
  await db.script(`set statement_timeout = 0; insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
    from bench_soak_copied c join ${table} t on t.account_id = c.account_id and t.${idColumn} = c.id;
    reset statement_timeout`);
}

async function databaseMegabytes(db: Database): Promise<number> {
  const text = 'select pg_database_size(current_database())::float8 / 1e6 as megabytes';
  const [found] = await db.query<{ megabytes: number }>({ name: 'bench_soak_size', text }, []);
  return found?.megabytes ?? Number.NaN;
}
