import type { Operation } from '../../fields/index.ts';

const NO_TOPICS = 'are not supported. Add the contact to segments instead.';

/** Properties of a request to add a contact. Requests to change a contact have the same properties. */
export const CONTACT = {
  request: 'POST /contacts',
  objects: {
    '': {
      taken: ['email', 'first_name', 'last_name', 'unsubscribed', 'properties', 'segments'],
      refused: { topics: NO_TOPICS },
    },
  },
} as const satisfies Operation;

/** Properties of a request to create or rename a segment. */
export const SEGMENT = {
  request: 'POST /segments',
  objects: { '': { taken: ['name'] } },
} as const satisfies Operation;

const NO_FALLBACK = 'is not supported. Write the fallback in the broadcast: {{{contact.city|your city}}}.';

/** Properties of a request to create a contact property. */
export const PROPERTY = {
  request: 'POST /contact-properties',
  objects: { '': { taken: ['key', 'type'], refused: { fallback_value: NO_FALLBACK } } },
} as const satisfies Operation;

/** Properties of a request to change a contact property. */
export const PROPERTY_CHANGE = {
  request: 'PATCH /contact-properties/{id}',
  objects: { '': { taken: [], refused: { fallback_value: NO_FALLBACK } } },
} as const satisfies Operation;
