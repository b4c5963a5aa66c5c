import { SendRawEmailCommand } from '@aws-sdk/client-ses';
import { GetContactCommand, SendEmailCommand, UpdateContactCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnsubscribeLinks } from '../../src/features/compatibility/unsubscribes/index.ts';
import { switchAdapter, VENDORS } from '../../src/features/compatibility/vendors/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { mailgunClient, vendorAccount, type MailgunClient } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { sendgridClient, sendgridMail } from '../support/sendgrid.ts';
import { newPair, oldSesClient, sesClient } from '../support/ses.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Tests unsubscribe links in bulk email that is sent with the vendors' own clients.

const DOMAIN = 'bulk.news.test';

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;
let mailgun: MailgunClient;

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

/** Returns the headers, the text of the body, and the unsubscribe link of the message to an address. */
async function mailTo(address: string) {
  await sink.until(({ messages }) => messages.some(({ to }) => to.includes(address)));
  const text = sink.messages.findLast(({ to }) => to.includes(address))?.data.toString() ?? '';
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = text.slice(end).replaceAll('=\r\n', '').replaceAll('=20', ' ').replaceAll('=3D', '=');
  const link = /^List-Unsubscribe: <([^>]+)>$/m.exec(head)?.[1] ?? '';
  return { head, body, link };
}

/** Sends the request that an email client sends to unsubscribe its user (RFC 8058). */
async function oneClick(link: string): Promise<void> {
  const { pathname } = new URL(link);
  const response = await fetch(`${app.url}${pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect([response.status, await response.text()]).toEqual([200, 'Unsubscribed.\n']);
}

function expectOneClick({ head, link }: { readonly head: string; readonly link: string }): void {
  expect(link).toMatch(/^http.*\/u\/[\w-]+$/);
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(head).toMatch(/^DKIM-Signature:.*h=[^;]*list-unsubscribe/im);
}

describe('Postmark broadcast streams', () => {
  const client = () => postmarkClient(app.url, tenant.key);
  const mail = (To: string, MessageStream: string) => ({
    From: `news@${DOMAIN}`,
    To,
    Subject: 'News',
    MessageStream,
    HtmlBody: '<p>Hi <a href="{{{ pm:unsubscribe_url }}}">leave</a> {{{ pm:unsubscribe }}}</p>',
    TextBody: 'Leave: {{{pm:unsubscribe_url}}}',
  });

  it('have a one-click link, and a recipient who uses it is left out of the next broadcast of that stream', async () => {
    const readers = Array.from({ length: 20 }, (_, index) => `pm-${index}@x.test`);
    const send = (stream: string) => client().sendEmailBatch(readers.map((to) => mail(to, stream)));
    expect((await send('letters')).every(({ ErrorCode }) => ErrorCode === 0)).toBe(true);
    const one = await mailTo('pm-7@x.test');
    expectOneClick(one);
    expect(one.body).toContain(`<a href="${one.link}">leave</a> <a href="${one.link}">Unsubscribe</a>`);
    expect(one.body).toContain(`Leave: ${one.link}`);
    expect((await mailTo('pm-8@x.test')).link).not.toBe(one.link);
    await oneClick(one.link);
    const { Suppressions } = await client().getSuppressions('letters');
    expect(Suppressions).toEqual([
      {
        EmailAddress: 'pm-7@x.test',
        SuppressionReason: 'ManualSuppression',
        Origin: 'Recipient',
        CreatedAt: expect.any(String),
      },
    ]);
    const next = await send('letters');
    expect(next.flatMap(({ ErrorCode }, index) => (ErrorCode === 0 ? [] : [[readers[index], ErrorCode]]))).toEqual([
      ['pm-7@x.test', 406],
    ]);
    // Other streams and transactional email are not affected.
    expect((await client().sendEmail(mail('pm-7@x.test', 'offers'))).ErrorCode).toBe(0);
    const receipt = { ...mail('pm-7@x.test', 'outbound'), HtmlBody: '<p>Receipt</p>', TextBody: 'Receipt' };
    expect((await client().sendEmail(receipt)).ErrorCode).toBe(0);
    await client().deleteSuppressions('letters', { Suppressions: [{ EmailAddress: 'PM-7@x.test' }] });
    expect((await client().sendEmail(mail('pm-7@x.test', 'letters'))).ErrorCode).toBe(0);
  });

  it('keep their own List-Unsubscribe header, and have suppressions that the account adds', async () => {
    const own = [{ Name: 'List-Unsubscribe', Value: '<https://x.test/leave>' }];
    await client().sendEmail({ ...mail('pm-own@x.test', 'letters'), Headers: own });
    expect((await mailTo('pm-own@x.test')).head.match(/^List-Unsubscribe.*$/gim)).toEqual([
      'List-Unsubscribe: <https://x.test/leave>',
    ]);
    await client().createSuppressions('letters', { Suppressions: [{ EmailAddress: 'pm-added@x.test' }] });
    expect((await client().getSuppressions('letters', { emailAddress: 'pm-added@x.test' })).Suppressions).toMatchObject(
      [{ Origin: 'Customer' }],
    );
    expect((await client().getSuppressions('offers')).Suppressions).toEqual([]);
    await expect(client().sendEmail(mail('pm-added@x.test', 'letters'))).rejects.toMatchObject({ code: 406 });
  });
});

it('accounts do not see or change the unsubscribed recipients of other accounts', async () => {
  const other = await vendorAccount(app, 'postmark', {}, 'other.news.test');
  const [own, foreign] = [postmarkClient(app.url, tenant.key), postmarkClient(app.url, other.key)];
  await own.createSuppressions('shared', { Suppressions: [{ EmailAddress: 'tenant@x.test' }] });
  expect((await foreign.getSuppressions('shared')).Suppressions).toEqual([]);
  await foreign.deleteSuppressions('shared', { Suppressions: [{ EmailAddress: 'tenant@x.test' }] });
  expect((await own.getSuppressions('shared')).Suppressions).toMatchObject([{ EmailAddress: 'tenant@x.test' }]);
});

describe('the unsubscribe page', () => {
  const links = () => createUnsubscribeLinks(app.installation.vault);
  const of = () => ({ accountId: tenant.accountId, vendor: 'ses', audience: 'page', address: 'page@x.test' }) as const;

  it('asks before it unsubscribes, and rejects a changed link', async () => {
    const link = links().address(app.url, of());
    const asked = await fetch(link);
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Unsubscribe?')]);
    const text = `select address from vendor_unsubscribe where account_id = $1 and audience = 'page'`;
    const rows = async () => app.installation.db.query({ name: '', text }, [tenant.accountId]);
    expect(await rows()).toEqual([]);
    const done = await fetch(link, { method: 'POST', body: new URLSearchParams({ visit: '' }) });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You have been unsubscribed')]);
    expect(await rows()).toEqual([{ address: 'page@x.test' }]);
    const changed = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    expect((await fetch(changed)).status).toBe(404);
    expect((await fetch(changed, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(404);
  });
});

describe('contact lists of Amazon SES', () => {
  it('have a link for the list or a topic, and GetContact shows who used it', async () => {
    const client = sesClient(app.url, await newPair(app, tenant.accountId));
    const send = (to: string, TopicName?: string, more: object = {}) =>
      client.send(
        new SendEmailCommand({
          FromEmailAddress: `news@${DOMAIN}`,
          Destination: { ToAddresses: [to] },
          ListManagementOptions: { ContactListName: 'readers', ...(TopicName !== undefined && { TopicName }) },
          Content: {
            Simple: {
              Subject: { Data: 'News' },
              Body: { Html: { Data: '<a href="{{amazonSESUnsubscribeUrl}}">leave</a>' } },
            },
          },
          ...more,
        }),
      );
    await send('ses-a@x.test', 'offers');
    const mail = await mailTo('ses-a@x.test');
    expectOneClick(mail);
    expect(mail.body).toContain(`<a href="${mail.link}">leave</a>`);
    // The generated text part also contains the link.
    expect(mail.body).toContain(`(${mail.link})`);
    await oneClick(mail.link);
    const contact = { ContactListName: 'readers', EmailAddress: 'ses-a@x.test' };
    expect(await client.send(new GetContactCommand(contact))).toMatchObject({
      UnsubscribeAll: false,
      TopicPreferences: [{ TopicName: 'offers', SubscriptionStatus: 'OPT_OUT' }],
    });
    await send('ses-a@x.test', 'offers');
    await send('ses-a@x.test', 'news');
    await send('ses-b@x.test', 'offers');
    await mailTo('ses-b@x.test');
    await sink.until(({ messages }) => messages.filter(({ to }) => to.includes('ses-a@x.test')).length === 2);
    await client.send(new UpdateContactCommand({ ...contact, UnsubscribeAll: true }));
    expect(await client.send(new GetContactCommand(contact))).toMatchObject({
      UnsubscribeAll: true,
      TopicPreferences: [],
    });
    await client.send(new UpdateContactCommand({ ...contact, UnsubscribeAll: false }));
    await expect(client.send(new GetContactCommand(contact))).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(
      send('x@x.test', undefined, { Destination: { ToAddresses: ['x@x.test', 'y@x.test'] } }),
    ).rejects.toMatchObject({ name: 'BadRequestException', message: expect.stringContaining('exactly one recipient') });
  });

  it('can be in a header of a MIME message, in both APIs and in both forms', async () => {
    const pair = await newPair(app, tenant.accountId);
    const [client, older] = [sesClient(app.url, pair), oldSesClient(app.url, pair)];
    const mime = (to: string, options: string): Buffer =>
      Buffer.from(
        [
          `From: news@${DOMAIN}`,
          `To: ${to}`,
          'Subject: News',
          `X-SES-LIST-MANAGEMENT-OPTIONS: ${options}`,
          'Content-Type: text/html; charset=utf-8',
          '',
          '<a href="{{amazonSESUnsubscribeUrl}}">leave</a>',
        ].join('\r\n'),
      );
    const send = (to: string, options: string) =>
      client.send(new SendEmailCommand({ Content: { Raw: { Data: mime(to, options) } } }));
    const sendOlder = (to: string, options: string) =>
      older.send(new SendRawEmailCommand({ RawMessage: { Data: mime(to, options) } }));
    await send('mime-a@x.test', 'readers; topic=offers');
    await sendOlder('mime-b@x.test', 'contactListName=readers;topicName=offers');
    for (const to of ['mime-a@x.test', 'mime-b@x.test']) {
      const mail = await mailTo(to);
      expectOneClick(mail);
      expect(mail.body).toContain(`<a href="${mail.link}">leave</a>`);
      await oneClick(mail.link);
      const contact = { ContactListName: 'readers', EmailAddress: to };
      expect(await client.send(new GetContactCommand(contact))).toMatchObject({
        TopicPreferences: [{ TopicName: 'offers', SubscriptionStatus: 'OPT_OUT' }],
      });
    }
    await sendOlder('mime-a@x.test', 'readers; topic=offers');
    await sendOlder('mime-c@x.test', 'readers');
    await mailTo('mime-c@x.test');
    expect(sink.messages.filter(({ to }) => to.includes('mime-a@x.test'))).toHaveLength(1);
    await expect(send('mime-d@x.test', 'readers; color=red')).rejects.toMatchObject({
      name: 'BadRequestException',
      message: expect.stringContaining('X-SES-LIST-MANAGEMENT-OPTIONS'),
    });
  });
});

describe('SendGrid', () => {
  const mail = { from: `news@${DOMAIN}`, subject: 'News' };
  const send = (more: object) => sendgridMail(app.url, `SG.${tenant.key}`).send({ ...mail, ...more });
  const call = async (method: string, url: string, body?: object) => {
    const [answer] = await sendgridClient(app.url, `SG.${tenant.key}`).request({ method, url, body });
    return answer.body;
  };

  it('groups have a link, and their suppressions show who used it', async () => {
    const html = '<a href="<%asm_group_unsubscribe_raw_url%>">leave</a> <%asm_group_unsubscribe_url%> -name-';
    const asm = { groupId: 17, groupsToDisplay: [17] };
    const personalizations = ['sg-a@x.test', 'sg-b@x.test'].map((to) => ({ to, substitutions: { '-name-': 'Ann' } }));
    const all = { html, asm, personalizations, substitutionWrappers: ['', ''] };
    await send(all);
    const one = await mailTo('sg-a@x.test');
    expectOneClick(one);
    expect(one.body).toContain(`<a href="${one.link}">leave</a>`);
    expect(one.body).toContain(`<a href="${one.link}">Unsubscribe from this list</a> Ann`);
    await oneClick(one.link);
    expect(await call('GET', '/v3/asm/groups/17/suppressions')).toEqual(['sg-a@x.test']);
    expect(await call('GET', '/v3/asm/suppressions/sg-a@x.test')).toMatchObject({ suppressions: [{ id: 17 }] });
    await send({ html, asm, to: 'sg-a@x.test' });
    await send({ html, asm: { groupId: 18 }, to: 'sg-a@x.test' });
    await sink.until(({ messages }) => messages.filter(({ to }) => to.includes('sg-a@x.test')).length === 2);
    await call('DELETE', '/v3/asm/groups/17/suppressions/sg-a@x.test');
    await call('POST', '/v3/asm/groups/17/suppressions', { recipient_emails: ['sg-c@x.test'] });
    expect(await call('GET', '/v3/asm/groups/17/suppressions')).toEqual(['sg-c@x.test']);
    expect(await call('GET', '/v3/asm/groups/18/suppressions')).toEqual([]);
  });

  it('subscription tracking adds a link to the body, or in place of its tag, which unsubscribes from all email', async () => {
    const tracked = (more: object) => ({ trackingSettings: { subscriptionTracking: { enable: true, ...more } } });
    await send({ to: 'sg-t@x.test', text: 'Hi', html: '<p>Hi</p>', ...tracked({}) });
    const plain = await mailTo('sg-t@x.test');
    expect(plain.body).toContain(`<p>Hi</p><p><a href="${plain.link}">Unsubscribe</a></p>`);
    expect(plain.body).toContain(`Unsubscribe: ${plain.link}`);
    const words = { html: '<p>Enough? <% Leave %></p>', text: 'Enough? <% %>' };
    await send({ to: 'sg-u@x.test', html: '<p>Hi</p>', ...tracked(words) });
    const worded = await mailTo('sg-u@x.test');
    expect(worded.body).toContain(`<p>Enough? <a href="${worded.link}">Leave</a></p>`);
    await send({ to: 'sg-v@x.test', html: '<a href="[leave]">x</a>', ...tracked({ substitutionTag: '[leave]' }) });
    const tagged = await mailTo('sg-v@x.test');
    expect(tagged.body).toContain(`<a href="${tagged.link}">x</a>`);
    await oneClick(tagged.link);
    expect(await call('GET', '/v3/suppression/unsubscribes')).toMatchObject([{ email: 'sg-v@x.test' }]);
  });

  it('refuses recipients who would share a link, and pages that do not exist', async () => {
    const refused = (more: object) =>
      send({ asm: { groupId: 1 }, text: 'x', ...more }).then(
        () => undefined,
        (error: { response: { body: { errors: { field: string }[] } } }) => error.response.body.errors[0]?.field,
      );
    expect(await refused({ to: ['a@x.test', 'b@x.test'] })).toBe('personalizations');
    expect(await refused({ to: 'a@x.test', cc: 'b@x.test' })).toBe('personalizations');
    expect(await refused({ to: 'a@x.test', text: '<%asm_preferences_raw_url%>' })).toBe('content');
    expect(await refused({ to: 'a@x.test', asm: { groupId: -1 } })).toBe('asm.group_id');
  });
});

describe('Mailgun', () => {
  const mail = { from: `news@${DOMAIN}`, subject: 'News' };
  const html = '<a href="%unsubscribe_url%">leave</a>';

  it('variables link to the page, and unsubscribed recipients get no email of the domain or tag', async () => {
    await mailgun.messages.create(DOMAIN, { ...mail, html, to: 'mg-one@x.test' });
    const one = await mailTo('mg-one@x.test');
    expectOneClick(one);
    expect(one.body).toContain(`<a href="${one.link}">leave</a>`);
    await mailgun.messages.create(DOMAIN, {
      ...mail,
      text: '%recipient.name%: %tag_unsubscribe_url%',
      'o:tag': 'letter',
      to: ['mg-a@x.test', 'mg-b@x.test'],
      'recipient-variables': JSON.stringify({ 'mg-a@x.test': { name: 'Ann' } }),
    });
    const ofTag = await mailTo('mg-a@x.test');
    expect(ofTag.body).toContain(`Ann: ${ofTag.link}`);
    await oneClick(one.link);
    await oneClick(ofTag.link);
    expect((await mailgun.suppressions.list(DOMAIN, 'unsubscribes')).items).toMatchObject([
      { address: 'mg-a@x.test', tags: ['letter'] },
      { address: 'mg-one@x.test', tags: ['*'] },
      { address: 'sg-v@x.test', tags: ['*'] },
    ]);
    expect(await mailgun.suppressions.get(DOMAIN, 'unsubscribes', 'mg-a@x.test')).toMatchObject({ tags: ['letter'] });
    const to = ['mg-one@x.test', 'mg-a@x.test', 'mg-b@x.test'];
    await mailgun.messages.create(DOMAIN, { ...mail, text: 'Third', to, 'o:tag': 'letter' });
    await sink.until(({ messages }) => messages.some(({ data }) => data.toString().includes('Third')));
    const third = sink.messages.filter(({ data }) => data.toString().includes('Third'));
    expect(third.flatMap((message) => message.to)).toEqual(['mg-b@x.test']);
    await mailgun.suppressions.destroy(DOMAIN, 'unsubscribes', 'mg-one@x.test');
    await mailgun.messages.create(DOMAIN, { ...mail, text: 'Fourth', to: 'mg-one@x.test' });
    await sink.until(({ messages }) => messages.some(({ data }) => data.toString().includes('Fourth')));
  });

  it.each([
    ['recipients who see each other', { html, to: ['x@x.test', 'y@x.test'] }, 'exactly one recipient'],
    [
      'an unsubscribe address',
      { html: '<a href="mailto:%unsubscribe_email%">x</a>', to: 'x@x.test' },
      'unsubscribe_email',
    ],
  ])('refuses a link for %s', async (_, fields, words) => {
    const error = await mailgun.messages.create(DOMAIN, { ...mail, ...fields }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 400, details: expect.stringContaining(words) });
  });
});
