import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { DELIVERY_STATES, WEBHOOK_FORMATS } from './types.ts';

const GROUP = 'Webhooks';
const DELIVERY_ID = 'wdl_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const DELIVERY_PARAM = { id: { description: 'The ID of the delivery.', example: DELIVERY_ID } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const NUMBER_OR_NULL = Type.Union([Type.Number(), Type.Null()]);
const HEADERS = Type.Record(Type.String(), Type.String());

const deliveryFields = {
  id: Type.String({ description: 'The ID of the delivery.' }),
  event_id: Type.String({
    description: 'The ID of the event in the payload. The ID stays the same when the event is resent or replayed.',
  }),
  event: Type.String(),
  message_id: TEXT_OR_NULL,
  recipient: TEXT_OR_NULL,
  tag: TEXT_OR_NULL,
  test: Type.Boolean({ description: 'Whether the event was created with `POST /transactional/webhook/test`.' }),
  state: Type.Enum([...DELIVERY_STATES], {
    description: '`held` means that the event occurred while the webhook was disabled. Held events can be replayed.',
  }),
  answer: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'The HTTP status code of the response to the last attempt. Null if the receiver did not respond, or if no attempt was made yet.',
  }),
  attempt_count: Type.Integer(),
  next_attempt_at: TIME_OR_NULL,
  url: Type.Union([Type.String(), Type.Null()], {
    description: 'The URL that the delivery is sent to. Null if the delivery is sent to the URL of the webhook.',
  }),
  replay_id: TEXT_OR_NULL,
  occurred_at: Type.String({ format: 'date-time', description: 'When the event occurred.' }),
  created_at: Type.String({ format: 'date-time', description: 'When the delivery was created.' }),
};

export const deliverySchema = Type.Object(deliveryFields, { $id: 'WebhookDelivery' });

export const attemptSchema = Type.Object(
  {
    number: Type.Integer(),
    started_at: TIME,
    duration_ms: Type.Integer(),
    url: Type.String(),
    request_headers: Type.Record(Type.String(), Type.String(), {
      description: 'The request headers, with signature values redacted.',
    }),
    answer: Type.Union([Type.Integer(), Type.Null()]),
    answer_headers: Type.Union([HEADERS, Type.Null()]),
    answer_body: Type.Union([Type.String(), Type.Null()], { description: 'The first 8 KB of the response body.' }),
    fault: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the receiver did not respond. Null if the receiver responded.',
    }),
  },
  { $id: 'WebhookAttempt' },
);

export const fullDeliverySchema = Type.Object(
  {
    ...deliveryFields,
    format: Type.Union([Type.Enum([...WEBHOOK_FORMATS]), Type.Null()]),
    body: Type.Union([Type.String(), Type.Null()], {
      description: 'The request body, which is identical in each attempt. Null before the first attempt.',
    }),
    attempts: Type.Array(attemptSchema),
  },
  { $id: 'WebhookDeliveryInFull' },
);

const healthSchema = Type.Object(
  {
    state: Type.Enum(['enabled', 'disabled']),
    disabled_by: TEXT_OR_NULL,
    disabled_at: TIME_OR_NULL,
    failing_since: Type.Union([TIME, Type.Null()], {
      description: 'When the current series of failed attempts started. Null if the last attempt succeeded.',
    }),
    failures: Type.Integer({ description: 'The number of failed attempts since the last success.' }),
    last_success_at: TIME_OR_NULL,
    last_failure_at: TIME_OR_NULL,
    last_failure: TEXT_OR_NULL,
    waiting: Type.Integer({ description: 'The number of waiting deliveries. Counting stops at 10,000.' }),
    due_since: Type.Union([TIME, Type.Null()], {
      description: 'When the oldest due delivery became due. Null if no delivery is due.',
    }),
    last_24_hours: Type.Object({
      attempts: Type.Integer({ description: 'The number of attempts. Only the newest 10,000 attempts are counted.' }),
      received: Type.Integer(),
      success_rate: NUMBER_OR_NULL,
      median_ms: NUMBER_OR_NULL,
      p95_ms: NUMBER_OR_NULL,
    }),
  },
  { $id: 'WebhookHealth' },
);

const DELIVERY_EXAMPLE = {
  id: DELIVERY_ID,
  event_id: 'whd_019aa5b02c6a7f0e8c1d2b3a4f5e6d7c',
  event: 'bounced',
  message_id: 'tm_019aa5b02a117d1a9b3f5c2e8d7a6b41',
  recipient: 'ann@customer.example',
  tag: 'login_code',
  test: false,
  state: 'given_up',
  answer: 503,
  attempt_count: 5,
  next_attempt_at: null,
  url: null,
  replay_id: null,
  occurred_at: '2026-11-21T09:30:00.802Z',
  created_at: '2026-11-21T09:30:00.815Z',
};

const QUEUED_EXAMPLE = {
  ...DELIVERY_EXAMPLE,
  state: 'waiting',
  answer: null,
  attempt_count: 0,
  next_attempt_at: '2026-11-21T10:00:00.000Z',
};

const queuedAnswer: RouteDoc['answers'] = [
  {
    status: 202,
    description: 'The queued delivery.',
    schema: deliverySchema,
    example: QUEUED_EXAMPLE,
  },
];

/** API documentation for the webhook log. */
export const logDocs = {
  list: {
    group: GROUP,
    description:
      'Returns a page of deliveries from the last 30 days, without bodies. Pass an ID as `after` to get older deliveries, or ' +
      'as `before` to get newer ones. To fill a page, Postrider searches at most 25,000 deliveries. If few deliveries match the filters, a ' +
      'page can contain few or no deliveries even if `next` is set.',
    answers: [
      {
        status: 200,
        description: 'A page.',
        schema: Type.Object({
          data: Type.Array(deliverySchema),
          per_page: Type.Integer(),
          has_more: Type.Boolean(),
          next: Type.Union([Type.String(), Type.Null()], {
            description: 'The value to pass as `after` (or `before`) to get the next page.',
          }),
        }),
        example: { data: [DELIVERY_EXAMPLE], per_page: 20, has_more: false, next: null },
      },
    ],
    problems: ['validation_error'],
  },
  read: {
    group: GROUP,
    params: DELIVERY_PARAM,
    answers: [
      {
        status: 200,
        description: 'The delivery.',
        schema: fullDeliverySchema,
        example: {
          ...DELIVERY_EXAMPLE,
          attempt_count: 1,
          format: 'native',
          body: '{"id":"whd_019aa5b02c6a7f0e8c1d2b3a4f5e6d7c","event":"bounced"}',
          attempts: [
            {
              number: 1,
              started_at: '2026-11-21T09:30:00.900Z',
              duration_ms: 41,
              url: 'https://hooks.acme.example/mail',
              request_headers: { 'X-Service-Signature': 't=1795253400,v1=(not kept)' },
              answer: 503,
              answer_headers: { 'content-type': 'text/plain' },
              answer_body: 'Down for maintenance',
              fault: null,
            },
          ],
        },
      },
    ],
    problems: ['not_found'],
  },
  resend: {
    group: GROUP,
    description:
      'Queues a new delivery with the same event ID, the same body, and a new signature. You can resend deliveries in any ' +
      'state.',
    params: DELIVERY_PARAM,
    answers: queuedAnswer,
    problems: ['not_found', 'validation_error'],
  },
  test: {
    group: GROUP,
    description:
      'Queues a test event about an email or alert that does not exist. Postrider handles the test event like a real event. The body ' +
      'contains `"test": true`, so that your receiver can recognize the test event.',
    requestExample: { event: 'bounced' },
    answers: queuedAnswer,
    problems: ['not_found', 'validation_error'],
  },
  health: {
    group: GROUP,
    answers: [
      {
        status: 200,
        description: 'The health of the webhook.',
        schema: healthSchema,
        example: {
          state: 'enabled',
          disabled_by: null,
          disabled_at: null,
          failing_since: null,
          failures: 0,
          last_success_at: '2026-11-21T09:59:58.300Z',
          last_failure_at: '2026-11-20T04:12:55.120Z',
          last_failure: 'HTTP status 503',
          waiting: 2,
          due_since: null,
          last_24_hours: { attempts: 5120, received: 5101, success_rate: 99.63, median_ms: 38, p95_ms: 210 },
        },
      },
    ],
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;
