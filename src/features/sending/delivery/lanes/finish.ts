import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';
import type { Journal } from '../journal/index.ts';
import type { Finished } from '../outcomes/decision.ts';
import type { Recorder } from '../outcomes/record.ts';
import type { Leases } from '../queue/leases.ts';
import type { Task } from '../sites/site.ts';
import type { AttemptDetails, Outcome } from '../types.ts';
import type { OpenConnection } from './lane-connection.ts';

/** What the end of an attempt is told to. */
export interface FinishParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Pick<Journal, 'dot' | 'replied'> | undefined;
  readonly leases: Leases;
  readonly recorder: Recorder;
}

/** Where an attempt went, and what was said. */
export interface About {
  readonly startedAtMs: number;
  readonly target?: OpenConnection['target'] | undefined;
  readonly tls?: string | undefined;
  readonly conversation: string;
}

/** What is recorded of an attempt. */
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

/** Records an outcome. Never rejects: a row that could not be recorded comes back when its lease ends. */
export async function finish(parts: FinishParts, task: Task, outcome: Outcome, about: About): Promise<void> {
  const finished = finishedOf(parts, task, outcome, about);
  parts.journal?.replied(finished);
  try {
    await parts.recorder.record(finished);
  } catch (error) {
    parts.log.error('An outcome was not recorded; the mail comes back', { messageId: task.claim.messageId, error });
  } finally {
    parts.leases.finished(task.claim);
  }
}
