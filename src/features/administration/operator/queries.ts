import { statement } from '../../../base/db.ts';

export interface DomainQueueRow {
  readonly domain: string;
  readonly waiting: number;
  readonly due: number;
  readonly oldest_due_at: Date | null;
  readonly next_at: Date | null;
}

/**
 * Counts queued recipients by domain among at most `among` rows, domains with the most recipients first. Uses both
 * indexes of the queue in each partition.
 */
export const waitingByDomain = statement<[among: number, limit: number], DomainQueueRow>(
  'operator_waiting_by_domain',
  `select lower(substring(w.recipient from '[^@]*$')) as domain, count(*)::integer as waiting,
     count(*) filter (where w.next_at <= now())::integer as due,
     min(w.next_at) filter (where w.next_at <= now()) as oldest_due_at,
     min(nullif(w.next_at, 'infinity')) filter (where w.next_at > now()) as next_at
   from (
     (select recipient, next_at from delivery where is_ready and next_at is not null
      order by worker, class, account_id, next_at limit $1)
     union all
     (select recipient, next_at from delivery where not is_ready and next_at is not null order by next_at limit $1)
     limit $1
   ) w
   group by 1 order by 2 desc, 1 limit $2`,
);

export interface SystemRow {
  readonly postgres_version: string;
  readonly database_bytes: number;
  readonly fsync: boolean;
  readonly synchronous_commit: boolean;
  readonly full_page_writes: boolean;
  readonly started_at: Date;
}

/** Selects the state of the database server. */
export const systemState = statement<[], SystemRow>(
  'operator_system',
  `select current_setting('server_version') as postgres_version,
     pg_database_size(current_database()) as database_bytes,
     current_setting('fsync') = 'on' as fsync,
     current_setting('synchronous_commit') <> 'off' as synchronous_commit,
     current_setting('full_page_writes') = 'on' as full_page_writes,
     pg_postmaster_start_time() as started_at`,
);

export interface ProcessRow {
  readonly role: string;
  readonly host: string | null;
  readonly connections: number;
}

/** Counts Postrider's connections by role and host, which `openDatabase` stores in the application name. */
export const connectedProcesses = statement<[limit: number], ProcessRow>(
  'operator_processes',
  `select substring(application_name from 11) as role, host(client_addr) as host, count(*)::integer as connections
   from pg_stat_activity
   where datname = current_database() and application_name like 'postrider %'
   group by 1, 2 order by 1, 2 limit $1`,
);

export interface LiveWorkerRow {
  readonly number: number;
  readonly joined_at: Date;
  readonly seen_at: Date;
}

/** Selects the delivery processes with a recent heartbeat. */
export const liveWorkers = statement<[seconds: number], LiveWorkerRow>(
  'operator_workers_seen',
  `select number, joined_at, seen_at from delivery_worker
   where seen_at > now() - make_interval(secs => $1) order by number`,
);

export interface JobRow {
  readonly name: string;
  readonly due_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly failed: string | null;
}

/** Selects the background jobs, of which there are a few dozen. */
export const backgroundJobs = statement<[], JobRow>(
  'operator_jobs',
  'select name, due_at, started_at, finished_at, failed from job order by name',
);
