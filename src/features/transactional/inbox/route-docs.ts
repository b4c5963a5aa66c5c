import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Local inbox';
const ID = '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41';
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const summaryFields = {
  id: Type.String({ format: 'uuid' }),
  received_at: Type.String({ format: 'date-time' }),
  mail_from: Type.String({ description: 'The envelope sender. Empty for bounces.' }),
  recipients: Type.Array(Type.String(), { description: 'The envelope recipients.' }),
  from: Type.String({ description: 'The address in the `From` header.' }),
  subject: Type.String(),
};

export const mailSchema = Type.Object(
  {
    ...summaryFields,
    to: Type.Array(Type.String()),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    html: TEXT_OR_NULL,
    text: TEXT_OR_NULL,
    links: Type.Array(Type.String(), { description: 'All links in the email, in order of appearance.' }),
    dkim: Type.Union([Type.Object({ domain: Type.String(), selector: Type.String() }), Type.Null()], {
      description: 'The domain and selector of the first DKIM signature. The signature is not verified.',
    }),
    raw: Type.String({ description: 'The raw email as received, one character per byte.' }),
  },
  { $id: 'InboxMail' },
);

const SUMMARY_EXAMPLE = {
  id: ID,
  received_at: '2026-11-21T09:30:00.802Z',
  mail_from: 'bounces@acme.example',
  recipients: ['ann@customer.example'],
  from: 'mail@acme.example',
  subject: 'Your login code is 417 302',
};

const MAIL_EXAMPLE = {
  ...SUMMARY_EXAMPLE,
  to: ['ann@customer.example'],
  headers: [
    { name: 'From', value: 'Acme <mail@acme.example>' },
    { name: 'To', value: 'ann@customer.example' },
    { name: 'Subject', value: 'Your login code is 417 302' },
  ],
  html: '<p>Your login code is <a href="https://acme.example/login?code=417302">417 302</a>.</p>',
  text: null,
  links: ['https://acme.example/login?code=417302'],
  dkim: { domain: 'acme.example', selector: 'p1' },
  raw: 'From: Acme <mail@acme.example>\r\nTo: ann@customer.example\r\n\r\n...',
};

const mailAnswer: RouteDoc['answers'] = [
  { status: 200, description: 'The email.', schema: mailSchema, example: MAIL_EXAMPLE },
];

/** API documentation for the local inbox routes. */
export const inboxDocs = {
  list: {
    group: GROUP,
    description:
      'Returns the emails that your account sent. For the operator’s account, the response includes emails that other programs sent. ' +
      'To list sign-in emails from Postrider, run `postrider inbox list` on the server.',
    answers: [
      {
        status: 200,
        description: 'A page of emails without their content.',
        schema: Type.Object({ data: Type.Array(Type.Object(summaryFields, { $id: 'InboxSummary' })) }),
        example: { data: [SUMMARY_EXAMPLE] },
      },
    ],
    problems: ['not_found'],
  },
  wait: {
    group: GROUP,
    description:
      'Returns the newest email to an address. If no email has arrived yet, the request waits for one. If no email arrives within ' +
      '`timeout`, the request returns `not_found`. To keep waiting, call the endpoint again.',
    answers: mailAnswer,
    problems: ['not_found'],
  },
  read: {
    group: GROUP,
    params: { id: { description: 'The ID of the email.', example: ID } },
    answers: mailAnswer,
  },
  preview: {
    group: 'Dashboard: inbox',
    description:
      'Returns a page to display in a same-origin iframe. Scripts and links in the page are disabled. Remote images load only with `images=1`. An email without an HTML part ' +
      'is shown as plain text.',
    params: { id: { description: 'The ID of the email.', example: ID } },
    answers: [
      {
        status: 200,
        description: 'The HTML part of the email, or its plain text as an HTML page.',
        mediaType: 'text/html',
        schema: Type.String(),
        example: '<p>Hello</p>',
      },
    ],
    problems: ['not_found', 'validation_error'],
  },
  empty: {
    group: GROUP,
    answers: [
      {
        status: 200,
        description: 'The local inbox was emptied.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The local inbox was emptied.' },
      },
    ],
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;
