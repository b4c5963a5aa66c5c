import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { moveProgress } from './queries.ts';

/** Between two words of a job, however fast it goes. */
const TOLD_EVERY_MS = 400;

/** How far a job is. */
interface Told {
  readonly done: number;
  readonly total: number | null;
  readonly sentence: string;
}

/** Says how far a job is. */
export interface Teller {
  /** As often as one likes: what is told too soon waits, and of what waits the last is told. Never throws. */
  tell(told: Told): void;
  /** Tells what waits, and resolves when it is told. To be called when the job ends or is laid down. */
  close(): Promise<void>;
}

/** Tells the progress of a job that `beginProgress` made. */
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
      // The job goes on: what follows tells it anew.
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
