import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';
import type { Journal } from '../journal/index.ts';
import type { Finished } from '../outcomes/decision.ts';
import type { Recorder } from '../outcomes/record.ts';
import type { Leases } from '../queue/leases.ts';
import type { Task } from '../sites/site.ts';
import type { AttemptDetails, Claim, Outcome } from '../types.ts';
import type { OpenConnection } from './worker-connection.ts';

/** Dependencies for recording the end of an attempt. */
export interface FinishParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Pick<Journal, 'dot' | 'replied'> | undefined;
  readonly leases: Leases;
  readonly recorder: Recorder;
}

/** The server of an attempt, and the SMTP conversation. */
export interface About {
  readonly startedAtMs: number;
  readonly target?: OpenConnection['target'] | undefined;
  readonly tls?: string | undefined;
  readonly conversation: string;
}

/** Returns the record of a finished attempt. */
export function finishedOf(
  { clock }: FinishParts,
  { before, claim, route }: Task,
  outcome: Outcome,
  about: About,
): Finished {
  const details: AttemptDetails = {
    startedAtMs: before?.startedAtMs ?? about.startedAtMs,
    finishedAtMs: clock.now(),
    route: route.name,
    host: about.target?.host ?? null,
    address: about.target?.address ?? null,
    tls: about.tls ?? null,
    conversation: (before?.conversation ?? '') + about.conversation,
    provider: route.provider,
  };
  return { claim, outcome, details };
}

/** Returns the record of an outcome that was reached without an SMTP session. */
export function finishedUnasked({ clock }: FinishParts, claim: Claim, outcome: Outcome, route: string): Finished {
  const now = clock.now();
  const startedAtMs = outcome.handedOverAtMs ?? now;
  const nowhere = { host: null, address: null, tls: null, conversation: '' };
  return { claim, outcome, details: { ...nowhere, startedAtMs, finishedAtMs: now, route } };
}

/** Records the outcome of an attempt. Never rejects. */
export function finish(parts: FinishParts, task: Task, outcome: Outcome, about: About): Promise<void> {
  const finished = finishedOf(parts, task, outcome, about);
  parts.journal?.replied(finished);
  return record(parts, finished);
}

/** Records an outcome that was reached without an SMTP session. Never rejects. */
export function conclude(parts: FinishParts, claim: Claim, outcome: Outcome, route: string): Promise<void> {
  return record(parts, finishedUnasked(parts, claim, outcome, route));
}

async function record({ leases, log, recorder }: FinishParts, finished: Finished): Promise<void> {
  const { claim } = finished;
  try {
    await recorder.record(finished);
  } catch (error) {
    log.error('Outcome not recorded; the message will be retried', { messageId: claim.messageId, error });
  } finally {
    leases.finished(claim);
  }
}
