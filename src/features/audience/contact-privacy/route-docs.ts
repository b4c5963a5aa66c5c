import { Type } from 'typebox';
import { pageSchema } from '../../../http/account/page.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Privacy';
const CONTACT = { id: { description: 'ID of the contact.', example: '184' } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const consentSchema = Type.Object(
  {
    id: Type.Integer(),
    text: Type.String({ description: 'The text that the contact agreed to.' }),
    given_at: TIME,
    source: Type.Enum(['api', 'import', 'form', 'dashboard']),
    ip: Type.Union([Type.String(), Type.Null()], {
      description: 'IP address of the contact, if the account stores it (`keeps_consent_ip`).',
    }),
    recorded_by: Type.Union([Type.String(), Type.Null()], {
      description:
        'The member who recorded the consent. Null if the consent was recorded by the contact or with an API key.',
    }),
    created_at: TIME,
  },
  { $id: 'Consent' },
);
export const erasureSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    state: Type.Enum(['waiting', 'running', 'done']),
    erased_count: Type.Integer({ description: 'Number of rows deleted or changed so far.' }),
    waits_for: Type.Union([Type.String(), Type.Null()], {
      description: 'The reason why the erasure is waiting. Null if the erasure is not waiting.',
    }),
    created_at: TIME,
    finished_at: TIME_OR_NULL,
  },
  { $id: 'Erasure' },
);
const dataSchema = Type.Object(
  {
    address: Type.String(),
    contact: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: 'Fields, lists, and tags of the contact, and the times of the last send, open, and click.',
    }),
    consents: Type.Array(consentSchema),
    sign_up: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: 'The latest sign-up, and the changes that apply once the contact confirms the sign-up.',
    }),
    suppression: Type.Union([
      Type.Object({ reason: Type.String(), detail: TEXT_OR_NULL, created_at: TIME }),
      Type.Null(),
    ]),
    unsubscriptions: Type.Array(Type.Object({ created_at: TIME }), {
      description: 'Unsubscribe requests sent by email.',
    }),
    full_mailboxes: Type.Array(Type.Object({ count: Type.Integer(), first_at: TIME, last_at: TIME })),
    messages: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Stored transactional messages with their events, without bodies.',
    }),
    mailings: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    campaigns: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Campaign emails with their opens and clicks.',
    }),
    automations: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Automations that the contact entered, with the number of emails sent.',
    }),
    imports: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Rejected import rows that contain the address.',
    }),
    complete: Type.Boolean({ description: 'Whether the result is complete. False if reading the data took too long.' }),
  },
  { $id: 'PersonData' },
);

const CONSENT = {
  id: 12,
  text: 'Yes, send me the monthly newsletter.',
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
const ADDITION = 'Postrider extension.';

export const privacyDocs = {
  consents: {
    group: GROUP,
    params: CONTACT,
    description: `${ADDITION} Returns the consents of a contact, newest first.`,
    answers: [{ status: 200, description: 'A page of consents.', schema: pageSchema(consentSchema), example: PAGE }],
    problems: ['forbidden'],
  },
  data: {
    group: GROUP,
    params: CONTACT,
    description:
      `${ADDITION} Returns, as one JSON object, all data that the account stores about a person. ` +
      'You can use the object to answer a data access request. You can also get the data of deleted contacts.',
    answers: [
      {
        status: 200,
        description: 'The stored data.',
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
      `${ADDITION} Erases a contact and all data about its address. You can also erase deleted contacts. ` +
      'To confirm the erasure, send the address of the contact. The contact is deleted immediately, and imports and batches reject the address. A background job erases ' +
      'the remaining data once all emails in progress have been sent. An erasure cannot be undone.',
    answers: [{ status: 202, description: 'The erasure has started.', schema: erasureSchema, example: ERASURE }],
    problems: ['forbidden'],
    requestExample: { email: 'ann@customer.example' },
  },
  eraseAddress: {
    group: GROUP,
    description:
      `${ADDITION} Erases all data about an address, even if no contact has the address (for example, an address that received only receipts). ` +
      'In all other respects, the operation is the same as erasing a contact.',
    answers: [{ status: 202, description: 'The erasure has started.', schema: erasureSchema, example: ERASURE }],
    requestExample: { email: 'ann@customer.example' },
  },
  erasure: {
    group: GROUP,
    params: { id: { description: 'ID of the erasure.', example: ERASURE.id } },
    description: `${ADDITION} Returns the progress of an erasure. Postrider keeps the record of the erasure as proof, without the erased address.`,
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
