import { Type } from 'typebox';
import { messageAnswer } from '../../../http/account/page-docs.ts';
import { page, pageSchema } from '../../../http/account/page.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { CONTACT_EXAMPLE, contactSchema } from './contact-schema.ts';

const GROUP = 'Contacts';
const PARAMS = { id: { description: 'Number of the contact.', example: '12' } };
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
        description: 'An addition. When an import added it; null for one that came another way.',
      }),
      imported_from: Type.Union([Type.String(), Type.Null()], {
        description: 'An addition. Name of the imported file; null once the import is forgotten, after 90 days.',
      }),
    }),
    deliverables: pageSchema(deliverableSchema),
  },
  { $id: 'ContactActivity' },
);

const unsubscribe = {
  group: GROUP,
  description: 'It stays in its lists and is not mailed. One that is unsubscribed already stays so since when it was.',
  requestExample: { email: 'bea@example.org' },
  answers: [{ ...ANSWER, example: UNSUBSCRIBED }],
} satisfies RouteDoc;

/** What the API document says of contacts, one at a time and in batches. */
export const contactDocs = {
  create: {
    group: GROUP,
    description:
      'Whoever has the address already is updated: what is given, and lists beside those it is in. One that was deleted ' +
      'returns under its id. Nobody is subscribed again by being saved.',
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
    description: 'All or none, at most 1,000. Of an address that is given twice, what comes later counts.',
    requestExample: { contacts: [{ email: 'bea@example.org', first_name: 'Bea', lists: [3] }] },
    answers: [
      {
        status: 200,
        description: 'How many were added, and how many were there.',
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
        description: 'What mail to it has come to, and a page of the mails.',
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
      '`lists` replaces all memberships; values of fields that are not named stay, null clears one. The address cannot be ' +
      'changed.',
    params: PARAMS,
    requestExample: { first_name: 'Beatrice', lists: [3], contact_fields: [{ name: 'birthday', value: null }] },
    answers: [ANSWER],
    problems: ['forbidden'],
  },
  remove: {
    group: GROUP,
    description: 'It leaves its lists and tags. Saved again, it returns under its id, and unsubscribed if it was.',
    params: PARAMS,
    answers: [messageAnswer('The contact is deleted.')],
    problems: ['forbidden'],
  },
  unsubscribe,
  unsubscribeAlias: { ...unsubscribe, description: 'As `PATCH /unsubscribe`.' },
} satisfies Record<string, RouteDoc>;
