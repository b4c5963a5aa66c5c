import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { EventRow } from './queries.ts';
import type { StoredEvent } from './store.ts';

const TIME = Type.String({ format: 'date-time' });

/** An event as shown in the log. */
export const eventSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    contact_id: Type.Integer(),
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'Email address of the contact. Null if the contact was deleted.',
    }),
    properties: Type.Record(Type.String(), Type.Unknown()),
    occurred_at: TIME,
    created_at: TIME,
  },
  { $id: 'ContactEvent' },
);

export const EVENT_EXAMPLE = {
  id: 71,
  name: 'order.placed',
  contact_id: 12,
  email: 'bea@example.org',
  properties: { order_total: '49.00', items: 3 },
  occurred_at: '2026-11-22T08:15:00.000Z',
  created_at: '2026-11-22T08:15:01.000Z',
};

/** An event as returned in the response to its request. */
export const acceptedSchema = Type.Object({ id: Type.Integer(), contact_id: Type.Integer() }, { $id: 'AcceptedEvent' });

/** Returns an event as shown in the log. Pure. */
export function presentEvent({ created_at, occurred_at, ...row }: EventRow): AnswerOf<typeof eventSchema> {
  return { ...row, occurred_at: occurred_at.toISOString(), created_at: created_at.toISOString() };
}

/** Converts a stored event to the response to its request. Pure. */
export function presentAccepted({ contactId, id }: StoredEvent): AnswerOf<typeof acceptedSchema> {
  return { id, contact_id: contactId };
}
