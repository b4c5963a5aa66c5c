import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { MAX_TESTS_A_DAY } from './limits.ts';

const GROUP = 'Campaigns';
const PARAMS = { id: { description: 'Number of the campaign.', example: '7' } };
const VARIANT = Type.Integer({ description: '0 is the campaign itself.' });
const textOrNull = Type.Union([Type.String(), Type.Null()]);

const previewSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    variant: VARIANT,
    contact_id: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for somebody made up.' }),
    email: Type.String({ description: 'To whom it would go.' }),
    subject: Type.String(),
    preview_text: textOrNull,
    html: Type.Union([Type.String(), Type.Null()], { description: 'With footer; null for a mail of text alone.' }),
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
      message: '1 of 3 links lead to http: addresses.',
      fix: 'Let links begin with https:.',
      where: ['http://shop.example/'],
    },
  ],
};

/** What the API document says of contents. */
export const contentDocs = {
  preview: {
    group: GROUP,
    isAddition: true,
    description:
      'The links of a preview are those of no contact: they unsubscribe nobody, and none of them is tracked. A content with faults is refused with all of them.',
    params: PARAMS,
    requestExample: { contact_id: 12 },
    answers: [{ status: 200, description: 'The mail.', schema: previewSchema, example: PREVIEW }],
    problems: ['forbidden'],
  },
  framed: {
    group: 'Dashboard: campaigns',
    description:
      'For a frame of the same origin: nothing in it runs, opens or loads, but for pictures when they are asked for. ' +
      'It is the mail of that contact; without one, of the first of the audience or of somebody made up.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The HTML of the campaign, or its text as a page.',
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
      'For a frame of the same origin: the mail as it was sent, in which nothing runs, opens or loads, with how often each link ' +
      'was followed beside it, as judged and by whomever.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The mail with figures, or its text as a page.',
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
      `Goes to people of the account alone, ${MAX_TESTS_A_DAY} mails a day at most, and counts in no statistics. It is signed and ` +
      'has the headers of the campaign; its subject begins with [Test].',
    params: PARAMS,
    requestExample: { to: ['ann@example.com'] },
    answers: [
      {
        status: 202,
        description: 'It is queued.',
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
      'Asks the first 50 https addresses of its links whether they answer, DNS for the DMARC record, and tables for what mail programs do not know; takes some 15 seconds at most. One at a time of an account.',
    params: PARAMS,
    answers: [{ status: 200, description: 'All that was found.', schema: checksSchema, example: CHECKS }],
    problems: ['forbidden'],
  },
} as const satisfies Record<string, RouteDoc>;
