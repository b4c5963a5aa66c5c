import { Errors, Models } from 'postmark';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const DOMAIN = 'pm.news.test';

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;
let client: ReturnType<typeof postmarkClient>;

beforeAll(async () => {
  sink = await startSmtpSink({
    on: {
      rcpt: ({ line }) => (line.includes('gone') ? { say: '550 5.1.1 no such user' } : undefined),
    },
  });
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await vendorAccount(app, 'postmark', {}, DOMAIN);
  client = postmarkClient(app.url, tenant.key);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const MAIL = { From: `Shop <shop@${DOMAIN}>`, Subject: 'Hello', TextBody: 'Hi there', HtmlBody: '<p>Hi there</p>' };

async function mailTo(address: string): Promise<string> {
  await sink.until(({ messages }) => messages.some(({ to }) => to.includes(address)));
  return sink.messages.find(({ to }) => to.includes(address))?.data.toString() ?? '';
}

/** Posts requests that the client would not send. */
async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'x-postmark-server-token': tenant.key, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  // Responses have many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, body: (await response.json()) as any };
}

describe('message', () => {
  it.each(['', '/compat/postmark', '/compat/postmark/', '//compat//postmark'])(
    'is sent by the official client with the path "%s" in its host',
    async (path) => {
      const to = `at${path.replaceAll('/', '-')}@x.test`;
      const { protocol, host } = new URL(app.url);
      const at = postmarkClient(`${protocol}//${host}${path}`, tenant.key);
      const answer = await at.sendEmail({ ...MAIL, To: to });
      expect(answer).toMatchObject({ ErrorCode: 0, Message: 'OK', To: to });
      expect(answer.MessageID).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(new Date(answer.SubmittedAt).getTime()).toBeGreaterThan(Date.now() - 60_000);
      await mailTo(to);
    },
  );

  it('keeps names, copies, headers and reply addresses, and is returned with its events', async () => {
    const { MessageID, To, Cc } = await client.sendEmail({
      ...MAIL,
      To: '"Doe, Jane" <jane@x.test>, jim@x.test',
      Cc: 'copy@x.test',
      Bcc: 'hidden@x.test',
      ReplyTo: 'answers@x.test',
      Tag: 'Order Confirmation',
      Headers: [{ Name: 'X-Order', Value: '17' }],
      Metadata: { order: '17', colour: 'blue' },
      TrackOpens: true,
      TrackLinks: Models.LinkTrackingOptions.HtmlOnly,
      Attachments: [],
      MessageStream: 'outbound',
    });
    expect([To, Cc]).toEqual(['"Doe, Jane" <jane@x.test>, jim@x.test', 'copy@x.test']);
    const mail = await mailTo('hidden@x.test');
    expect(mail).toMatch(/^X-Order: 17\r$/m);
    expect(mail).toMatch(/^Reply-To: .*answers@x\.test/m);
    expect(mail).not.toMatch(/^Bcc:/m);
    const details = await eventually('the message is delivered to all four recipients', async () => {
      const found = await client.getOutboundMessageDetails(MessageID);
      return found.MessageEvents.filter(({ Type }) => Type === 'Delivered').length === 4 ? found : undefined;
    });
    expect(details).toMatchObject({
      MessageID,
      Tag: 'Order Confirmation',
      Status: 'Sent',
      To: [
        { Email: 'jane@x.test', Name: 'Doe, Jane' },
        { Email: 'jim@x.test', Name: '' },
      ],
      Cc: [{ Email: 'copy@x.test' }],
      Bcc: [{ Email: 'hidden@x.test' }],
      Metadata: { order: '17', colour: 'blue' },
      TrackOpens: true,
      TextBody: 'Hi there',
      HtmlBody: '<p>Hi there</p>',
      MessageStream: 'outbound',
    });
    const found = await client.getOutboundMessages({ recipient: 'jim@x.test', tag: 'Order Confirmation', count: 5 });
    expect(found).toMatchObject({ TotalCount: 1, Messages: [{ MessageID, Subject: 'Hello' }] });
    expect((await app.client(tenant.key).get(`/transactional/emails/tm_${MessageID.replaceAll('-', '')}`)).status).toBe(
      200,
    );
  });

  it('in a broadcast stream has a lower priority and one recipient', async () => {
    const { MessageID } = await client.sendEmail({
      ...MAIL,
      To: 'reader@x.test',
      MessageStream: 'broadcast',
      TrackOpens: true,
    });
    await mailTo('reader@x.test');
    const details = await client.getOutboundMessageDetails(MessageID);
    expect(details).toMatchObject({ MessageStream: 'broadcast', Recipients: ['reader@x.test'] });
    expect((await client.getOutboundMessages({ messageStream: 'broadcast' })).Messages).toMatchObject([{ MessageID }]);
    await expect(client.sendEmail({ ...MAIL, To: 'a@x.test,b@x.test', MessageStream: 'news' })).rejects.toMatchObject({
      statusCode: 422,
      code: 300,
    });
    await expect(client.sendEmail({ ...MAIL, To: 'a@x.test', MessageStream: 'inbound' })).rejects.toMatchObject({
      code: 1226,
    });
  });

  it('with an idempotency key is accepted once', async () => {
    const headers = { 'idempotency-key': 'order-17' };
    const mail = { ...MAIL, To: 'once@x.test' };
    const [first, second] = [await post('/email', mail, headers), await post('/email', mail, headers)];
    expect(second.body.MessageID).toBe(first.body.MessageID);
    expect((await post('/email', { ...mail, Subject: 'Other' }, headers)).status).toBe(422);
    expect((await post('/email', { ...mail, MessageStream: 'broadcast' }, headers)).body.ErrorCode).toBe(300);
    expect((await post('/email/batch', [mail], headers)).body.ErrorCode).toBe(300);
    await mailTo('once@x.test');
    expect(sink.messages.filter(({ to }) => to.includes('once@x.test'))).toHaveLength(1);
  });

  it('treats the empty values of frameworks as omitted', async () => {
    const nothing = { Cc: '', Bcc: '', ReplyTo: '', Tag: null, Attachments: [], Headers: [], Metadata: {} };
    expect((await post('/email', { ...MAIL, To: 'nothing@x.test', ...nothing })).body).toMatchObject({ ErrorCode: 0 });
    expect((await post('/email', { from: MAIL.From, to: 'lower@x.test', subject: 'x', textbody: 'x' })).status).toBe(
      200,
    );
  });
});

describe('batch', () => {
  it('returns a result for each message in order', async () => {
    const results = await client.sendEmailBatch([
      { ...MAIL, To: 'b1@x.test' },
      { ...MAIL, To: 'no address' },
      { ...MAIL, From: 'x@elsewhere.test', To: 'b2@x.test' },
      { ...MAIL, To: 'b3@x.test', MessageStream: 'broadcast' },
    ]);
    expect(results.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 300, 400, 0]);
    expect(results[1]?.Message).toMatch(/^To\.0: /);
    await mailTo('b1@x.test');
    await mailTo('b3@x.test');
  });

  it('can be empty, and is refused if it is too large or not a list', async () => {
    expect((await post('/email/batch', [])).body).toEqual([]);
    expect((await post('/email/batch', {})).body.ErrorCode).toBe(402);
    expect(
      (
        await post(
          '/email/batch',
          Array.from({ length: 501 }, () => null),
        )
      ).body.ErrorCode,
    ).toBe(410);
    expect(
      (await post('/email/batch', [null, 1, 'x', []])).body.map((each: { ErrorCode: number }) => each.ErrorCode),
    ).toEqual([402, 402, 402, 402]);
  });
});

describe('refusals', () => {
  it('throw the errors of the client', async () => {
    const wrong = postmarkClient(app.url, 'pr_wrong');
    await expect(wrong.sendEmail({ ...MAIL, To: 'x@x.test' })).rejects.toBeInstanceOf(Errors.InvalidAPIKeyError);
    await expect(wrong.getBounces()).rejects.toMatchObject({ statusCode: 401, code: 10 });
    const send = (fields: object) => client.sendEmail({ ...MAIL, To: 'x@x.test', ...fields });
    await expect(send({ To: 'nonsense' })).rejects.toBeInstanceOf(Errors.InvalidEmailRequestError);
    await expect(send({ From: 'x@elsewhere.test' })).rejects.toMatchObject({ statusCode: 422, code: 400 });
    await expect(send({ Subject: '' })).rejects.toMatchObject({
      code: 300,
      message: expect.stringContaining('Subject'),
    });
    await expect(send({ HtmlBody: 'x'.repeat(600 * 1024) })).rejects.toMatchObject({ statusCode: 413 });
    await expect(send({ To: Array.from({ length: 51 }, (_, at) => `x${at}@x.test`).join(',') })).rejects.toMatchObject({
      code: 300,
    });
    for (const fields of [
      { TrackLinks: 'Some' },
      { TrackOpens: 'yes' },
      { Headers: { a: 'b' } },
      { Headers: [{ Value: 'x' }] },
      { Headers: [{ Name: 'X-A', Value: 'x\r\nBcc: y@x.test' }] },
      { Metadata: { a: { b: 1 } } },
      { Metadata: ['a'] },
      { SendAt: '2030-01-01' },
      { ReplyTo: 'a@x.test, b' },
      {
        Headers: [
          { Name: 'In-Reply-To', Value: '<1@x.test>' },
          { Name: 'In-Reply-To', Value: '<2@x.test>' },
        ],
      },
      { Tag: 'x'.repeat(1_001) },
      { MessageStream: '../../x' },
    ]) {
      const answer = await post('/email', { ...MAIL, To: 'x@x.test', ...fields });
      expect([fields, answer.status]).toEqual([fields, 422]);
      expect(answer.body).toEqual({ ErrorCode: expect.any(Number), Message: expect.any(String) });
    }
    const { body } = await post('/email', '{"From":');
    expect(body).toEqual({ ErrorCode: expect.any(Number), Message: expect.any(String) });
  });

  it('of templates have their own error', async () => {
    await expect(
      client.sendEmailWithTemplate({ From: MAIL.From, To: 'x@x.test', TemplateId: 1, TemplateModel: {} }),
    ).rejects.toMatchObject({ statusCode: 422, code: 1101 });
    expect(await client.sendEmailBatchWithTemplates([])).toEqual([]);
    expect((await post('/email', { ...MAIL, To: 'x@x.test', TemplateAlias: 'x' })).body.ErrorCode).toBe(1101);
    expect((await post('/email/bulk', {})).body.ErrorCode).toBe(1101);
    // Without the account scope, a key cannot manage templates.
    const prefixed = postmarkClient(`${app.url}/compat/postmark`, tenant.key);
    await expect(prefixed.getTemplates()).rejects.toMatchObject({ statusCode: 422, code: 405 });
  });

  it('of an account with the adapter off explain how to switch it on', async () => {
    const other = await app.newAccount();
    await expect(postmarkClient(app.url, other.key).getServer()).rejects.toMatchObject({
      statusCode: 422,
      code: 405,
      message: expect.stringContaining('postmark on'),
    });
  });
});

describe('suppressed addresses', () => {
  it('are refused, named next to other recipients, and their bounces are listed, read and reactivated', async () => {
    const { MessageID } = await client.sendEmail({ ...MAIL, To: 'gone@x.test', Tag: 'bouncing' });
    const bounce = await eventually(
      'the bounce is listed',
      async () => (await client.getBounces({ tag: 'bouncing' })).Bounces[0],
    );
    expect(bounce).toMatchObject({
      Type: 'HardBounce',
      TypeCode: 1,
      Email: 'gone@x.test',
      MessageID,
      Inactive: true,
      CanActivate: true,
      Details: expect.stringContaining('no such user'),
    });
    const refused = await client.sendEmail({ ...MAIL, To: 'gone@x.test' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Errors.InactiveRecipientsError);
    expect((refused as Errors.InactiveRecipientsError).recipients).toEqual(['gone@x.test']);
    await expect(client.sendEmail({ ...MAIL, To: 'gone@x.test', MessageStream: 'broadcast' })).rejects.toBeInstanceOf(
      Errors.InactiveRecipientsError,
    );
    const some = await client.sendEmail({ ...MAIL, To: 'gone@x.test, still@x.test' });
    expect(some.Message).toBe('Message OK, but will not deliver to these inactive addresses: gone@x.test');
    await mailTo('still@x.test');
    expect(await client.getBounce(bounce.ID)).toMatchObject({ ID: bounce.ID, Name: 'Hard bounce' });
    expect(await client.getBounces({ type: Models.BounceType.SoftBounce })).toEqual({ TotalCount: 0, Bounces: [] });
    const stats = await client.getDeliveryStatistics();
    expect(stats).toMatchObject({
      InactiveMails: 1,
      Bounces: [
        { Name: 'All', Count: 1 },
        { Type: 'HardBounce', Count: 1 },
      ],
    });
    expect(await client.activateBounce(bounce.ID)).toMatchObject({ Message: 'OK', Bounce: { Inactive: false } });
    await expect(client.activateBounce(bounce.ID)).rejects.toMatchObject({ code: 407 });
    await expect(client.getBounce(999_999)).rejects.toMatchObject({ code: 407 });
    expect((await client.sendEmail({ ...MAIL, To: 'gone@x.test' })).ErrorCode).toBe(0);
  });

  it('are listed, added and removed individually, and complaints stay', async () => {
    const made = await client.createSuppressions('outbound', {
      Suppressions: [{ EmailAddress: 'left@x.test' }, { EmailAddress: 'no address' }],
    });
    expect(made.Suppressions.map(({ Status }) => Status)).toEqual(['Suppressed', 'Failed']);
    await app.installation.db.script(
      `insert into suppression (account_id, address, reason) values (${tenant.accountId}, 'cross@x.test', 'complained')`,
    );
    const listed = await client.getSuppressions('outbound', { emailAddress: 'left@x.test' });
    expect(listed.Suppressions).toMatchObject([
      { EmailAddress: 'left@x.test', SuppressionReason: 'ManualSuppression' },
    ]);
    const all = await client.getSuppressions('broadcast');
    expect(all.Suppressions.map(({ EmailAddress }) => EmailAddress)).toEqual(
      expect.arrayContaining(['cross@x.test', 'left@x.test']),
    );
    const complaints = await client.getSuppressions('outbound', {
      suppressionReason: Models.SuppressionReason.SpamComplaint,
    });
    expect(complaints.Suppressions.map(({ EmailAddress }) => EmailAddress)).toEqual(['cross@x.test']);
    const taken = await client.deleteSuppressions('outbound', {
      Suppressions: [
        { EmailAddress: 'left@x.test' },
        { EmailAddress: 'cross@x.test' },
        { EmailAddress: 'never@x.test' },
      ],
    });
    expect(taken.Suppressions.map(({ Status }) => Status)).toEqual(['Deleted', 'Failed', 'Deleted']);
    await expect(
      client.deleteSuppressions('outbound', {
        Suppressions: Array.from({ length: 51 }, () => ({ EmailAddress: 'x@x.test' })),
      }),
    ).rejects.toMatchObject({ code: 410 });
  });
});

describe('lookups', () => {
  it('return the account and refuse unsupported filters', async () => {
    expect(await client.getServer()).toMatchObject({ ID: tenant.accountId, Name: tenant.account.email });
    expect((await client.getMessageStreams()).MessageStreams.map(({ ID }) => ID)).toEqual(['outbound', 'broadcast']);
    expect((await client.getMessageStream('news')).MessageStreamType).toBe('Broadcasts');
    await expect(client.getOutboundMessageDetails('nonsense')).rejects.toMatchObject({ statusCode: 422, code: 701 });
    await expect(client.getOutboundMessageDetails('01890000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 701,
    });
    for (const query of [
      'count=501',
      'offset=10000',
      'fromdate=yesterday',
      'status=lost',
      'colour=red',
      'count=x',
      'tag=a&tag=b',
    ]) {
      const answer = await fetch(`${app.url}/messages/outbound?${query}`, {
        headers: { 'x-postmark-server-token': tenant.key },
      });
      expect([query, answer.status]).toEqual([query, 422]);
    }
  });

  it('have pages and filter by day, status and metadata', async () => {
    const other = await vendorAccount(app, 'postmark', {}, 'pm2.news.test');
    const second = postmarkClient(app.url, other.key);
    const mail = { ...MAIL, From: 'shop@pm2.news.test' };
    for (const each of ['1', '2', '3'])
      await second.sendEmail({ ...mail, To: `p${each}@x.test`, Metadata: { Order: each } });
    const page = await second.getOutboundMessages({ count: 2, offset: 1 });
    expect([page.TotalCount, page.Messages.map(({ Recipients }) => Recipients[0])]).toEqual([
      3,
      ['p2@x.test', 'p1@x.test'],
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const ask = async (query: string) => {
      const answer = await fetch(`${app.url}/messages/outbound?${query}`, {
        headers: { 'x-postmark-server-token': other.key },
      });
      return ((await answer.json()) as { TotalCount: number }).TotalCount;
    };
    expect(await ask(`fromdate=${today}&todate=${today}`)).toBe(3);
    expect(await ask('todate=2020-01-01')).toBe(0);
    expect(await ask('metadata_Order=2')).toBe(1);
    await eventually('all messages are sent', async () => ((await ask('status=sent')) === 3 ? true : undefined));
    expect(await ask('status=queued')).toBe(0);
  });
});

describe('key of one domain', () => {
  it('sends from that domain, and lists and removes only its suppressions', async () => {
    const accountId = tenant.accountId;
    const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
    const { key } = await createKey(app.installation.db, { accountId, name: 'one', scopes, domain: 'other.news.test' });
    const limited = postmarkClient(app.url, key);
    await expect(limited.sendEmail({ ...MAIL, To: 'x@x.test' })).rejects.toMatchObject({ code: 405 });
    const { MessageID } = await client.sendEmail({ ...MAIL, To: 'gone-own@x.test' });
    const bounce = await eventually(
      'the bounce is listed',
      async () => (await client.getBounces({ messageID: MessageID })).Bounces[0],
    );
    await expect(limited.getOutboundMessageDetails(MessageID)).rejects.toMatchObject({ code: 701 });
    expect(await limited.getOutboundMessages()).toEqual({ TotalCount: 0, Messages: [] });
    expect(await limited.getBounces()).toEqual({ TotalCount: 0, Bounces: [] });
    await expect(limited.activateBounce(bounce.ID)).rejects.toMatchObject({ code: 407 });
    expect(await limited.getSuppressions('outbound')).toEqual({ Suppressions: [] });
    await limited.deleteSuppressions('outbound', { Suppressions: [{ EmailAddress: 'gone-own@x.test' }] });
    await expect(limited.createSuppressions('outbound', { Suppressions: [] })).rejects.toMatchObject({ code: 405 });
    await expect(limited.getDeliveryStatistics()).rejects.toMatchObject({ code: 405 });
    expect((await client.getBounce(bounce.ID)).Inactive).toBe(true);
    const own = await createKey(app.installation.db, { accountId, name: 'own', scopes, domain: DOMAIN });
    expect(await postmarkClient(app.url, own.key).activateBounce(bounce.ID)).toMatchObject({ Message: 'OK' });
  });
});
