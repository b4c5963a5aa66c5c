import { Type } from 'typebox';
import { pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { acceptedSchema, EVENT_EXAMPLE, eventSchema } from './present.ts';

const GROUP = 'Events';
const GIVEN = { name: EVENT_EXAMPLE.name, email: EVENT_EXAMPLE.email, properties: EVENT_EXAMPLE.properties };
const ACCEPTED = { id: EVENT_EXAMPLE.id, contact_id: EVENT_EXAMPLE.contact_id };

/** API documentation of the routes for events. */
export const eventDocs = {
  create: {
    group: GROUP,
    isAddition: true,
    description:
      'Records an event that a contact triggered in your application. Events can start automations, whose emails can contain the event’s properties, for example `{{ event.order_total }}`. The event is stored before the response is sent.',
    requestExample: { ...GIVEN, idempotency_key: 'order-2041' },
    answers: [{ status: 202, description: 'The event is stored.', schema: acceptedSchema, example: ACCEPTED }],
    problems: ['conflict', 'contact_limit_exceeded'],
  },
  batch: {
    group: GROUP,
    isAddition: true,
    description: 'Records up to 1,000 events. If any event is invalid, no events are stored.',
    requestExample: { events: [GIVEN] },
    answers: [
      {
        status: 202,
        description: 'The events are stored. The response lists the events in the order of the request.',
        schema: Type.Object({ data: Type.Array(acceptedSchema) }, { $id: 'AcceptedEvents' }),
        example: { data: [ACCEPTED] },
      },
    ],
    problems: ['conflict', 'contact_limit_exceeded'],
  },
  list: {
    group: GROUP,
    isAddition: true,
    description: 'Returns events, newest first. Events are kept for 365 days.',
    answers: [pageAnswer('A page of events.', eventSchema, EVENT_EXAMPLE, { path: '/events' })],
  },
} satisfies Record<string, RouteDoc>;
