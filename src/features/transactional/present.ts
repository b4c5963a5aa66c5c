import { presentId, timeOfUuid } from '../../base/ids.ts';
import { readableContent } from './content.ts';
import type { ListedRow } from './list-queries.ts';
import type { EventRow, MessageRow, RecipientRow } from './queries.ts';
import { statusOf } from './status.ts';

/** A message as the listing shows it: the record without bodies. */
export function presentListed(row: ListedRow, recipients: readonly RecipientRow[], events: readonly EventRow[]) {
  const createdAt = new Date(timeOfUuid(row.id));
  const addresses = new Map(recipients.map((entry) => [entry.recipient_no, entry.recipient]));
  const updatedAt = events.reduce(
    (latest, event) => Math.max(latest, event.occurred_at.getTime()),
    createdAt.getTime(),
  );
  return {
    id: presentId('tm', row.id),
    status: statusOf(Math.max(...recipients.map((entry) => entry.status))),
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

/** The message record of a lookup, with bodies. */
export function presentMessage(row: MessageRow, recipients: readonly RecipientRow[], events: readonly EventRow[]) {
  const { html, text } = readableContent(row.content);
  const { events: timeline, ...record } = presentListed(row, recipients, events);
  return { ...record, html: html ?? null, text: text ?? null, events: timeline };
}
