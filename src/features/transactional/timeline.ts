import type { Tx } from '../../base/db.ts';
import { createUuidGenerator } from '../../base/ids.ts';
import { REPORT_ROUTE, type RecordedOutcome } from '../delivery/index.ts';
import { insertEvents } from './queries.ts';

interface TimelineEvent {
  readonly messageId: string;
  readonly recipientNo: number;
  readonly event: string;
  readonly occurredAt: Date;
  readonly status: string | null;
  readonly reason: string | null;
}

/** An outcome listener: writes the events of an account's outcomes in the transaction that records them. */
export async function recordTimeline(tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[]): Promise<void> {
  const events = outcomes.flatMap(eventsOfOutcome);
  if (events.length === 0) return;
  const nextUuid = createUuidGenerator();
  await insertEvents(
    tx,
    accountId,
    events.map((event) => event.messageId),
    events.map((event) => nextUuid(event.occurredAt.getTime())),
    events.map((event) => event.recipientNo),
    events.map((event) => event.event),
    events.map((event) => event.occurredAt),
    events.map((event) => event.status),
    events.map((event) => event.reason),
  );
}

/** The events that an outcome adds to the timeline; pure. */
export function eventsOfOutcome(outcome: RecordedOutcome): TimelineEvent[] {
  const { messageId, recipientNo, status, reason } = outcome;
  const at = (event: string, occurredAt: Date, withReason: boolean): TimelineEvent => ({
    messageId,
    recipientNo,
    event,
    occurredAt,
    status: withReason ? status : null,
    reason: withReason ? reason : null,
  });
  const sent = outcome.handedOverAt && !outcome.wasSent ? [at('sent', outcome.handedOverAt, false)] : [];
  switch (outcome.kind) {
    case 'delivered':
      return [...sent, at('delivered', outcome.finishedAt, false)];
    case 'complained':
      // The delivery that a report speaks of is in the timeline already.
      if (outcome.route === REPORT_ROUTE) return [at('complained', outcome.finishedAt, true)];
      return [
        ...sent,
        at('delivered', outcome.handedOverAt ?? outcome.finishedAt, false),
        at('complained', outcome.finishedAt, false),
      ];
    case 'bounced':
    case 'failed':
    case 'suppressed':
      return [...sent, at(outcome.kind, outcome.finishedAt, true)];
    case 'deferred':
      return outcome.becameDelayed ? [...sent, at('delayed', outcome.finishedAt, true)] : sent;
  }
}
