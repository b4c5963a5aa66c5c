import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { MAILING_CLASSES } from '../../../mail/mail-class.ts';
import { usageSchema } from '../../tenants/usage/index.ts';
import { pausedClassesSchema } from './paused-classes.ts';
import { auditSchema, reviewSchema } from './review-schema.ts';

const GROUP = 'Dashboard: account';
const TIME = Type.String({ format: 'date-time' });
const STATUS = Type.Enum(['closed', 'restricted', 'paused', 'transactional_off', 'active']);

const settingsSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String({
      description: 'The account’s name. If no name is set, the value is the account’s email address.',
    }),
    email: Type.String(),
    timezone: Type.String(),
    is_operator: Type.Boolean(),
    status: STATUS,
    created_at: TIME,
    report_suppressed: Type.Boolean(),
    keeps_consent_ip: Type.Boolean(),
    double_opt_in: Type.Boolean(),
    usage: usageSchema,
    runs_out_on: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description:
        'UTC day on which the monthly quota will run out at the current rate. Null if the quota will not run out before it resets.',
    }),
  },
  { $id: 'DashboardAccount' },
);

const stopSchema = Type.Union([
  Type.Object({ since: TIME, reason: Type.Union([Type.String(), Type.Null()]), sentence: Type.String() }),
  Type.Null(),
]);

const statusSchema = Type.Object(
  {
    status: STATUS,
    sentence: Type.String(),
    may_send: Type.Boolean(),
    transactional: Type.Object({ enabled: Type.Boolean(), sentence: Type.String() }),
    pause: stopSchema,
    paused_classes: pausedClassesSchema,
    restriction: stopSchema,
    health: Type.Object({
      days: Type.Integer(),
      delivered: Type.Integer(),
      bounced: Type.Integer(),
      complained: Type.Integer(),
      bounce_rate: Type.Number({ description: 'Bounce rate as a percentage.' }),
      complaint_rate: Type.Number({ description: 'Complaint rate as a percentage.' }),
      bounce_limit: Type.Number({ description: 'Bounce rate, as a percentage, above which sending is paused.' }),
      complaint_limit: Type.Number({ description: 'Complaint rate, as a percentage, above which sending is paused.' }),
      minimum_volume: Type.Integer({
        description: 'Minimum number of emails before the rates are evaluated.',
      }),
      sentence: Type.String(),
    }),
    mail_classes: Type.Array(
      Type.Object({
        mail_class: Type.Enum([...MAILING_CLASSES]),
        delivered: Type.Integer(),
        bounced: Type.Integer(),
        complained: Type.Integer(),
        bounce_rate: Type.Number({ description: 'Bounce rate as a percentage.' }),
        complaint_rate: Type.Number({ description: 'Complaint rate as a percentage.' }),
        sentence: Type.String(),
      }),
      {
        description:
          'The rates for each type of bulk email that was sent in this period. The account’s bounce and complaint limits also apply to each type of bulk email.',
      },
    ),
    review: Type.Union([reviewSchema, Type.Null()], {
      description: 'The latest review, open or decided. Null if no review was ever requested.',
    }),
    may_ask_for_review: Type.Boolean(),
  },
  { $id: 'DashboardAccountStatus' },
);

const SETTINGS_EXAMPLE = {
  id: 7,
  name: 'Acme',
  email: 'mail@acme.example',
  timezone: 'Europe/Berlin',
  is_operator: false,
  status: 'active',
  created_at: '2026-03-02T08:15:00.000Z',
  report_suppressed: false,
  keeps_consent_ip: false,
  double_opt_in: true,
  usage: {
    plan: 'free',
    month: {
      used: 2100,
      limit: 3000,
      remaining: 900,
      starts_at: '2026-11-01T00:00:00.000Z',
      resets_at: '2026-12-01T00:00:00.000Z',
    },
    day: { used: 12, limit: 100, remaining: 88, resets_at: '2026-11-22T00:00:00.000Z' },
    overage: { available: false, enabled: false, cap_usd: 50, usd_per_thousand: null, used: 0, cost_usd: 0 },
    rate: { per_second: 5, per_minute: 300 },
    months: [
      { month: '2026-11', used: 2100 },
      { month: '2026-10', used: 1980 },
    ],
  },
  runs_out_on: '2026-11-29',
};

const REVIEW_EXAMPLE = {
  id: 3,
  asks_for: ['pause'],
  message: 'An old list was imported by mistake. We deleted it.',
  asked_by: 'Ann',
  asked_at: '2026-11-21T09:40:00.000Z',
  state: 'open',
  decided_at: null,
  reason: null,
  sentence: 'Ann asked the operator to lift the pause. The operator has not decided yet.',
};

const STATUS_EXAMPLE = {
  status: 'paused',
  sentence:
    'Sending is paused. New messages are rejected, accepted transactional email is still sent, and bulk email is held.',
  may_send: false,
  transactional: { enabled: true, sentence: 'Transactional email is turned on.' },
  pause: {
    since: '2026-11-21T08:15:00.000Z',
    reason: 'bounce rate of 6.2% (31 of 500) in 7 days, above the limit of 5%',
    sentence:
      'Sending is paused: bounce rate of 6.2% (31 of 500) in 7 days, above the limit of 5%. After you fix ' +
      'the cause, ask the operator for a review.',
  },
  paused_classes: [
    {
      mail_class: 'campaign',
      since: '2026-11-20T10:15:00.000Z',
      reason: 'complaint rate of 0.4% (4 of 1000) in 7 days, above the limit of 0.3%',
      sentence:
        'Campaigns are paused: complaint rate of 0.4% (4 of 1000) in 7 days, above the limit of 0.3%. These emails ' +
        'stay queued until the operator lifts the pause. Emails of other types are still sent.',
    },
  ],
  restriction: null,
  health: {
    days: 7,
    delivered: 469,
    bounced: 31,
    complained: 0,
    bounce_rate: 6.2,
    complaint_rate: 0,
    bounce_limit: 5,
    complaint_limit: 0.3,
    minimum_volume: 200,
    sentence:
      'Of 500 emails in the last 7 days, 6.2% bounced and 0% were reported as spam. If more than 5% bounce or more than ' +
      '0.3% are reported as spam, sending is paused.',
  },
  mail_classes: [
    {
      mail_class: 'campaign',
      delivered: 1000,
      bounced: 12,
      complained: 4,
      bounce_rate: 1.19,
      complaint_rate: 0.4,
      sentence:
        'Of 1012 emails in the last 7 days, 1.19% bounced and 0.4% were reported as spam. If more than 5% bounce or more ' +
        'than 0.3% are reported as spam, campaigns are paused.',
    },
  ],
  review: REVIEW_EXAMPLE,
  may_ask_for_review: false,
};

const AUDIT_EXAMPLE = {
  data: [
    {
      id: 41,
      occurred_at: '2026-11-21T08:15:00.000Z',
      via: 'session',
      by: { name: 'Ann', email: 'ann@acme.example' },
      is_operator: false,
      action: 'key.revoke',
      subject: 'Shop, staging (pr_Q2x9...k7Wd)',
      before: null,
      after: null,
    },
  ],
  per_page: 50,
  has_more: false,
};

/** API documentation for the account routes. */
export const accountDocs = {
  read: {
    group: GROUP,
    description: 'Returns settings and usage. `runs_out_on` is a forecast based on the usage in the current month.',
    answers: [{ status: 200, description: 'The account.', schema: settingsSchema, example: SETTINGS_EXAMPLE }],
  },
  change: {
    group: GROUP,
    description: 'Omitted fields stay unchanged. Changes to overage settings take effect with the next send.',
    requestExample: { name: 'Acme', timezone: 'Europe/Berlin', overage_enabled: true, overage_cap_usd: 20 },
    answers: [{ status: 200, description: 'The updated account.', schema: settingsSchema, example: SETTINGS_EXAMPLE }],
    problems: ['validation_error'],
  },
  status: {
    group: GROUP,
    description:
      'Returns whether the account can send email. If the account cannot send email, the response contains the reason, the start time, and the steps to resolve the problem.',
    answers: [{ status: 200, description: 'The status.', schema: statusSchema, example: STATUS_EXAMPLE }],
  },
  review: {
    group: GROUP,
    description:
      'Asks the operator to lift the pause or restriction on the account. Only one review can be open at a time, and you can request five reviews ' +
      'per day. You receive the decision by email.',
    requestExample: { message: REVIEW_EXAMPLE.message },
    answers: [{ status: 201, description: 'The review.', schema: reviewSchema, example: REVIEW_EXAMPLE }],
    problems: ['conflict', 'validation_error'],
  },
  audit: {
    group: GROUP,
    description: 'Returns changes to keys and settings, newest first. Entries cannot be deleted.',
    answers: [{ status: 200, description: 'A page of entries.', schema: auditSchema, example: AUDIT_EXAMPLE }],
    problems: ['validation_error'],
  },
} satisfies Record<string, RouteDoc>;
