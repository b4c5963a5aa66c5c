import { availableParallelism } from 'node:os';
import { invalid } from '../base/refusal.ts';
import { createWorkerPool, TaskTooHeavy } from '../base/worker-pool.ts';
import type { HtmlJobs, HtmlWork } from '../mail/html-work.ts';

/**
 * Maximum size, in characters, of HTML that is processed without a worker. Processing it takes only a few milliseconds.
 */
const MAX_AT_ONCE_CHARACTERS = 8_192;
/**
 * Factor by which the length of strings with style sheets is multiplied, because each CSS rule is matched against every
 * element.
 */
const STYLE_WEIGHT = 4;
const DEADLINE_MS = 15_000;
/**
 * Time limit, in milliseconds, for processing the HTML of an email that is being sent. It is long, so that no email is
 * rejected because the machine is busy.
 */
const PATIENT_MS = 120_000;
const IDLE_MS = 30_000;
/** Memory limit for a worker, in MB. The largest accepted HTML needs about 160 MB. */
const MEMORY_MB = 512;
const MAX_WORKERS = 4;
const MAX_WAITING = 64;
const MAX_WAITING_OF_ACCOUNT = 16;

export interface ClosableHtmlWork extends HtmlWork {
  close(): Promise<void>;
}

/** Creates the HTML processor. It processes small HTML in this process and larger HTML in workers. */
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
        // Imported on first use, because most processes never need this module.
        const jobs = await import('../mail/html-jobs.ts');
        // Safe cast: the arguments and the result have the types of the named function. TypeScript cannot express this
        // for a lookup by name.
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

/**
 * Returns the total length of all strings in a value. Strings with style sheets count more. Stops once the length
 * exceeds `most`.
 */
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
