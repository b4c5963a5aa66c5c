import { isUnavailable } from '../../../../base/db.ts';
import type { Site, Task } from '../sites/site.ts';
import { sendOverLane } from '../delivery-steps.ts';
import { finish } from './finish.ts';
import { requeueUpcoming, type Detours, type Lane, type LaneParts } from './lane-steps.ts';
import { outcomeOfFailure } from './unprepared.ts';

/** Shorter than the idle limits of the servers out there. */
const IDLE_MS = 5_000;
const UNAVAILABLE_DELAY_MS = 60_000;

/** Works on a site's queue over one connection at a time until nothing comes any more. Never rejects. */
export async function runLane(parts: LaneParts, detours: Detours, site: Site): Promise<void> {
  const lane: Lane = { parts, detours, site, connection: undefined, taken: 0, unrecorded: [], upcoming: undefined };
  for (let task = await nextTask(lane); task; task = await nextTask(lane)) {
    try {
      await sendOverLane(lane, task);
    } catch (error) {
      lane.connection?.smtp.destroy();
      lane.connection = undefined;
      await concludeFault(parts, task, error);
    }
  }
  await Promise.all(lane.unrecorded);
  await lane.connection?.smtp.close();
}

/** What the lane has taken already, unless it is to end. */
function nextTask(lane: Lane): Promise<Task | undefined> {
  const { site, upcoming } = lane;
  if (upcoming && site.mayGoOn) return Promise.resolve(upcoming.task);
  requeueUpcoming(lane);
  return site.take(IDLE_MS);
}

/**
 * Deals with a mail that a lane failed over, which is a fault of ours: it must not stay leased to a lane that knows nothing
 * of it any more, and is not tried for ever.
 */
async function concludeFault(parts: LaneParts, task: Task, error: unknown): Promise<void> {
  parts.log.error('Connection worker failed', { messageId: task.claim.messageId, error });
  if (isUnavailable(error)) {
    return parts.leases.giveBack([{ claim: task.claim, delayMs: UNAVAILABLE_DELAY_MS, isStopped: false }]);
  }
  return finish(parts, task, outcomeOfFailure(error, task.claim), {
    startedAtMs: parts.clock.now(),
    conversation: '',
  });
}
