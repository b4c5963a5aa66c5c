import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { MAX_TESTS_A_DAY } from './limits.ts';

const GROUP = 'Campaigns';
const PARAMS = { id: { description: 'ID of the campaign.', example: '7' } };
const VARIANT = Type.Integer({ description: "Number of the variant. 0 means the campaign's own content." });
const textOrNull = Type.Union([Type.String(), Type.Null()]);

const previewSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    variant: VARIANT,
    contact_id: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if sample data is used.' }),
    email: Type.String({ description: 'Email address of the contact.' }),
    subject: Type.String(),
    preview_text: textOrNull,
    html: Type.Union([Type.String(), Type.Null()], { description: 'HTML with footer. Null for text-only emails.' }),
    text: Type.String({ description: 'The text part.' }),
  },
  { $id: 'CampaignPreview' },
);

const LEVEL = Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('error')]);
const checksSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    variant: VARIANT,
    level: LEVEL,
    findings: Type.Array(
      Type.Object({
        id: Type.String(),
        level: LEVEL,
        message: Type.String(),
        fix: Type.Optional(Type.String()),
        where: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  },
  { $id: 'CampaignChecks' },
);

const testSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    variant: VARIANT,
    to: Type.Array(Type.String()),
    tests_left_today: Type.Integer(),
  },
  { $id: 'CampaignTest' },
);

const PREVIEW = {
  campaign_id: 7,
  variant: 0,
  contact_id: 12,
  email: 'bea@example.org',
  subject: 'Tea for Bea',
  preview_text: null,
  html: '<p>Hello Bea</p>',
  text: 'Hello Bea\n',
};
const CHECKS = {
  campaign_id: 7,
  variant: 0,
  level: 'warning',
  findings: [
    {
      id: 'links',
      level: 'warning',
      message: '2 of 3 links use http: instead of https:.',
      fix: 'Start links with https:.',
      where: ['http://shop.example/', 'http://shop.example/sale'],
    },
  ],
};

/** API documentation of the content routes. */
export const contentDocs = {
  preview: {
    group: GROUP,
    isAddition: true,
    description:
      'Links in a preview are not tracked and do not unsubscribe anyone. If the content has errors, the response lists all of them.',
    params: PARAMS,
    requestExample: { contact_id: 12 },
    answers: [{ status: 200, description: 'The email.', schema: previewSchema, example: PREVIEW }],
    problems: ['forbidden'],
  },
  framed: {
    group: 'Dashboard: campaigns',
    description:
      'Returns a page to display in a same-origin iframe. Scripts, links, and remote content are disabled. Remote images load only with `images=1`. ' +
      'The page shows the email as the given contact receives it. The default is the first contact in the audience, or sample data if the audience is empty.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The HTML of the campaign, or its text as an HTML page.',
        mediaType: 'text/html',
        schema: Type.String(),
        example: '<p>Hello</p>',
      },
    ],
    problems: ['forbidden', 'not_found', 'validation_error'],
  },
  linkMap: {
    group: 'Dashboard: campaigns',
    description:
      'Returns a page to display in a same-origin iframe. The page shows the email with the clicks on each link, both excluding and including ' +
      'bots. Scripts, links, and remote content are disabled.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The email with click counts, or its text as an HTML page.',
        mediaType: 'text/html',
        schema: Type.String(),
        example: '<p>Hello</p>',
      },
    ],
    problems: ['forbidden', 'not_found', 'validation_error'],
  },
  test: {
    group: GROUP,
    isAddition: true,
    description:
      `Sends the campaign to members of the account as a test. An account can send at most ${MAX_TESTS_A_DAY} test emails per day. ` +
      'Test emails are not counted in statistics. Test emails are signed and have the same headers as the campaign. The subject starts with `[Test]`.',
    params: PARAMS,
    requestExample: { to: ['ann@example.com'] },
    answers: [
      {
        status: 202,
        description: 'The test email was queued.',
        schema: testSchema,
        example: { campaign_id: 7, variant: 0, to: ['ann@example.com'], tests_left_today: 99 },
      },
    ],
    problems: ['forbidden', 'domain_not_verified', 'account_paused'],
  },
  checks: {
    group: GROUP,
    isAddition: true,
    description:
      'Checks the DMARC record, whether the first 50 HTTPS links respond, and whether email clients support the HTML. A check takes up to 15 seconds. Each account can run one check at a time.',
    params: PARAMS,
    answers: [{ status: 200, description: 'The findings.', schema: checksSchema, example: CHECKS }],
    problems: ['forbidden'],
  },
} as const satisfies Record<string, RouteDoc>;
