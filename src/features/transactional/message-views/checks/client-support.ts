import { Worker } from 'node:worker_threads';
import { judgeSupport, type Unsupported } from '../../../../mail/checks/support.ts';
import type { Check } from '../present.ts';
import { asCheck } from './content.ts';
import { checked } from './facts.ts';

/** The longest that a mail is examined for; most take 60 ms. */
const LONGEST_MS = 5_000;
const MAX_MEMORY_MB = 192;
const [ID, TITLE] = ['client-support', 'Email client support'];

/** Which parts of the HTML mail programs do not show, by the tables of caniemail. Never rejects. */
export async function checkClientSupport(html: string | undefined): Promise<Check> {
  if (html === undefined) return checked(ID, TITLE, 'pass', 'All email clients support plain text.');
  return judgeTables(await examineSupport(html));
}

/** What the tables say together; undefined: they said nothing in time. Pure. */
export function judgeTables(found: readonly Unsupported[] | undefined): Check {
  return found ? asCheck(judgeSupport(found)) : checked(ID, TITLE, 'unknown', 'Analyzing the HTML timed out.');
}

/** What common mail programs do not know of the HTML, by the tables of caniemail; undefined when that took too long. */
export function examineSupport(html: string): Promise<readonly Unsupported[] | undefined> {
  // The file beside this one, in the sources and in what is built from them.
  const file = import.meta.url.endsWith('.ts') ? './client-support-worker.ts' : './client-support-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: html,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    execArgv: [],
  });
  return new Promise((resolve) => {
    const end = (found: readonly Unsupported[] | undefined): void => {
      clearTimeout(timer);
      resolve(found);
      void worker.terminate();
    };
    const timer = setTimeout(() => end(undefined), LONGEST_MS);
    // The worker beside this file sends nothing else.
    worker.once('message', (found) => end(found as readonly Unsupported[]));
    // Whatever the library makes of hostile HTML, or without memory: nothing is known of it.
    worker.once('error', () => end(undefined));
    worker.once('exit', () => end(undefined));
  });
}
