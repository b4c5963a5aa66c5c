import { statement } from '../../base/db.ts';

export interface ServerStateRow {
  readonly version: string;
  readonly present: Date;
  readonly switched_off: string[];
  /** Whether the database changes the case of letters other than a to z. In the C locale, it does not. */
  readonly knows_letters: boolean;
}

export const serverState = statement<[], ServerStateRow>(
  'doctor_server_state',
  `select current_setting('server_version') as version, clock_timestamp() as present, lower('Ö') = 'ö' as knows_letters,
     array(
       select name from unnest(array['fsync', 'synchronous_commit', 'full_page_writes']) as name
       where current_setting(name) = 'off'
     ) as switched_off`,
);

export interface QueueRow {
  readonly due: number;
  readonly oldest_seconds: number | null;
}

/**
 * Counts due queue rows, at most `limit`, and selects the time since the oldest of them became due. Uses both indexes
 * of the queue in each partition.
 */
export const dueMail = statement<[limit: number], QueueRow>(
  'doctor_due_mail',
  `select count(*)::integer as due, extract(epoch from now() - min(due.next_at))::float8 as oldest_seconds
   from (
     (select next_at from delivery where is_ready and next_at is not null
      order by worker, class, account_id, next_at limit $1)
     union all
     (select next_at from delivery where not is_ready and next_at <= now() order by next_at limit $1)
     limit $1
   ) due
   where next_at <= now()`,
);

/** Selects background jobs whose last run failed or that are more than ten minutes overdue. */
export const ailingJobs = statement<[], { readonly name: string; readonly failed: string | null }>(
  'doctor_ailing_jobs',
  `select name, failed from job
   where failed is not null or due_at < now() - interval '10 minutes'
   order by name`,
);

/** Counts the days (UTC) from today onward that have a partition. */
export const partitionDays = statement<[], { readonly days: number }>(
  'doctor_partition_days',
  `select count(*)::integer as days from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'delivery'::regclass
     and right(c.relname, 8) >= to_char((now() at time zone 'utc')::date, 'YYYYMMDD')`,
);

/** Selects up to `limit` sender domains, by account and then by age, oldest first. */
export const senderDomains = statement<
  [limit: number],
  { readonly account_id: number; readonly name: string; readonly email: string }
>(
  'doctor_domains',
  `select d.account_id, d.name, a.email from domain d join account a on a.account_id = d.account_id
   where d.deleted_at is null order by d.account_id, d.id limit $1`,
);
