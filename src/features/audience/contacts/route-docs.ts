import { Type } from 'typebox';
import { messageAnswer } from '../../../http/account/page-docs.ts';
import { page, pageSchema } from '../../../http/account/page.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { CONTACT_EXAMPLE, contactSchema } from './contact-schema.ts';

const GROUP = 'Contacts';
const PARAMS = { id: { description: 'ID of the contact.', example: '12' } };
const TIME_OR_NULL = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const ANSWER = { status: 200, description: 'The contact.', schema: contactSchema, example: CONTACT_EXAMPLE };

const UNSUBSCRIBED = { ...CONTACT_EXAMPLE, unsubscribed_at: '2026-11-22T09:00:00.000Z' };

export const deliverableSchema = Type.Object(
  {
    campaign_title: Type.String(),
    campaign_id: Type.Integer(),
    sent_at: TIME_OR_NULL,
    opened_at: TIME_OR_NULL,
    clicked_at: TIME_OR_NULL,
    bounced_at: TIME_OR_NULL,
    unsubscribed_at: TIME_OR_NULL,
    spam_at: TIME_OR_NULL,
  },
  { $id: 'Deliverable' },
);

export const activitySchema = Type.Object(
  {
    contact: Type.Object({
      last_sent_at: TIME_OR_NULL,
      last_opened_at: TIME_OR_NULL,
      last_clicked_at: TIME_OR_NULL,
      unsubscribed_at: TIME_OR_NULL,
      bounced_at: TIME_OR_NULL,
      imported_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'Postrider extension. When an import added the contact. Null if no import added the contact.',
      }),
      imported_from: Type.Union([Type.String(), Type.Null()], {
        description: 'Postrider extension. Name of the imported file. Null after 90 days, when the import is deleted.',
      }),
    }),
    deliverables: pageSchema(deliverableSchema),
  },
  { $id: 'ContactActivity' },
);

const unsubscribe = {
  group: GROUP,
  description:
    'Unsubscribes a contact. The contact stays on its lists but does not receive bulk email. If the contact is already unsubscribed, `unsubscribed_at` does not change.',
  requestExample: { email: 'bea@example.org' },
  answers: [{ ...ANSWER, example: UNSUBSCRIBED }],
} satisfies RouteDoc;

/** API documentation of the routes for single contacts and batches. */
export const contactDocs = {
  create: {
    group: GROUP,
    description:
      'If a contact with this address exists, the given fields are updated, and the contact is added to the given lists. A deleted contact is ' +
      'restored with its ID. An unsubscribed contact stays unsubscribed.',
    requestExample: {
      email: 'bea@example.org',
      first_name: 'Bea',
      last_name: 'Berg',
      lists: [3],
      contact_fields: [{ name: 'birthday', value: '1990-04-01' }],
    },
    answers: [ANSWER],
    problems: ['contact_limit_exceeded'],
  },
  batch: {
    group: GROUP,
    description:
      'Adds or updates up to 1,000 contacts. If any contact is invalid, no contacts are saved. If an address occurs more than once, the last values are used.',
    requestExample: { contacts: [{ email: 'bea@example.org', first_name: 'Bea', lists: [3] }] },
    answers: [
      {
        status: 200,
        description: 'The number of contacts created and updated.',
        schema: Type.Object({ created: Type.Integer(), updated: Type.Integer() }),
        example: { created: 1, updated: 0 },
      },
    ],
    problems: ['contact_limit_exceeded'],
  },
  read: { group: GROUP, params: PARAMS, answers: [ANSWER], problems: ['forbidden'] },
  activity: {
    group: GROUP,
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'Email statistics of the contact, and a page of the emails sent to the contact.',
        schema: activitySchema,
        example: {
          contact: {
            last_sent_at: '2026-11-22T10:00:00.000Z',
            last_opened_at: null,
            last_clicked_at: null,
            unsubscribed_at: null,
            bounced_at: null,
            imported_at: null,
            imported_from: null,
          },
          deliverables: page({
            data: [
              {
                campaign_title: 'November',
                campaign_id: 9,
                sent_at: '2026-11-22T10:00:00.000Z',
                opened_at: null,
                clicked_at: null,
                bounced_at: null,
                unsubscribed_at: null,
                spam_at: null,
              },
            ],
            total: 1,
            request: { page: 1, perPage: 100 },
            url: 'https://mail.example.com/contacts/12/activity',
          }),
        },
      },
    ],
    problems: ['forbidden'],
  },
  update: {
    group: GROUP,
    description:
      '`lists` replaces the existing list memberships. Omitted custom fields keep their values. Null clears a value. You cannot ' +
      'change the address.',
    params: PARAMS,
    requestExample: { first_name: 'Beatrice', lists: [3], contact_fields: [{ name: 'birthday', value: null }] },
    answers: [ANSWER],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description:
      'Deletes the contact, and removes its list memberships and tags. If you add the contact again, it keeps its ID. An unsubscribed contact stays unsubscribed.',
    params: PARAMS,
    answers: [messageAnswer('The contact was deleted.')],
    problems: ['forbidden'],
  },
  unsubscribe,
  unsubscribeAlias: { ...unsubscribe, description: 'Same as `PATCH /unsubscribe`.' },
} satisfies Record<string, RouteDoc>;
