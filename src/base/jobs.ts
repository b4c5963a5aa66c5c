import { setTimeout as sleep } from 'node:timers/promises';
import { statement, type Db } from './db.ts';
import type { Log } from './log.ts';

/** Something that is done again and again, by one process of the installation at a time. */
export interface Job {
  /** The same in every process that knows the job. */
  readonly name: string;
  readonly everyMs: number;
  /** After how long a run that failed is repeated, at the latest at the end of the interval; 30 s without it. */
  readonly retryMs?: number;
  /** May run twice and be killed at any moment; a rejection is logged and the run repeated soon. */
  run(): Promise<void>;
}

/** Jobs that run until they are closed. */
export interface RunningJobs {
  /** Claims nothing more and waits for what runs, ten seconds at most. */
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
const MAX_REASON_CHARACTERS = 1_000;

const createRows = statement<[names: string[]], unknown>(
  'base_create_jobs',
  'insert into job (name) select unnest($1::text[]) on conflict do nothing',
);

/** Claims the due ones among the named jobs, primary key; a row that another process is claiming is passed over. */
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

/** Notes the end of a run, unless another process has begun the next; one that failed is due again soon. */
const finishRun = statement<[name: string, claim: string, failed: string | null, retrySeconds: number], unknown>(
  'base_finish_job',
  `update job set finished_at = now(), failed = $3::text,
     due_at = case when $3::text is null then due_at else least(due_at, now() + make_interval(secs => $4)) end
   where name = $1 and started_at = $2::timestamptz`,
);

/**
 * Runs each job once an interval over all processes that share the database, and by its clock: whichever process looks
 * first when a job is due runs it. A process that dies costs the run that it had claimed; a run that fails is repeated
 * after 30 s, or at the end of the interval when that comes first. A job never overlaps itself within a process.
 */
export function startJobs({ db, log, jobs }: JobOptions): RunningJobs {
  const stopped = new AbortController();
  const running = new Map<string, Promise<void>>();

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
    const failed = await failureOf(job, log);
    for (;;) {
      try {
        await finishRun(db, job.name, claim, failed ?? null, (job.retryMs ?? RETRY_MS) / 1000);
        return;
      } catch (error) {
        log.warn('The end of a job was not noted; trying again', { job: job.name, error: messageOf(error) });
        if (!(await pause(stopped.signal))) return;
      }
    }
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
        // Said once: a database that is away for an hour is not worth thousands of lines.
        if (!isAway) log.warn('Background jobs cannot be looked for; trying again', { error: messageOf(error) });
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

function namesOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ name }) => name);
}

/** Runs the job; gives why it failed. */
async function failureOf(job: Job, log: Log): Promise<string | undefined> {
  try {
    await job.run();
    return undefined;
  } catch (error) {
    log.error('A background job failed and is repeated soon', { job: job.name, error });
    // PostgreSQL stores no NUL.
    return messageOf(error).replaceAll('\0', '').slice(0, MAX_REASON_CHARACTERS).toWellFormed();
  }
}

/** False once jobs are stopped. */
async function pause(signal: AbortSignal): Promise<boolean> {
  // The sleep rejects only when it is aborted.
  await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
  return !signal.aborted;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
