import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { acceptedSchema, pageSchema } from '../messages/index.ts';
import { checksSchema, overviewSchema, routeSchema } from './view-schemas.ts';

const GROUP = 'Dashboard: messages';
const ID = 'tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const PARAMS = { id: { description: 'Id of the message.', example: ID } };
const TEXT = Type.String();

const ROUTE_EXAMPLE = {
  message_id: ID,
  recipient: 'ann@customer.example',
  status: 'delivered',
  is_final: true,
  next_attempt_at: null,
  recipients: [{ recipient: 'ann@customer.example', status: 'delivered' }],
  legs: [
    {
      id: 'accepted',
      at: '2026-11-21T08:15:00.015Z',
      ms: 0,
      title: 'Accepted and stored',
      kind: 'accepted',
      recipients: 1,
      by: { via: 'key', name: 'production' },
    },
    {
      id: 'attempt-1',
      at: '2026-11-21T08:15:00.402Z',
      ms: 387,
      title: 'The server took the mail',
      kind: 'attempt',
      attempt: 1,
      outcome: 'delivered',
      status: '2.0.0',
      reason: '2.0.0 queued',
      meaning: 'Taken.',
      duration_ms: 310,
      conversation: [
        { from: 'us', text: 'MAIL FROM:<mail@acme.example> SIZE=2345', ms: null },
        { from: 'server', text: '250 2.1.0 ok', ms: null },
      ],
      next_attempt_at: null,
    },
  ],
};

const CHECKS_EXAMPLE = {
  message_id: ID,
  recipient: 'ann@customer.example',
  checked_at: '2026-11-21T08:16:00.000Z',
  size_bytes: 2345,
  checks: [
    {
      id: 'spf',
      title: 'SPF of the sending address',
      verdict: 'warn',
      why: 'acme.example has no SPF record.',
      fix: 'Publish a TXT record at acme.example: v=spf1 ip4:192.0.2.1 ~all',
    },
  ],
};

const COUNTS = { sent: 412, delivered: 405, bounced: 5, complained: 0, failed: 1, opened: 297, clicked: 188 };
const OVERVIEW_EXAMPLE = {
  days: 1,
  step: 'hour',
  totals: COUNTS,
  series: [{ at: '2026-11-21T08:00:00.000Z', ...COUNTS }],
  delivery_time: { p50_ms: 420, p95_ms: 2310, messages: 405 },
  domains_needing_care: [{ id: 7, name: 'acme.example', status: 'pending', why: 'Its records are not all found yet.' }],
  quota: {
    plan: 'free',
    used: 412,
    limit: 3000,
    remaining: 2588,
    resets_at: '2026-12-01T00:00:00.000Z',
    runs_out_on: null,
  },
  latest: [],
};

/** What the API document says of the message pages. */
export const viewDocs = {
  route: {
    group: GROUP,
    description:
      'The legs of the way in the order in which things happened, with what was said to servers and what their answers ' +
      'mean. A leg without a time is one whose moment is not recorded.',
    params: PARAMS,
    answers: [{ status: 200, description: 'The way.', schema: routeSchema, example: ROUTE_EXAMPLE }],
    problems: ['not_found'],
  },
  source: {
    group: GROUP,
    description:
      'The mail is composed and signed once more, which gives the same bytes as each attempt, as long as the same keys ' +
      'sign.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The mail; with `download=1` as `message/rfc822` to be saved.',
        mediaType: 'text/plain',
        schema: TEXT,
        example: 'DKIM-Signature: v=1; ...',
      },
    ],
    problems: ['not_found'],
  },
  preview: {
    group: GROUP,
    description:
      'For a frame of the same origin: nothing in it runs, opens or loads, but for pictures when they are asked for. ' +
      'It is not counted as an open.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The HTML of the message, or its text as a page.',
        mediaType: 'text/html',
        schema: TEXT,
        example: '<p>Hello</p>',
      },
    ],
    problems: ['not_found', 'validation_error'],
  },
  checks: {
    group: GROUP,
    description:
      'The bytes are verified from outside knowledge: keys and policies come from DNS. It takes up to ten seconds, and ' +
      'the answer is kept for a minute.',
    params: PARAMS,
    answers: [{ status: 200, description: 'The checks.', schema: checksSchema, example: CHECKS_EXAMPLE }],
    problems: ['not_found'],
  },
  sendAgain: {
    group: GROUP,
    description:
      'A new message with a new id and the content of the old one; rules, quota and suppression are judged anew. ' +
      'Without `to` it goes to everybody who got the old one.',
    params: PARAMS,
    requestExample: { to: 'ann@customer.example' },
    answers: [
      {
        status: 202,
        description: 'The new message.',
        schema: acceptedSchema,
        example: { id: ID, status: 'queued' },
      },
    ],
    problems: [
      'not_found',
      'validation_error',
      'domain_not_verified',
      'sandbox_recipient_not_allowed',
      'recipient_suppressed',
      'account_paused',
      'daily_quota_exceeded',
      'monthly_quota_exceeded',
    ],
  },
  export: {
    group: GROUP,
    description:
      'What the listing with the same filters holds, newest first, without pages: `per_page` and `limit` are ignored. At most ' +
      '100,000 messages, and what is read within 100 seconds; then the last record says how to go on. Cells that a ' +
      'spreadsheet would take for formulas begin with an apostrophe.',
    answers: [
      {
        status: 200,
        description: 'The messages, one a record, below their header (RFC 4180).',
        mediaType: 'text/csv',
        schema: TEXT,
        example:
          'id,created_at,status,from,to,subject,tag,updated_at\r\n' +
          `${ID},2026-11-21T08:15:00.015Z,delivered,mail@acme.example,ann@customer.example,Hello,,2026-11-21T08:15:00.402Z\r\n`,
      },
    ],
    problems: ['validation_error', 'rate_limit_exceeded'],
  },
  count: {
    group: GROUP,
    description:
      'How many messages the listing with the same filters holds, over all of its pages, up to 10,000. With words to search ' +
      'for, with a status, or with two filters and more (dates do not count as one), as many are looked at as for a page.',
    answers: [
      {
        status: 200,
        description: 'The count; with `is_more` there are, or with several filters there may be, more than it says.',
        schema: Type.Object({ count: Type.Integer(), is_more: Type.Boolean() }),
        example: { count: 412, is_more: false },
      },
    ],
    problems: ['validation_error'],
  },
  overview: {
    group: GROUP,
    description: 'Totals and a series by hour (`days=1`) or by UTC day, from the hourly statistics.',
    answers: [
      {
        status: 200,
        description: 'The overview.',
        schema: overviewSchema(pageSchema.properties.data.items),
        example: OVERVIEW_EXAMPLE,
      },
    ],
    problems: ['validation_error'],
  },
  live: {
    group: GROUP,
    description:
      'Server-sent events: `message` (a new or changed element of the listing), `event`, `webhook`, `route` (new legs of ' +
      'the message that is watched) and `seen`, whose id is what to come back with. Told are the newest 200 messages, ' +
      'the newest 100 webhook deliveries and the message that is watched. The stream ends after 100 seconds; whoever ' +
      'comes back with `Last-Event-ID` misses nothing.',
    headers: {
      'Last-Event-ID': { description: 'The id of the last event, which browsers send by themselves.', example: '1:2:' },
    },
    answers: [
      {
        status: 200,
        description: 'The stream.',
        mediaType: 'text/event-stream',
        schema: TEXT,
        example: 'event: seen\nid: 1234:1236:1234\ndata: {}\n\n',
      },
    ],
    problems: ['not_found', 'rate_limit_exceeded'],
  },
} satisfies Record<string, RouteDoc>;
