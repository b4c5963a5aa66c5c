import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { Reading, Registry } from '../../../base/metrics.ts';
import { MAIL_CLASSES } from '../../../mail/mail-class.ts';
import {
  backlog,
  campaignsByState,
  chunksByClass,
  databaseBytes,
  keepToIndexes,
  livingWorkers,
  monitoredJobs,
  queueEstimates,
  readyByClass,
  waitingByClass,
} from './queries.ts';

/**
 * Maximum number of rows of each kind that are counted exactly, because counting reads index pages. Larger counts are
 * estimated with PostgreSQL's statistics.
 */
export const MAX_COUNTED = 2_000;
/** Maximum number of chunks that are counted. */
const MAX_CHUNKS = 1_000;
/** Minimum interval, in milliseconds, between two queries for the same metrics. */
const KEPT_MS = 5_000;
/**
 * Minimum interval, in milliseconds, between two queries for the database size. The size changes slowly, and PostgreSQL
 * determines it from the length of every file.
 */
const SIZE_KEPT_MS = 60_000;
/**
 * Maximum age, in seconds, of the last heartbeat of a worker that counts as running. Workers send heartbeats more
 * often.
 */
const MAX_HEARTBEAT_AGE_SECONDS = 15;
/** Worker number of rows that are not assigned to a worker. */
const NOBODY = 0;

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Registers metrics that are read from the database and are therefore the same in all processes: queue, webhooks,
 * campaigns, jobs, and size. While the database is unavailable, these metrics are omitted.
 */
export function registerInstallation(registry: Registry, { clock, db }: Parts): void {
  const keep = <T>(read: () => Promise<T>, ms = KEPT_MS): (() => Promise<T>) => kept(clock, ms, read);
  registerQueue(
    registry,
    keep(() => readQueue(db)),
    clock,
  );
  registerBacklog(
    registry,
    keep(() => readBacklog(db)),
    clock,
  );
  registerJobs(
    registry,
    keep(() => monitoredJobs(db)),
    clock,
  );
  registry.gauge(
    {
      name: 'postrider_delivery_workers',
      help: 'Number of delivery processes, on all hosts, that were active in the last 15 seconds.',
    },
    keep(async () => one((await livingWorkers(db, MAX_HEARTBEAT_AGE_SECONDS)).length)),
  );
  registry.gauge(
    { name: 'postrider_database_size_bytes', help: 'Size of the database on disk in bytes.' },
    keep(async () => one((await databaseBytes(db))[0]?.bytes ?? 0), SIZE_KEPT_MS),
  );
}

/** Returns a function that caches the result of `read` for `ms` milliseconds. Concurrent callers share one call. */
function kept<T>(clock: Clock, ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly untilMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (last && clock.now() < last.untilMs) return last.value;
    const value = read();
    const look = { untilMs: clock.now() + ms, value };
    last = look;
    value.catch(() => {
      if (last === look) last = undefined;
    });
    return value;
  };
}

interface QueueReading {
  readonly counts: readonly Reading<'class' | 'state'>[];
  readonly oldest: readonly { readonly mailClass: string; readonly at: Date | null }[];
  readonly isCountedOut: boolean;
  readonly estimates: readonly Reading<'state'>[];
}

/** Reads the queue in one transaction, so that the numbers are consistent. */
async function readQueue(db: Database): Promise<QueueReading> {
  const classes = MAIL_CLASSES.map((_, index) => index);
  const [ready, waiting, chunks, estimates] = await db.transaction(
    async (tx) => {
      // Forces index scans, because outdated statistics of a new partition can make a full scan look cheap.
      await keepToIndexes(tx);
      const workers = (await livingWorkers(tx, MAX_HEARTBEAT_AGE_SECONDS)).map(({ number }) => number);
      return [
        await readyByClass(tx, classes, [NOBODY, ...workers], MAX_COUNTED),
        await waitingByClass(tx, MAX_COUNTED),
        await chunksByClass(tx, classes, MAX_CHUNKS),
        await queueEstimates(tx),
      ] as const;
    },
    { isSnapshot: true },
  );
  const countOf = (rows: readonly { readonly class: number; readonly recipients: number }[], of: number): number =>
    rows.find((row) => row.class === of)?.recipients ?? 0;
  const counts = MAIL_CLASSES.flatMap((mailClass, index) => [
    reading(mailClass, 'ready', countOf(ready, index)),
    reading(mailClass, 'waiting', countOf(waiting, index)),
    reading(mailClass, 'in_chunks', countOf(chunks, index)),
  ]);
  const total = waiting.reduce((sum, row) => sum + row.recipients, 0);
  return {
    counts,
    oldest: MAIL_CLASSES.map((mailClass, index) => ({
      mailClass,
      at: earliest(ready[index]?.oldest_at, chunks[index]?.oldest_at),
    })),
    estimates: estimates.map(({ recipients, state }) => ({ labels: { state }, value: recipients })),
    isCountedOut: total < MAX_COUNTED && ready.every(({ recipients }) => recipients < MAX_COUNTED),
  };
}

function reading(mailClass: string, state: string, value: number): Reading<'class' | 'state'> {
  return { labels: { class: mailClass, state }, value };
}

function earliest(...times: readonly (Date | null | undefined)[]): Date | null {
  const known = times.filter((time) => time instanceof Date);
  return known.length === 0 ? null : new Date(Math.min(...known.map((time) => time.getTime())));
}

function registerQueue(registry: Registry, read: () => Promise<QueueReading>, clock: Clock): void {
  registry.gauge(
    {
      name: 'postrider_queue_recipients',
      help: `Number of queued recipients. Ready recipients are due for delivery. Waiting recipients become due when a retry interval, a lease, or a pause ends. Recipients in the in_chunks state belong to chunks of bulk email. For ready and waiting recipients, counting stops at ${MAX_COUNTED}.`,
      labels: ['class', 'state'],
    },
    async () => (await read()).counts,
  );
  registry.gauge(
    {
      name: 'postrider_queue_oldest_ready_age_seconds',
      help: `Time since the oldest of the first ${MAX_COUNTED} ready recipients became ready. 0 if no recipients are ready.`,
      labels: ['class'],
    },
    async () =>
      (await read()).oldest.map(({ at, mailClass }) => ({ labels: { class: mailClass }, value: ageOf(clock, at) })),
  );
  registry.gauge(
    {
      name: 'postrider_queue_is_counted_out',
      help: `1 if the queue counts are exact, 0 if counting stopped at ${MAX_COUNTED}.`,
    },
    async () => one((await read()).isCountedOut ? 1 : 0),
  );
  registry.gauge(
    {
      name: 'postrider_queue_recipients_estimate',
      help: 'Estimated total number of ready and waiting recipients, from the latest PostgreSQL statistics.',
      labels: ['state'],
    },
    async () => (await read()).estimates,
  );
}

async function readBacklog(db: Database) {
  const [[row], campaigns] = await db.transaction(async (tx) => {
    await keepToIndexes(tx);
    return [await backlog(tx, MAX_COUNTED), await campaignsByState(tx, MAX_COUNTED)] as const;
  });
  if (!row) throw new Error('The backlog query returned no row');
  return { row, campaigns };
}

function registerBacklog(registry: Registry, read: () => ReturnType<typeof readBacklog>, clock: Clock): void {
  const gauge = (name: string, help: string, value: (row: Awaited<ReturnType<typeof read>>['row']) => number): void =>
    registry.gauge({ name, help }, async () => one(value((await read()).row)));
  gauge(
    'postrider_webhooks_due',
    `Number of webhook deliveries that are due. Counting stops at ${MAX_COUNTED}.`,
    (row) => row.webhooks_due,
  );
  gauge('postrider_webhooks_oldest_due_age_seconds', 'Time since the oldest due webhook delivery became due.', (row) =>
    ageOf(clock, row.webhooks_oldest_at),
  );
  gauge(
    'postrider_webhooks_failing',
    'Number of accounts whose webhook is failing or was disabled because its endpoint returned 410.',
    (row) => row.webhooks_failing,
  );
  gauge(
    'postrider_inbound_waiting',
    'Number of messages that were received over SMTP and have not been processed yet.',
    (row) => row.inbound_waiting,
  );
  gauge('postrider_imports_in_progress', 'Number of file imports in progress.', (row) => row.imports_in_progress);
  gauge('postrider_automation_due_lag_seconds', 'Delay of the earliest due automation email.', (row) =>
    ageOf(clock, row.automation_due_at),
  );
  gauge('postrider_campaign_due_lag_seconds', 'Delay of the earliest due campaign.', (row) =>
    ageOf(clock, row.campaign_due_at),
  );
  registry.gauge(
    { name: 'postrider_campaigns_in_progress', help: 'Number of campaigns in progress, by state.', labels: ['state'] },
    async () => (await read()).campaigns.map(({ campaigns, state }) => ({ labels: { state }, value: campaigns })),
  );
}

function registerJobs(registry: Registry, read: () => ReturnType<typeof monitoredJobs>, clock: Clock): void {
  const gauge = (
    name: string,
    help: string,
    value: (job: Awaited<ReturnType<typeof read>>[number]) => number | undefined,
  ): void =>
    registry.gauge({ name, help, labels: ['job'] }, async () =>
      (await read()).flatMap((job) => {
        const found = value(job);
        return found === undefined ? [] : [{ labels: { job: job.name }, value: found }];
      }),
    );
  gauge('postrider_job_overdue_seconds', 'Delay of a background job. 0 if the job is not due.', ({ due_at: at }) =>
    ageOf(clock, at),
  );
  gauge(
    'postrider_job_finished_age_seconds',
    'Time since the most recent run of a background job finished.',
    ({ finished_at: at }) => (at ? ageOf(clock, at) : undefined),
  );
  gauge(
    'postrider_job_failed',
    '1 if the most recent run of a background job failed, otherwise 0.',
    ({ has_failed: failed }) => (failed ? 1 : 0),
  );
}

function one(value: number): Reading<never>[] {
  return [{ labels: {}, value }];
}

function ageOf(clock: Clock, since: Date | null): number {
  return since === null ? 0 : Math.max(0, (clock.now() - since.getTime()) / 1_000);
}
