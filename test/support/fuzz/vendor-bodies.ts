import { gzipSync } from 'node:zlib';
import { pick } from '../random.ts';
import { vendorOf } from '../vendor-credentials.ts';
import { below, mutated, odd, type Random } from './values.ts';

/** A body as a client sends it, and what its headers say of it. */
interface VendorBody {
  readonly body: Buffer;
  readonly type: string;
  readonly encoding?: string;
}

type Fields = readonly (readonly [name: string, value: string])[];

const FROM = 'Acme <post@acme.example>';
const TO = ['ann@there.example', '"Bob, the builder" <bob@there.example>', 'gone@there.example'];
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded; charset=utf-8';
const UNCHANGED = 0.3;
const PACKED = 0.05;

const MIME = [
  `From: ${FROM}`,
  'To: ann@there.example',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'MIME-Version: 1.0',
  'X-Mailgun-Tag: news',
  'Content-Type: multipart/alternative; boundary="part"',
  '',
  '--part',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hello',
  '--part',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<p>Hello =E2=98=83</p>',
  '--part--',
  '',
];

/** What Ghost sends, with its header and variables. */
const MAILGUN: Fields = [
  ['from', FROM],
  ...TO.map((to): readonly [string, string] => ['to', to]),
  ['subject', 'News for %recipient.name%'],
  ['html', '<p>Hi %recipient.name% <a href="%recipient.list_unsubscribe%">leave</a></p>'],
  ['text', 'Hi %recipient.name%'],
  ['recipient-variables', '{"ann@there.example":{"name":"Ann"},"bob@there.example":{"name":"Bob"}}'],
  ['h:Reply-To', 'desk@acme.example'],
  ['h:List-Unsubscribe', '<%recipient.list_unsubscribe%>'],
  ['h:X-Mailgun-Variables', '{"a":{"b":1}}'],
  ['o:tag', 'bulk-email'],
  ['o:tag', 'ghost-email'],
  ['o:tracking-opens', 'yes'],
  ['o:tracking-clicks', 'htmlonly'],
  ['o:deliverytime', ''],
  ['v:email-id', '64f0'],
];

const SENDGRID = {
  personalizations: [
    { to: [{ email: 'ann@there.example', name: 'Ann' }], substitutions: { '-name-': 'Ann' }, custom_args: { id: '7' } },
    { to: [{ email: 'bob@there.example' }], cc: [{ email: 'cc@there.example' }], headers: { 'X-One': '1' } },
  ],
  from: { email: 'post@acme.example', name: 'Acme' },
  reply_to: { email: 'desk@acme.example' },
  subject: 'Hi -name-',
  content: [
    { type: 'text/plain', value: 'Hi -name-' },
    { type: 'text/html', value: '<p>Hi -name-</p>' },
  ],
  categories: ['news', 'second'],
  headers: { 'X-Two': '2' },
  send_at: 0,
  tracking_settings: { click_tracking: { enable: true, enable_text: false }, open_tracking: { enable: true } },
  mail_settings: { sandbox_mode: { enable: false } },
};

const POSTMARK = {
  From: FROM,
  To: TO.join(', '),
  Cc: '',
  Bcc: null,
  Subject: 'Hi',
  Tag: 'welcome',
  HtmlBody: '<p>Hi</p>',
  TextBody: 'Hi',
  ReplyTo: 'desk@acme.example',
  Headers: [{ Name: 'X-One', Value: '1' }],
  TrackOpens: true,
  TrackLinks: 'HtmlOnly',
  Metadata: { color: 'blue' },
  Attachments: [],
  MessageStream: 'outbound',
};

const SES_BODY = { Text: { Data: 'Hi', Charset: 'UTF-8' }, Html: { Data: '<p>Hi</p>' } };
const SES = {
  FromEmailAddress: FROM,
  Destination: { ToAddresses: TO, CcAddresses: [], BccAddresses: ['bcc@there.example'] },
  ReplyToAddresses: ['desk@acme.example'],
  Content: { Simple: { Subject: { Data: 'Hi' }, Body: SES_BODY, Headers: [{ Name: 'X-One', Value: '1' }] } },
  EmailTags: [{ Name: 'campaign', Value: 'news' }],
  ConfigurationSetName: 'set',
};
const SES_RAW = { Content: { Raw: { Data: Buffer.from(MIME.join('\n')).toString('base64') } } };
const SES_BULK = {
  FromEmailAddress: FROM,
  DefaultContent: {
    Template: {
      TemplateContent: { Subject: 'Hi {{name}}', Text: 'Hi {{name}}', Html: '<p>{{name}}</p>' },
      TemplateData: '{"name":"friend"}',
    },
  },
  BulkEmailEntries: TO.map((to) => ({
    Destination: { ToAddresses: [to] },
    ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: '{"name":"Ann"}' } },
  })),
};
const SES_OLDER: readonly Fields[] = [
  [
    ['Action', 'SendEmail'],
    ['Version', '2010-12-01'],
    ['Source', FROM],
    ['Destination.ToAddresses.member.1', 'ann@there.example'],
    ['Destination.ToAddresses.member.2', 'bob@there.example'],
    ['Message.Subject.Data', 'Hi'],
    ['Message.Body.Text.Data', 'Hi'],
    ['Message.Body.Html.Data', '<p>Hi</p>'],
    ['Tags.member.1.Name', 'campaign'],
    ['Tags.member.1.Value', 'news'],
  ],
  [
    ['Action', 'SendRawEmail'],
    ['Version', '2010-12-01'],
    ['RawMessage.Data', Buffer.from(MIME.join('\r\n')).toString('base64')],
  ],
];

const OF_CLIENTS: Readonly<Record<string, (random: Random) => VendorBody>> = {
  'mailgun /messages': (random) => formOf(changedFields(MAILGUN, random), random() < 0.6),
  'mailgun /messages.mime': (random) => {
    const message = changedMime(random);
    return formOf(
      changedFields(
        [
          ['to', 'ann@there.example'],
          ['o:tag', 'news'],
          ['message', message],
        ],
        random,
      ),
      true,
    );
  },
  'sendgrid /mail/send': (random) => jsonOf(SENDGRID, random),
  'postmark /email': (random) => jsonOf(POSTMARK, random),
  'postmark /email/batch': (random) => jsonOf([POSTMARK, { ...POSTMARK, To: 'bob@there.example' }], random),
  'ses /outbound-emails': (random) => jsonOf(random() < 0.5 ? SES : { ...SES, ...SES_RAW }, random),
  'ses /outbound-bulk-emails': (random) => jsonOf(SES_BULK, random),
  'ses older': (random) => formOf(changedFields(pick(SES_OLDER, random), random), false),
};

/** The body of a send as a vendor's client makes it, most often with something changed; undefined for other routes. */
export function vendorBody(
  route: { readonly method: string; readonly path: string },
  random: Random,
): VendorBody | undefined {
  const vendor = vendorOf(route);
  if (vendor === undefined || route.method !== 'POST') return undefined;
  const isOlder = route.path === '/' || route.path === '/compat/ses';
  const name = isOlder ? 'ses older' : Object.keys(OF_CLIENTS).find((known) => endsLike(known, vendor, route.path));
  const made = name === undefined ? undefined : OF_CLIENTS[name]?.(random);
  if (!made || vendor === 'ses' || random() > PACKED) return made;
  return { ...made, body: gzipSync(made.body), encoding: 'gzip' };
}

function endsLike(known: string, vendor: string, path: string): boolean {
  const [of, end = ''] = known.split(' ');
  return of === vendor && path.endsWith(end);
}

function jsonOf(whole: unknown, random: Random): VendorBody {
  const value = random() < UNCHANGED ? whole : mutated(whole, random);
  return { body: Buffer.from(JSON.stringify(value) ?? ''), type: JSON_TYPE };
}

function formOf(fields: Fields, isMultipart: boolean): VendorBody {
  if (!isMultipart) {
    const body = fields.map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('=')).join('&');
    return { body: Buffer.from(body), type: FORM_TYPE };
  }
  const parts = fields.map(([name, value]) => {
    const file = name === 'message' ? '; filename="message.mime"\r\ncontent-type: message/rfc822' : '';
    return `--x\r\ncontent-disposition: form-data; name="${name.replaceAll(/[\r\n"]/g, '')}"${file}\r\n\r\n${value}\r\n`;
  });
  return { body: Buffer.from(`${parts.join('')}--x--\r\n`), type: 'multipart/form-data; boundary=x' };
}

/** With up to three fields changed, left out, repeated or added. */
function changedFields(fields: Fields, random: Random): Fields {
  if (random() < UNCHANGED) return fields;
  const changed = [...fields];
  for (let edits = below(3, random); edits >= 0; edits -= 1) {
    const at = below(changed.length, random);
    const [name = 'x', value = ''] = changed[at] ?? [];
    const luck = random();
    if (luck < 0.5) changed[at] = [name, textOf(odd(random))];
    else if (luck < 0.65) changed.splice(at, 1);
    else if (luck < 0.8) changed.push([name, value]);
    else changed.push([`${pick(['h:', 'o:', 'v:', ''], random)}${textOf(odd(random)).slice(0, 60)}`, value]);
  }
  return changed;
}

function changedMime(random: Random): string {
  const end = pick(['\r\n', '\n'], random);
  if (random() < UNCHANGED) return MIME.join(end);
  const lines = [...MIME];
  for (let edits = below(3, random); edits >= 0; edits -= 1) {
    const at = below(lines.length, random);
    const luck = random();
    if (luck < 0.3) lines.splice(at, 1);
    else if (luck < 0.6) lines.splice(at, 0, pick(MIME, random));
    else if (luck < 0.8) lines[at] = `X-Odd: ${textOf(odd(random))}`;
    else lines.length = at;
  }
  return lines.join(end);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
