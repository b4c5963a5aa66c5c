import {
  CreateEmailTemplateCommand,
  DeleteEmailTemplateCommand,
  GetEmailTemplateCommand,
  ListEmailTemplatesCommand,
  SendBulkEmailCommand,
  SendEmailCommand,
  TestRenderEmailTemplateCommand,
  UpdateEmailTemplateCommand,
} from '@aws-sdk/client-sesv2';
import { SendBulkTemplatedEmailCommand, SendTemplatedEmailCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { switchAdapter, VENDORS } from '../../src/features/compatibility/vendors/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { mailgunClient, vendorAccount, type MailgunClient } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { sendgridMail } from '../support/sendgrid.ts';
import { newPair, oldSesClient, sesClient } from '../support/ses.ts';
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

/** Returns a Postmark client that may manage the templates of an account. */
async function templateManager(accountId: number) {
  const wanted = { accountId, name: 'templates', scopes: [SCOPES.account] };
  const { key } = await createKey(app.installation.db, wanted);
  return postmarkClient(`${app.url}/compat/postmark`, key);
}

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

  it('gives an alias to one of several templates that are created at once', async () => {
    const { accountId } = await vendorAccount(app, 'postmark', {}, 'race.news.test');
    const manager = await templateManager(accountId);
    const creations = Array.from({ length: 6 }, async () =>
      manager.createTemplate({ Name: 'Race', Alias: 'race', Subject: 'Hi', TextBody: 'Hi' }),
    );
    const results = await Promise.allSettled(creations);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(refused).toHaveLength(5);
    for (const reason of refused) expect(reason).toContain('already has the alias');
  });

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

  it('creates, reads, changes, lists, sends, and deletes templates', async () => {
    const manager = await templateManager(tenant.accountId);
    const content = { Subject: 'Order {{ order.number }}', HtmlBody: RECEIPT.html };
    const made = await manager.createTemplate({ Name: 'Our receipt', Alias: 'our-receipt', ...content });
    const summary = {
      TemplateId: expect.any(Number),
      Name: 'Our receipt',
      Active: true,
      Alias: 'our-receipt',
      TemplateType: 'Standard',
      LayoutTemplate: null,
    };
    expect(made).toEqual(summary);
    const to = newAddress();
    await client().sendEmailWithTemplate({ From: FROM, To: to, TemplateAlias: 'our-receipt', TemplateModel: MODEL });
    await expectReceipt(to);
    const changed = await manager.editTemplate('our-receipt', { Subject: 'Receipt', TextBody: 'Thanks, {{ name }}' });
    expect(changed).toEqual(summary);
    expect(await manager.getTemplate(made.TemplateId)).toEqual({
      ...summary,
      Subject: 'Receipt',
      HtmlBody: RECEIPT.html,
      TextBody: 'Thanks, {{ name }}',
      AssociatedServerId: expect.any(Number),
    });
    const listed = await manager.getTemplates({ count: 1 });
    expect(listed).toEqual({ TotalCount: 2, Templates: [summary] });
    expect((await manager.getTemplates({ templateType: 'Layout' as never })).TotalCount).toBe(0);
    await manager.editTemplate('our-receipt', { Alias: null });
    await expect(manager.getTemplate('our-receipt')).rejects.toMatchObject({ code: 1101 });
    expect(await manager.deleteTemplate(made.TemplateId)).toMatchObject({ ErrorCode: 0 });
    await expect(manager.getTemplate(made.TemplateId)).rejects.toMatchObject({ code: 1101 });
  });

  it('checks content without storing it', async () => {
    const manager = await templateManager(tenant.accountId);
    const good = await manager.validateTemplate({
      Subject: 'Order {{ order.number }}',
      HtmlBody: '<p>{{ name }}</p>',
      TestRenderModel: { name: 'A & B', order: { number: 17 } },
    });
    expect(good).toMatchObject({
      AllContentIsValid: true,
      Subject: { ContentIsValid: true, ValidationErrors: [], RenderedContent: 'Order 17' },
      HtmlBody: { RenderedContent: '<p>A &amp; B</p>' },
      TextBody: { RenderedContent: null },
      SuggestedTemplateModel: { name: 'name_Value', order: { number: 'number_Value' } },
    });
    const bad = await manager.validateTemplate({ Subject: 'Hi', HtmlBody: '<p>{% if vip %}</p>', TestRenderModel: {} });
    expect(bad).toMatchObject({
      AllContentIsValid: false,
      Subject: { ContentIsValid: true },
      HtmlBody: { ContentIsValid: false, ValidationErrors: [{ Message: expect.stringContaining('line 1') }] },
    });
    expect((await manager.getTemplates()).TotalCount).toBe(1);
  });

  it('rejects templates that Postrider cannot store, and hides those of other accounts', async () => {
    const manager = await templateManager(tenant.accountId);
    const content = { Name: 'Other', Subject: 'x', HtmlBody: '<p>x</p>' };
    const { TemplateId } = await manager.createTemplate({ ...content, Alias: 'taken' });
    for (const [more, words] of [
      [{ Name: '' }, 'Name'],
      [{ HtmlBody: '<p>{{#each items}}</p>' }, 'HtmlBody'],
      [{ TemplateType: 'Layout' as never }, 'TemplateType'],
      [{ LayoutTemplate: 'base' }, 'LayoutTemplate'],
      [{ Alias: '1st' }, 'Alias'],
      [{ Alias: 'taken' }, 'already has the alias'],
    ] as const) {
      await expect(manager.createTemplate({ ...content, ...more })).rejects.toThrow(words);
    }
    const other = await vendorAccount(app, 'postmark', {}, 'foreign.news.test');
    const foreign = await templateManager(other.accountId);
    for (const call of [
      async () => foreign.getTemplate(TemplateId),
      async () => foreign.editTemplate(TemplateId, { Subject: 'Mine' }),
      async () => foreign.deleteTemplate(TemplateId),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 1101 });
    }
    await manager.deleteTemplate('taken');
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
      details: expect.stringContaining('t:version must be the name of a version'),
    });
    await expect(mailgun.messages.create(DOMAIN, { ...fields, html: '<p>x</p>' })).rejects.toMatchObject({
      details: expect.stringContaining('html is not supported with a template'),
    });
  });
});

describe('Amazon SES', () => {
  const managerOf = async (accountId: number) =>
    sesClient(`${app.url}/compat/ses`, await newPair(app, accountId, [SCOPES.account]));
  const CONTENT = { Subject: 'Order {{ order.number }}', Html: RECEIPT.html };

  it('creates, reads, changes, renders, lists, sends, and deletes templates', async () => {
    const manager = await managerOf(tenant.accountId);
    const TemplateName = 'SesReceipt';
    await manager.send(new CreateEmailTemplateCommand({ TemplateName, TemplateContent: CONTENT }));
    const again = manager.send(new CreateEmailTemplateCommand({ TemplateName, TemplateContent: CONTENT }));
    await expect(again).rejects.toMatchObject({ name: 'AlreadyExistsException' });
    const read = async () => manager.send(new GetEmailTemplateCommand({ TemplateName }));
    expect(await read()).toMatchObject({ TemplateName, TemplateContent: CONTENT });
    const to = newAddress();
    const sender = sesClient(`${app.url}/compat/ses`, await newPair(app, tenant.accountId));
    const Template = { TemplateName, TemplateData: JSON.stringify(MODEL) };
    const mail = { FromEmailAddress: FROM, Destination: { ToAddresses: [to] }, Content: { Template } };
    await sender.send(new SendEmailCommand(mail));
    await expectReceipt(to);
    const changed = { Subject: 'Receipt {{ name }}', Text: 'Dear {{ name }}' };
    await manager.send(new UpdateEmailTemplateCommand({ TemplateName, TemplateContent: changed }));
    expect((await read()).TemplateContent).toEqual(changed);
    const render = async (TemplateData: string) =>
      manager.send(new TestRenderEmailTemplateCommand({ TemplateName, TemplateData }));
    const { RenderedTemplate } = await render('{"name":"Ann"}');
    expect(RenderedTemplate).toMatch(/^Subject: Receipt Ann\r$/m);
    expect(RenderedTemplate).toContain('\r\n\r\nDear Ann');
    expect(RenderedTemplate).not.toMatch(/^(?:From|To|Message-ID):/im);
    await expect(render('{}')).rejects.toThrow('has no value for name');
    await expect(render('{')).rejects.toThrow('is not valid JSON');
    const page = await manager.send(new ListEmailTemplatesCommand({ PageSize: 1 }));
    expect(page.TemplatesMetadata).toEqual([{ TemplateName, CreatedTimestamp: expect.any(Date) }]);
    const next = await manager.send(new ListEmailTemplatesCommand({ PageSize: 1, NextToken: page.NextToken }));
    expect(next.TemplatesMetadata).toMatchObject([{ TemplateName: RECEIPT.name }]);
    expect(next.NextToken).toBeUndefined();
    await manager.send(new DeleteEmailTemplateCommand({ TemplateName }));
    await expect(read()).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('creates only one template with a name if several requests arrive together', async () => {
    const manager = await managerOf(tenant.accountId);
    const TemplateName = 'SesOnce';
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, async () =>
        manager.send(new CreateEmailTemplateCommand({ TemplateName, TemplateContent: CONTENT })),
      ),
    );
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failed.map(({ name }) => name)).toEqual(Array.from({ length: 7 }, () => 'AlreadyExistsException'));
    await manager.send(new DeleteEmailTemplateCommand({ TemplateName }));
  });

  it('rejects content that Postrider cannot store, keys without the account scope, and templates of others', async () => {
    const manager = await managerOf(tenant.accountId);
    const create = async (more: object) =>
      manager.send(new CreateEmailTemplateCommand({ TemplateName: 'x', TemplateContent: CONTENT, ...more }));
    await expect(create({ TemplateContent: { Html: '{{#each items}}' } })).rejects.toThrow('TemplateContent.Html');
    await expect(create({ TemplateContent: undefined })).rejects.toThrow('TemplateContent');
    await expect(create({ TemplateName: '' })).rejects.toThrow('name');
    await expect(create({ Tags: [{ Key: 'a', Value: 'b' }] })).rejects.toThrow('Tags');
    const sender = sesClient(`${app.url}/compat/ses`, await newPair(app, tenant.accountId));
    const list = sender.send(new ListEmailTemplatesCommand({}));
    await expect(list).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const other = await vendorAccount(app, 'ses', {}, 'ses-other.news.test');
    const foreign = await managerOf(other.accountId);
    for (const command of [
      new GetEmailTemplateCommand({ TemplateName: RECEIPT.name }),
      new DeleteEmailTemplateCommand({ TemplateName: RECEIPT.name }),
      new UpdateEmailTemplateCommand({ TemplateName: RECEIPT.name, TemplateContent: CONTENT }),
      new TestRenderEmailTemplateCommand({ TemplateName: String(templateId), TemplateData: '{}' }),
    ]) {
      await expect(foreign.send(command as GetEmailTemplateCommand)).rejects.toMatchObject({
        name: 'NotFoundException',
      });
    }
  });

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

  it('sends a stored template with API v1, also in bulk', async () => {
    const client = oldSesClient(app.url, await newPair(app, tenant.accountId));
    const [first, second] = [newAddress(), newAddress()];
    const shared = { Source: FROM, Template: RECEIPT.name };
    const one = { ...shared, Destination: { ToAddresses: [first] } };
    const { MessageId } = await client.send(
      new SendTemplatedEmailCommand({ ...one, TemplateData: JSON.stringify(MODEL) }),
    );
    expect(MessageId).toMatch(/^tm_/);
    await expectReceipt(first);
    const { Status } = await client.send(
      new SendBulkTemplatedEmailCommand({
        ...shared,
        DefaultTemplateData: JSON.stringify({ order: { number: 17 } }),
        DefaultTags: [{ Name: 'kind', Value: 'receipt' }],
        Destinations: [
          {
            Destination: { ToAddresses: [second] },
            ReplacementTemplateData: JSON.stringify({ name: 'Ann & Bob' }),
            ReplacementTags: [{ Name: 'row', Value: '1' }],
          },
          { Destination: { ToAddresses: [newAddress()] } },
        ],
      }),
    );
    expect(Status).toEqual([
      { Status: 'Success', MessageId: expect.stringMatching(/^tm_/) },
      { Status: 'InvalidParameter', Error: expect.stringContaining('has no value for name') },
    ]);
    await expectReceipt(second, 'welcome');
    const send = async (more: object) =>
      client.send(new SendTemplatedEmailCommand({ ...one, TemplateData: '{}', ...more }));
    await expect(send({})).rejects.toThrow('has no value for name');
    await expect(send({ Template: 'unknown' })).rejects.toThrow('unknown');
    await expect(send({ TemplateArn: 'arn:aws:ses:x' })).rejects.toThrow('TemplateArn');
    await expect(send({ Source: 'a@other.test' })).rejects.toMatchObject({ name: 'MessageRejected' });
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
