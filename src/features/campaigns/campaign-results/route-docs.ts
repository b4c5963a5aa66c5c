import { Type } from 'typebox';
import { pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Campaigns';
const PARAMS = { id: { description: 'ID of the campaign.', example: '9' } };
const TIME = Type.String({ format: 'date-time' });
const TIME_OR_NULL = Type.Union([TIME, Type.Null()]);
const addition = (what: string) => ({ description: `Postrider extension. ${what}` });

const counts = {
  sent_count: Type.Integer({ description: 'Contacts that the campaign was sent to, including bounces.' }),
  unique_open_count: Type.Integer({
    description: 'Contacts that opened the campaign, excluding bots and privacy proxies.',
  }),
  unique_click_count: Type.Integer({ description: 'Contacts that clicked a link, excluding bots.' }),
  unsubscribe_count: Type.Integer(),
  bounce_count: Type.Integer(),
  spam_count: Type.Integer({ description: 'Contacts that reported the campaign as spam.' }),
  open_rate: Type.Number({
    description:
      'Unique opens as a percentage of sent emails, from 0 to 100 with two decimal places. All rates use this format.',
  }),
  click_rate: Type.Number(),
  unsubscribe_rate: Type.Number(),
  bounce_rate: Type.Number(),
  spam_rate: Type.Number(),
  open_count: Type.Integer(addition('Total opens, including repeated opens by a contact.')),
  click_count: Type.Integer(addition('Total clicks, including repeated clicks by a contact.')),
  raw_unique_open_count: Type.Integer(
    addition('Contacts whose email was opened, including opens by bots and privacy proxies.'),
  ),
  raw_unique_click_count: Type.Integer(addition('Contacts with at least one clicked link, including clicks by bots.')),
  raw_open_count: Type.Integer(addition('Total opens, including bots and privacy proxies.')),
  raw_click_count: Type.Integer(addition('Total clicks, including bots.')),
  raw_open_rate: Type.Number(
    addition('Unique opens, including bots and privacy proxies, as a percentage of sent emails.'),
  ),
  raw_click_rate: Type.Number(addition('Unique clicks, including bots, as a percentage of sent emails.')),
};
/** Schema of campaign statistics in the API documentation. */
export const statsSchema = Type.Object(
  {
    ...counts,
    variants: Type.Array(
      Type.Object({ variant: Type.Integer(), ...counts }),
      addition('The statistics of each variant.'),
    ),
    link_stats: Type.Optional(
      Type.Array(
        Type.Object({
          url: Type.String(),
          clicks: Type.Integer(),
          raw_clicks: Type.Integer(addition('Clicks, including bots.')),
        }),
        {
          description: 'Links, most clicked first. Returned only with `include_link_stats`.',
        },
      ),
    ),
  },
  { $id: 'CampaignStats' },
);
const COUNTS = {
  sent_count: 200,
  unique_open_count: 71,
  unique_click_count: 12,
  unsubscribe_count: 1,
  bounce_count: 3,
  spam_count: 0,
  open_rate: 35.5,
  click_rate: 6,
  unsubscribe_rate: 0.5,
  bounce_rate: 1.5,
  spam_rate: 0,
  open_count: 96,
  click_count: 15,
  raw_unique_open_count: 118,
  raw_unique_click_count: 31,
  raw_open_count: 160,
  raw_click_count: 190,
  raw_open_rate: 59,
  raw_click_rate: 15.5,
};

const IDS = Type.Array(Type.Integer());

/** A campaign with its key figures, but without its content. */
const summarySchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    subject: Type.String(),
    status: Type.Enum(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled']),
    badges: Type.Array(Type.String()),
    fault: Type.Union([Type.String(), Type.Null()]),
    lists: IDS,
    to_contact_tags: IDS,
    segments: IDS,
    resend_of: Type.Union([Type.Integer(), Type.Null()]),
    resend_audience: Type.Union([Type.Enum(['non_openers', 'openers', 'clickers']), Type.Null()]),
    scheduled_at: TIME_OR_NULL,
    started_at: TIME_OR_NULL,
    sent_at: TIME_OR_NULL,
    updated_at: TIME,
    sent_count: Type.Integer(),
    open_rate: Type.Number({
      description: 'Unique opens, excluding bots and privacy proxies, as a percentage of sent emails.',
    }),
    click_rate: Type.Number(),
  },
  { $id: 'CampaignSummary' },
);
const SUMMARY = {
  id: 9,
  title: 'November',
  subject: 'November news',
  status: 'sent' as const,
  badges: [],
  fault: null,
  lists: [3],
  to_contact_tags: [],
  segments: [],
  resend_of: null,
  resend_audience: null,
  scheduled_at: null,
  started_at: '2026-11-22T10:00:00.000Z',
  sent_at: '2026-11-22T10:04:00.000Z',
  updated_at: '2026-11-22T10:04:00.000Z',
  sent_count: 200,
  open_rate: 35.5,
  click_rate: 6,
};
const COUNT = Type.Integer();
export const summariesSchema = Type.Object(
  {
    current_page: Type.Integer(),
    last_page: Type.Integer(),
    total: Type.Integer(),
    statuses: Type.Object(
      { all: COUNT, draft: COUNT, scheduled: COUNT, in_progress: COUNT, sent: COUNT, cancelled: COUNT },
      { description: 'Number of campaigns that match the search, by status.' },
    ),
    data: Type.Array(summarySchema),
  },
  { $id: 'CampaignSummaries' },
);

export const STATS_EXAMPLE = { ...COUNTS, variants: [{ variant: 0, ...COUNTS }] };

export const engagedSchema = Type.Object(
  {
    id: Type.Integer({ description: 'ID of the sent email.' }),
    contact_id: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if the contact was erased.' }),
    email: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    sent_at: TIME,
    opened_at: TIME_OR_NULL,
    clicked_at: TIME_OR_NULL,
    bounced_at: TIME_OR_NULL,
    unsubscribed_at: TIME_OR_NULL,
    bounce_reason: Type.Union([Type.String(), Type.Null()], {
      description:
        'Postrider extension. Reply of the server that rejected the email. Null if the email did not bounce.',
    }),
  },
  { $id: 'EngagedContact' },
);
const ENGAGED = {
  id: 4711,
  contact_id: 12,
  email: 'bea@example.org',
  first_name: 'Bea',
  last_name: 'Berg',
  sent_at: '2026-11-22T10:00:00.000Z',
  opened_at: '2026-11-22T10:31:00.000Z',
  clicked_at: null,
  bounced_at: null,
  unsubscribed_at: null,
  bounce_reason: null,
};

export const resultDocs = {
  summaries: {
    group: 'Dashboard: campaigns',
    description:
      'Returns the account’s campaigns with their main statistics, but without their content. `status` and `query` filter the campaigns, and `sort` orders them.',
    answers: [
      {
        status: 200,
        description: 'A page of campaigns, and the number of campaigns with each status.',
        schema: summariesSchema,
        example: {
          current_page: 1,
          last_page: 1,
          total: 1,
          statuses: { all: 1, draft: 0, scheduled: 0, in_progress: 0, sent: 1, cancelled: 0 },
          data: [SUMMARY],
        },
      },
    ],
    problems: ['validation_error'],
  },
  stats: {
    group: GROUP,
    description: 'Returns stored counters. For the definitions of opens and clicks, see docs/campaigns.md.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The statistics.',
        schema: statsSchema,
        example: { ...STATS_EXAMPLE, link_stats: [{ url: 'https://shop.example/sale', clicks: 9, raw_clicks: 11 }] },
      },
    ],
    problems: ['forbidden'],
  },
  engagement: {
    group: GROUP,
    description:
      'Returns the newest contacts first. `non_openers` are contacts that were sent the campaign but did not open it.',
    params: PARAMS,
    answers: [pageAnswer('A page of contacts.', engagedSchema, ENGAGED, { path: '/campaigns/9/engagement' })],
    problems: ['forbidden'],
  },
  overTime: {
    group: GROUP,
    isAddition: true,
    description:
      'Returns opens and clicks, excluding bots, for the first 1,000 hours or days with activity, earliest first.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'Opens and clicks over time.',
        schema: Type.Object(
          {
            interval: Type.Enum(['hour', 'day']),
            data: Type.Array(
              Type.Object(
                { at: TIME, opens: Type.Integer(), clicks: Type.Integer() },
                { description: '`at` is the start of the hour or day.' },
              ),
            ),
          },
          { $id: 'CampaignOverTime' },
        ),
        example: { interval: 'hour', data: [{ at: '2026-11-22T10:00:00.000Z', opens: 41, clicks: 6 }] },
      },
    ],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
