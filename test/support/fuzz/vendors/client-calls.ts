import {
  GetSendQuotaCommand,
  ListIdentitiesCommand,
  SendEmailCommand as OldSend,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import {
  DeleteSuppressedDestinationCommand,
  GetAccountCommand,
  GetSuppressedDestinationCommand,
  ListEmailIdentitiesCommand,
  ListSuppressedDestinationsCommand,
  PutSuppressedDestinationCommand,
  SendBulkEmailCommand,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import Mailgun14 from 'mailgun.js-14';
import nodemailer from 'nodemailer';
import { Models } from 'postmark';
import type { Vendor } from '../../../../src/features/compatibility/vendors/index.ts';
import { mailgunClient } from '../../mailgun.ts';
import { postmarkClient } from '../../postmark.ts';
import { sendgridClient, sendgridMail } from '../../sendgrid.ts';
import { oldSesClient, sesClient } from '../../ses.ts';

type Call = () => Promise<unknown>;

const KEY = 'SG.a-key';
const PAIR = { accessKeyId: 'AKIAFUZZ', secretAccessKey: 'secret' };
const TO = ['"Doe, John" <one@x.test>', 'two@x.test'];
const HTML = '<p>Hi <a href="https://x.test/">there</a>, Grüße</p>';

/** Returns calls of each vendor's official clients. The server rejects some of them. */
export function clientCalls(
  url: string,
  domain: string,
): readonly { readonly of: Vendor; readonly calls: readonly Call[] }[] {
  return [
    { of: 'mailgun', calls: mailgunCalls(url, domain) },
    { of: 'postmark', calls: postmarkCalls(url, domain) },
    { of: 'sendgrid', calls: sendgridCalls(url, domain) },
    { of: 'ses', calls: [...sesCalls(url, domain), ...oldSesCalls(url, domain)] },
  ];
}

function mailgunCalls(url: string, domain: string): Call[] {
  const { events, messages, suppressions } = mailgunClient(url, KEY);
  const newer = mailgunClient(url, KEY, Mailgun14);
  const mail = { from: `News <news@${domain}>`, subject: 'Hello', text: 'Hi there', html: HTML };
  const mime = [
    `From: News <news@${domain}>`,
    'To: Mime <one@x.test>',
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
    'X-Mailgun-Tag: from-mime',
    'X-Mailgun-Variables: {"order":"77"}',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b1',
    '',
    '--b1\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nHi =3D there',
    '--b1\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+SGk8L3A+',
    '--b1--',
    '',
  ].join('\r\n');
  const batch = {
    ...mail,
    to: ['one@x.test', 'two@x.test'],
    subject: 'For %recipient.name%',
    text: 'Dear %recipient.name% at %recipient%: %recipient.url%',
    'recipient-variables': JSON.stringify({
      'one@x.test': { name: 'Ann & <Bob>', url: 'https://x.test/u/a', count: 3 },
      'two@x.test': { name: 'B', url: '' },
    }),
    'h:List-Unsubscribe': '<%recipient.url%>, <%tag_unsubscribe_email%>',
    'v:email-id': '65f0c0ffee65f0c0ffee65f0',
    'o:tag': ['bulk-email', 'ghost-email'],
    'o:tracking-opens': true,
  };
  return [
    () => messages.create(domain, { ...mail, to: TO, cc: 'three@x.test', bcc: 'four@x.test' }),
    () =>
      messages.create(domain, { ...mail, to: TO, 'h:Reply-To': 'a@x.test', 'v:order': '{"a":1}', 'o:testmode': 'yes' }),
    () => messages.create(domain, batch),
    () => messages.create(domain, batch),
    () => messages.create(domain, { to: ['one@x.test', 'hidden@x.test'], message: mime }),
    () => messages.create(domain, { to: 'one@x.test', message: mime }),
    () => messages.create(domain, { ...mail, to: TO, attachment: { filename: 'a.pdf', data: Buffer.from('%PDF') } }),
    () =>
      messages.create(domain, {
        ...mail,
        to: TO,
        template: 'welcome',
        'o:deliverytime': 'Fri, 14 Oct 2030 23:10:10 -0000',
      }),
    () =>
      events.get(domain, {
        event: 'failed OR accepted',
        tags: 'a AND b',
        begin: 1_700_000_000.5,
        limit: 300,
        ascending: 'yes',
      }),
    () => newer.messages.create(domain, { ...mail, to: TO, 'o:tracking-clicks': 'htmlonly' }),
    () =>
      newer.logs.list({ start: 'Tue, 24 Sep 2024 00:00:00 +0000', events: ['accepted'], pagination: { limit: 10 } }),
    () => suppressions.list(domain, 'bounces', { limit: 5 }),
    () => suppressions.get(domain, 'unsubscribes', 'gone@x.test'),
    () => suppressions.create(domain, 'complaints', [{ address: 'gone@x.test' }]),
    () => suppressions.create(domain, 'unsubscribes', { address: 'left@x.test', tag: '*' }),
    () => suppressions.destroy(domain, 'bounces', 'gone@x.test'),
  ];
}

function postmarkCalls(url: string, domain: string): Call[] {
  const client = postmarkClient(url, KEY);
  const mail = {
    From: `Shop <shop@${domain}>`,
    Subject: 'Hello',
    TextBody: 'Hi there',
    HtmlBody: HTML,
    To: TO.join(', '),
  };
  const whole = {
    ...mail,
    Cc: 'copy@x.test',
    Bcc: 'blind@x.test',
    ReplyTo: 'answers@x.test',
    Tag: 'invoice',
    Headers: [{ Name: 'X-Order', Value: '77' }],
    Metadata: { order: '77' },
    TrackOpens: true,
    TrackLinks: Models.LinkTrackingOptions.HtmlOnly,
    MessageStream: 'outbound',
  };
  const attached = {
    ...mail,
    Attachments: [{ Name: 'a.txt', Content: 'eA==', ContentType: 'text/plain', ContentID: null }],
  };
  return [
    () => client.sendEmail(whole),
    () => client.sendEmail(mail),
    () => client.sendEmail({ ...mail, To: 'one@x.test', MessageStream: 'broadcast' }),
    () => client.sendEmailBatch([whole, { ...mail, To: 'no address' }, mail]),
    () => client.sendEmailBatch([mail, whole]),
    () => client.sendEmail(attached),
    () => client.sendEmailWithTemplate({ From: mail.From, To: mail.To, TemplateId: 1, TemplateModel: {} }),
    () => client.getOutboundMessages({ count: 10, offset: 0, tag: 'invoice' }),
    () => client.getOutboundMessageDetails('019a0000-0000-7000-8000-000000000000'),
    () => client.getBounces({ count: 5, inactive: true }),
    () => client.getBounce(1),
    () => client.activateBounce(1),
    () => client.getDeliveryStatistics(),
    () => client.getServer(),
    () => client.getMessageStreams(),
    () => client.getOutboundOverview({ tag: 'invoice', fromDate: '2026-01-01', toDate: '2026-12-31' }),
    () => client.getMessageOpens({ count: 5 }),
    () => client.getSuppressions('outbound', { emailAddress: 'gone@x.test' }),
    () => client.createSuppressions('outbound', { Suppressions: [{ EmailAddress: 'gone@x.test' }] }),
    () => client.deleteSuppressions('outbound', { Suppressions: [{ EmailAddress: 'gone@x.test' }] }),
  ];
}

function sendgridCalls(url: string, domain: string): Call[] {
  const mailer = sendgridMail(url, KEY);
  const client = sendgridClient(url, KEY);
  const mail = { from: { email: `news@${domain}`, name: 'News' }, subject: 'Hello', text: 'Hi there', html: HTML };
  const ask =
    (method: string, path: string, body?: object): Call =>
    () =>
      client.request({ method, url: path, ...(body && { body }) });
  return [
    () =>
      mailer.send({
        ...mail,
        to: [{ email: 'one@x.test', name: 'Doe, John' }, 'two@x.test'],
        cc: 'copy@x.test',
        bcc: 'blind@x.test',
        replyToList: [{ email: 'answers@x.test' }],
        headers: { 'X-Order': '77' },
        categories: ['Receipts'],
        customArgs: { order: '77' },
        trackingSettings: { clickTracking: { enable: true }, openTracking: { enable: false } },
      }),
    () => mailer.send({ ...mail, to: 'one@x.test', mailSettings: { sandboxMode: { enable: true } } }),
    () =>
      mailer.send({
        ...mail,
        personalizations: ['one', 'two'].map((name) => ({
          to: [{ email: `${name}@x.test` }],
          substitutions: { name, '-x-': 'y' },
          customArgs: { who: name },
        })),
      }),
    () => mailer.send({ ...mail, personalizations: [{ to: 'one@x.test', subject: 'Own', headers: { 'X-A': 'b' } }] }),
    () => mailer.send({ ...mail, to: 'one@x.test', attachments: [{ content: 'eA==', filename: 'a.txt' }] }),
    () => mailer.send({ ...mail, to: 'one@x.test', templateId: 'd-1', sendAt: 2_000_000_000 }),
    ask('GET', '/v3/scopes'),
    ask('GET', '/v3/suppression/bounces?start_time=1700000000&limit=5'),
    ask('GET', '/v3/suppression/blocks/gone%40x.test'),
    ask('DELETE', '/v3/suppression/spam_reports', { emails: ['gone@x.test'], delete_all: false }),
    ask('POST', '/v3/asm/suppressions/global', { recipient_emails: ['gone@x.test'] }),
    ask('GET', '/v3/asm/suppressions/global/gone%40x.test'),
    ask('GET', '/v3/user/webhooks/event/settings'),
    ask('PATCH', '/v3/user/webhooks/event/settings', {
      enabled: false,
      url: 'https://receiver.example/',
      bounce: true,
    }),
  ];
}

function sesCalls(url: string, domain: string): Call[] {
  const client = sesClient(url, PAIR);
  const from = `News <news@${domain}>`;
  const destination = { ToAddresses: TO, CcAddresses: ['copy@x.test'], BccAddresses: ['blind@x.test'] };
  const body = { Text: { Data: 'Hi there', Charset: 'UTF-8' }, Html: { Data: HTML } };
  const content = { Simple: { Subject: { Data: 'Größe' }, Body: body, Headers: [{ Name: 'X-Order', Value: '77' }] } };
  // Uses the transport of nodemailer, because most applications use it to send MIME messages.
  const mailer = nodemailer.createTransport({ SES: { sesClient: client, SendEmailCommand } });
  const template = {
    TemplateContent: { Subject: 'For {{name}}', Text: 'Dear {{name}}' },
    TemplateData: '{"name":"all"}',
  };
  return [
    () =>
      client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: destination,
          ReplyToAddresses: ['answers@x.test'],
          EmailTags: [{ Name: 'order', Value: '77' }],
          ConfigurationSetName: 'shop',
          Content: content,
        }),
      ),
    () =>
      client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: ['one@x.test'] },
          Content: content,
        }),
      ),
    () => mailer.sendMail({ from, to: TO, bcc: 'blind@x.test', subject: 'Größe', text: 'Hi there', html: HTML }),
    () => mailer.sendMail({ from, to: 'one@x.test', subject: 'Hello', text: 'Hi there' }),
    () =>
      mailer.sendMail({
        from,
        to: TO,
        subject: 'Hello',
        text: 'x',
        attachments: [{ filename: 'a.txt', content: 'x' }],
      }),
    () =>
      client.send(
        new SendBulkEmailCommand({
          FromEmailAddress: from,
          DefaultContent: { Template: template },
          BulkEmailEntries: ['one', 'two'].map((name) => ({
            Destination: { ToAddresses: [`${name}@x.test`] },
            ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: JSON.stringify({ name }) } },
          })),
        }),
      ),
    () => client.send(new GetAccountCommand()),
    () => client.send(new ListEmailIdentitiesCommand({ PageSize: 5 })),
    () => client.send(new PutSuppressedDestinationCommand({ EmailAddress: 'gone@x.test', Reason: 'BOUNCE' })),
    () => client.send(new GetSuppressedDestinationCommand({ EmailAddress: 'gone@x.test' })),
    () => client.send(new DeleteSuppressedDestinationCommand({ EmailAddress: 'gone@x.test' })),
    () =>
      client.send(new ListSuppressedDestinationsCommand({ PageSize: 5, Reasons: ['BOUNCE'], StartDate: new Date(0) })),
  ];
}

function oldSesCalls(url: string, domain: string): Call[] {
  const client = oldSesClient(url, PAIR);
  const mime = `From: news@${domain}\r\nTo: one@x.test\r\nSubject: Hello\r\n\r\nHi there\r\n`;
  return [
    () =>
      client.send(
        new OldSend({
          Source: `News <news@${domain}>`,
          Destination: { ToAddresses: TO, CcAddresses: ['copy@x.test'] },
          ReplyToAddresses: ['answers@x.test'],
          Tags: [{ Name: 'order', Value: '77' }],
          Message: { Subject: { Data: 'Größe' }, Body: { Text: { Data: 'Hi there' }, Html: { Data: HTML } } },
        }),
      ),
    () =>
      client.send(
        new SendRawEmailCommand({
          RawMessage: { Data: Buffer.from(mime) },
          Destinations: ['one@x.test', 'blind@x.test'],
        }),
      ),
    () => client.send(new SendRawEmailCommand({ Source: `news@${domain}`, RawMessage: { Data: Buffer.from(mime) } })),
    () => client.send(new GetSendQuotaCommand()),
    () => client.send(new ListIdentitiesCommand({ IdentityType: 'Domain' })),
  ];
}
