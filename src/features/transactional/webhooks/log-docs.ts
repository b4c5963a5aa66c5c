import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { DELIVERY_STATES, WEBHOOK_FORMATS } from './types.ts';

const GROUP = 'Webhooks';
const DELIVERY_ID = 'wdl_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const REPLAY_ID = 'whr_019aa5b0a1b27c3d8e4f5a6b7c8d9e0f';
const DELIVERY_PARAM = { id: { description: 'The id of the delivery.', example: DELIVERY_ID } };
const REPLAY_PARAM = { id: { description: 'The id of the replay.', example: REPLAY_ID } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const NUMBER_OR_NULL = Type.Union([Type.Number(), Type.Null()]);
const HEADERS = Type.Record(Type.String(), Type.String());

const deliveryFields = {
  id: Type.String({ description: 'Of this delivery.' }),
  event_id: Type.String({ description: 'Of the event, as the receiver sees it; a resend or a replay repeats it.' }),
  event: Type.String(),
  message_id: TEXT_OR_NULL,
  recipient: TEXT_OR_NULL,
  tag: TEXT_OR_NULL,
  test: Type.Boolean({ description: 'An event of POST /transactional/webhook/test.' }),
  state: Type.Enum([...DELIVERY_STATES], {
    description: '`held`: it came up while the webhook was disabled, and may be replayed.',
  }),
  answer: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Status of the last attempt; null when there was no answer or no attempt.',
  }),
  attempt_count: Type.Integer(),
  next_attempt_at: TIME_OR_NULL,
  url: Type.Union([Type.String(), Type.Null()], { description: 'Null: that of the webhook.' }),
  replay_id: TEXT_OR_NULL,
  occurred_at: Type.String({ format: 'date-time', description: 'When what it tells of happened.' }),
  created_at: Type.String({ format: 'date-time', description: 'When the delivery came up.' }),
};

export const deliverySchema = Type.Object(deliveryFields, { $id: 'WebhookDelivery' });

export const attemptSchema = Type.Object(
  {
    number: Type.Integer(),
    started_at: TIME,
    duration_ms: Type.Integer(),
    url: Type.String(),
    request_headers: Type.Record(Type.String(), Type.String(), {
      description: 'The headers that were sent; of signatures only that they were.',
    }),
    answer: Type.Union([Type.Integer(), Type.Null()]),
    answer_headers: Type.Union([HEADERS, Type.Null()]),
    answer_body: Type.Union([Type.String(), Type.Null()], { description: 'The first 8 KB.' }),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why there was no answer.' }),
  },
  { $id: 'WebhookAttempt' },
);

export const fullDeliverySchema = Type.Object(
  {
    ...deliveryFields,
    format: Type.Union([Type.Enum([...WEBHOOK_FORMATS]), Type.Null()]),
    body: Type.Union([Type.String(), Type.Null()], {
      description: 'The exact text of each attempt; null before the first.',
    }),
    attempts: Type.Array(attemptSchema),
  },
  { $id: 'WebhookDeliveryInFull' },
);

export const replaySchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum(['running', 'done', 'cancelled']),
    filter: Type.Record(Type.String(), Type.String()),
    url: TEXT_OR_NULL,
    per_second: Type.Integer(),
    queued: Type.Integer({ description: 'Deliveries that it has made so far.' }),
    looked_until: Type.String({ format: 'date-time', description: 'How far into the log it has come.' }),
    until: Type.String({ format: 'date-time', description: 'Deliveries that came up later are not of it.' }),
    created_at: TIME,
    finished_at: TIME_OR_NULL,
  },
  { $id: 'WebhookReplay' },
);

const healthSchema = Type.Object(
  {
    state: Type.Enum(['enabled', 'disabled']),
    disabled_by: TEXT_OR_NULL,
    disabled_at: TIME_OR_NULL,
    failing_since: Type.Union([TIME, Type.Null()], { description: 'Null while the last attempt was received.' }),
    failures: Type.Integer({ description: 'Attempts that failed since then.' }),
    last_success_at: TIME_OR_NULL,
    last_failure_at: TIME_OR_NULL,
    last_failure: TEXT_OR_NULL,
    waiting: Type.Integer({ description: 'Deliveries that wait; counted up to 10,000.' }),
    due_since: Type.Union([TIME, Type.Null()], { description: 'Since when the first of those is due that are due.' }),
    last_24_hours: Type.Object({
      attempts: Type.Integer({ description: 'Those looked at: the newest 10,000.' }),
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

const REPLAY_EXAMPLE = {
  id: REPLAY_ID,
  state: 'running',
  filter: { state: 'given_up', created_after: '2026-11-20T00:00:00Z' },
  url: null,
  per_second: 10,
  queued: 30,
  looked_until: '2026-11-20T04:12:55.120Z',
  until: '2026-11-21T10:00:00.000Z',
  created_at: '2026-11-21T10:00:00.000Z',
  finished_at: null,
};

const replayAnswer = (status: number, description: string): RouteDoc['answers'] => [
  { status, description, schema: replaySchema, example: REPLAY_EXAMPLE },
];

const queuedAnswer: RouteDoc['answers'] = [
  { status: 202, description: 'The new delivery, queued.', schema: deliverySchema, example: QUEUED_EXAMPLE },
];

/** What the API document says of the log of a webhook. */
export const logDocs = {
  list: {
    group: GROUP,
    description:
      'A page of deliveries of the last 30 days without bodies. `after` takes the `next` of a page and gives the page of ' +
      'older ones, `before` that of newer ones. A page looks at no more than 25,000 deliveries: where filters seldom match ' +
      'it may hold few or none and still have a `next`.',
    answers: [
      {
        status: 200,
        description: 'A page.',
        schema: Type.Object({
          data: Type.Array(deliverySchema),
          per_page: Type.Integer(),
          has_more: Type.Boolean(),
          next: Type.Union([Type.String(), Type.Null()], {
            description: 'What to give as `after` (or `before`) to go on.',
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
    description: 'A delivery of its own with the same event id and the same bytes, signed anew; in any state.',
    params: DELIVERY_PARAM,
    answers: queuedAnswer,
    problems: ['not_found', 'validation_error'],
  },
  test: {
    group: GROUP,
    description:
      'Queues an event about a mail that was never sent, or an alert that there is not, as a real one in every other ' +
      'respect. Its body says ' +
      '`"test": true`, by which a receiver can tell.',
    requestExample: { event: 'bounced' },
    answers: queuedAnswer,
    problems: ['not_found', 'validation_error'],
  },
  health: {
    group: GROUP,
    answers: [
      {
        status: 200,
        description: 'How it fares.',
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

/** What the API document says of replays. */
export const replayDocs = {
  begin: {
    group: GROUP,
    description:
      'Sends deliveries of the log again, oldest first and `per_second` of them a second, with the same event ids and ' +
      'bytes: those that match the filters when the request comes, none that come up later; held ones too. What ' +
      'other replays made is left out, unless `replay_id` names one. With another ' +
      '`url` they go there, signed with the secret of the webhook, and count neither for nor against its health. A replay ' +
      'waits while the webhook is disabled, and while its receiver does not follow; removing the webhook cancels it.',
    requestExample: { state: 'given_up,held', created_after: '2026-11-20T00:00:00Z', per_second: 10 },
    answers: replayAnswer(202, 'The replay, begun.'),
    problems: ['not_found', 'validation_error'],
  },
  list: {
    group: GROUP,
    description: 'Newest first. `after` takes the id of the last replay of a page.',
    answers: [
      {
        status: 200,
        description: 'A page.',
        schema: Type.Object({ data: Type.Array(replaySchema), per_page: Type.Integer(), has_more: Type.Boolean() }),
        example: { data: [REPLAY_EXAMPLE], per_page: 20, has_more: false },
      },
    ],
    problems: ['validation_error'],
  },
  read: { group: GROUP, params: REPLAY_PARAM, answers: replayAnswer(200, 'The replay.'), problems: ['not_found'] },
  cancel: {
    group: GROUP,
    description: 'What it has queued and nobody has begun to send is taken back. One that has ended stays as it is.',
    params: REPLAY_PARAM,
    answers: replayAnswer(200, 'The replay as it is now.'),
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;
