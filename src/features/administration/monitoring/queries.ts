import { statement } from '../../../base/db.ts';

export interface ReadyRow {
  readonly class: number;
  readonly recipients: number;
  readonly oldest_at: Date | null;
}

/**
 * Counts claimable recipients by class, up to `most` per class. Reads at most that many entries of the index
 * delivery_ready for each worker and class, in index order.
 */
export const readyByClass = statement<[classes: number[], workers: number[], most: number], ReadyRow>(
  'monitoring_ready_by_class',
  'select class, recipients, oldest_at from ready_by_class($1, $2, $3)',
);

export interface WaitingRow {
  readonly class: number;
  readonly recipients: number;
}

/**
 * Counts recipients that wait for a scheduled time, or for the end of a lease or pause, among the `most` that are due
 * first. Uses the index delivery_waiting.
 */
export const waitingByClass = statement<[most: number], WaitingRow>(
  'monitoring_waiting_by_class',
  `select w.class, count(*)::integer as recipients from (
     select d.class from delivery d where not d.is_ready and d.next_at is not null order by d.next_at limit $1
   ) w group by w.class`,
);

export interface ChunkRow {
  readonly class: number;
  readonly recipients: number;
  readonly oldest_at: Date | null;
}

/**
 * Counts the recipients in waiting and leased chunks by class, for up to `most` chunks per class. Uses the index
 * mailing_chunk_due.
 */
export const chunksByClass = statement<[classes: number[], most: number], ChunkRow>(
  'monitoring_chunks_by_class',
  'select class, recipients, oldest_at from chunks_by_class($1, $2)',
);

export interface BacklogRow {
  readonly webhooks_due: number;
  readonly webhooks_oldest_at: Date | null;
  readonly webhooks_failing: number;
  readonly inbound_waiting: number;
  readonly imports_in_progress: number;
  readonly automation_due_at: Date | null;
  readonly campaign_due_at: Date | null;
}

/**
 * Counts due webhook deliveries, failing webhooks, waiting inbound email and unfinished imports, up to `most` rows
 * each. Also returns the due times of the oldest due webhook delivery, automation item and campaign. Uses the partial
 * indexes webhook_delivery_turns, webhook_troubled, inbound_mail_due, import_due, automation_item_due and campaign_due.
 */
export const backlog = statement<[most: number], BacklogRow>(
  'monitoring_backlog',
  `select
     (select count(*)::integer from (
        select 1 from webhook_delivery where not is_waiting and next_at is not null
        order by is_waiting, account_id, next_at limit $1) w) as webhooks_due,
     (select min(w.next_at) from (
        select next_at from webhook_delivery where not is_waiting and next_at is not null
        order by is_waiting, account_id, next_at limit $1) w) as webhooks_oldest_at,
     (select count(*)::integer from (
        select 1 from webhook where failing_since is not null or disabled_by = 'gone' limit $1) w) as webhooks_failing,
     (select count(*)::integer from (
        select 1 from inbound_mail where next_at is not null order by next_at limit $1) i) as inbound_waiting,
     (select count(*)::integer from (
        select 1 from import where next_at is not null order by next_at limit $1) i) as imports_in_progress,
     (select min(next_at) from automation_item where next_at <= now()) as automation_due_at,
     (select min(next_at) from campaign where next_at <= now()) as campaign_due_at`,
);

/** Counts active campaigns by state, among the `most` that are due first. Uses the index campaign_due. */
export const campaignsByState = statement<[most: number], { readonly state: string; readonly campaigns: number }>(
  'monitoring_campaigns_by_state',
  `select c.state, count(*)::integer as campaigns from (
     select state from campaign where next_at is not null order by next_at limit $1
   ) c group by c.state`,
);

export interface MonitoredJobRow {
  readonly name: string;
  readonly due_at: Date;
  readonly finished_at: Date | null;
  readonly has_failed: boolean;
}

/** Selects all background jobs. There are only a few dozen. */
export const monitoredJobs = statement<[], MonitoredJobRow>(
  'monitoring_jobs',
  'select name, due_at, finished_at, failed is not null as has_failed from job order by name',
);

/** Selects the delivery processes with a recent heartbeat. */
export const livingWorkers = statement<[seconds: number], { readonly number: number }>(
  'monitoring_living_workers',
  'select number from delivery_worker where seen_at > now() - make_interval(secs => $1)',
);

/** Selects the size of the database on disk. PostgreSQL requests the length of each file from the file system. */
export const databaseBytes = statement<[], { readonly bytes: number }>(
  'monitoring_database_bytes',
  'select pg_database_size(current_database()) as bytes',
);

/** Makes PostgreSQL avoid full scans, bitmap scans and sorts in this transaction. */
export const keepToIndexes = statement<[], unknown>(
  'monitoring_keep_to_indexes',
  `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
     set_config('enable_sort', 'off', true)`,
);

/**
 * Estimates the number of rows in both indexes of the queue across all partitions, as of the last ANALYZE or VACUUM.
 * Reads only the catalog.
 */
export const queueEstimates = statement<[], { readonly state: string; readonly recipients: number }>(
  'monitoring_queue_estimates',
  `select replace(parent.relname::text, 'delivery_', '') as state, sum(greatest(day.reltuples, 0))::float8 as recipients
   from pg_class parent join pg_inherits i on i.inhparent = parent.oid join pg_class day on day.oid = i.inhrelid
   where parent.oid in ('delivery_ready'::regclass, 'delivery_waiting'::regclass) group by 1 order by 1`,
);
