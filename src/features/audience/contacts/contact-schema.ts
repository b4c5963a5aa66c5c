import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';

const TIME = Type.String({ format: 'date-time' });
const timeOrNull = (description: string) => Type.Union([TIME, Type.Null()], { description });

/** Schema of a contact in the API documentation. */
export const contactSchema = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    first_name: Type.String({ description: 'Empty if unknown.' }),
    last_name: Type.String({ description: 'Empty if unknown.' }),
    ip_address: Type.Union([Type.String(), Type.Null()]),
    unsubscribed_at: timeOrNull('Null while the contact is subscribed.'),
    bounced_at: timeOrNull('When email to the contact hard-bounced.'),
    invalid_at: timeOrNull('When the address was found to be invalid.'),
    confirmed_at: timeOrNull(
      'Null until the contact confirms the subscription. Until then, the contact receives only the confirmation email.',
    ),
    form_id: Type.Union([Type.Integer(), Type.Null()], { description: 'The form that the contact signed up with.' }),
    is_tracked: Type.Boolean({
      description: 'Postrider extension. Whether the contact’s opens and clicks are recorded.',
    }),
    language: Type.Union([Type.String(), Type.Null()], {
      description:
        'Postrider extension. Language of the contact as a BCP 47 tag in canonical form, such as `de-AT`. Null if unknown.',
    }),
    timezone: Type.Union([Type.String(), Type.Null()], {
      description: 'Postrider extension. IANA time zone of the contact, such as `Europe/Vienna`. Null if unknown.',
    }),
    lists: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    contact_fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'Custom fields that have a value.',
    }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'Contact' },
);

/** A contact as returned by the account API. */
export type PresentedContact = AnswerOf<typeof contactSchema>;

export const CONTACT_EXAMPLE: PresentedContact = {
  id: 12,
  email: 'bea@example.org',
  first_name: 'Bea',
  last_name: 'Berg',
  ip_address: '192.0.2.7',
  unsubscribed_at: null,
  bounced_at: null,
  invalid_at: null,
  confirmed_at: '2026-11-22T08:20:00.000Z',
  form_id: null,
  is_tracked: true,
  language: 'de-AT',
  timezone: 'Europe/Vienna',
  lists: [{ id: 3, name: 'Newsletter' }],
  contact_fields: [{ name: 'birthday', value: '1990-04-01' }],
  created_at: '2026-11-22T08:20:00.000Z',
  updated_at: '2026-11-22T08:20:00.000Z',
};
