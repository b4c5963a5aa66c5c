import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { acceptedSchema, pageSchema } from '../messages/index.ts';
import { checksSchema, overviewSchema, routeSchema } from './view-schemas.ts';

const GROUP = 'Dashboard: messages';
const ID = 'tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const PARAMS = { id: { description: 'The ID of the message.', example: ID } };
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
      title: 'The server accepted the email',
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
      title: 'SPF of the sending IP address',
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
  domains_needing_care: [
    { id: 7, name: 'acme.example', status: 'pending', why: 'Not all DNS records have been found yet.' },
  ],
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

/** API documentation for the message pages. */
export const viewDocs = {
  route: {
    group: GROUP,
    description:
      'Returns the delivery steps of a message in chronological order, with the SMTP conversations and explanations of the replies. ' +
      '`at` is null for steps whose time was not recorded.',
    params: PARAMS,
    answers: [{ status: 200, description: 'The delivery route.', schema: routeSchema, example: ROUTE_EXAMPLE }],
    problems: ['not_found'],
  },
  source: {
    group: GROUP,
    description:
      'Composes and signs the email again. The result is identical to the email sent in each delivery attempt, unless the DKIM ' +
      'keys have changed.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The email source. With `download=1`, the response is a `message/rfc822` file to download.',
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
      'Returns a page to display in a same-origin iframe. Scripts, links, and remote content are disabled. Set `images=1` to ' +
      'load images. Loading the preview is not recorded as an open.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The HTML part of the message, or its plain text as an HTML page.',
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
      'Verifies the email as a receiving server would, with keys and policies from DNS. The request takes up to 10 seconds. ' +
      'The result is cached for one minute.',
    params: PARAMS,
    answers: [{ status: 200, description: 'The checks.', schema: checksSchema, example: CHECKS_EXAMPLE }],
    problems: ['not_found'],
  },
  sendAgain: {
    group: GROUP,
    description:
      'Sends the content as a new message with a new ID. Sender rules, quotas, and suppressions are checked again. ' +
      'Without `to`, the new message is sent to all recipients of the original message.',
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
      'conflict',
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
      'Exports the messages that match the filters, newest first. `per_page` and `limit` are ignored. An export stops after ' +
      '100,000 messages or 100 seconds. The last record then contains the filter for exporting the remaining messages. Cells that look ' +
      'like formulas start with an apostrophe.',
    answers: [
      {
        status: 200,
        description: 'A CSV file (RFC 4180) with a header row and one row per message.',
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
      'Counts the messages that match the filters, up to 10,000. If you set `search`, a status, or at least two ' +
      'filters other than dates, Postrider searches at most 5,000 messages.',
    answers: [
      {
        status: 200,
        description: 'The count. If `is_more` is true, more messages match, or might match if several filters are set.',
        schema: Type.Object({ count: Type.Integer(), is_more: Type.Boolean() }),
        example: { count: 412, is_more: false },
      },
    ],
    problems: ['validation_error'],
  },
  overview: {
    group: GROUP,
    description:
      'Returns totals and a time series from the hourly statistics. The series has one entry per hour if `days` is 1, and otherwise one entry per UTC day.',
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
      'Returns a stream of server-sent events: `message` (a new or changed message), `event`, `webhook`, `route` (new steps of the watched ' +
      'message), and `seen`. The stream covers the newest 200 messages, the newest 100 webhook ' +
      'deliveries, and the watched message. The stream ends after 100 seconds. To continue without gaps, ' +
      'reconnect and send the ID of the last `seen` event in the `Last-Event-ID` header.',
    headers: {
      'Last-Event-ID': {
        description: 'The ID of the last event. Browsers send this header automatically.',
        example: '1:2:',
      },
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
