import { presentId, timeOfUuid } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { readableContent } from './content.ts';
import type { ListedRow } from './list-queries.ts';
import type { EventRow, MessageRow, RecipientRow } from './queries.ts';
import type { listedSchema, messageSchema } from './route-docs.ts';
import { statusOf, type MessageStatus } from './status.ts';

/**
 * A message in a list. The status types are declared explicitly, because they cannot be inferred from a schema that is
 * built from an array.
 */
type PresentedListed = Omit<AnswerOf<typeof listedSchema>, 'recipient_counts' | 'status'> & {
  readonly status: MessageStatus;
  readonly recipient_counts: Readonly<Record<MessageStatus, number>>;
};

/** Formats a message for a list: the record without bodies. */
export function presentListed(
  row: ListedRow,
  recipients: readonly RecipientRow[],
  events: readonly EventRow[],
): PresentedListed {
  const createdAt = new Date(timeOfUuid(row.id));
  const addresses = new Map(recipients.map((entry) => [entry.recipient_no, entry.recipient]));
  const updatedAt = events.reduce(
    (latest, event) => Math.max(latest, event.occurred_at.getTime()),
    createdAt.getTime(),
  );
  return {
    id: presentId('tm', row.id),
    status: statusOf(Math.max(...recipients.map((entry) => entry.status))),
    recipient_counts: countByStatus(recipients),
    from: row.sender,
    to: row.head.to,
    cc: row.head.cc,
    bcc: row.head.bcc,
    reply_to: row.head.reply_to[0] ?? null,
    subject: row.subject,
    tag: row.tag,
    headers: row.head.headers,
    created_at: createdAt.toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
    events: [
      ...recipients.map((entry) => ({
        event: 'queued',
        occurred_at: createdAt.toISOString(),
        recipient: entry.recipient,
        status: null,
        reason: null,
      })),
      ...events.map((event) => ({
        event: event.event,
        occurred_at: event.occurred_at.toISOString(),
        recipient: addresses.get(event.recipient_no) ?? null,
        status: event.status,
        reason: event.reason,
      })),
    ],
  };
}

/** Counts the recipients by status. Statuses without recipients have the count 0. */
function countByStatus(recipients: readonly RecipientRow[]): Record<MessageStatus, number> {
  const counts: Record<MessageStatus, number> = {
    queued: 0,
    sent: 0,
    delivered: 0,
    bounced: 0,
    complained: 0,
    failed: 0,
    suppressed: 0,
  };
  for (const { status } of recipients) counts[statusOf(status)] += 1;
  return counts;
}

/** Formats the record of a message, including its bodies. */
export function presentMessage(
  row: MessageRow,
  recipients: readonly RecipientRow[],
  events: readonly EventRow[],
): PresentedListed & Pick<AnswerOf<typeof messageSchema>, 'html' | 'text'> {
  const { html, text } = readableContent(row.content);
  const { events: timeline, ...record } = presentListed(row, recipients, events);
  return { ...record, html: html ?? null, text: text ?? null, events: timeline };
}
