import { Type } from 'typebox';
import { pageSchema } from '../../../http/account/page.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Privacy';
const CONTACT = { id: { description: 'Number of the contact.', example: '184' } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const consentSchema = Type.Object(
  {
    id: Type.Integer(),
    text: Type.String({ description: 'What was agreed to.' }),
    given_at: TIME,
    source: Type.Enum(['api', 'import', 'form', 'dashboard']),
    ip: Type.Union([Type.String(), Type.Null()], {
      description: 'Where from, when the account keeps that (`keeps_consent_ip`).',
    }),
    recorded_by: Type.Union([Type.String(), Type.Null()], {
      description: 'The person who wrote it down; null for a program, and for the contact itself.',
    }),
    created_at: TIME,
  },
  { $id: 'Consent' },
);
export const erasureSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    state: Type.Enum(['waiting', 'running', 'done']),
    erased_count: Type.Integer({ description: 'Rows that were removed or changed so far.' }),
    waits_for: Type.Union([Type.String(), Type.Null()], { description: 'What has to end first, when something has.' }),
    created_at: TIME,
    finished_at: TIME_OR_NULL,
  },
  { $id: 'Erasure' },
);
const dataSchema = Type.Object(
  {
    address: Type.String(),
    contact: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: 'Its fields, lists, tags, and when it was sent to, opened and clicked.',
    }),
    consents: Type.Array(consentSchema),
    sign_up: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: 'That they signed up, and what they said that is done once they confirm it.',
    }),
    suppression: Type.Union([
      Type.Object({ reason: Type.String(), detail: TEXT_OR_NULL, created_at: TIME }),
      Type.Null(),
    ]),
    unsubscriptions: Type.Array(Type.Object({ created_at: TIME }), { description: 'By mail.' }),
    full_mailboxes: Type.Array(Type.Object({ count: Type.Integer(), first_at: TIME, last_at: TIME })),
    messages: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Transactional mails that are still kept, with their events and without bodies.',
    }),
    mailings: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    campaigns: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Mails of campaigns, and visits of their links and pictures.',
    }),
    automations: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Automations that the contact entered, and how many of their mails it was sent.',
    }),
    imports: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Rows of imported files that were refused and name the address.',
    }),
    complete: Type.Boolean({ description: 'False when reading it all took too long, and the end is missing.' }),
  },
  { $id: 'PersonData' },
);

const CONSENT = {
  id: 12,
  text: 'Yes, send me the monthly letter.',
  given_at: '2026-11-21T08:15:00.000Z',
  source: 'api',
  ip: null,
  recorded_by: null,
  created_at: '2026-11-21T08:15:02.000Z',
};
const ERASURE = {
  id: '019aa5b0-2c6a-7f0e-8c1d-2b3a4f5e6d7c',
  state: 'waiting',
  erased_count: 0,
  waits_for: null,
  created_at: '2026-11-21T08:15:00.000Z',
  finished_at: null,
};
const PAGE = {
  data: [CONSENT],
  current_page: 1,
  first_page_url: 'https://mail.example.com/contacts/184/consents?page=1',
  from: 1,
  last_page: 1,
  last_page_url: 'https://mail.example.com/contacts/184/consents?page=1',
  links: [],
  next_page_url: null,
  path: 'https://mail.example.com/contacts/184/consents',
  per_page: 100,
  prev_page_url: null,
  to: 1,
  total: 1,
};
const ADDITION = 'Our addition.';

/** What the API document says of the routes of privacy. */
export const privacyDocs = {
  consents: {
    group: GROUP,
    params: CONTACT,
    description: `${ADDITION} What a contact agreed to, newest first.`,
    answers: [{ status: 200, description: 'A page of consents.', schema: pageSchema(consentSchema), example: PAGE }],
    problems: ['forbidden'],
  },
  data: {
    group: GROUP,
    params: CONTACT,
    description:
      `${ADDITION} All that the account knows of one person, as one JSON object, for whoever asks what is kept of them. ` +
      'Deleted contacts are given too.',
    answers: [
      {
        status: 200,
        description: 'The data.',
        schema: dataSchema,
        example: {
          address: 'ann@customer.example',
          contact: { id: 184, email: 'ann@customer.example', lists: [], tags: [], contact_fields: [] },
          consents: [CONSENT],
          sign_up: null,
          suppression: null,
          unsubscriptions: [],
          full_mailboxes: [],
          messages: [],
          mailings: [],
          campaigns: [],
          automations: [],
          imports: [],
          complete: true,
        },
      },
    ],
    problems: ['forbidden'],
  },
  eraseContact: {
    group: GROUP,
    params: CONTACT,
    description:
      `${ADDITION} Erases a contact and every trace of its address, deleted contacts too. The address confirms it. From the ` +
      'answer on it is no contact any more and is not taken in by imports and batches; a job does the rest, once mail to it ' +
      'that is under way is out. It cannot be taken back.',
    answers: [{ status: 202, description: 'It has begun.', schema: erasureSchema, example: ERASURE }],
    problems: ['forbidden'],
    requestExample: { email: 'ann@customer.example' },
  },
  eraseAddress: {
    group: GROUP,
    description:
      `${ADDITION} Erases every trace of an address, whether there is a contact with it or not: somebody may have got ` +
      'nothing but receipts. As for a contact.',
    answers: [{ status: 202, description: 'It has begun.', schema: erasureSchema, example: ERASURE }],
    requestExample: { email: 'ann@customer.example' },
  },
  erasure: {
    group: GROUP,
    params: { id: { description: 'Id of the erasure.', example: ERASURE.id } },
    description: `${ADDITION} How far an erasure is. It stays as the proof, without the address.`,
    answers: [
      {
        status: 200,
        description: 'The erasure.',
        schema: erasureSchema,
        example: { ...ERASURE, state: 'done', erased_count: 14, finished_at: '2026-11-21T08:15:04.000Z' },
      },
    ],
  },
} satisfies Record<string, RouteDoc>;
