import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { moveProgress } from './queries.ts';

/** Minimum interval in milliseconds between two updates of a job. */
const REPORT_EVERY_MS = 400;

interface Reported {
  readonly done: number;
  readonly total: number | null;
  readonly sentence: string;
}

/** Reports the progress of a job. */
export interface ProgressReporter {
  /**
   * Reports progress. May be called at any rate: updates are throttled, and only the latest is written. Never throws.
   */
  report(reported: Reported): void;
  /** Writes the pending update. Call this when the job ends or is released. */
  close(): Promise<void>;
}

/** Creates a reporter for a job that `startProgress` created. */
export function createProgressReporter(
  { db, everyMs = REPORT_EVERY_MS, log }: { readonly db: Db; readonly log: Log; readonly everyMs?: number },
  job: { readonly accountId: number; readonly id: string },
): ProgressReporter {
  let latest: Reported | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let reportedAtMs = -Infinity;

  const write = async (): Promise<void> => {
    const reported = latest;
    latest = undefined;
    reportedAtMs = performance.now();
    if (!reported) return;
    try {
      await moveProgress(db, job.accountId, job.id, reported.done, reported.total, reported.sentence);
    } catch (error) {
      // Ignore the error, because the next update replaces this one.
      log.debug('Job progress could not be saved', { ...job, error });
    }
  };

  const plan = (): void => {
    if (timer || writing || !latest) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        writing = write().finally(() => {
          writing = undefined;
          plan();
        });
      },
      Math.max(0, reportedAtMs + everyMs - performance.now()),
    );
  };

  return {
    report(reported) {
      latest = reported;
      plan();
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await writing;
      clearTimeout(timer);
      timer = undefined;
      await write();
    },
  };
}
