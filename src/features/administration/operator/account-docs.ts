import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { auditSchema, pausedClassesSchema, reviewFields, reviewSchema } from '../account-settings/index.ts';
import { CONTENTS_EXAMPLE, contentsSchema } from '../../tenants/deletion/index.ts';
import { usageSchema } from '../../tenants/usage/index.ts';

const GROUP = 'Dashboard: operator';
const PARAMS = { id: { description: 'The account’s ID.', example: '7' } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const COUNT = Type.Integer();

const fields = {
  id: COUNT,
  name: Type.String(),
  email: Type.String(),
  plan: Type.String(),
  is_operator: Type.Boolean(),
  status: Type.Enum(['closed', 'restricted', 'paused', 'transactional_off', 'active']),
  transactional_enabled: Type.Boolean(),
  paused_at: TIME_OR_NULL,
  pause_reason: TEXT_OR_NULL,
  restricted_at: TIME_OR_NULL,
  restricted_reason: TEXT_OR_NULL,
  paused_classes: pausedClassesSchema,
  has_open_review: Type.Boolean(),
  month: Type.Object({ used: COUNT, limit: Type.Union([COUNT, Type.Null()]) }),
  last_30_days: Type.Object({
    sent: COUNT,
    delivered: COUNT,
    bounced: COUNT,
    complained: COUNT,
    bounce_rate: Type.Number({ description: 'Bounce rate, as a percentage.' }),
    complaint_rate: Type.Number({ description: 'Complaint rate, as a percentage.' }),
  }),
  created_at: TIME,
};

export const accountSchema = Type.Object(fields, { $id: 'OperatedAccount' });
const detailSchema = Type.Object(
  {
    ...fields,
    timezone: Type.String(),
    usage: usageSchema,
    runs_out_on: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    review: Type.Union([reviewSchema, Type.Null()]),
  },
  { $id: 'OperatedAccountDetail' },
);
const askedSchema = Type.Object(
  { ...reviewFields, account: Type.Object({ id: COUNT, name: Type.String(), email: Type.String() }) },
  { $id: 'OperatorReview' },
);

const EXAMPLE = {
  id: 7,
  name: 'Acme',
  email: 'mail@acme.example',
  plan: 'paid',
  is_operator: false,
  status: 'paused',
  transactional_enabled: true,
  paused_at: '2026-11-21T08:15:00.000Z',
  pause_reason: 'bounce rate of 6.2% (31 of 500) in 7 days, above the limit of 5%',
  restricted_at: null,
  restricted_reason: null,
  paused_classes: [],
  has_open_review: true,
  month: { used: 2100, limit: 50000 },
  last_30_days: { sent: 2100, delivered: 2040, bounced: 60, complained: 1, bounce_rate: 2.86, complaint_rate: 0.05 },
  created_at: '2026-03-02T08:15:00.000Z',
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

const USAGE_EXAMPLE = {
  plan: 'paid',
  month: {
    used: 2100,
    limit: 50000,
    remaining: 47900,
    starts_at: '2026-11-01T00:00:00.000Z',
    resets_at: '2026-12-01T00:00:00.000Z',
  },
  day: { used: 12, limit: null, remaining: null, resets_at: '2026-11-22T00:00:00.000Z' },
  overage: { available: true, enabled: false, cap_usd: 50, usd_per_thousand: 0.5, used: 0, cost_usd: 0 },
  rate: { per_second: 5, per_minute: 300 },
  months: [{ month: '2026-11', used: 2100 }],
};

const account = (status: number, description: string): RouteDoc['answers'] => [
  { status, description, schema: accountSchema, example: EXAMPLE },
];

const contents = (description: string): RouteDoc['answers'] => [
  { status: 200, description, schema: contentsSchema, example: CONTENTS_EXAMPLE },
];

/** API documentation for the operator's account routes. */
export const operatedDocs = {
  list: {
    group: GROUP,
    description: 'Returns accounts, newest first. `last_30_days` contains the counts and rates for the last 30 days.',
    answers: [
      {
        status: 200,
        description: 'A page of accounts.',
        schema: Type.Object({ data: Type.Array(accountSchema), per_page: COUNT, has_more: Type.Boolean() }),
        example: { data: [EXAMPLE], per_page: 50, has_more: false },
      },
    ],
    problems: ['validation_error'],
  },
  read: {
    group: GROUP,
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The account with its usage and its latest review.',
        schema: detailSchema,
        example: {
          ...EXAMPLE,
          timezone: 'Europe/Berlin',
          usage: USAGE_EXAMPLE,
          runs_out_on: null,
          review: REVIEW_EXAMPLE,
        },
      },
    ],
    problems: ['not_found'],
  },
  create: {
    group: GROUP,
    description:
      'Creates an account and sends an invitation to its owner at the email address. Two accounts cannot have the same email address.',
    requestExample: { email: 'mail@acme.example', name: 'Acme', plan: 'paid' },
    answers: account(201, 'The account.'),
    problems: ['validation_error'],
  },
  change: {
    group: GROUP,
    description:
      'Omitted fields stay unchanged. Changes take effect within a second. To pause a type of bulk email, set a reason in ' +
      '`class_pauses`. To resume sending, set the reason to null. Postrider notifies the account of a pause or a restriction by email. ' +
      'If the change resolves everything that an open review requests, Postrider approves the review.',
    params: PARAMS,
    requestExample: { paused: true, pause_reason: 'Complaints about emails sent on November 20.' },
    answers: account(200, 'The updated account.'),
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  contents: {
    group: GROUP,
    params: PARAMS,
    answers: contents('The account’s contents.'),
    problems: ['not_found'],
  },
  close: {
    group: GROUP,
    description:
      'All access to the account ends within a second. Accepted emails are still sent. The data is removed after the grace period. ' +
      'Owners are notified by email.',
    params: PARAMS,
    requestExample: { email: 'mail@acme.example' },
    answers: contents('The deleted account.'),
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  restore: {
    group: GROUP,
    description:
      'Restores a deleted account completely. An account can be restored until Postrider starts to remove its data.',
    params: PARAMS,
    answers: contents('The restored account.'),
    problems: ['not_found', 'conflict'],
  },
  decide: {
    group: GROUP,
    description:
      'If you approve the review, Postrider makes the requested changes to the account. A reason is required to decline the ' +
      'review. Postrider notifies the requester by email. If two operators decide on the review at the same time, one ' +
      'request fails with `conflict`.',
    params: PARAMS,
    requestExample: { decision: 'approve', reason: 'Thank you for deleting the list.' },
    answers: [
      {
        status: 200,
        description: 'The review.',
        schema: reviewSchema,
        example: { ...REVIEW_EXAMPLE, state: 'approved', decided_at: '2026-11-21T10:02:00.000Z' },
      },
    ],
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  reviews: {
    group: GROUP,
    description: 'Returns up to 100 open reviews, oldest first.',
    answers: [
      {
        status: 200,
        description: 'The open reviews.',
        schema: Type.Object({ data: Type.Array(askedSchema) }),
        example: { data: [{ ...REVIEW_EXAMPLE, account: { id: 7, name: 'Acme', email: 'mail@acme.example' } }] },
      },
    ],
  },
  audit: {
    group: GROUP,
    description: 'Returns actions by account members and by the operator, newest first.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'A page of entries.',
        schema: auditSchema,
        example: {
          data: [
            {
              id: 41,
              occurred_at: '2026-11-21T08:15:00.000Z',
              via: 'session',
              by: { name: 'Olga', email: 'olga@operator.example' },
              is_operator: true,
              action: 'account.operate',
              subject: null,
              before: { plan: 'free' },
              after: { plan: 'paid' },
            },
          ],
          per_page: 50,
          has_more: false,
        },
      },
    ],
    problems: ['not_found', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;
