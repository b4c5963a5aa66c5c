import { askNextServer, learn, recordAnswer } from './connections/responses.ts';
import {
  findConnection,
  loadAhead,
  makeNextReady,
  makeReady,
  offer,
  takePrepared,
  waitOutPause,
  type ConnectionWorker,
} from './connections/worker-steps.ts';
import {
  avoidPause,
  avoidStop,
  findRoute,
  handOverToOwner,
  holdAtProvider,
  releaseOverflow,
  releaseWhenClosed,
  waitForConnection,
  type Dispatching,
} from './connections/site-queue-steps.ts';
import { concludeFailure, concludeWithoutConnection } from './connections/without-connection.ts';
import type { Ready } from './connections/upcoming.ts';
import type { Task } from './sites/site.ts';
import type { Claim } from './types.ts';

// The path of one message from its claim (engine.ts) to its recorded outcome (outcomes/record.ts): the steps by name,
// in order. After each step, the message either continues, has a recorded outcome, or returns to a queue in one of five
// ways:
// - `release`: into the queue, due after a delay; not an attempt
// - `hold`: into the queue, until its account resumes it; not an attempt
// - `handOver`: to the process that owns its site; not an attempt
// - `requeue`: to the front of its site's queue
// - `reroute`: to its next route; without one, as `release`

/**
 * Adds a claimed recipient to the queue of its destination site. If `afterRoute` is given, skips the routes of the rule
 * up to and including this index. Never rejects.
 */
export async function bringToSiteQueue(state: Dispatching, claim: Claim, afterRoute?: number): Promise<void> {
  try {
    if (await concludeWithoutConnection(state, claim)) return;
    const route = await findRoute(state, claim, afterRoute);
    if (route) joinSiteQueue(state, { claim, route });
  } catch (error) {
    await concludeFailure(state.parts, claim, error);
  }
}

/**
 * Steps that a task passes through, in this order, before it joins the queue of its destination site. Each step returns
 * whether it handled the task. The last step adds the task to the queue.
 */
const INTO_SITE_QUEUE: readonly ((state: Dispatching, task: Task) => boolean)[] = [
  releaseWhenClosed,
  holdAtProvider,
  handOverToOwner,
  avoidStop,
  avoidPause,
  releaseOverflow,
  waitForConnection,
];

/** Passes a task whose route is known through the steps into its site's queue. */
export function joinSiteQueue(state: Dispatching, task: Task): void {
  INTO_SITE_QUEUE.some((step) => step(state, task));
}

/** Sends a task over the worker's connection and records the outcome. */
export async function sendOverConnection(worker: ConnectionWorker, task: Task): Promise<void> {
  loadAhead(worker);
  const ready = takePrepared(worker) ?? (await makeReady(worker, task));
  if (!ready) return;
  const isOffered = await attempt(worker, ready);
  if (!isOffered) ready.admission?.release();
}

/**
 * Makes one attempt to send a prepared message. Returns false if the message was not offered to a server, or if the
 * next server is to be tried.
 */
async function attempt(worker: ConnectionWorker, { mail, task }: Ready): Promise<boolean> {
  if (waitOutPause(worker, task)) return false;
  const call = await findConnection(worker, task);
  if (!call) return false;
  await makeNextReady(worker, call);
  const result = await offer(worker, call, mail);
  if (!result) return false;
  const answer = { result, outcome: learn(worker, result) };
  if (askNextServer(worker, call, answer)) return false;
  recordAnswer(worker, call, answer);
  return true;
}
