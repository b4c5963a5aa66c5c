import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { auditSchema, pausedClassesSchema, reviewFields, reviewSchema } from '../account-settings/index.ts';
import { CONTENTS_EXAMPLE, contentsSchema } from '../../tenants/deletion/index.ts';
import { usageSchema } from '../../tenants/usage/index.ts';

const GROUP = 'Dashboard: operator';
const PARAMS = { id: { description: 'Number of the account.', example: '7' } };
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
    bounce_rate: Type.Number({ description: 'Percent.' }),
    complaint_rate: Type.Number({ description: 'Percent.' }),
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
  { $id: 'AskedReview' },
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
  pause_reason: 'bounces 6.2 % (31 of 500) over 5 % within 7 days',
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
  message: 'An old list was imported by mistake; it is gone.',
  asked_by: 'Ann',
  asked_at: '2026-11-21T09:40:00.000Z',
  state: 'open',
  decided_at: null,
  reason: null,
  sentence: 'Ann asked to have the pause lifted; the operator has not decided yet.',
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

/** What the API document says of the operator's routes about accounts. */
export const operatedDocs = {
  list: {
    group: GROUP,
    description: 'Sent mail and rates are those of the last 30 days.',
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
        description: 'The account with its usage and its newest review.',
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
    description: 'An address has one account. Whoever reads its mail is invited as the owner.',
    requestExample: { email: 'mail@acme.example', name: 'Acme', plan: 'paid' },
    answers: account(201, 'The account.'),
    problems: ['validation_error'],
  },
  change: {
    group: GROUP,
    description:
      'Fields that are absent stay as they are; every process follows within a second. In `class_pauses` a reason pauses a class ' +
      'of mail to many, and null lets it go on. A pause or a restriction is told to ' +
      'the account’s address, and an open review of which nothing is left to lift is approved with the change.',
    params: PARAMS,
    requestExample: { paused: true, pause_reason: 'Complaints about mail of 20 November.' },
    answers: account(200, 'The account as it is now.'),
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  contents: { group: GROUP, params: PARAMS, answers: contents('What goes.'), problems: ['not_found'] },
  close: {
    group: GROUP,
    description:
      'Within a second nobody is let into the account any more. Mail that was accepted goes out; after the grace the data ' +
      'goes. Owners are told by mail.',
    params: PARAMS,
    requestExample: { email: 'mail@acme.example' },
    answers: contents('The account, which is deleted.'),
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  restore: {
    group: GROUP,
    description: 'As it was, until the first of its data is gone.',
    params: PARAMS,
    answers: contents('The account, which is there again.'),
    problems: ['not_found', 'conflict'],
  },
  decide: {
    group: GROUP,
    description:
      'Approving lifts what the review asks for; declining needs a reason. Whoever asked is told by mail. Of two who ' +
      'decide at once one is answered conflict.',
    params: PARAMS,
    requestExample: { decision: 'approve', reason: 'Thank you, the list is gone.' },
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
    description: 'The oldest first, a hundred at most.',
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
    description: 'What its people did and what the operator did with it, newest first.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'A page of the log.',
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
