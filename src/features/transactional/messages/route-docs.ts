import { Type } from 'typebox';
import { problemSchema } from '../../../http/problem-schema.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { STATUSES } from './status.ts';

const GROUP = 'Emails';
const ID = 'tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const TIME = Type.String({ format: 'date-time' });

export const acceptedSchema = Type.Object(
  { id: Type.String({ pattern: '^tm_[0-9a-f]{32}$' }), status: Type.Literal('queued') },
  { $id: 'AcceptedEmail' },
);

export const resultSchema = Type.Object(
  {
    id: TEXT_OR_NULL,
    status: Type.Union([Type.Literal('queued'), Type.Literal('failed')]),
    error: Type.Optional(problemSchema),
  },
  {
    $id: 'BatchResult',
    description:
      'For an accepted email, `id` is set and `status` is `queued`. For a rejected email, `error` contains an error object.',
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
    description:
      'The number of recipients in each status. The `status` of the message is the best status among its recipients.',
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

/** A message with its bodies. */
export const messageSchema = Type.Object(
  { ...listedFields, html: TEXT_OR_NULL, text: TEXT_OR_NULL },
  { $id: 'Message' },
);

export const listedSchema = Type.Object(listedFields, { $id: 'ListedMessage' });

export const pageSchema = Type.Object({
  data: Type.Array(listedSchema),
  per_page: Type.Integer(),
  has_more: Type.Boolean(),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'The value to pass as `after` (or `before`) to get the next page.',
  }),
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
    description:
      'A key of 1 to 256 characters. The key identifies this request for 24 hours, so that retries do not send the email twice.',
    example: 'order-417',
  },
};

/** `POST /transactional/emails`. */
export const sendDoc: RouteDoc = {
  group: GROUP,
  headers: IDEMPOTENCY,
  description:
    'Accepts one email. The optional `Idempotency-Key` header (1 to 256 characters) makes retries safe for 24 hours. A ' +
    'request with the same key and body returns the original response with the `Idempotent-Replayed: true` header, and ' +
    'nothing is sent again. `idempotency_key` in the body has the same effect. If you set both keys, they must match. Unknown ' +
    'fields are rejected.',
  requestExample: SEND_EXAMPLE,
  answers: [
    {
      status: 202,
      description: 'The email was stored durably and queued.',
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
    'Accepts 1 to 100 emails in one transaction. The response contains one result per email, in the same order. An ' +
    'invalid email does not affect the other emails. `idempotency_key` applies to one email. The `Idempotency-Key` header ' +
    'applies to the whole batch.',
  requestExample: {
    emails: [SEND_EXAMPLE, { ...SEND_EXAMPLE, to: ['bob@customer.example'], idempotency_key: 'bob-1' }],
  },
  answers: [
    {
      status: 202,
      description: 'One result per email.',
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
              message: "These recipients are on the account's suppression list: bob@customer.example.",
              fix: 'Omit the recipient, or remove the address from the suppression list if the address can receive email again.',
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
  params: { id: { description: 'The ID of the message.', example: ID } },
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
    'Returns a page of messages without bodies. Pass the ID of a message as `after` to get older messages, or as ' +
    '`before` to get newer ones. New messages do not affect the following pages. `next` is the cursor of the next ' +
    'page. To poll for new messages, set `before` to the newest ID that you have seen. You will not miss any messages, because IDs ' +
    'increase in the order in which an account’s messages are stored. `status` matches messages with at least one ' +
    'recipient in this status. `recipient_counts` contains the number of recipients in each status. For each page, Postrider searches at most 5,000 messages. If ' +
    'few messages match the filters, a page can contain few or no messages even if `next` is set.',
  answers: [
    {
      status: 200,
      description: 'A page of messages.',
      schema: pageSchema,
      example: { data: [LISTED_EXAMPLE], per_page: 20, has_more: false, next: null },
    },
  ],
};
