import {
  DeleteSuppressedDestinationCommand,
  GetAccountCommand,
  GetEmailIdentityCommand,
  GetSuppressedDestinationCommand,
  ListSuppressedDestinationsCommand,
  PutSuppressedDestinationCommand,
  SendBulkEmailCommand,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import {
  GetIdentityDkimAttributesCommand,
  GetSendQuotaCommand,
  SendEmailCommand as OldSendEmailCommand,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, revokeKey } from '../../src/features/tenants/access/index.ts';
import { switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { DOMAIN, newPair, oldSesClient, sesClient, signedHeaders, vendorAccount, type Pair } from '../support/ses.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;
let pair: Pair;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await vendorAccount(app, 'ses');
  pair = await newPair(app, tenant.accountId);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const FROM = `News <news@${DOMAIN}>`;

function simple(to: string, more: Partial<SendEmailCommandInput> = {}): SendEmailCommandInput {
  return {
    FromEmailAddress: FROM,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi there' } } } },
    ...more,
  };
}

function send(input: SendEmailCommandInput, as = pair, base = app.url) {
  return sesClient(base, as).send(new SendEmailCommand(input));
}

/** Returns the header section and the body of the message to an address. */
async function mailTo(address: string): Promise<{ head: string; body: string }> {
  await sink.until(({ messages }) => messages.some(({ to }) => to.includes(address)));
  const text = sink.messages.find(({ to }) => to.includes(address))?.data.toString() ?? '';
  const end = text.indexOf('\r\n\r\n');
  return { head: text.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' '), body: text.slice(end) };
}

function mailsTo(address: string): number {
  return sink.messages.filter(({ to }) => to.includes(address)).length;
}

/**
 * Sends another message and waits for it. Messages are delivered in order, so all earlier messages have arrived by
 * then.
 */
async function afterAnother(): Promise<void> {
  const address = `after-${Math.random().toString(36).slice(2)}@x.test`;
  await send(simple(address));
  await mailTo(address);
}

describe('sending with API v2', () => {
  it('a simple message goes to all recipients with its headers and reply address', async () => {
    const { MessageId } = await send({
      FromEmailAddress: '=?utf-8?q?Gr=C3=BC=C3=9Fe?= <news@ses.test>',
      Destination: {
        ToAddresses: ['"Doe, John" <parts@x.test>'],
        CcAddresses: ['cc@x.test'],
        BccAddresses: ['b@x.test'],
      },
      ReplyToAddresses: ['one@x.test', 'Two <two@x.test>'],
      EmailTags: [{ Name: 'order', Value: '77' }],
      ConfigurationSetName: 'shop',
      Content: {
        Simple: {
          Subject: { Data: 'Größe', Charset: 'UTF-8' },
          Body: { Text: { Data: 'Hi there' }, Html: { Data: '<p>Hi <a href="https://x.test/">there</a></p>' } },
          Headers: [{ Name: 'X-Order', Value: '77' }],
        },
      },
    });
    expect(MessageId).toMatch(/^tm_[0-9a-f]{32}$/);
    const { body, head } = await mailTo('b@x.test');
    expect(head).toMatch(/^To: "Doe, John" <parts@x\.test>$/m);
    expect(head).toMatch(/^Cc: cc@x\.test$/m);
    expect(head).not.toContain('b@x.test');
    expect(head).toMatch(/^Reply-To: one@x\.test, Two <two@x\.test>$/m);
    expect(head).toMatch(/^From: =\?UTF-8\?\S+\?= <news@ses\.test>$/im);
    expect(head).toMatch(/^X-Order: 77$/m);
    // The link is unchanged, because nothing is tracked unless requested.
    expect(body).toContain('https://x.test/');
    const { body: known } = await tenant.get(`/transactional/emails/${MessageId ?? ''}`);
    expect(known).toMatchObject({ subject: 'Größe', tag: '77' });
  });

  it.each(['\n', '\r\n'])('MIME is accepted with line endings %j, and Bcc stays hidden', async (eol) => {
    const name = eol === '\n' ? 'lf' : 'crlf';
    const mime = [
      `From: ${FROM}`,
      `To: Seen <${name}-to@x.test>`,
      `Bcc: ${name}-bcc@x.test`,
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      'X-SES-CONFIGURATION-SET: shop',
      'X-SES-MESSAGE-TAGS: order=77, kind=receipt',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Hello in MIME',
    ].join(eol);
    const Raw = { Data: Buffer.from(mime) };
    const envelope = { ToAddresses: [`${name}-to@x.test`, `${name}-bcc@x.test`] };
    await send({ Content: { Raw }, Destination: envelope });
    const { body, head } = await mailTo(`${name}-bcc@x.test`);
    expect(head).toMatch(new RegExp(`^To: Seen <${name}-to@x\\.test>$`, 'm'));
    expect(head).not.toContain('bcc@x.test');
    expect(head).not.toMatch(/^X-SES/im);
    expect(body).toContain('Hello in MIME');
    // If the request has no destination, the headers of the message determine the recipients.
    await send({ Content: { Raw: { Data: Buffer.from(mime.replaceAll(`${name}-`, `${name}2-`)) } } });
    expect((await mailTo(`${name}2-bcc@x.test`)).head).not.toContain('bcc@x.test');
  });

  it('nodemailer sends unchanged', async () => {
    const transport = nodemailer.createTransport({ SES: { sesClient: sesClient(app.url, pair), SendEmailCommand } });
    const info = await transport.sendMail({
      from: FROM,
      to: 'nodemailer@x.test',
      bcc: 'nodemailer-bcc@x.test',
      subject: 'Hello',
      text: 'Hi there',
    });
    expect(info.messageId).toMatch(/tm_[0-9a-f]{32}/);
    expect(await transport.verify()).toBe(true);
    expect((await mailTo('nodemailer-bcc@x.test')).head).not.toContain('bcc@x.test');
  });

  it('nodemailer reports wrong credentials when it verifies its settings', async () => {
    const wrong = sesClient(app.url, { ...pair, secretAccessKey: 'x'.repeat(40) });
    const transport = nodemailer.createTransport({ SES: { sesClient: wrong, SendEmailCommand } });
    await expect(transport.verify()).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  });

  it('a template in the request gets its values and its headers', async () => {
    const Template = {
      TemplateContent: { Subject: 'For {{name}}', Text: 'Dear {{name}}, {{order.id}}', Html: '<p>{{{name}}}</p>' },
      TemplateData: '{"name":"Ann","order":{"id":7}}',
      Headers: [{ Name: 'X-Order', Value: '7' }],
    };
    await send({ ...simple('template@x.test'), Content: { Template } });
    const { body, head } = await mailTo('template@x.test');
    expect(head).toMatch(/^Subject: For Ann$/m);
    expect(head).toMatch(/^X-Order: 7$/m);
    expect(body).toContain('Dear Ann, 7');
    const missing = { ...Template, TemplateData: '{}' };
    await expect(send({ ...simple('template@x.test'), Content: { Template: missing } })).rejects.toMatchObject({
      name: 'BadRequestException',
      message: expect.stringContaining('no value for name'),
    });
  });

  it('the status of an identity is that of its domain, and other domains do not exist', async () => {
    const client = sesClient(app.url, pair);
    const identity = (EmailIdentity: string) => client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    expect(await identity(DOMAIN)).toMatchObject({
      IdentityType: 'DOMAIN',
      VerifiedForSendingStatus: true,
      VerificationStatus: 'SUCCESS',
      DkimAttributes: { SigningEnabled: true, Status: 'SUCCESS' },
    });
    expect(await identity(`news@${DOMAIN}`)).toMatchObject({ IdentityType: 'EMAIL_ADDRESS' });
    await expect(identity('other.test')).rejects.toMatchObject({ name: 'NotFoundException' });
    const limited = sesClient(app.url, await newPair(app, tenant.accountId, [SCOPES.send], 'other.test'));
    await expect(limited.send(new GetEmailIdentityCommand({ EmailIdentity: DOMAIN }))).rejects.toMatchObject({
      name: 'NotFoundException',
    });
  });

  it.each(['', '/', '/compat/ses', '/compat/ses/'])('the endpoint can end in %j', async (path) => {
    const address = `base${path.length}@x.test`;
    await send(simple(address), pair, `${app.url}${path}`);
    await mailTo(address);
  });

  it('a call retried by the client after a lost response is sent once', async () => {
    const seen: (string | undefined)[] = [];
    const client = sesClient(app.url, pair, 2);
    client.middlewareStack.add(
      (next) => async (args) => {
        const { output, response } = await next(args);
        seen.push((output as { MessageId?: string }).MessageId);
        // The response to the first request is lost.
        if (seen.length === 1) throw Object.assign(new Error('Cut'), { name: 'TimeoutError' });
        return { output, response };
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    const { MessageId, $metadata } = await client.send(new SendEmailCommand(simple('once@x.test')));
    expect($metadata.attempts).toBe(2);
    expect(seen).toEqual([MessageId, MessageId]);
    // Two separate calls with the same content create two messages.
    await send(simple('two-calls@x.test'));
    await send(simple('two-calls@x.test'));
    await sink.until(() => mailsTo('once@x.test') >= 1 && mailsTo('two-calls@x.test') >= 2);
    await afterAnother();
    expect(mailsTo('once@x.test')).toBe(1);
    expect(mailsTo('two-calls@x.test')).toBe(2);
  });

  it('a replayed request is sent once, and its ID is refused for another message', async () => {
    const body = JSON.stringify(simple('recorded@x.test'));
    const answers = [await postSigned({ body, id: 'recorded' }), await postSigned({ body, id: 'recorded' })];
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(first).toBe(second);
    const other = await postSigned({ body: JSON.stringify(simple('recorded2@x.test')), id: 'recorded' });
    expect([other.status, other.headers.get('x-amzn-errortype')]).toEqual([400, 'BadRequestException']);
    await sink.until(() => mailsTo('recorded@x.test') >= 1);
    await afterAnother();
    expect([mailsTo('recorded@x.test'), mailsTo('recorded2@x.test')]).toEqual([1, 0]);
  });

  it('messages of a bulk call are independent: a refused one does not affect others', async () => {
    const entry = (to: string, data?: object) => ({
      Destination: { ToAddresses: [to] },
      ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: JSON.stringify(data ?? {}) } },
    });
    const { BulkEmailEntryResults: results } = await sesClient(app.url, pair).send(
      new SendBulkEmailCommand({
        FromEmailAddress: FROM,
        DefaultContent: {
          Template: {
            TemplateContent: {
              Subject: 'For {{name}}',
              Text: 'Dear {{ name }}, {{order.id}}',
              Html: '<p>{{{name}}}</p>',
            },
            TemplateData: JSON.stringify({ order: { id: 7 } }),
          },
        },
        BulkEmailEntries: [
          entry('bulk-a@x.test', { name: 'Ann & Bob' }),
          entry('not an address', { name: 'X' }),
          entry('bulk-b@x.test'),
          entry('bulk-c@x.test', { name: 'C', order: { id: 'nine' } }),
        ],
      }),
    );
    expect(results?.map(({ Status }) => Status)).toEqual([
      'SUCCESS',
      'INVALID_PARAMETER',
      'INVALID_PARAMETER',
      'SUCCESS',
    ]);
    expect(results?.[2]?.Error).toContain('no value for name');
    const { body, head } = await mailTo('bulk-a@x.test');
    expect(head).toContain('Subject: For Ann & Bob');
    expect(body).toContain('Dear Ann & Bob, 7');
    expect((await mailTo('bulk-c@x.test')).body).toContain('Dear C, nine');
  });

  it('a bulk call interrupted by an internal error reports which messages were accepted', async () => {
    const entry = (to: string) => ({ Destination: { ToAddresses: [to] } });
    const send = (subject: string, to: readonly string[]) =>
      sesClient(app.url, pair).send(
        new SendBulkEmailCommand({
          FromEmailAddress: FROM,
          DefaultContent: { Template: { TemplateContent: { Subject: subject, Text: 'Hi' }, TemplateData: '{}' } },
          BulkEmailEntries: to.map(entry),
        }),
      );
    await app.installation.db.script(`
      create function refuse_half() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$;
      create trigger refuse_half before insert on vendor_message for each row when (new.subject = 'Half way') execute function refuse_half()`);
    try {
      const { BulkEmailEntryResults: results } = await send('Half way', [
        'no address',
        'half-b@x.test',
        'half-c@x.test',
      ]);
      expect(results?.map(({ Status }) => Status)).toEqual([
        'INVALID_PARAMETER',
        'TRANSIENT_FAILURE',
        'TRANSIENT_FAILURE',
      ]);
      expect(results?.[1]?.Error).toContain('Send the entry again');
      // If no message was accepted, the whole call fails, and the client retries it.
      await expect(send('Half way', ['half-d@x.test'])).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
    } finally {
      await app.installation.db.script('drop trigger refuse_half on vendor_message; drop function refuse_half()');
    }
    await afterAnother();
    expect(['half-b@x.test', 'half-c@x.test', 'half-d@x.test'].map(mailsTo)).toEqual([0, 0, 0]);
  });
});

describe('refusals', () => {
  const text = { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } };
  const attachment = { FileName: 'a.txt', RawContent: Buffer.from('x') };
  it.each([
    ['a template', { Content: { Template: { TemplateName: 'x' } } }, 'BadRequestException', /Content\.Template/],
    [
      'an attachment with an invalid type',
      { Content: { Simple: { ...text, Attachments: [{ ...attachment, ContentType: 'pdf' }] } } },
      'BadRequestException',
      /Content\.Simple\.Attachments\.0\.ContentType/,
    ],
    ['no content', { Content: {} }, 'BadRequestException', /Content/],
    ['no sender', { FromEmailAddress: undefined }, 'BadRequestException', /from/],
    [
      'no visible recipients',
      { Destination: { BccAddresses: ['a@x.test', 'b@x.test'] } },
      'BadRequestException',
      /ToAddresses/,
    ],
    ['an unverified domain', { FromEmailAddress: 'a@other.test' }, 'MessageRejected', /other/],
    [
      'an unverified domain with invalid content',
      { FromEmailAddress: 'a@other.test', Content: {} },
      'MessageRejected',
      /other/,
    ],
    [
      'a contact list without a name',
      { ListManagementOptions: { ContactListName: '', TopicName: 'x' } },
      'BadRequestException',
      /ContactListName/,
    ],
    [
      'a reserved header',
      { Content: { Simple: { ...text, Headers: [{ Name: 'Organization', Value: 'x' }] } } },
      'BadRequestException',
      /Organization/,
    ],
  ] as const)('%s', async (_, change, name, said) => {
    const refused = send({ ...simple('refused@x.test'), ...(change as Partial<SendEmailCommandInput>) });
    await expect(refused).rejects.toMatchObject({ name, message: expect.stringMatching(said) });
  });

  it('rejects unsupported templates of a bulk call', async () => {
    const bulk = (Template: object) =>
      sesClient(app.url, pair).send(
        new SendBulkEmailCommand({
          FromEmailAddress: FROM,
          DefaultContent: { Template },
          BulkEmailEntries: [{ Destination: {} }],
        }),
      );
    for (const template of [
      { TemplateArn: 'stored' },
      { TemplateContent: { Subject: 'x', Text: '{{#if x}}y{{> z}}{{/if}}' } },
      { TemplateContent: { Subject: 'x', Text: 'y' }, TemplateData: '{' },
    ]) {
      await expect(bulk(template)).rejects.toMatchObject({ name: 'BadRequestException' });
    }
  });

  it('rejects sends of a paused account with an error that no client retries', async () => {
    const { db } = app.installation;
    const other = await vendorAccount(app, 'ses', 'paused.test');
    const as = await newPair(app, other.accountId);
    const mail = simple('paused@x.test', { FromEmailAddress: 'a@paused.test' });
    await db.script(
      `update account set paused_at = now(), pause_reason = 'test' where account_id = ${other.accountId}`,
    );
    await expect(send(mail, as)).rejects.toMatchObject({ name: 'SendingPausedException', $metadata: { attempts: 1 } });
    await expect(sesClient(app.url, as, 3).send(new SendEmailCommand(mail))).rejects.toMatchObject({
      name: 'SendingPausedException',
      $metadata: { attempts: 1, httpStatusCode: 400 },
    });
  });

  it('rejects requests of an account whose adapter is off', async () => {
    const other = await vendorAccount(app, 'ses', 'closed.test');
    await switchAdapter(app.installation.db, other.accountId, 'ses', false);
    const as = await newPair(app, other.accountId);
    await expect(sesClient(app.url, as).send(new GetAccountCommand({}))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
  });

  it.each(['/v2/email/nothing', '/compat/ses/v2/email/nothing', '/compat/ses/v1/x'])(
    'rejects the unknown path %s',
    async (path) => {
      const answer = await fetch(`${app.url}${path}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('x-amzn-errortype')).toBe('NotFoundException');
    },
  );
});

describe('signatures', () => {
  it('with a wrong secret, an unknown ID or none at all are refused with their own errors', async () => {
    const mail = simple('unsigned@x.test');
    await expect(send(mail, { ...pair, secretAccessKey: 'x'.repeat(40) })).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(send(mail, { ...pair, accessKeyId: 'PRAKAAAAAAAAAAAAAAAA' })).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
    for (const authorization of [undefined, `Bearer ${tenant.key}`, `Bearer ${pair.accessKeyId}`]) {
      const answer = await fetch(`${app.url}/v2/email/account`, { headers: authorization ? { authorization } : {} });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
    }
    await afterAnother();
    expect(mailsTo('unsigned@x.test')).toBe(0);
  });

  it('give no access to other APIs, and a secret is not a key', async () => {
    const other = await fetch(`${app.url}/transactional/usage`, {
      headers: { authorization: `Bearer ${pair.secretAccessKey}` },
    });
    expect(other.status).toBe(401);
  });

  it('of a changed body are refused, with or without its hash in a header', async () => {
    const body = JSON.stringify(simple('changed@x.test'));
    for (const withHash of [true, false]) {
      const post = (sent: string) => postSigned({ body, sent, withHash });
      expect((await post(body.replace('changed@x.test', 'evil@x.test'))).status).toBe(403);
      expect((await post(body)).status).toBe(200);
    }
    await mailTo('changed@x.test');
    await afterAnother();
    expect(mailsTo('evil@x.test')).toBe(0);
  });

  it('that are too old, for another service or for another path are refused', async () => {
    const body = JSON.stringify(simple('old@x.test'));
    const at = (ms: number) => new Date(Date.now() + ms);
    expect((await postSigned({ body, at: at(-16 * 60_000) })).status).toBe(403);
    expect((await postSigned({ body, at: at(16 * 60_000) })).status).toBe(403);
    expect((await postSigned({ body, at: at(-14 * 60_000) })).status).toBe(200);
    expect((await postSigned({ body, service: 's3' })).status).toBe(403);
    expect((await postSigned({ body, path: '/compat/ses/v2/email/outbound-emails' })).status).toBe(403);
  });

  it('end with their key and have its access: one domain, or its scopes', async () => {
    const limited = await newPair(app, tenant.accountId, [SCOPES.send, SCOPES.read], DOMAIN);
    await send(simple('limited@x.test'), limited);
    const elsewhere = { FromEmailAddress: 'a@elsewhere.test' };
    await expect(send(simple('x@x.test', elsewhere), limited)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const list = new ListSuppressedDestinationsCommand({});
    for (const command of [list, new GetAccountCommand({})]) {
      await expect(sesClient(app.url, limited).send(command)).rejects.toMatchObject({
        name: 'AccessDeniedException',
      });
    }
    const reading = await newPair(app, tenant.accountId, [SCOPES.read]);
    await expect(send(simple('x@x.test'), reading)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(
      sesClient(app.url, reading).send(new DeleteSuppressedDestinationCommand({ EmailAddress: 'a@x.test' })),
    ).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await revokeKey(app.installation.db, tenant.accountId, limited.keyId);
    await expect
      .poll(async () => send(simple('x@x.test'), limited).catch(({ name }: Error) => name), { timeout: 5_000 })
      .toBe('UnrecognizedClientException');
  });
});

interface Posted {
  readonly body: string;
  /** Body that is actually sent. By default, the signed body. */
  readonly sent?: string;
  readonly withHash?: boolean;
  readonly at?: Date;
  readonly service?: string;
  /** Request ID that the client sets. Not all clients sign it. */
  readonly id?: string;
  /** Path that is actually requested. By default, the signed path. */
  readonly path?: string;
}

/**
 * Posts a request that is signed like a request from the Python client: with few headers, and usually without a hash of
 * the body.
 */
function postSigned({ at, body, id, path, sent = body, service, withHash }: Posted) {
  const url = `${app.url}/v2/email/outbound-emails`;
  const signing = { access_key_id: pair.accessKeyId, secret_access_key: pair.secretAccessKey };
  const how = { ...(at && { at }), ...(service !== undefined && { service }), ...(withHash && { withHash }) };
  return fetch(path === undefined ? url : `${app.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signedHeaders({ method: 'POST', url, body }, signing, how),
      ...(id !== undefined && { 'amz-sdk-invocation-id': id }),
    },
    body: sent,
  });
}

describe('suppression list', () => {
  it('addresses are added, read, listed with pages and removed', async () => {
    const client = sesClient(app.url, pair);
    const put = (EmailAddress: string, Reason: 'BOUNCE' | 'COMPLAINT') =>
      client.send(new PutSuppressedDestinationCommand({ EmailAddress, Reason }));
    await put('a+b@list.test', 'BOUNCE');
    await put('c@list.test', 'COMPLAINT');
    await put('d@list.test', 'BOUNCE');
    const read = (EmailAddress: string) => client.send(new GetSuppressedDestinationCommand({ EmailAddress }));
    const { SuppressedDestination: entry } = await read('a+b@list.test');
    expect(entry).toMatchObject({ EmailAddress: 'a+b@list.test', Reason: 'BOUNCE', LastUpdateTime: expect.any(Date) });
    const seen: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await client.send(
        new ListSuppressedDestinationsCommand({ PageSize: 1, Reasons: ['BOUNCE'], NextToken }),
      );
      seen.push(...(page.SuppressedDestinationSummaries ?? []).map(({ EmailAddress }) => EmailAddress));
      ({ NextToken } = page);
    } while (NextToken !== undefined);
    expect(seen).toEqual(['a+b@list.test', 'd@list.test']);
    const later = new ListSuppressedDestinationsCommand({ StartDate: new Date(Date.now() + 60_000) });
    expect((await client.send(later)).SuppressedDestinationSummaries).toEqual([]);
    await client.send(new DeleteSuppressedDestinationCommand({ EmailAddress: 'a+b@list.test' }));
    await expect(read('a+b@list.test')).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(put('no address', 'BOUNCE')).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  it('suppressed addresses are omitted, and the other recipients get the message', async () => {
    const client = sesClient(app.url, pair);
    await client.send(new PutSuppressedDestinationCommand({ EmailAddress: 'gone@x.test', Reason: 'BOUNCE' }));
    const Destination = { ToAddresses: ['gone@x.test', 'there@x.test'] };
    const { MessageId } = await send(simple('', { Destination }));
    expect(MessageId).toMatch(/^tm_/);
    await mailTo('there@x.test');
    // A message to only the suppressed recipient is accepted, too.
    expect((await send(simple('gone@x.test'))).MessageId).toMatch(/^tm_/);
    await afterAnother();
    expect(mailsTo('gone@x.test')).toBe(0);
  });

  it('returns the sending quota of the account', async () => {
    const account = await sesClient(app.url, pair).send(new GetAccountCommand({}));
    expect(account).toMatchObject({
      SendingEnabled: true,
      EnforcementStatus: 'HEALTHY',
      SendQuota: { Max24HourSend: -1, SentLast24Hours: expect.any(Number) },
    });
  });
});

describe('sending with API v1', () => {
  it.each(['', '/compat/ses'])('works with simple and MIME messages at %j', async (path) => {
    const client = oldSesClient(`${app.url}${path}`, pair);
    const to = `v1-${path.length}@x.test`;
    const { MessageId } = await client.send(
      new OldSendEmailCommand({
        Source: FROM,
        Destination: { ToAddresses: [to], BccAddresses: [`bcc-${to}`] },
        ReplyToAddresses: ['answers@x.test'],
        Tags: [{ Name: 'order', Value: '7' }],
        Message: { Subject: { Data: 'Größe & <more>' }, Body: { Text: { Data: 'Hi + there' } } },
      }),
    );
    expect(MessageId).toMatch(/^tm_[0-9a-f]{32}$/);
    const { body, head } = await mailTo(`bcc-${to}`);
    expect(head).toMatch(/^Reply-To: answers@x\.test$/m);
    expect(body).toContain('Hi + there');
    const mime = `From: ${FROM}\nTo: raw-${to}\nSubject: Raw\n\nHello`;
    const raw = { RawMessage: { Data: Buffer.from(mime) }, Destinations: [`raw-${to}`, `rawbcc-${to}`] };
    await client.send(new SendRawEmailCommand(raw));
    expect((await mailTo(`rawbcc-${to}`)).head).not.toContain('rawbcc');
  });

  it('returns the quota and named errors', async () => {
    const client = oldSesClient(app.url, pair);
    expect(await client.send(new GetSendQuotaCommand({}))).toMatchObject({ Max24HourSend: -1 });
    const from = (Source: string) =>
      client.send(
        new OldSendEmailCommand({
          Source,
          Destination: { ToAddresses: ['x@x.test'] },
          Message: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } },
        }),
      );
    await expect(from('a@other.test')).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringContaining('other.test'),
    });
    await expect(client.send(new GetIdentityDkimAttributesCommand({ Identities: [] }))).rejects.toMatchObject({
      name: 'InvalidAction',
    });
    const wrong = oldSesClient(app.url, { ...pair, secretAccessKey: 'x'.repeat(40) });
    await expect(wrong.send(new GetSendQuotaCommand({}))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  });

  it('shows the dashboard to browsers at its URL', async () => {
    const page = await fetch(app.url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).not.toContain('xml');
    const post = await fetch(app.url, { method: 'POST', body: new URLSearchParams({ Action: 'SendEmail' }) });
    expect(post.status).toBe(403);
    expect(await post.text()).toContain('<Code>MissingAuthenticationToken</Code>');
  });
});
