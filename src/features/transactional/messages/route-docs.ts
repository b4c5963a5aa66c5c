import { Type } from 'typebox';
import { problemSchema } from '../../../http/problem-schema.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { STATUSES } from './status.ts';

const GROUP = 'Emails';
const ID = 'tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const TIME = Type.String({ format: 'date-time' });

/** The answer to a send. */
export const acceptedSchema = Type.Object(
  { id: Type.String({ pattern: '^tm_[0-9a-f]{32}$' }), status: Type.Literal('queued') },
  { $id: 'AcceptedEmail' },
);

/** The result of an item of a batch. */
export const resultSchema = Type.Object(
  {
    id: TEXT_OR_NULL,
    status: Type.Union([Type.Literal('queued'), Type.Literal('failed')]),
    error: Type.Optional(problemSchema),
  },
  {
    $id: 'BatchResult',
    description: 'An accepted item has `id` and `status`; a refused one `error`, the error object.',
  },
);

const eventSchema = Type.Object(
  {
    event: Type.String(),
    occurred_at: TIME,
    recipient: TEXT_OR_NULL,
    status: TEXT_OR_NULL,
    reason: TEXT_OR_NULL,
  },
  { $id: 'TimelineEntry' },
);

const listedFields = {
  id: Type.String(),
  status: Type.Union(STATUSES.map((status) => Type.Literal(status))),
  recipient_counts: Type.Object(Object.fromEntries(STATUSES.map((status) => [status, Type.Integer()])), {
    $id: 'RecipientCounts',
    description: 'How many recipients are in each state; `status` is that of the one who is best off.',
  }),
  from: Type.String(),
  to: Type.Array(Type.String()),
  cc: Type.Array(Type.String()),
  bcc: Type.Array(Type.String()),
  reply_to: TEXT_OR_NULL,
  subject: Type.String(),
  tag: TEXT_OR_NULL,
  headers: Type.Record(Type.String(), Type.String()),
  created_at: TIME,
  updated_at: TIME,
  events: Type.Array(eventSchema),
};

/** A message that was looked up. */
export const messageSchema = Type.Object(
  { ...listedFields, html: TEXT_OR_NULL, text: TEXT_OR_NULL },
  { $id: 'Message' },
);

/** A message as the listing shows it. */
export const listedSchema = Type.Object(listedFields, { $id: 'ListedMessage' });

/** A page of the listing. */
export const pageSchema = Type.Object({
  data: Type.Array(listedSchema),
  per_page: Type.Integer(),
  has_more: Type.Boolean(),
  next: Type.Union([Type.String(), Type.Null()], { description: 'What to give as `after` (or `before`) to go on.' }),
});

const SEND_EXAMPLE = {
  from: 'Acme <mail@acme.example>',
  to: ['ann@customer.example'],
  subject: 'Your login code is 417 302',
  html: '<p>Your login code is <strong>417 302</strong>.</p>',
  text: 'Your login code is 417 302.',
  tag: 'login_code',
};

const LISTED_EXAMPLE = {
  id: ID,
  status: 'delivered',
  recipient_counts: { queued: 0, sent: 0, delivered: 1, bounced: 0, complained: 0, failed: 0, suppressed: 0 },
  from: 'Acme <mail@acme.example>',
  to: ['ann@customer.example'],
  cc: [],
  bcc: [],
  reply_to: null,
  subject: 'Your login code is 417 302',
  tag: 'login_code',
  headers: {},
  created_at: '2026-11-21T09:30:00.111Z',
  updated_at: '2026-11-21T09:30:00.802Z',
  events: [
    {
      event: 'queued',
      occurred_at: '2026-11-21T09:30:00.111Z',
      recipient: 'ann@customer.example',
      status: null,
      reason: null,
    },
    {
      event: 'delivered',
      occurred_at: '2026-11-21T09:30:00.802Z',
      recipient: 'ann@customer.example',
      status: null,
      reason: null,
    },
  ],
};

const SENDING_PROBLEMS = [
  'domain_not_verified',
  'sandbox_recipient_not_allowed',
  'recipient_suppressed',
  'account_paused',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
] as const;

const IDEMPOTENCY = {
  'Idempotency-Key': {
    description: '1 to 256 characters that stand for this request for 24 hours.',
    example: 'order-417',
  },
};

/** `POST /transactional/emails`. */
export const sendDoc: RouteDoc = {
  group: GROUP,
  headers: IDEMPOTENCY,
  description:
    'Accepts one e-mail. The optional header `Idempotency-Key` (1 to 256 characters) makes a repeated request safe for ' +
    '24 hours: the same body has the original answer, with the header `Idempotent-Replayed: true`, and nothing is sent ' +
    'again. `idempotency_key` in the body means the same; when both are given they must be equal. Fields that are not ' +
    'known are refused.',
  requestExample: SEND_EXAMPLE,
  answers: [
    {
      status: 202,
      description: 'Accepted: durably stored and queued.',
      schema: acceptedSchema,
      example: { id: ID, status: 'queued' },
    },
  ],
  problems: SENDING_PROBLEMS,
};

/** `POST /transactional/emails/batch`. */
export const batchDoc: RouteDoc = {
  group: GROUP,
  headers: IDEMPOTENCY,
  description:
    'Accepts 1 to 100 e-mails in one transaction. The answer holds one result an item, in order; an item at fault does ' +
    'not keep the others back. An `idempotency_key` means for its item what the header means for a single send; the ' +
    'header `Idempotency-Key` stands for the whole batch.',
  requestExample: {
    emails: [SEND_EXAMPLE, { ...SEND_EXAMPLE, to: ['bob@customer.example'], idempotency_key: 'bob-1' }],
  },
  answers: [
    {
      status: 202,
      description: 'One result an item.',
      schema: Type.Object({ data: Type.Array(resultSchema) }),
      example: {
        data: [
          { id: ID, status: 'queued' },
          {
            id: null,
            status: 'failed',
            error: {
              status: 403,
              name: 'recipient_suppressed',
              message: "On the account's suppression list: bob@customer.example.",
              fix: 'Leave the recipient out, or take the address off the suppression list if it can be reached again.',
              link: 'http://127.0.0.1:8025/docs/errors#recipient_suppressed',
              request_id: '3f0c6a4be9d24c6f8a1be0f7d2c4a9e1',
            },
          },
        ],
      },
    },
  ],
  problems: ['account_paused', 'invalid_idempotent_request', 'concurrent_idempotent_requests'],
};

/** `GET /transactional/emails/{id}`. */
export const lookupDoc: RouteDoc = {
  group: GROUP,
  params: { id: { description: 'The id of the message.', example: ID } },
  answers: [
    {
      status: 200,
      description: 'The message.',
      schema: messageSchema,
      example: { ...LISTED_EXAMPLE, html: SEND_EXAMPLE.html, text: SEND_EXAMPLE.text },
    },
  ],
};

/** `GET /transactional/emails`. */
export const listDoc: RouteDoc = {
  group: GROUP,
  description:
    'A page of messages without bodies. `after` takes the id of the last message of a page and gives the page of older ' +
    'ones, `before` that of newer ones; a page stays the same while mail is accepted. `next` is the id to go on with. ' +
    'Whoever asks again and again with `before` and the newest id that they have seen misses nothing: a message gets a ' +
    'greater id than all of the account that were stored before it. `status` finds a message by the state of any of its ' +
    'recipients; `recipient_counts` says how many are in each. ' +
    'A page looks at no more than 5,000 messages: where filters seldom match together it may hold few messages or none ' +
    'and still have a `next`.',
  answers: [
    {
      status: 200,
      description: 'A page.',
      schema: pageSchema,
      example: { data: [LISTED_EXAMPLE], per_page: 20, has_more: false, next: null },
    },
  ],
};
