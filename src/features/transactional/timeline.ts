import type { Tx } from '../../base/db.ts';
import { createUuidGenerator } from '../../base/ids.ts';
import { REPORT_ROUTE, type RecordedOutcome } from '../delivery/index.ts';
import { insertEvents } from './queries.ts';

interface TimelineEvent {
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: string;
  readonly event: string;
  readonly occurredAt: Date;
  readonly status: string | null;
  readonly reason: string | null;
}

/**
 * Writes the events of an account's outcomes in the transaction that records them, and resolves with them and the ids that
 * they have in the timeline.
 */
export async function recordTimeline(
  tx: Tx,
  accountId: number,
  outcomes: readonly RecordedOutcome[],
): Promise<readonly RecordedEvent[]> {
  const nextUuid = createUuidGenerator();
  const events = outcomes
    .flatMap(eventsOfOutcome)
    .map((event): RecordedEvent => Object.assign(event, { id: nextUuid(event.occurredAt.getTime()) }));
  if (events.length === 0) return events;
  await insertEvents(
    tx,
    accountId,
    events.map((event) => event.messageId),
    events.map((event) => event.id),
    events.map((event) => event.recipientNo),
    events.map((event) => event.event),
    events.map((event) => event.occurredAt),
    events.map((event) => event.status),
    events.map((event) => event.reason),
  );
  return events;
}

/** An event with its id in the timeline. */
export type RecordedEvent = TimelineEvent & { readonly id: string };

/** The events that an outcome adds to the timeline; pure. */
export function eventsOfOutcome(outcome: RecordedOutcome): TimelineEvent[] {
  const { messageId, recipientNo, recipient, status, reason } = outcome;
  const at = (event: string, occurredAt: Date, withReason: boolean): TimelineEvent => ({
    messageId,
    recipientNo,
    recipient,
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
