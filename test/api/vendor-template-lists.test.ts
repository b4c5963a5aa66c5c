import {
  CreateEmailTemplateCommand,
  GetEmailTemplateCommand,
  SendBulkEmailCommand,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { switchAdapter, VENDORS } from '../../src/features/compatibility/vendors/index.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { mailgunClient, vendorAccount } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { sendgridClient, sendgridMail } from '../support/sendgrid.ts';
import { newPair, sesClient } from '../support/ses.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Tests templates with lists, nested values, and HTML values through the vendors' official clients.

const DOMAIN = 'lists.news.test';
const FROM = `shop@${DOMAIN}`;
const HANDLEBARS =
  '<p>{{shop}}</p><ul>{{#each items}}<li title="{{name}}">{{@index}} {{name}} {{price.amount}}{{#each tags}} #{{this}}/{{../name}}/{{@root.shop}}{{/each}}{{#unless @last}},{{/unless}}</li>{{else}}<li>Nothing</li>{{/each}}</ul>{{#if note}}{{{note}}}{{/if}}';
const MUSTACHIO =
  '<p>{{shop}}</p>{{#each items}}<li>{{name}} {{price.amount}}{{#each tags}} #{{.}}{{/each}} {{../../shop}}</li>{{/each}}{{^items}}<li>Nothing</li>{{/items}}{{#note}}{{{.}}}{{/note}}{{#owner}}<i>{{name}} {{#address}}{{city}}{{/address}}</i>{{/owner}}';
const MODEL = {
  shop: 'A & B',
  items: [
    { name: 'Tea <b>', price: { amount: 3 }, tags: ['hot', '<i>'] },
    { name: '{{shop}} {% if x %}', price: { amount: 0 }, tags: [] },
  ],
  note: '<b>Thank you</b>',
  owner: { name: 'Ann', address: { city: 'Ghent' } },
};
const RENDERED =
  '<p>A &amp; B</p><ul><li title="Tea &lt;b&gt;">0 Tea &lt;b&gt; 3 #hot/Tea &lt;b&gt;/A &amp; B #&lt;i&gt;/Tea &lt;b&gt;/A &amp; B,</li><li title="{{shop}} {% if x %}">1 {{shop}} {% if x %} 0</li></ul><b>Thank you</b>';
const RENDERED_MUSTACHIO =
  '<p>A &amp; B</p><li>Tea &lt;b&gt; 3 #hot #&lt;i&gt; A &amp; B</li><li>{{shop}} {% if x %} 0 A &amp; B</li><b>Thank you</b><i>Ann Ghent</i>';
/** Values for which a template needs more than the maximum number of steps. */
const HOSTILE = {
  items: Array.from({ length: 300 }, () => ({ name: 'x', tags: Array.from({ length: 30 }, () => 'y') })),
};
const DEEP = '{{#each items}}'.repeat(11) + '{{/each}}'.repeat(11);

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;
let accountKey: string;
let sent = 0;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await vendorAccount(app, 'mailgun', {}, DOMAIN);
  const { db } = app.installation;
  for (const vendor of VENDORS) await switchAdapter(db, tenant.accountId, vendor, true);
  accountKey = (await createKey(db, { accountId: tenant.accountId, name: 'templates', scopes: [SCOPES.account] })).key;
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

/** Returns the email that an address receives, without the line breaks of its encoding. */
async function receivedBy(to: string): Promise<string> {
  await sink.until(({ messages }) => messages.some((message) => message.to.includes(to)));
  const data = sink.messages.findLast((message) => message.to.includes(to))?.data.toString() ?? '';
  return data.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('=20', ' ');
}

/** Returns the first error of a SendGrid response. */
async function sendgridError(result: Promise<unknown>): Promise<{ field: string; message: string } | undefined> {
  try {
    await result;
    return undefined;
  } catch (error) {
    return (error as { response: { body: { errors: { field: string; message: string }[] } } }).response.body.errors[0];
  }
}

describe('SendGrid', () => {
  const call = async (method: string, path: string, body?: object) => {
    const url = `/v3/templates${path}`;
    const [answer] = await sendgridClient(app.url, accountKey).request({ method, url, ...(body && { body }) });
    return answer.body as Record<string, string>;
  };

  it('sends a template with lists and returns the text as written', async () => {
    const { id } = await call('POST', '', { name: 'Lists', generation: 'dynamic' });
    const version = { name: 'one', subject: '{{items.length}} items', html_content: HANDLEBARS };
    const made = await call('POST', `/${id}/versions`, version);
    expect(made).toMatchObject(version);
    const [full, empty] = [newAddress(), newAddress()];
    const client = sendgridMail(app.url, tenant.key);
    await client.send({
      from: FROM,
      templateId: id,
      personalizations: [
        { to: full, dynamicTemplateData: MODEL },
        { to: empty, dynamicTemplateData: { shop: 'C', items: [] } },
      ],
    });
    const mail = await receivedBy(full);
    expect(mail).toContain(RENDERED);
    expect(mail).toMatch(/^Subject: 2 items\r$/m);
    expect(mail).toContain('#hot/Tea <b>/A & B');
    expect(await receivedBy(empty)).toContain('<p>C</p><ul><li>Nothing</li></ul>');

    const sendWith = async (dynamicTemplateData: object) =>
      sendgridError(client.send({ from: FROM, to: newAddress(), templateId: id ?? '', dynamicTemplateData }));
    expect(await sendWith(HOSTILE)).toMatchObject({ message: expect.stringContaining('too large') });
    expect(await sendWith({ shop: ['x'] })).toMatchObject({
      field: 'personalizations.0.dynamic_template_data.shop',
      message: expect.stringContaining('must be a string'),
    });
    const deep = JSON.parse('['.repeat(11) + ']'.repeat(11)) as unknown;
    expect(await sendWith({ items: deep })).toMatchObject({ message: expect.stringContaining('at most 10 levels') });
    const many = Array.from({ length: 10_001 }, () => 1);
    expect(await sendWith({ items: many })).toMatchObject({ message: expect.stringContaining('at most 10000 values') });
    await call('DELETE', `/${id}`);
  });

  it('rejects templates that have no counterpart, with the tag and its position', async () => {
    const { id } = await call('POST', '', { name: 'Refused' });
    const bad = async (html: string) =>
      sendgridError(call('POST', `/${id}/versions`, { name: 'v', subject: 'S', html_content: html }));
    for (const [html, words] of [
      ['<p>\n{{> footer}}', '{{> footer}} on line 2, column 1'],
      ['{{#each items}}{{lookup a b}}{{/each}}', '{{lookup a b}} on line 1, column 16'],
      ['{{#each items}}{{constructor}}{{/each}}', 'constructor'],
      [DEEP, 'nested more than 10 levels'],
      ['<script>{{{x}}}</script>', 'script'],
    ] as const) {
      expect(await bad(html)).toMatchObject({ field: 'html_content', message: expect.stringContaining(words) });
    }
    await call('DELETE', `/${id}`);
  });

  it('replaces the placeholder for the unsubscribe link of the group', async () => {
    const { id } = await call('POST', '', { name: 'Unsubscribe' });
    const html = '<p>News</p><a href="{{{unsubscribe}}}">Leave</a>';
    await call('POST', `/${id}/versions`, { name: 'v', subject: 'S', html_content: html });
    const to = newAddress();
    await sendgridMail(app.url, tenant.key).send({ from: FROM, to, templateId: id ?? '', asm: { groupId: 7 } });
    const mail = await receivedBy(to);
    const [, link] = /^List-Unsubscribe: <([^>]+)>/m.exec(mail.replaceAll(/\r\n[ \t]+/g, '')) ?? [];
    expect(link).toMatch(/^http/);
    expect(mail).toContain(`<a href="${link}">Leave</a>`);
    expect(mail).toContain(`Leave (${link})`);
    await call('DELETE', `/${id}`);
  });
});

describe('Mailgun', () => {
  it('sends a template with lists and returns the text as written', async () => {
    const templates = mailgunClient(app.url, accountKey).domains.domainTemplates;
    const made = await templates.create(DOMAIN, { name: 'lists', description: '', template: HANDLEBARS, tag: 'v1' });
    expect(made.version).toMatchObject({ template: HANDLEBARS });
    const to = newAddress();
    const { messages } = mailgunClient(app.url, tenant.key);
    const fields = { from: FROM, to, subject: 'Lists', template: 'lists' };
    await messages.create(DOMAIN, { ...fields, 't:variables': JSON.stringify(MODEL) });
    expect(await receivedBy(to)).toContain(RENDERED);
    const hostile = messages.create(DOMAIN, { ...fields, 't:variables': JSON.stringify(HOSTILE) });
    await expect(hostile).rejects.toMatchObject({ status: 400, details: expect.stringContaining('too large') });
    await templates.destroy(DOMAIN, 'lists');
  });
});

describe('Postmark', () => {
  const manager = () => postmarkClient(`${app.url}/compat/postmark`, accountKey);
  const client = () => postmarkClient(app.url, tenant.key);

  it('sends a template with lists and sections, and returns the text as written', async () => {
    const content = {
      Subject: 'For {{owner.name}}',
      HtmlBody: MUSTACHIO,
      TextBody: '{{#each items}}\n- {{name}}\n{{/each}}',
    };
    await manager().createTemplate({ Name: 'Lists', Alias: 'lists', ...content });
    expect(await manager().getTemplate('lists')).toMatchObject(content);
    const [full, empty] = [newAddress(), newAddress()];
    const mail = { From: FROM, TemplateAlias: 'lists' };
    await client().sendEmailWithTemplate({ ...mail, To: full, TemplateModel: MODEL });
    await client().sendEmailWithTemplate({ ...mail, To: empty, TemplateModel: { shop: 'C', items: [] } });
    const received = await receivedBy(full);
    expect(received).toContain(RENDERED_MUSTACHIO);
    expect(received).toMatch(/^Subject: For Ann\r$/m);
    expect(received).toContain('- Tea <b>\r\n- {{shop}} {% if x %}\r\n');
    expect(await receivedBy(empty)).toContain('<p>C</p><li>Nothing</li>');
    await manager().editTemplate('lists', { HtmlBody: '<p>{{#each items}}{{name}},{{/each}}</p>' });
    expect(await manager().getTemplate('lists')).toMatchObject({
      ...content,
      HtmlBody: '<p>{{#each items}}{{name}},{{/each}}</p>',
    });
    const hostile = client().sendEmailWithTemplate({ ...mail, To: newAddress(), TemplateModel: HOSTILE });
    await expect(hostile).resolves.toMatchObject({ ErrorCode: 0 });
    await manager().editTemplate('lists', { HtmlBody: MUSTACHIO });
    const costly = client().sendEmailWithTemplate({ ...mail, To: newAddress(), TemplateModel: HOSTILE });
    await expect(costly).rejects.toThrow('too large');
    const printed = client().sendEmailWithTemplate({ ...mail, To: newAddress(), TemplateModel: { shop: {} } });
    await expect(printed).rejects.toThrow('TemplateModel.shop: must be a string');
    await manager().deleteTemplate('lists');
  });

  it('validates content with lists, and names what has no counterpart', async () => {
    const check = async (HtmlBody: string) =>
      manager().validateTemplate({ Subject: 'S', HtmlBody, TestRenderModel: MODEL });
    expect(await check(MUSTACHIO)).toMatchObject({
      AllContentIsValid: true,
      HtmlBody: { RenderedContent: RENDERED_MUSTACHIO },
      SuggestedTemplateModel: { items: [], shop: 'shop_Value' },
    });
    for (const [html, words] of [
      ['<p>\n{{> footer}}', '{{> footer}} on line 2, column 1'],
      ['{{{ @content }}}', '{{{ @content }}} on line 1, column 1'],
      ['{{#items}}', '{{#items}} without {{/items}}'],
      [DEEP, 'nested more than 10 levels'],
    ] as const) {
      expect(await check(html)).toMatchObject({
        AllContentIsValid: false,
        HtmlBody: { ContentIsValid: false, ValidationErrors: [{ Message: expect.stringContaining(words) }] },
      });
    }
  });

  it('inserts the unsubscribe link of a broadcast stream', async () => {
    const HtmlBody = '<p>News</p><a href="{{{ pm:unsubscribe_url }}}">Leave</a>';
    await manager().createTemplate({ Name: 'News', Alias: 'news', Subject: 'News', HtmlBody });
    expect(await manager().getTemplate('news')).toMatchObject({ HtmlBody });
    const to = newAddress();
    const mail = { From: FROM, To: to, TemplateAlias: 'news', TemplateModel: {}, MessageStream: 'broadcast' };
    await client().sendEmailWithTemplate(mail);
    const received = await receivedBy(to);
    const [, link] = /^List-Unsubscribe: <([^>]+)>/m.exec(received.replaceAll(/\r\n[ \t]+/g, '')) ?? [];
    expect(link).toMatch(/^http/);
    expect(received).toContain(`<a href="${link}">Leave</a>`);
    expect(received).toContain(`Leave (${link})`);
    await manager().deleteTemplate('news');
  });
});

describe('Amazon SES', () => {
  it('sends stored templates with lists, and returns the text as written', async () => {
    const owner = sesClient(`${app.url}/compat/ses`, await newPair(app, tenant.accountId, [SCOPES.account]));
    const TemplateName = 'SesLists';
    const TemplateContent = { Subject: '{{items.length}} items', Html: HANDLEBARS };
    await owner.send(new CreateEmailTemplateCommand({ TemplateName, TemplateContent }));
    expect(await owner.send(new GetEmailTemplateCommand({ TemplateName }))).toMatchObject({ TemplateContent });
    const sender = sesClient(`${app.url}/compat/ses`, await newPair(app, tenant.accountId));
    const [one, two] = [newAddress(), newAddress()];
    const TemplateData = JSON.stringify(MODEL);
    await sender.send(
      new SendEmailCommand({
        FromEmailAddress: FROM,
        Destination: { ToAddresses: [one] },
        Content: { Template: { TemplateName, TemplateData } },
      }),
    );
    const { BulkEmailEntryResults: results } = await sender.send(
      new SendBulkEmailCommand({
        FromEmailAddress: FROM,
        DefaultContent: { Template: { TemplateName, TemplateData } },
        BulkEmailEntries: [
          { Destination: { ToAddresses: [two] } },
          {
            Destination: { ToAddresses: [newAddress()] },
            ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: JSON.stringify(HOSTILE) } },
          },
        ],
      }),
    );
    expect(results).toMatchObject([
      { Status: 'SUCCESS' },
      { Status: 'INVALID_PARAMETER', Error: expect.stringContaining('too large') },
    ]);
    for (const to of [one, two]) {
      const mail = await receivedBy(to);
      expect(mail).toContain(RENDERED);
      expect(mail).toMatch(/^Subject: 2 items\r$/m);
    }
  });

  it('sends templates in the request with blocks, without escaping their values', async () => {
    const sender = sesClient(`${app.url}/compat/ses`, await newPair(app, tenant.accountId));
    const send = async (TemplateContent: object, model: object, more: object = {}) => {
      const to = newAddress();
      const command = new SendEmailCommand({
        FromEmailAddress: FROM,
        Destination: { ToAddresses: [to] },
        Content: { Template: { TemplateContent, TemplateData: JSON.stringify(model) } },
        ...more,
      });
      await sender.send(command);
      return receivedBy(to);
    };
    const Subject = '{{#if shop}}From {{shop}}{{/if}}';
    const Html = '{{#each items}}<p title="{{name}}">{{name}} {{price.amount}}</p>{{/each}}';
    const Text = '{{#each items}}\n- {{name}}\n{{/each}}';
    const mail = await send({ Subject, Html, Text }, MODEL);
    expect(mail).toMatch(/^Subject: From A & B\r$/m);
    expect(mail).toContain('<p title="Tea &lt;b&gt;">Tea <b> 3</p>');
    expect(mail).toContain('- Tea <b>\r\n- {{shop}} {% if x %}\r\n');
    const list = { ListManagementOptions: { ContactListName: 'news' } };
    const linked = { Subject: 'News', Html: '{{#if shop}}<a href="{{amazonSESUnsubscribeUrl}}">Leave</a>{{/if}}' };
    expect(await send(linked, MODEL, list)).toMatch(/<a href="http[^"]+">Leave<\/a>/);

    const at = 'Content.Template.TemplateContent';
    await expect(send({ Subject: 'x', Html: '{{#each a}}{{> b}}{{/each}}' }, {})).rejects.toThrow(
      `${at}.Html contains {{> b}} on line 1, column 12`,
    );
    await expect(
      send({ Subject: 'x', Html: '{{#if a}}{{constructor.b}}{{/if}}', Text: '{% if %}' }, {}),
    ).rejects.toThrow(at);
    await expect(send({ Subject: 'x', Text: '{{#if a}}{{/if}}{{b}}' }, {})).rejects.toThrow('has no value for b');
    await expect(send({ Subject: 'x', Html: HANDLEBARS }, { ...MODEL, ...HOSTILE })).rejects.toThrow('too large');
  });
});
