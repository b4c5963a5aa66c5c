import { askNextServer, learn, recordAnswer } from './connections/responses.ts';
import {
  findConnection,
  loadAhead,
  makeNextReady,
  makeReady,
  offer,
  takeAnnounced,
  waitOutPause,
  type ConnectionWorker,
} from './connections/worker-steps.ts';
import {
  avoidPause,
  avoidStop,
  findRoute,
  handOverToOwner,
  holdAtProvider,
  giveBackOverflow,
  giveBackWhenClosed,
  waitForConnection,
  type Dispatching,
} from './connections/site-queue-steps.ts';
import { concludeFailure, concludeWithoutConnection } from './connections/without-connection.ts';
import type { Ready } from './connections/upcoming.ts';
import type { Task } from './sites/site.ts';
import type { Claim } from './types.ts';

// The way of one mail, from its claim (engine.ts) to the outcome that is recorded (outcomes/record.ts): its steps by name, in
// order. A step lets the mail go on or has dealt with it: its outcome is recorded, or it was put back by one of five verbs.
//   giveBack  into the queue, due after a time; no attempt
//   hold      into the queue, until its account lets it go on; no attempt
//   handOver  to the process that owns its site; no attempt
//   requeue   to the front of its line
//   reroute   onto its next way; given back where there is none

/**
 * From the claim to the queue of its destination site; `afterRoute` leaves out the ways of its rule up to that one. Never rejects: what
 * cannot even be dispatched, because what is stored of it is damaged, is put off, and nobody else hears of it.
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

/** What may keep a mail from the queue of its destination site, in order; the last lets it stand there. Each says whether it dealt with it. */
const INTO_SITE_QUEUE: readonly ((state: Dispatching, task: Task) => boolean)[] = [
  giveBackWhenClosed,
  holdAtProvider,
  handOverToOwner,
  avoidStop,
  avoidPause,
  giveBackOverflow,
  waitForConnection,
];

/** Brings a mail whose route is known to the queue of its destination site, from which connection workers take in fair turns (connections/connection-worker.ts). */
export function joinSiteQueue(state: Dispatching, task: Task): void {
  INTO_SITE_QUEUE.some((step) => step(state, task));
}

/** From the queue of its destination site to the recorded outcome, over the connection of a connection worker. Rejects with a fault of ours. */
export async function sendOverConnection(worker: ConnectionWorker, task: Task): Promise<void> {
  loadAhead(worker);
  const ready = takeAnnounced(worker) ?? (await makeReady(worker, task));
  if (!ready) return;
  const isOffered = await attempt(worker, ready);
  if (!isOffered) ready.admission?.giveBack();
}

/** One attempt with a mail that is ready; false when no server was asked about it, or another is to be. */
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
