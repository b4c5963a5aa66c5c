import { setTimeout as sleep } from 'node:timers/promises';
import { statement, type Db } from './db.ts';
import type { Log } from './log.ts';

/** A periodic job. One process of the installation claims each run. */
export interface Job {
  /** Name of the job, the same in every process that runs it. */
  readonly name: string;
  readonly everyMs: number;
  /** Delay in milliseconds before a failed run is retried, at most the interval. Default: 30 s. */
  readonly retryMs?: number;
  /**
   * Runs the job, which must tolerate running twice and being killed at any time. A rejection is logged, and the run is
   * retried after `retryMs`.
   */
  run(): Promise<void>;
}

/** Jobs that run until they are closed. */
export interface RunningJobs {
  /** Stops claiming runs, and waits up to ten seconds for runs that are in progress. */
  close(): Promise<void>;
}

export interface JobOptions {
  readonly db: Db;
  readonly log: Log;
  readonly jobs: readonly Job[];
}

const POLL_MS = 1_000;
const RETRY_MS = 30_000;
const CLOSE_WITHIN_MS = 10_000;
/**
 * Milliseconds for which finished runs are collected before one statement records them. Runs that become due together
 * finish at almost the same time.
 */
const END_TOGETHER_MS = 100;
const MAX_REASON_CHARACTERS = 1_000;

const createRows = statement<[names: string[]], unknown>(
  'base_create_jobs',
  'insert into job (name) select unnest($1::text[]) on conflict do nothing',
);

/** Claims the due jobs among the given jobs. Skips rows that another process is claiming. Uses the primary key. */
const claimDue = statement<[names: string[], seconds: number[]], { readonly name: string; readonly claim: string }>(
  'base_claim_jobs',
  `with due as materialized (
     select job.name, known.seconds
     from unnest($1::text[], $2::float8[]) as known (name, seconds) join job on job.name = known.name
     where job.due_at <= now()
     for update of job skip locked
   )
   update job set due_at = now() + make_interval(secs => due.seconds), started_at = now()
   from due where job.name = due.name
   returning job.name, job.started_at::text as claim`,
);

/**
 * Records finished runs, unless another process has started the next run. A failed job becomes due again after its
 * retry delay.
 */
const finishRuns = statement<
  [names: string[], claims: string[], failed: (string | null)[], seconds: number[]],
  unknown
>(
  'base_finish_jobs',
  `update job set finished_at = now(), failed = ended.failed,
     due_at = case when ended.failed is null then due_at else least(due_at, now() + make_interval(secs => ended.seconds)) end
   from unnest($1::text[], $2::text[], $3::text[], $4::float8[]) as ended (name, claim, failed, seconds)
   where job.name = ended.name and job.started_at = ended.claim::timestamptz`,
);

/** A finished run of a job. */
interface End {
  readonly job: Job;
  readonly claim: string;
  readonly failed: string | null;
}

/**
 * Runs each job once per interval across all processes that share the database, by the database's clock. The first
 * process that polls when a job is due runs it. If a process dies, only the runs that it claimed are lost. A failed run
 * is retried after the job's `retryMs`, or at the end of the interval if that is earlier. A job never overlaps itself
 * within a process.
 */
export function startJobs({ db, log, jobs }: JobOptions): RunningJobs {
  const stopped = new AbortController();
  const running = new Map<string, Promise<void>>();
  const note = createEndNotes({ db, log, signal: stopped.signal });

  async function begin(): Promise<void> {
    const idle = jobs.filter((job) => !running.has(job.name));
    if (idle.length === 0) return;
    const claimed = await claimDue(
      db,
      namesOf(idle),
      idle.map(({ everyMs }) => everyMs / 1000),
    );
    for (const { name, claim } of claimed) {
      const job = idle.find((known) => known.name === name);
      if (job)
        running.set(
          name,
          perform(job, claim).finally(() => running.delete(name)),
        );
    }
  }

  async function perform(job: Job, claim: string): Promise<void> {
    await note({ job, claim, failed: (await failureOf(job, log)) ?? null });
  }

  async function poll(): Promise<void> {
    let [isKnown, isAway] = [false, false];
    do {
      try {
        if (!isKnown) await createRows(db, namesOf(jobs));
        isKnown = true;
        if (!stopped.signal.aborted) await begin();
        isAway = false;
      } catch (error) {
        // Log only once. An outage of an hour must not write thousands of lines.
        if (!isAway) log.warn('Background jobs cannot be claimed; retrying', { error: messageOf(error) });
        isAway = true;
      }
    } while (await pause(stopped.signal));
  }

  const polling = poll();
  return {
    async close() {
      stopped.abort();
      const ended = polling.then(async () => Promise.all(running.values()));
      await Promise.race([ended, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Creates a function that records a finished run. The function resolves when the run is recorded, or when the jobs are
 * stopped.
 */
function createEndNotes(parts: { readonly db: Db; readonly log: Log; readonly signal: AbortSignal }) {
  const { db, log, signal } = parts;
  let ends: End[] = [];
  let noting: Promise<void> | undefined;

  async function noteAll(): Promise<void> {
    await pause(signal, END_TOGETHER_MS);
    const noted = ends;
    [ends, noting] = [[], undefined];
    const names = namesOf(noted.map(({ job }) => job));
    const claims = noted.map(({ claim }) => claim);
    const failed = noted.map((end) => end.failed);
    const seconds = noted.map(({ job }) => (job.retryMs ?? RETRY_MS) / 1000);
    for (;;) {
      try {
        await finishRuns(db, names, claims, failed, seconds);
        return;
      } catch (error) {
        log.warn('Job results not recorded; retrying', { jobs: names, error: messageOf(error) });
        if (!(await pause(signal))) return;
      }
    }
  }

  return (end: End): Promise<void> => {
    ends.push(end);
    return (noting ??= noteAll());
  };
}

function namesOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ name }) => name);
}

/** Runs the job. Resolves with the error message if it fails. */
async function failureOf(job: Job, log: Log): Promise<string | undefined> {
  try {
    await job.run();
    return undefined;
  } catch (error) {
    log.error('Background job failed; will be retried', { job: job.name, error });
    // Remove NUL characters, because PostgreSQL cannot store them.
    return messageOf(error).replaceAll('\0', '').slice(0, MAX_REASON_CHARACTERS).toWellFormed();
  }
}

/** Waits for `ms` milliseconds. Resolves with false when the jobs are stopped. */
async function pause(signal: AbortSignal, ms = POLL_MS): Promise<boolean> {
  // Ignore the error, because `sleep` rejects only when the signal is aborted.
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  return !signal.aborted;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
