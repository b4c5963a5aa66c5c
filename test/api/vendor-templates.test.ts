import { SendBulkEmailCommand, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { switchAdapter, VENDORS } from '../../src/features/compatibility/vendors/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { mailgunClient, vendorAccount, type MailgunClient } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { sendgridMail } from '../support/sendgrid.ts';
import { newPair, sesClient } from '../support/ses.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Tests requests from other vendors' own clients that use the account's email templates.

const DOMAIN = 'templates.news.test';
const FROM = `shop@${DOMAIN}`;
const RECEIPT = {
  name: 'd-receipt',
  subject: 'Order {{ order.number }}',
  html: '<p>Hello {{ name }}, {% if vip %}thank you{% else %}welcome{% endif %}</p>',
};
const MODEL = { name: 'Ann & Bob', order: { number: 17 }, vip: true, unused: [1] };

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;
let mailgun: MailgunClient;
let templateId = 0;
let sent = 0;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await vendorAccount(app, 'mailgun', {}, DOMAIN);
  const { db } = app.installation;
  for (const vendor of VENDORS) await switchAdapter(db, tenant.accountId, vendor, true);
  const { key } = await createKey(db, { accountId: tenant.accountId, name: 'account', scopes: [SCOPES.account] });
  templateId = (await app.client(key).post('/email-templates', RECEIPT)).body.id as number;
  mailgun = mailgunClient(app.url, tenant.key);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

function newAddress(): string {
  sent += 1;
  return `reader-${sent}@x.test`;
}

async function expectReceipt(to: string, words = 'thank you'): Promise<void> {
  await sink.until(({ messages }) => messages.some((message) => message.to.includes(to)));
  const source = sink.messages.findLast((message) => message.to.includes(to))?.data.toString() ?? '';
  expect(source).toMatch(/^Subject: Order 17\r$/m);
  expect(source).toContain(`<p>Hello Ann &amp; Bob, ${words}</p>`);
}

describe('Postmark', () => {
  const client = () => postmarkClient(app.url, tenant.key);

  it('sends a template by alias and by ID, also in a batch', async () => {
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    const mail = { From: FROM, TemplateModel: MODEL };
    await client().sendEmailWithTemplate({ ...mail, To: first, TemplateAlias: RECEIPT.name });
    await client().sendEmailWithTemplate({ ...mail, To: second, TemplateId: templateId });
    const results = await client().sendEmailBatchWithTemplates([
      { ...mail, To: third, TemplateAlias: RECEIPT.name, InlineCss: true, TemplateModel: { ...MODEL, vip: false } },
      { ...mail, To: newAddress(), TemplateAlias: 'unknown' },
    ]);
    expect(results.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 1101]);
    await expectReceipt(first);
    await expectReceipt(second);
    await expectReceipt(third, 'welcome');
  });

  it('names what is wrong', async () => {
    const send = async (more: object) =>
      client().sendEmailWithTemplate({ From: FROM, To: newAddress(), TemplateModel: MODEL, ...more });
    await expect(send({ TemplateAlias: 'unknown' })).rejects.toMatchObject({ code: 1101 });
    await expect(send({})).rejects.toThrow('TemplateAlias: or TemplateId is required');
    await expect(send({ TemplateAlias: RECEIPT.name, Subject: 'Hi' })).rejects.toThrow(
      'Subject: is not supported with',
    );
    await expect(send({ TemplateAlias: RECEIPT.name, TemplateModel: { name: ['Ann'] } })).rejects.toThrow(
      'TemplateModel.name: must be a string',
    );
  });
});

describe('SendGrid', () => {
  it('sends a template with the data of each personalization', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const client = sendgridMail(app.url, tenant.key);
    await client.send({
      from: FROM,
      templateId: RECEIPT.name,
      personalizations: [
        { to: first, dynamicTemplateData: MODEL },
        { to: second, dynamicTemplateData: { ...MODEL, vip: false } },
      ],
    });
    await expectReceipt(first);
    await expectReceipt(second, 'welcome');
    await expect(client.send({ from: FROM, to: first, templateId: 'd-unknown' })).rejects.toMatchObject({
      response: { body: { errors: [{ field: 'template_id' }] } },
    });
  });
});

describe('Mailgun', () => {
  it('sends a template with its variables', async () => {
    const to = newAddress();
    const fields = { from: FROM, to, template: RECEIPT.name };
    await mailgun.messages.create(DOMAIN, { ...fields, 't:variables': JSON.stringify(MODEL), 't:text': 'yes' });
    await expectReceipt(to);
    await expect(mailgun.messages.create(DOMAIN, { ...fields, template: 'unknown' })).rejects.toMatchObject({
      details: expect.stringContaining('template must be the name'),
    });
    await expect(mailgun.messages.create(DOMAIN, { ...fields, 't:version': '2' })).rejects.toMatchObject({
      details: expect.stringContaining('Versions are not supported'),
    });
    await expect(mailgun.messages.create(DOMAIN, { ...fields, html: '<p>x</p>' })).rejects.toMatchObject({
      details: expect.stringContaining('html is not supported with a template'),
    });
  });
});

describe('Amazon SES', () => {
  it('sends a stored template, also in bulk, and reports missing values', async () => {
    const client = sesClient(`${app.url}/compat/ses`, await newPair(app, tenant.accountId));
    const [first, second] = [newAddress(), newAddress()];
    const Template = { TemplateName: RECEIPT.name, TemplateData: JSON.stringify(MODEL) };
    const send = async (of: object, to: string) =>
      client.send(
        new SendEmailCommand({
          FromEmailAddress: FROM,
          Destination: { ToAddresses: [to] },
          Content: { Template: of },
        }),
      );
    await send(Template, first);
    await expectReceipt(first);
    const { BulkEmailEntryResults: results } = await client.send(
      new SendBulkEmailCommand({
        FromEmailAddress: FROM,
        DefaultContent: { Template: { ...Template, TemplateData: JSON.stringify({ order: { number: 17 } }) } },
        BulkEmailEntries: [
          {
            Destination: { ToAddresses: [second] },
            ReplacementEmailContent: {
              ReplacementTemplate: { ReplacementTemplateData: JSON.stringify({ name: 'Ann & Bob' }) },
            },
          },
          { Destination: { ToAddresses: [newAddress()] } },
        ],
      }),
    );
    expect(results?.map(({ Status }) => Status)).toEqual(['SUCCESS', 'INVALID_PARAMETER']);
    await expectReceipt(second, 'welcome');
    await expect(send({ ...Template, TemplateData: '{}' }, first)).rejects.toThrow('has no value for name');
    await expect(send({ ...Template, TemplateName: 'unknown' }, first)).rejects.toThrow('unknown');
  });
});

it('the templates of another account are unknown', async () => {
  const other = await vendorAccount(app, 'postmark', {}, 'other.news.test');
  const send = postmarkClient(app.url, other.key).sendEmailWithTemplate({
    From: 'a@other.news.test',
    To: newAddress(),
    TemplateId: templateId,
    TemplateModel: MODEL,
  });
  await expect(send).rejects.toMatchObject({ code: 1101 });
});
