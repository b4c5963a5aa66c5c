import type { Tx } from '../../../base/db.ts';
import { REPORT_ROUTE, type RecordedOutcome } from '../../sending/delivery/index.ts';
import { insertEvents } from './queries.ts';

type OutcomeEvent = 'sent' | 'delayed' | Exclude<RecordedOutcome['kind'], 'deferred'>;

interface TimelineEvent {
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: string;
  readonly event: OutcomeEvent;
  readonly occurredAt: Date;
  readonly status: string | null;
  readonly reason: string | null;
}

/** Adds the events of an account's outcomes to the timeline, in the transaction that records the outcomes. */
export async function recordTimeline(tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[]): Promise<void> {
  const events = timelineOf(outcomes);
  if (events.length === 0) return;
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
}

/**
 * Returns the timeline events of transactional outcomes, with their IDs. The IDs are deterministic, so that other
 * listeners can report events without waiting for the timeline. Pure.
 */
export function timelineOf(outcomes: readonly RecordedOutcome[]): RecordedEvent[] {
  return outcomes.flatMap((outcome) =>
    eventsOfOutcome(outcome).map((event, no) =>
      Object.assign(event, { id: eventId(outcome.id, event.occurredAt, no) }),
    ),
  );
}

/**
 * Returns a UUIDv7 with the event's time. If two events of an outcome have the same time, the later one has the higher
 * ID.
 */
function eventId(outcomeId: string, occurredAt: Date, no: number): string {
  const time = occurredAt.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${no.toString(16).padStart(3, '0')}-${outcomeId.slice(19)}`;
}

export type RecordedEvent = TimelineEvent & { readonly id: string };

/** Returns the events that an outcome adds to the timeline. Pure. */
export function eventsOfOutcome(outcome: RecordedOutcome): TimelineEvent[] {
  const { messageId, recipientNo, recipient, status, reason } = outcome;
  const at = (event: OutcomeEvent, occurredAt: Date, withReason: boolean): TimelineEvent => ({
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
      // The reported delivery is already in the timeline.
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
