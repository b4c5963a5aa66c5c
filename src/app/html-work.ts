import { availableParallelism } from 'node:os';
import { invalid } from '../base/refusal.ts';
import { createWorkerPool, TaskTooHeavy } from '../base/worker-pool.ts';
import type { HtmlJobs, HtmlWork } from '../mail/html-work.ts';

/** Maximum size that is processed without a worker, which takes a few milliseconds for any content. */
const MAX_AT_ONCE_CHARACTERS = 8_192;
/** Weight of style sheets, because each rule is matched against every element. */
const STYLE_WEIGHT = 4;
const DEADLINE_MS = 15_000;
/** Time limit for an email that is being sent. Such an email must not be rejected just because the machine is busy. */
const PATIENT_MS = 120_000;
const IDLE_MS = 30_000;
/** Memory limit of a worker. The largest accepted HTML needs about 160 MB. */
const MEMORY_MB = 512;
const MAX_WORKERS = 4;
const MAX_WAITING = 64;
const MAX_WAITING_OF_ACCOUNT = 16;

export interface ClosableHtmlWork extends HtmlWork {
  close(): Promise<void>;
}

/** Processes small HTML in this process and all other HTML in worker processes, which leave one core free. */
export function createHtmlWork(): ClosableHtmlWork {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const pool = createWorkerPool({
    module: new URL(`../mail/html-jobs.${extension}`, import.meta.url),
    maxWorkers: Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1)),
    maxWaiting: MAX_WAITING,
    maxWaitingOfOwner: MAX_WAITING_OF_ACCOUNT,
    deadlineMs: DEADLINE_MS,
    patientMs: PATIENT_MS,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
  });
  const runner = (isPatient: boolean): HtmlWork['run'] => {
    return async (accountId, name, ...args) => {
      if (weightOf(args, MAX_AT_ONCE_CHARACTERS) <= MAX_AT_ONCE_CHARACTERS) {
        // Loaded on first use, because most processes never need this module.
        const jobs = await import('../mail/html-jobs.ts');
        // Safe cast: each name has the arguments and result of its function, but types cannot express this for a lookup
        // in a table.
        return (jobs[name] as (...given: readonly unknown[]) => ReturnType<HtmlJobs[typeof name]>)(...args);
      }
      try {
        return (await pool.run(accountId, { name, args }, isPatient)) as ReturnType<HtmlJobs[typeof name]>;
      } catch (error) {
        if (!(error instanceof TaskTooHeavy)) throw error;
        throw invalid({ html: [`cannot be processed: ${error.message}. Use shorter or simpler HTML.`] });
      }
    };
  };
  return { run: runner(false), patient: { run: runner(true) }, close: async () => pool.close() };
}

/** Returns the total length of all texts in a value. Style sheets have a higher weight. Stops counting above `most`. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return /<style/i.test(value) ? value.length * STYLE_WEIGHT : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const part of value instanceof Map ? value : Object.values(value)) {
    sum += weightOf(part, most);
    if (sum > most) return sum;
  }
  return sum;
}
