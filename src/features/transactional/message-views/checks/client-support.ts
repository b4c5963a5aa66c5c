import { Worker } from 'node:worker_threads';
import { judgeSupport, type Unsupported } from '../../../../mail/checks/support.ts';
import type { Check } from '../present.ts';
import { asCheck } from './content.ts';
import { checked } from './facts.ts';

/** Time limit for examining an email, in milliseconds. */
const MAX_MS = 5_000;
const MAX_MEMORY_MB = 192;
const [ID, TITLE] = ['client-support', 'Email client support'];

/** Finds HTML features that email clients do not support, based on the tables of caniemail. Never rejects. */
export async function checkClientSupport(html: string | undefined): Promise<Check> {
  if (html === undefined) return checked(ID, TITLE, 'pass', 'All email clients support plain text.');
  return judgeTables(await examineSupport(html));
}

/** Converts the result of `examineSupport` to a check. Pure. */
export function judgeTables(found: readonly Unsupported[] | undefined): Check {
  return found ? asCheck(judgeSupport(found)) : checked(ID, TITLE, 'unknown', 'Analyzing the HTML timed out.');
}

/**
 * Returns the HTML features that common email clients do not support, based on the tables of caniemail. Returns
 * undefined if the examination timed out or failed.
 */
export function examineSupport(html: string): Promise<readonly Unsupported[] | undefined> {
  // The worker's file is in the same folder, both in the source tree and in the build.
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
    const timer = setTimeout(() => end(undefined), MAX_MS);
    // Safe cast: the worker sends no other kind of message.
    worker.once('message', (found) => end(found as readonly Unsupported[]));
    // If the library fails on hostile HTML or runs out of memory, the result is unknown.
    worker.once('error', () => end(undefined));
    worker.once('exit', () => end(undefined));
  });
}
