import { Type } from 'typebox';
import { APPROVAL_MODES } from '../../../base/config-campaigns.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { GATES } from './held.ts';
import { NUMBER_NAMES } from './limits.ts';

const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const COUNT_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);
const OPERATOR = 'Dashboard: operator';
const ACCOUNT_PARAM = { description: 'Number of the account.', example: '7' };
const CAMPAIGN_PARAM = { description: 'Number of the campaign.', example: '12' };

const NUMBERS = NUMBER_NAMES.filter((name) => name !== 'hourly_mails' && name !== 'daily_mails');

const viewFields = {
  gates: Type.Array(
    Type.Object({
      gate: Type.Enum([...GATES, 'canary', 'optimized']),
      is_on: Type.Boolean({ description: 'Whether it can hold a campaign back at all.' }),
      is_holding: Type.Boolean({ description: 'Whether it does so now, for any campaign of the account.' }),
      reason: TEXT_OR_NULL,
      lifts_at: Type.Union([TIME, Type.Null()], { description: 'Null when somebody has to do something first.' }),
      limits: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Null()])),
    }),
  ),
  limits: Type.Object({
    ...Object.fromEntries(NUMBERS.map((name) => [name, Type.Number()])),
    hourly_mails: COUNT_OR_NULL,
    daily_mails: COUNT_OR_NULL,
    monthly_mails: COUNT_OR_NULL,
    approval: Type.Enum([...APPROVAL_MODES]),
  }),
};

export const viewSchema = Type.Object(viewFields, { $id: 'CampaignGates' });
const operatedSchema = Type.Object(
  {
    ...viewFields,
    overrides: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
      description: 'What the operator set for this account alone.',
    }),
  },
  { $id: 'OperatedCampaignGates' },
);

const findingSchema = Type.Object({
  check: Type.Enum(['blocked_host', 'merged_host', 'blocked_word', 'spam', 'spam_filter_silent']),
  message: Type.String(),
});
const about = {
  account: Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }),
  campaign: Type.Object({
    id: Type.Integer(),
    kind: Type.Enum(['campaign', 'confirmation', 'automation'], {
      description: 'A campaign proper, the mail that asks to confirm, or one of an automation.',
    }),
    title: Type.String(),
    subject: Type.String(),
    from_name: Type.String(),
    from_email: Type.String(),
  }),
  findings: Type.Array(findingSchema),
  asked_at: TIME,
};
const waitingSchema = Type.Object(
  { ...about, id: Type.String({ description: 'Of the entry, for `after`.' }) },
  { $id: 'WaitingCampaignContent' },
);
const stoppedSchema = Type.Object(
  {
    account: about.account,
    campaign: Type.Object({ id: Type.Integer(), title: Type.String() }),
    reason: Type.String(),
    stopped_at: TIME,
  },
  { $id: 'StoppedCampaign' },
);
const contentSchema = Type.Object(
  {
    ...about,
    state: Type.Enum(['waiting', 'approved', 'rejected', 'passed']),
    decided_at: TIME_OR_NULL,
    reason: TEXT_OR_NULL,
    hash: Type.String({ description: 'Of the contents as they are now; what is decided is decided on these.' }),
    has_changed: Type.Boolean({ description: 'Whether they are others than those that were asked about.' }),
    contents: Type.Array(
      Type.Object({ subject: Type.String(), preview_text: Type.String(), html: TEXT_OR_NULL, text: TEXT_OR_NULL }),
      { description: 'The campaign’s own, then those of its variants.' },
    ),
  },
  { $id: 'CampaignContentToApprove' },
);

const VIEW_EXAMPLE = {
  gates: [
    {
      gate: 'warm_up',
      is_on: true,
      is_holding: true,
      reason: 'The campaign “Spring” warms up its sender domain.',
      lifts_at: '2026-11-22T08:15:00.000Z',
      limits: { contacts: 1000, hours: 24, campaign_id: 12 },
    },
  ],
  limits: {
    ...Object.fromEntries(NUMBERS.map((name) => [name, 1])),
    hourly_mails: null,
    daily_mails: 200_000,
    monthly_mails: null,
    approval: 'always',
  },
};
const ABOUT_EXAMPLE = {
  account: { id: 7, name: 'Acme', email: 'mail@acme.example' },
  campaign: {
    id: 12,
    kind: 'campaign',
    title: 'Spring',
    subject: 'It is here',
    from_name: 'Acme',
    from_email: 'news@acme.example',
  },
  findings: [{ check: 'blocked_host', message: 'Leads to bad.example, which is blocked.' }],
  asked_at: '2026-11-21T08:15:00.000Z',
};
const CONTENT_EXAMPLE = {
  ...ABOUT_EXAMPLE,
  state: 'waiting',
  decided_at: null,
  reason: null,
  hash: 'a'.repeat(64),
  has_changed: false,
  contents: [{ subject: 'It is here', preview_text: '', html: '<p>Spring</p>', text: null }],
};

const operated = (description: string): RouteDoc['answers'] => [
  { status: 200, description, schema: operatedSchema, example: { ...VIEW_EXAMPLE, overrides: { canary_audience: 0 } } },
];
const content = (description: string): RouteDoc['answers'] => [
  { status: 200, description, schema: contentSchema, example: CONTENT_EXAMPLE },
];

/** What the API document says of the routes of gates. */
export const gateDocs = {
  view: {
    group: 'Dashboard: campaigns',
    description:
      'What holds campaigns of the account back, or would: which gates are on, why they hold and until when.',
    answers: [{ status: 200, description: 'The gates.', schema: viewSchema, example: VIEW_EXAMPLE }],
  },
  read: { group: OPERATOR, params: { id: ACCOUNT_PARAM }, answers: operated('The gates.'), problems: ['not_found'] },
  change: {
    group: OPERATOR,
    description: 'Numbers that are absent stay; null takes one back. Noted in the audit log of the account.',
    params: { id: ACCOUNT_PARAM },
    requestExample: { canary_audience: 0, approval: 'off', optimized: false },
    answers: operated('The gates as they are now.'),
    problems: ['not_found', 'validation_error'],
  },
  waiting: {
    group: OPERATOR,
    description: 'Of all accounts, the oldest first, without the contents themselves.',
    answers: [
      {
        status: 200,
        description: 'A page of contents that wait.',
        schema: Type.Object({ data: Type.Array(waitingSchema), per_page: Type.Integer(), has_more: Type.Boolean() }),
        example: { data: [{ ...ABOUT_EXAMPLE, id: '1795507200000-7-12' }], per_page: 50, has_more: false },
      },
    ],
    problems: ['validation_error'],
  },
  content: {
    group: OPERATOR,
    params: { id: ACCOUNT_PARAM, campaign_id: CAMPAIGN_PARAM },
    answers: content('The contents and what the checks found.'),
    problems: ['not_found'],
  },
  stops: {
    group: OPERATOR,
    description: 'Of all accounts, the first to be stopped first, a hundred at most: those that nobody has let go on.',
    answers: [
      {
        status: 200,
        description: 'Campaigns that were stopped.',
        schema: Type.Object({ data: Type.Array(stoppedSchema) }),
        example: {
          data: [
            {
              account: ABOUT_EXAMPLE.account,
              campaign: { id: 12, title: 'Spring' },
              reason: '6.1 % of its mails bounced, of 5 % at most.',
              stopped_at: '2026-11-21T08:15:00.000Z',
            },
          ],
        },
      },
    ],
  },
  frame: {
    group: OPERATOR,
    description:
      'For a frame of the same origin: nothing in it runs, opens or loads; what is merged in stands as it is written.',
    params: { id: ACCOUNT_PARAM, campaign_id: CAMPAIGN_PARAM },
    answers: [
      {
        status: 200,
        description: 'The HTML of the content, or its text as a page.',
        mediaType: 'text/html',
        schema: Type.String(),
        example: '<p>Spring</p>',
      },
    ],
    problems: ['not_found', 'validation_error'],
  },
  decide: {
    group: OPERATOR,
    description:
      'Rejecting needs a reason. The account is told by mail. A content that was changed since it was looked at is answered ' +
      'conflict, and so is the second of two who decide alike at once.',
    params: { id: ACCOUNT_PARAM, campaign_id: CAMPAIGN_PARAM },
    requestExample: { decision: 'approve', hash: 'a'.repeat(64) },
    answers: content('What was decided.'),
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  release: {
    group: OPERATOR,
    description: 'What was counted until now is judged no more; its account resumes it.',
    params: { id: ACCOUNT_PARAM, campaign_id: CAMPAIGN_PARAM },
    answers: [
      {
        status: 200,
        description: 'It may go on.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The campaign may go on.' },
      },
    ],
    problems: ['not_found', 'conflict'],
  },
} satisfies Record<string, RouteDoc>;
