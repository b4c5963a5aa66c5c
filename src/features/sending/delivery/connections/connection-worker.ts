import { isUnavailable } from '../../../../base/db.ts';
import type { Site, Task } from '../sites/site.ts';
import { sendOverConnection } from '../delivery-steps.ts';
import { finish } from './finish.ts';
import { requeueUpcoming, type Detours, type ConnectionWorker, type ConnectionWorkerParts } from './worker-steps.ts';
import { outcomeOfFailure } from './unprepared.ts';

/** Shorter than the idle limits of the servers out there. */
const IDLE_MS = 5_000;
const UNAVAILABLE_DELAY_MS = 60_000;

/** Works on a site's queue over one connection at a time until nothing comes any more. Never rejects. */
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

/** What the connection worker has taken already, unless it is to end. */
function nextTask(worker: ConnectionWorker): Promise<Task | undefined> {
  const { site, upcoming } = worker;
  if (upcoming && site.mayGoOn) return Promise.resolve(upcoming.task);
  requeueUpcoming(worker);
  return site.take(IDLE_MS);
}

/**
 * Deals with a mail that a connection worker failed over, which is a fault of ours: it must not stay leased to a connection worker that knows nothing
 * of it any more, and is not tried for ever.
 */
async function concludeFault(parts: ConnectionWorkerParts, task: Task, error: unknown): Promise<void> {
  parts.log.error('Connection worker failed', { messageId: task.claim.messageId, error });
  if (isUnavailable(error)) {
    return parts.leases.giveBack([{ claim: task.claim, delayMs: UNAVAILABLE_DELAY_MS, isStopped: false }]);
  }
  return finish(parts, task, outcomeOfFailure(error, task.claim), {
    startedAtMs: parts.clock.now(),
    conversation: '',
  });
}
