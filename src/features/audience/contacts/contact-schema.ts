import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';

const TIME = Type.String({ format: 'date-time' });
const timeOrNull = (description: string) => Type.Union([TIME, Type.Null()], { description });

/** A contact, as the API document shows it. */
export const contactSchema = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    first_name: Type.String({ description: 'Empty when it is not known.' }),
    last_name: Type.String({ description: 'Empty when it is not known.' }),
    ip_address: Type.Union([Type.String(), Type.Null()]),
    unsubscribed_at: timeOrNull('Null while it is subscribed.'),
    bounced_at: timeOrNull('Since when mail to it comes back for good.'),
    invalid_at: timeOrNull('Since when the address is known to be none.'),
    confirmed_at: timeOrNull('Null while nothing may be sent to it because it has yet to confirm.'),
    form_id: Type.Union([Type.Integer(), Type.Null()], { description: 'The form through which it came.' }),
    is_tracked: Type.Boolean({
      description: 'An addition. Whether its opens and clicks are kept; it gets the same mail either way.',
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

/** A contact as every answer of the account API shows it. */
export type PresentedContact = AnswerOf<typeof contactSchema>;

/** One of them. */
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
  lists: [{ id: 3, name: 'Newsletter' }],
  contact_fields: [{ name: 'birthday', value: '1990-04-01' }],
  created_at: '2026-11-22T08:20:00.000Z',
  updated_at: '2026-11-22T08:20:00.000Z',
};
