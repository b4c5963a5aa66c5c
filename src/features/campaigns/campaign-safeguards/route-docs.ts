import { Type } from 'typebox';
import { APPROVAL_MODES } from '../../../base/config-campaigns.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { SAFEGUARDS } from './held.ts';
import { NUMBER_NAMES } from './limits.ts';

const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const COUNT_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);
const OPERATOR = 'Dashboard: operator';
const ACCOUNT_PARAM = { description: 'The account’s ID.', example: '7' };
const CAMPAIGN_PARAM = { description: 'ID of the campaign.', example: '12' };

const NUMBERS = NUMBER_NAMES.filter((name) => name !== 'hourly_mails' && name !== 'daily_mails');

const viewFields = {
  safeguards: Type.Array(
    Type.Object({
      safeguard: Type.Enum([...SAFEGUARDS, 'canary', 'optimized']),
      is_on: Type.Boolean({ description: 'Whether the safeguard is enabled.' }),
      is_holding: Type.Boolean({
        description: 'Whether the safeguard currently keeps the account’s campaigns on hold.',
      }),
      reason: TEXT_OR_NULL,
      lifts_at: Type.Union([TIME, Type.Null()], { description: 'Null if the hold does not end automatically.' }),
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

export const viewSchema = Type.Object(viewFields, { $id: 'CampaignSafeguards' });
const operatedSchema = Type.Object(
  {
    ...viewFields,
    overrides: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
      description: 'Settings that the operator changed for this account.',
    }),
  },
  { $id: 'OperatedCampaignSafeguards' },
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
      description: 'A regular campaign, the confirmation email, or an automation email.',
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
  { ...about, id: Type.String({ description: 'ID of the entry. To get the next page, pass the ID as `after`.' }) },
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
    hash: Type.String({ description: 'Hash of the current content. The decision applies to this content.' }),
    has_changed: Type.Boolean({ description: 'Whether the content has changed since approval was requested.' }),
    contents: Type.Array(
      Type.Object({ subject: Type.String(), preview_text: Type.String(), html: TEXT_OR_NULL, text: TEXT_OR_NULL }),
      { description: 'The campaign’s own content, followed by the variants.' },
    ),
  },
  { $id: 'CampaignContentToApprove' },
);

const VIEW_EXAMPLE = {
  safeguards: [
    {
      safeguard: 'warm_up',
      is_on: true,
      is_holding: true,
      reason: 'The campaign “Spring” is warming up its sender domain.',
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
    subject: 'The spring collection is here',
    from_name: 'Acme',
    from_email: 'news@acme.example',
  },
  findings: [{ check: 'blocked_host', message: 'The content links to bad.example, which is blocked.' }],
  asked_at: '2026-11-21T08:15:00.000Z',
};
const CONTENT_EXAMPLE = {
  ...ABOUT_EXAMPLE,
  state: 'waiting',
  decided_at: null,
  reason: null,
  hash: 'a'.repeat(64),
  has_changed: false,
  contents: [{ subject: 'The spring collection is here', preview_text: '', html: '<p>Spring</p>', text: null }],
};

const operated = (description: string): RouteDoc['answers'] => [
  { status: 200, description, schema: operatedSchema, example: { ...VIEW_EXAMPLE, overrides: { canary_audience: 0 } } },
];
const content = (description: string): RouteDoc['answers'] => [
  { status: 200, description, schema: contentSchema, example: CONTENT_EXAMPLE },
];

export const safeguardDocs = {
  view: {
    group: 'Dashboard: campaigns',
    description:
      'Returns the account’s safeguards. For each safeguard, the response shows whether it is enabled and whether it keeps campaigns on hold, with the reason and the end time.',
    answers: [{ status: 200, description: 'The safeguards.', schema: viewSchema, example: VIEW_EXAMPLE }],
  },
  read: {
    group: OPERATOR,
    params: { id: ACCOUNT_PARAM },
    answers: operated('The safeguards.'),
    problems: ['not_found'],
  },
  change: {
    group: OPERATOR,
    description:
      'Omitted fields stay unchanged. Null restores the default. The change is recorded in the account’s audit log.',
    params: { id: ACCOUNT_PARAM },
    requestExample: { canary_audience: 0, approval: 'off', optimized: false },
    answers: operated('The updated safeguards.'),
    problems: ['not_found', 'validation_error'],
  },
  waiting: {
    group: OPERATOR,
    description: 'Returns pending reviews of all accounts, oldest first, without the content.',
    answers: [
      {
        status: 200,
        description: 'A page of pending reviews.',
        schema: Type.Object({ data: Type.Array(waitingSchema), per_page: Type.Integer(), has_more: Type.Boolean() }),
        example: { data: [{ ...ABOUT_EXAMPLE, id: '1795507200000-7-12' }], per_page: 50, has_more: false },
      },
    ],
    problems: ['validation_error'],
  },
  content: {
    group: OPERATOR,
    params: { id: ACCOUNT_PARAM, campaign_id: CAMPAIGN_PARAM },
    answers: content('The content and the findings of the checks.'),
    problems: ['not_found'],
  },
  stops: {
    group: OPERATOR,
    description:
      'Returns the stopped campaigns of all accounts, except campaigns that have been released. Returns up to 100 campaigns, oldest first.',
    answers: [
      {
        status: 200,
        description: 'The stopped campaigns.',
        schema: Type.Object({ data: Type.Array(stoppedSchema) }),
        example: {
          data: [
            {
              account: ABOUT_EXAMPLE.account,
              campaign: { id: 12, title: 'Spring' },
              reason: 'Of 1,000 emails, 6.1% bounced (limit: 5%).',
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
      'Returns a page to display in a same-origin iframe. Scripts, links, and remote content are disabled. Merge tags are not replaced with values.',
    params: { id: ACCOUNT_PARAM, campaign_id: CAMPAIGN_PARAM },
    answers: [
      {
        status: 200,
        description: 'The HTML of the content, or its text as an HTML page.',
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
      'A reason is required to reject content. The account is notified of the decision by email. Returns 409 if the content has changed since ' +
      'you read it, or if another operator has already made the same decision.',
    params: { id: ACCOUNT_PARAM, campaign_id: CAMPAIGN_PARAM },
    requestExample: { decision: 'approve', hash: 'a'.repeat(64) },
    answers: content('The decision.'),
    problems: ['not_found', 'conflict', 'validation_error'],
  },
  release: {
    group: OPERATOR,
    description:
      'Releases a stopped campaign. After the release, safeguards ignore the campaign’s earlier results. A member of the account must resume the campaign.',
    params: { id: ACCOUNT_PARAM, campaign_id: CAMPAIGN_PARAM },
    answers: [
      {
        status: 200,
        description: 'The campaign was released.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The campaign was released.' },
      },
    ],
    problems: ['not_found', 'conflict'],
  },
} satisfies Record<string, RouteDoc>;
