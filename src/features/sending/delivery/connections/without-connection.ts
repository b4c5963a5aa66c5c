import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_DEATHS } from '../queue/retaken.ts';
import type { Claim, Outcome, SimulatedOutcome } from '../types.ts';
import { conclude } from './finish.ts';
import type { Dispatching, DispatchParts } from './site-queue-steps.ts';
import { MessageHeld, MailUnwanted, outcomeOfFailure, outcomeOfLost } from './unprepared.ts';

/** Minimum simulated response time, in milliseconds. */
const SERVER_TIME_MS = 40;
const SERVER_TIME_SPREAD_MS = 120;

/** RFC 3463: delivery not authorized. No server was contacted. */
const SUPPRESSED: Outcome = {
  kind: 'suppressed',
  status: '5.7.1',
  reason: 'The address was on the suppression list when the message was accepted',
  handedOverAtMs: undefined,
};

/** RFC 3463: other or undefined mail system status. The log has the details. */
const CLAIMED_TOO_OFTEN: Outcome = {
  kind: 'failed',
  status: '5.3.0',
  reason: `Not retried: delivery processes ended unexpectedly ${MAX_DEATHS} times while processing this message`,
  bounceClass: 'message',
  handedOverAtMs: undefined,
};

/** Records the outcome of a message that needs no connection. Returns whether an outcome was recorded. */
export async function concludeWithoutConnection({ parts, simulations }: Dispatching, claim: Claim): Promise<boolean> {
  if (claim.lost) parts.noteFault(claim, claim.lost);
  const known = knownOutcome(claim);
  if (known) {
    await conclude(parts, claim, ...known);
    return true;
  }
  const simulated = parts.simulate(claim.recipient);
  if (!simulated) return false;
  const work = concludeAsSimulated(parts, claim, simulated);
  simulations.add(work);
  await work;
  simulations.delete(work);
  return true;
}

/**
 * Returns the outcome and the `route` value of a message whose outcome is known without contacting a server. Returns
 * undefined for all other messages.
 */
function knownOutcome(claim: Claim): [Outcome, route: string] | undefined {
  if (claim.lost) return [outcomeOfLost(claim.lost), 'none'];
  if (claim.isUnwanted) return [outcomeOfFailure(new MailUnwanted(), claim), 'suppressed'];
  if (claim.isSuppressed) return [SUPPRESSED, 'suppressed'];
  if (claim.isExpired) return [CLAIMED_TOO_OFTEN, 'direct'];
  return undefined;
}

/** Records a simulated outcome. Unless the outcome is a suppression, first waits for a simulated response time. */
async function concludeAsSimulated(
  parts: DispatchParts,
  claim: Claim,
  { afterMs, ...simulated }: SimulatedOutcome,
): Promise<void> {
  if (simulated.kind === 'suppressed') {
    return conclude(parts, claim, { ...simulated, handedOverAtMs: undefined }, 'test');
  }
  const handedOverAtMs = parts.clock.now();
  await sleep(SERVER_TIME_MS + parts.random() * SERVER_TIME_SPREAD_MS + afterMs);
  return conclude(parts, claim, { ...simulated, handedOverAtMs }, 'test');
}

/**
 * Handles a message that failed before it was prepared. If its mailing is paused, holds the message without counting an
 * attempt. Otherwise records the outcome.
 */
export async function concludeFailure(parts: DispatchParts, claim: Claim, error: unknown): Promise<void> {
  if (error instanceof MessageHeld) return parts.parking.hold(claim);
  parts.noteFault(claim, error);
  return conclude(parts, claim, outcomeOfFailure(error, claim), 'none');
}
