import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { ALERT_KINDS } from './alert-rule.ts';
import { presentCounters, type Counters } from './counters.ts';

const TAGS = 'Tags';
const ALERTS = 'Alerts';
const TAG_PARAM = { tag: { description: 'Name of the tag.', example: 'password_reset' } };
const ALERT_PARAM = { id: { description: 'ID of the alert.', example: '7' } };
const TIME = Type.String({ format: 'date-time' });
const DATE = Type.String({ format: 'date' });
const COUNT = Type.Integer();
const PERCENT = Type.Number({ description: 'Percentage with two decimal places.' });

const counters = {
  sent: COUNT,
  delivered: COUNT,
  bounced: COUNT,
  complained: COUNT,
  failed: COUNT,
  suppressed: COUNT,
  delayed: COUNT,
  opened: COUNT,
  clicked: COUNT,
  delivery_rate: PERCENT,
  bounce_rate: PERCENT,
  complaint_rate: PERCENT,
  failure_rate: PERCENT,
  open_rate: PERCENT,
  click_rate: PERCENT,
};

const countersSchema = Type.Object(counters, { $id: 'TagCounters' });

export const tagSchema = Type.Object(
  {
    tag: Type.String(),
    track_opens: Type.Boolean(),
    track_clicks: Type.Boolean(),
    last_30_days: countersSchema,
  },
  { $id: 'Tag' },
);

const statisticsSchema = Type.Object(
  {
    tag: Type.String(),
    from: DATE,
    to: DATE,
    totals: countersSchema,
    data: Type.Array(Type.Object({ date: DATE, ...counters })),
  },
  { $id: 'TagStatistics' },
);

export const alertSchema = Type.Object(
  {
    id: Type.Integer(),
    tag: Type.String(),
    kind: Type.Enum([...ALERT_KINDS]),
    threshold_percent: Type.Union([Type.Number(), Type.Null()]),
    window_minutes: Type.Integer(),
    minimum_volume: Type.Union([Type.Integer(), Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()]),
    firing_since: Type.Union([TIME, Type.Null()], {
      description: 'When the alert started to fire. Null while the alert is not firing.',
    }),
    created_at: TIME,
  },
  { $id: 'Alert' },
);

const DAY: Counters = {
  sent: 412,
  delivered: 405,
  bounced: 5,
  complained: 0,
  failed: 1,
  suppressed: 1,
  delayed: 2,
  opened: 297,
  clicked: 188,
};

const TAG_EXAMPLE = {
  tag: 'password_reset',
  track_opens: true,
  track_clicks: false,
  last_30_days: presentCounters(DAY),
};

const ALERT_EXAMPLE = {
  id: 7,
  tag: 'password_reset',
  kind: 'bounce_rate',
  threshold_percent: 2.5,
  window_minutes: 60,
  minimum_volume: 20,
  email: null,
  firing_since: null,
  created_at: '2026-11-21T08:15:00.000Z',
};

const alertAnswer = (status: number, description: string): RouteDoc['answers'] => [
  { status, description, schema: alertSchema, example: ALERT_EXAMPLE },
];

function pageOf(schema: typeof tagSchema | typeof alertSchema) {
  return Type.Object({ data: Type.Array(schema), per_page: Type.Integer(), has_more: Type.Boolean() });
}

/** API documentation for the tag routes. */
export const tagDocs = {
  list: {
    group: TAGS,
    description:
      'Returns tags sorted by name, with their totals for the last 30 days including today (UTC). Emails to test addresses ' +
      'are included. The bounce rate is the percentage of emails that receiving servers rejected, out of all emails that ' +
      'they accepted or rejected. Complaint, open, and click rates are percentages of delivered emails.',
    answers: [
      {
        status: 200,
        description: 'A page of tags.',
        schema: pageOf(tagSchema),
        example: { data: [TAG_EXAMPLE], per_page: 20, has_more: false },
      },
    ],
  },
  read: {
    group: TAGS,
    params: TAG_PARAM,
    answers: [{ status: 200, description: 'The tag.', schema: tagSchema, example: TAG_EXAMPLE }],
    problems: ['not_found'],
  },
  change: {
    group: TAGS,
    description:
      'Updates the settings of a tag, or creates the tag if it does not exist. Tracking is off by default. The settings apply to emails that are ' +
      'accepted at least one second after the response.',
    params: TAG_PARAM,
    requestExample: { track_opens: true },
    answers: [{ status: 200, description: 'The updated tag.', schema: tagSchema, example: TAG_EXAMPLE }],
    problems: ['validation_error'],
  },
  statistics: {
    group: TAGS,
    description:
      'Returns one entry per UTC day, oldest first, including days without emails. By default, returns the last 30 days. To ' +
      'get up to 400 days, set `from` and `to`. Events are counted on the day they occur, so a day can have more opens than ' +
      'deliveries.',
    params: TAG_PARAM,
    answers: [
      {
        status: 200,
        description: 'The statistics.',
        schema: statisticsSchema,
        example: {
          tag: 'password_reset',
          from: '2026-11-21',
          to: '2026-11-21',
          totals: presentCounters(DAY),
          data: [{ date: '2026-11-21', ...presentCounters(DAY) }],
        },
      },
    ],
    problems: ['not_found', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;

/** API documentation for the alert routes. */
export const alertDocs = {
  list: {
    group: ALERTS,
    description: 'Returns all of the account’s alerts, at most 100, oldest first.',
    answers: [
      {
        status: 200,
        description: 'The alerts.',
        schema: pageOf(alertSchema),
        example: { data: [ALERT_EXAMPLE], per_page: 100, has_more: false },
      },
    ],
  },
  create: {
    group: ALERTS,
    description:
      'Alerts are evaluated every minute. Postrider sends an email when an alert starts to fire and when the alert is ' +
      'resolved. If the webhook subscribes to `alert` events, Postrider also sends a webhook event. ' +
      'A `silence` alert fires if no emails with the tag were sent during the window, but some were sent earlier.',
    requestExample: { tag: 'password_reset', kind: 'bounce_rate', threshold_percent: 2.5, window_minutes: 60 },
    answers: alertAnswer(201, 'The alert.'),
    problems: ['validation_error'],
  },
  read: { group: ALERTS, params: ALERT_PARAM, answers: alertAnswer(200, 'The alert.'), problems: ['not_found'] },
  change: {
    group: ALERTS,
    description: 'Omitted fields stay unchanged. If you change the tag or the kind, the alert is reset.',
    params: ALERT_PARAM,
    requestExample: { threshold_percent: 2.5, email: 'mail-team@acme.example' },
    answers: alertAnswer(200, 'The updated alert.'),
    problems: ['not_found', 'validation_error'],
  },
  remove: {
    group: ALERTS,
    params: ALERT_PARAM,
    answers: [
      {
        status: 200,
        description: 'The alert was deleted.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The alert was deleted.' },
      },
    ],
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;
