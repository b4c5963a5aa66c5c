import { isUnavailable } from '../../../../base/db.ts';
import type { Site, Task } from '../sites/site.ts';
import { sendOverConnection } from '../delivery-steps.ts';
import { finish } from './finish.ts';
import { requeueUpcoming, type Detours, type ConnectionWorker, type ConnectionWorkerParts } from './worker-steps.ts';
import { outcomeOfFailure } from './unprepared.ts';

/** Milliseconds for which a worker keeps an idle connection open. */
const IDLE_MS = 5_000;
const UNAVAILABLE_DELAY_MS = 60_000;

/**
 * Sends the messages queued for a site, over one connection at a time, until the queue stays empty for `IDLE_MS` or the
 * site stops the worker. Never rejects.
 */
export async function runConnectionWorker(parts: ConnectionWorkerParts, detours: Detours, site: Site): Promise<void> {
  const worker: ConnectionWorker = {
    parts,
    detours,
    site,
    connection: undefined,
    taken: 0,
    unrecorded: [],
    upcoming: undefined,
  };
  for (let task = await nextTask(worker); task; task = await nextTask(worker)) {
    try {
      await sendOverConnection(worker, task);
    } catch (error) {
      worker.connection?.smtp.destroy();
      worker.connection = undefined;
      await concludeFault(parts, task, error);
    }
  }
  await Promise.all(worker.unrecorded);
  await worker.connection?.smtp.close();
}

/**
 * Returns the task that the worker took in advance, if any. Otherwise, waits for the next task of the site. If the
 * worker must stop, requeues the task that it took in advance.
 */
function nextTask(worker: ConnectionWorker): Promise<Task | undefined> {
  const { site, upcoming } = worker;
  if (upcoming && site.mayGoOn) return Promise.resolve(upcoming.task);
  requeueUpcoming(worker);
  return site.take(IDLE_MS);
}

/**
 * Releases the message if the database was unavailable. Any other error is a bug in Postrider; its outcome is recorded,
 * so that the message neither remains leased nor is retried forever.
 */
async function concludeFault(parts: ConnectionWorkerParts, task: Task, error: unknown): Promise<void> {
  parts.log.error('Connection worker failed', { messageId: task.claim.messageId, error });
  if (isUnavailable(error)) {
    return parts.leases.release([{ claim: task.claim, delayMs: UNAVAILABLE_DELAY_MS, isStopped: false }]);
  }
  return finish(parts, task, outcomeOfFailure(error, task.claim), {
    startedAtMs: parts.clock.now(),
    conversation: '',
  });
}
