import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { switchAdapter, VENDORS } from '../../src/features/compatibility/vendors/index.ts';
import { purgeFiles } from '../../src/features/transactional/messages/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { mailgunClient, vendorAccount, type MailgunClient } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { sendgridMail } from '../support/sendgrid.ts';
import { newPair, sesClient } from '../support/ses.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Tests attachments, inline images, and calendar invitations that the vendors' own clients send through their APIs.

const DOMAIN = 'files.news.test';
const FROM = `shop@${DOMAIN}`;
/** Bytes of every value, which are not valid UTF-8. */
const PDF = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const INVITATION = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';
const HTML = '<p>Your invoice</p><img src="cid:logo">';

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;
let mailgun: MailgunClient;
let sent = 0;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await vendorAccount(app, 'mailgun', {}, DOMAIN);
  for (const vendor of VENDORS) await switchAdapter(app.installation.db, tenant.accountId, vendor, true);
  mailgun = mailgunClient(app.url, tenant.key);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

function newAddress(): string {
  sent += 1;
  return `customer-${sent}@x.test`;
}

/** Returns the message to an address, as a recipient's email client parses it. */
async function mailTo(address: string): Promise<Email & { readonly source: string }> {
  await sink.until(({ messages }) => messages.some(({ to }) => to.includes(address)));
  const data = sink.messages.findLast(({ to }) => to.includes(address))?.data ?? Buffer.alloc(0);
  return { ...(await PostalMime.parse(data)), source: data.toString('latin1') };
}

function filesOf({ attachments }: Email) {
  return attachments.map(({ content, contentId, disposition, filename, mimeType }) => ({
    filename,
    mimeType,
    disposition,
    contentId,
    content: Buffer.from(content as ArrayBuffer),
  }));
}

const [invoice, logo] = [
  {
    filename: 'Rechnung Köln – November.pdf',
    mimeType: 'application/pdf',
    disposition: 'attachment',
    contentId: undefined,
    content: PDF,
  },
  { filename: 'logo.png', mimeType: 'image/png', disposition: 'inline', contentId: '<logo>', content: PNG },
];

async function storedFiles(): Promise<number> {
  const statement = { name: '', text: 'select count(*)::integer as n from message_file where account_id = $1' };
  return (await app.installation.db.query<{ n: number }>(statement, [tenant.accountId]))[0]?.n ?? -1;
}

describe('attachments and inline images', () => {
  it('arrive through Postmark, and each file is stored once', async () => {
    const client = postmarkClient(app.url, tenant.key);
    const to = newAddress();
    const mail = (To: string) => ({
      From: FROM,
      To,
      Subject: 'Invoice',
      HtmlBody: HTML,
      Attachments: [
        { Name: invoice.filename, Content: PDF.toString('base64'), ContentType: 'application/pdf', ContentID: null },
        { Name: 'logo.png', Content: PNG.toString('base64'), ContentType: 'image/png', ContentID: 'cid:logo' },
      ],
    });
    await client.sendEmail(mail(to));
    const received = await mailTo(to);
    expect(received.html?.trim()).toBe(HTML);
    expect(received.text).toContain('Your invoice');
    expect(filesOf(received)).toEqual([logo, invoice]);
    expect(received.source).toMatch(/^Content-Type: multipart\/mixed;/m);
    const before = await storedFiles();
    const results = await client.sendEmailBatch([mail(newAddress()), mail(newAddress())]);
    expect(results.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 0]);
    expect(await storedFiles()).toBe(before);
  });

  it('arrive through SendGrid, at each of several personalizations', async () => {
    const client = sendgridMail(app.url, tenant.key);
    const all = [newAddress(), newAddress()];
    await client.send({
      from: FROM,
      subject: 'Invoice',
      personalizations: all.map((to) => ({ to })),
      content: [{ type: 'text/html', value: HTML }],
      attachments: [
        {
          content: PDF.toString('base64'),
          filename: invoice.filename,
          type: 'application/pdf',
          disposition: 'attachment',
        },
        {
          content: PNG.toString('base64'),
          filename: 'logo.png',
          type: 'image/png',
          disposition: 'inline',
          contentId: 'logo',
        },
      ],
    });
    for (const to of all) expect(filesOf(await mailTo(to))).toEqual([logo, invoice]);
  });

  it('arrive through Mailgun, in forms and in MIME', async () => {
    const to = newAddress();
    await mailgun.messages.create(DOMAIN, {
      from: FROM,
      to,
      subject: 'Invoice',
      html: '<p>Your invoice</p><img src="cid:logo.png">',
      attachment: { data: PDF, filename: invoice.filename, contentType: 'application/pdf' },
      inline: { data: PNG, filename: 'logo.png', contentType: 'image/png' },
    });
    expect(filesOf(await mailTo(to))).toEqual([{ ...logo, contentId: '<logo.png>' }, invoice]);
    const other = newAddress();
    const message = await mimeOf(other);
    await mailgun.messages.create(DOMAIN, { to: [other], message });
    expect(filesOf(await mailTo(other))).toEqual([logo, invoice]);
  });

  it('arrive through Mailgun at each recipient of a batch, with its variables', async () => {
    const to = [newAddress(), newAddress(), newAddress()];
    const { id } = await mailgun.messages.create(DOMAIN, {
      from: `Shop <${FROM}>`,
      to,
      subject: 'Invoice %recipient.number%',
      html: '<p>Hello %recipient.name%</p><img src="cid:logo.png">',
      text: 'Hello %recipient.name%',
      'h:X-Invoice': '%recipient.number%',
      'h:Reply-To': ['one@x.test', 'two@x.test'],
      'recipient-variables': JSON.stringify(
        Object.fromEntries(to.map((address, index) => [address, { number: index + 1, name: `Ann ${index}` }])),
      ),
      attachment: { data: PDF, filename: 'Invoice.pdf' },
      inline: { data: PNG, filename: 'logo.png' },
    });
    expect(id).toMatch(/@files\.news\.test>$/);
    for (const [index, address] of to.entries()) {
      const email = await mailTo(address);
      expect(email).toMatchObject({
        subject: `Invoice ${index + 1}`,
        from: { name: 'Shop', address: FROM },
        to: [{ address }],
        html: expect.stringContaining(`<p>Hello Ann ${index}</p>`),
        replyTo: [{ address: 'one@x.test' }, { address: 'two@x.test' }],
      });
      expect(email.headers).toContainEqual(expect.objectContaining({ key: 'x-invoice', value: String(index + 1) }));
      expect(filesOf(email).map(({ content, filename }) => [filename, content.length])).toEqual([
        ['logo.png', PNG.length],
        ['Invoice.pdf', PDF.length],
      ]);
    }
  });

  it('arrive through Amazon SES, in fields and in MIME', async () => {
    const client = sesClient(`${app.url}/compat/ses`, await newPair(app, tenant.accountId));
    const to = newAddress();
    const Html = { Data: HTML };
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: FROM,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: { Data: 'Invoice' },
            Body: { Html },
            Attachments: [
              { FileName: invoice.filename, RawContent: PDF, ContentType: 'application/pdf' },
              {
                FileName: 'logo.png',
                RawContent: PNG,
                ContentType: 'image/png',
                ContentDisposition: 'INLINE',
                ContentId: 'logo',
              },
            ],
          },
        },
      }),
    );
    expect(filesOf(await mailTo(to))).toEqual([logo, invoice]);
    const other = newAddress();
    const Data = await mimeOf(other);
    await client.send(new SendEmailCommand({ FromEmailAddress: FROM, Content: { Raw: { Data } } }));
    expect(filesOf(await mailTo(other))).toEqual([logo, invoice]);
  });

  it('are refused in bulk email, above the size limit, and with an invalid type, with a named field', async () => {
    const client = postmarkClient(app.url, tenant.key);
    const send = async (more: object) =>
      client.sendEmail({ From: FROM, To: newAddress(), Subject: 'Invoice', TextBody: 'Hi', ...more });
    const file = { Name: 'a.txt', Content: 'YQ==', ContentType: 'text/plain', ContentID: null };
    await expect(send({ Attachments: [file], MessageStream: 'broadcast' })).rejects.toThrow(
      /^Attachments: are not supported/,
    );
    await expect(send({ Attachments: [{ ...file, ContentType: 'text' }] })).rejects.toThrow(
      'Attachments.0.ContentType: must',
    );
    await expect(send({ Attachments: [{ ...file, Content: '?' }] })).rejects.toThrow('Attachments.0.Content: must');
    await expect(send({ Attachments: [{ ...file, Name: 'a\nb' }] })).rejects.toThrow('Attachments.0.Name: must');
    await expect(send({ Attachments: [{ ...file, Path: 'a' }] })).rejects.toThrow(
      'Attachments.0.Path: is not supported',
    );
    const Content = Buffer.alloc(7_600_000).toString('base64');
    await expect(send({ Attachments: [{ ...file, Content }] })).rejects.toThrow(
      /would be larger than 10,240,000 bytes/,
    );
    const batch = async (more: object) =>
      mailgun.messages.create(DOMAIN, {
        from: FROM,
        to: newAddress(),
        subject: 'Hi',
        text: 'Hi %recipient.name%',
        'recipient-variables': '{}',
        attachment: { data: PNG, filename: 'a.png' },
        ...more,
      });
    await expect(batch({ text: '%unsubscribe_url%' })).rejects.toMatchObject({
      details: expect.stringContaining('attachment is not supported in email with an unsubscribe link'),
    });
    await expect(batch({ to: [newAddress(), 'nobody'] })).rejects.toMatchObject({
      details: expect.stringContaining('to contains an invalid address'),
    });
    await expect(batch({ attachment: { data: Buffer.alloc(7_600_000), filename: 'a' } })).rejects.toMatchObject({
      status: 413,
    });
  });
});

it('a message with files is not sent again without them', async () => {
  const mail = { from: FROM, to: newAddress(), subject: 'Hi', text: 'Hi' };
  const sentOnce = await mailgun.messages.create(DOMAIN, { ...mail, attachment: { data: PNG, filename: 'a.png' } });
  const [digits = ''] = /[0-9a-f]{32}/.exec(sentOnce.id) ?? [];
  const scopes = [SCOPES.read, SCOPES.send, SCOPES.dashboardWrite];
  const { key } = await createKey(app.installation.db, { accountId: tenant.accountId, name: 'again', scopes });
  const { body, status } = await app.client(key).post(`/dashboard/messages/tm_${digits}/send-again`, {});
  expect({ status, body }).toMatchObject({ status: 409, body: { message: expect.stringContaining('attachments') } });
});

describe('calendar invitations', () => {
  it('arrive as alternatives to the text through SendGrid and in MIME', async () => {
    const to = newAddress();
    await sendgridMail(app.url, tenant.key).send({
      from: FROM,
      to,
      subject: 'Meeting',
      content: [
        { type: 'text/plain', value: 'Meet us' },
        { type: 'text/calendar; method=REQUEST', value: INVITATION },
      ],
    });
    const other = newAddress();
    const client = sesClient(`${app.url}/compat/ses`, await newPair(app, tenant.accountId));
    const transport = createTransport({ SES: { sesClient: client, SendEmailCommand } });
    const icalEvent = { method: 'REQUEST', content: INVITATION };
    await transport.sendMail({ from: FROM, to: other, subject: 'Meeting', text: 'Meet us', icalEvent });
    for (const address of [to, other]) {
      const { attachments, source, text } = await mailTo(address);
      expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
      expect(source).toMatch(/^Content-Type: text\/calendar; .*method=REQUEST/m);
      expect(text?.trim()).toBe('Meet us');
      expect(attachments[0]).toMatchObject({ mimeType: 'text/calendar', method: 'REQUEST', disposition: null });
      expect(source).toContain(Buffer.from(INVITATION).toString('base64'));
    }
  });
});

describe('stored files', () => {
  it('are deleted with the last message that has them', async () => {
    const { db } = app.installation;
    expect(await storedFiles()).toBeGreaterThan(0);
    await db.script(`update message_file set stored_at = now() - interval '2 days'`);
    await purgeFiles(db, 30);
    expect(await storedFiles()).toBeGreaterThan(0);
    await db.script(
      `update message_file_use
       set message_id = (left(uuid_at((now() at time zone 'utc')::date - 31)::text, 13) || right(message_id::text, 23))::uuid`,
    );
    await purgeFiles(db, 30);
    expect(await storedFiles()).toBe(0);
  });
});

/** Returns an email in MIME, as nodemailer composes it. */
async function mimeOf(to: string): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({
    from: FROM,
    to,
    subject: 'Invoice',
    html: HTML,
    attachments: [
      { filename: invoice.filename, content: PDF, contentType: 'application/pdf' },
      { filename: 'logo.png', content: PNG, contentType: 'image/png', cid: 'logo', contentDisposition: 'inline' },
    ],
  });
  return message as Buffer;
}
