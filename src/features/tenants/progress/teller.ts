import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { moveProgress } from './queries.ts';

/** Minimum interval in milliseconds between two updates of a job. */
const TOLD_EVERY_MS = 400;

/** Progress of a job. */
interface Told {
  readonly done: number;
  readonly total: number | null;
  readonly sentence: string;
}

/** Reports the progress of a job. */
export interface Teller {
  /**
   * Reports progress. May be called at any rate: updates are throttled, and only the latest is written. Never throws.
   */
  tell(told: Told): void;
  /** Writes the pending update. Call this when the job ends or is released. */
  close(): Promise<void>;
}

/** Creates a reporter for a job that `beginProgress` created. */
export function createTeller(
  { db, everyMs = TOLD_EVERY_MS, log }: { readonly db: Db; readonly log: Log; readonly everyMs?: number },
  job: { readonly accountId: number; readonly id: string },
): Teller {
  let latest: Told | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let toldAtMs = -Infinity;

  const write = async (): Promise<void> => {
    const told = latest;
    latest = undefined;
    toldAtMs = performance.now();
    if (!told) return;
    try {
      await moveProgress(db, job.accountId, job.id, told.done, told.total, told.sentence);
    } catch (error) {
      // The next update contains the same data.
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
      Math.max(0, toldAtMs + everyMs - performance.now()),
    );
  };

  return {
    tell(told) {
      latest = told;
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
