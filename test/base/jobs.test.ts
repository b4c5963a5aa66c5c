import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startJobs, type Job } from '../../src/base/jobs.ts';
import { createLog, silentLog } from '../../src/base/log.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

const HOUR_MS = 3_600_000;

interface Row {
  readonly due_in: number;
  readonly started: boolean;
  readonly finished: boolean;
  readonly failed: string | null;
}

let database: TestDatabase;
const opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()));
  await database.drop();
});

function start(jobs: readonly Job[], log = silentLog) {
  const running = startJobs({ db: database.db, log, jobs });
  opened.push(running);
  return running;
}

/** Creates a job that counts its runs and calls `work` in each run. */
function counted(name: string, work: () => Promise<void> = async () => {}, everyMs = HOUR_MS) {
  const job = {
    name,
    everyMs,
    runs: 0,
    async run() {
      job.runs += 1;
      await work();
    },
  };
  return job;
}

/** Creates a job that is due at every poll of its process. */
const polling = (name: string) => counted(name, async () => {}, 1);

/** Resolves when the process of the job has completed at least one full poll. */
async function lookedAgain(job: { readonly name: string; readonly runs: number }): Promise<void> {
  const runs = job.runs + 2;
  await eventually(`${job.name} runs twice`, async () => (job.runs >= runs ? true : undefined));
}

async function stored(name: string): Promise<Row | undefined> {
  const text = `select extract(epoch from due_at - now())::float8 as due_in, started_at is not null as started,
    finished_at is not null as finished, failed from job where name = $1`;
  return (await database.db.query<Row>({ name: '', text }, [name]))[0];
}

async function makeDue(name: string): Promise<void> {
  const text = 'update job set due_at = now() where name = $1';
  await database.db.query({ name: '', text }, [name]);
}

const isFinished = async (name: string) => ((await stored(name))?.finished ? true : undefined);

/** Returns a promise and the function that resolves it, so that a test controls how long a job runs. */
function safeguard() {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

test('a job runs once per interval, regardless of how many processes have it', async () => {
  const processes = [1, 2, 3].map((number) => ({ shared: counted('shared'), look: polling(`look ${number}`) }));
  for (const { shared, look } of processes) start([shared, look]);
  const runs = () => processes.reduce((sum, { shared }) => sum + shared.runs, 0);
  for (const expected of [1, 2]) {
    await eventually(`run ${expected} starts`, async () => (runs() >= expected ? true : undefined));
    await Promise.all(processes.map(async ({ look }) => lookedAgain(look)));
    expect(runs()).toBe(expected);
    expect((await stored('shared'))?.due_in).toBeGreaterThan(3_500);
    if (expected === 1) await makeDue('shared');
  }
});

test('a job is claimed once when many processes poll at the same moment', async () => {
  const jobs = Array.from({ length: 20 }, () => counted('at once'));
  for (const job of jobs) start([job]);
  await eventually('the job finishes', async () => isFinished('at once'));
  await Promise.all(opened.splice(0).map((part) => part.close()));
  expect(jobs.reduce((sum, job) => sum + job.runs, 0)).toBe(1);
});

test('a job runs again when its interval has passed', async () => {
  const job = counted('often', async () => {}, 10);
  start([job]);
  await eventually('the job runs three times', async () => (job.runs >= 3 ? true : undefined));
});

test('jobs that start and end together are claimed and recorded by one statement each', async () => {
  const query = vi.spyOn(database.db, 'query');
  const jobs = ['a', 'b', 'c', 'd'].map((name) => counted(name));
  start(jobs);
  await eventually('all jobs finish', async () =>
    (await Promise.all(jobs.map(({ name }) => isFinished(name)))).every(Boolean) ? true : undefined,
  );
  const asked = query.mock.calls.map(([{ name }]) => name);
  expect(asked.filter((name) => name.startsWith('base_finish'))).toEqual(['base_finish_jobs']);
});

test('a failed job is logged with its reason and becomes due after half a minute instead of its interval', async () => {
  const lines: string[] = [];
  let isBroken = true;
  const job = counted('failing', async () => {
    if (isBroken) throw new Error('no disk\0 left');
  });
  start(
    [job],
    createLog('error', (line) => lines.push(line)),
  );
  await eventually('the job fails', async () => isFinished('failing'));
  const failed = await stored('failing');
  expect(failed?.failed).toBe('no disk left');
  expect(failed?.due_in).toBeGreaterThan(20);
  expect(failed?.due_in).toBeLessThanOrEqual(30);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', job: 'failing' });

  isBroken = false;
  await makeDue('failing');
  await eventually('the job succeeds', async () => ((await stored('failing'))?.failed === null ? true : undefined));
  expect(job.runs).toBe(2);
  expect((await stored('failing'))?.due_in).toBeGreaterThan(3_500);
});

test('a failed job with an interval shorter than half a minute keeps its interval', async () => {
  const job = counted('eager', async () => Promise.reject(new Error('again')), 10);
  start([job]);
  await eventually('the job runs three times', async () => (job.runs >= 3 ? true : undefined));
});

test('a failed job does not delay other jobs', async () => {
  const other = counted('sound');
  start([counted('unsound', async () => Promise.reject(new Error('x'))), other]);
  await eventually('the other job runs', async () => (other.runs === 1 ? true : undefined));
});

test('the death of a process only costs the runs that it had claimed', async () => {
  const text = `insert into job (name, due_at, started_at) values ('orphan', now() + interval '1 hour', now())`;
  await database.db.query({ name: '', text }, []);
  const [job, look] = [counted('orphan'), polling('look')];
  start([job, look]);
  await lookedAgain(look);
  expect(job.runs).toBe(0);
  await makeDue('orphan');
  await eventually('the job runs', async () => (job.runs === 1 ? true : undefined));
});

test('a job that takes longer than its interval does not overlap itself or block other jobs', async () => {
  const { open, passed } = safeguard();
  const slow = counted('slow', async () => passed, 10);
  const other = counted('other', async () => {}, 10);
  start([slow, other]);
  await eventually('the other job runs again', async () => (other.runs >= 3 ? true : undefined));
  expect(slow.runs).toBe(1);
  open();
  await eventually('the slow job runs again', async () => (slow.runs >= 2 ? true : undefined));
});

test('close waits for active runs and starts no more', async () => {
  const { open, passed } = safeguard();
  const job = counted('under way', async () => passed, 10);
  const running = start([job]);
  await eventually('the job starts', async () => (job.runs === 1 ? true : undefined));
  let isClosed = false;
  const closing = (async () => {
    await running.close();
    isClosed = true;
  })();
  // After several database queries, `close` is still waiting.
  for (let turn = 0; turn < 5; turn += 1) expect((await stored('under way'))?.finished).toBe(false);
  expect(isClosed).toBe(false);
  open();
  await closing;
  expect((await stored('under way'))?.finished).toBe(true);
  expect(job.runs).toBe(1);
});

test('jobs continue after the database was unavailable', async () => {
  const job = counted('patient', async () => {}, 10);
  const warnings: string[] = [];
  await database.db.script('alter table job rename to away');
  start(
    [job],
    createLog('warn', (line) => warnings.push(line)),
  );
  await eventually('a warning is logged', async () => (warnings.length > 0 ? true : undefined));
  await database.db.script('alter table away rename to job');
  await eventually('the job finishes', async () => isFinished('patient'));
});
