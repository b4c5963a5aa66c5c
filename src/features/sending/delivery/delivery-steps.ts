import { askNextServer, learn, recordAnswer } from './lanes/answers.ts';
import {
  findConnection,
  loadAhead,
  makeNextReady,
  makeReady,
  offer,
  takeAnnounced,
  waitOutPause,
  type Lane,
} from './lanes/lane-steps.ts';
import {
  avoidPause,
  avoidStop,
  findRoute,
  handOverToOwner,
  holdAtProvider,
  giveBackOverflow,
  giveBackWhenClosed,
  waitForLane,
  type Dispatching,
} from './lanes/line-steps.ts';
import { concludeFailure, concludeUnasked } from './lanes/unasked.ts';
import type { Ready } from './lanes/upcoming.ts';
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
 * From the claim to the line of its site; `afterRoute` leaves out the ways of its rule up to that one. Never rejects: what
 * cannot even be dispatched, because what is stored of it is damaged, is put off, and nobody else hears of it.
 */
export async function bringToLine(state: Dispatching, claim: Claim, afterRoute?: number): Promise<void> {
  try {
    if (await concludeUnasked(state, claim)) return;
    const route = await findRoute(state, claim, afterRoute);
    if (route) joinLine(state, { claim, route });
  } catch (error) {
    await concludeFailure(state.parts, claim, error);
  }
}

/** What may keep a mail from the line of its site, in order; the last lets it stand there. Each says whether it dealt with it. */
const INTO_LINE: readonly ((state: Dispatching, task: Task) => boolean)[] = [
  giveBackWhenClosed,
  holdAtProvider,
  handOverToOwner,
  avoidStop,
  avoidPause,
  giveBackOverflow,
  waitForLane,
];

/** Brings a mail whose way is known to the line of its site, from which lanes take in fair turns (lanes/lane.ts). */
export function joinLine(state: Dispatching, task: Task): void {
  INTO_LINE.some((step) => step(state, task));
}

/** From the line of its site to the recorded outcome, over the connection of a lane. Rejects with a fault of ours. */
export async function sendOverLane(lane: Lane, task: Task): Promise<void> {
  loadAhead(lane);
  const ready = takeAnnounced(lane) ?? (await makeReady(lane, task));
  if (!ready) return;
  const isOffered = await attempt(lane, ready);
  if (!isOffered) ready.admission?.giveBack();
}

/** One attempt with a mail that is ready; false when no server was asked about it, or another is to be. */
async function attempt(lane: Lane, { mail, task }: Ready): Promise<boolean> {
  if (waitOutPause(lane, task)) return false;
  const call = await findConnection(lane, task);
  if (!call) return false;
  await makeNextReady(lane, call);
  const result = await offer(lane, call, mail);
  if (!result) return false;
  const answer = { result, outcome: learn(lane, result) };
  if (askNextServer(lane, call, answer)) return false;
  recordAnswer(lane, call, answer);
  return true;
}
