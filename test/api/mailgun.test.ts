import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { basic, DOMAIN, mailgunAccount, mailgunClient, postForm } from '../support/mailgun.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof mailgunAccount>>;

beforeAll(async () => {
  sink = await startSmtpSink({
    on: {
      rcpt: ({ line }) => (line.includes('gone@') ? { say: '550 5.1.1 no such user' } : undefined),
    },
  });
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await mailgunAccount(app);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const MAIL = { from: `News <news@${DOMAIN}>`, subject: 'Hello', text: 'Hi there', html: '<p>Hi there</p>' };

async function mailTo(address: string): Promise<{ head: string; body: string }> {
  await sink.until(({ messages }) => messages.some(({ to }) => to.includes(address)));
  const text = sink.messages.find(({ to }) => to.includes(address))?.data.toString() ?? '';
  const end = text.indexOf('\r\n\r\n');
  const body = text.slice(end).replaceAll('=\r\n', '').replaceAll('=20', ' ').replaceAll('=3D', '=');
  return { head: text.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' '), body };
}

/** Waits until the given number of events exists, and resolves with the events. */
async function eventsOnce(count: number, query: Record<string, string>) {
  return eventually(`${count} events are listed`, async () => {
    const { items } = await tenant.mailgun.events.get(DOMAIN, query);
    return items.length >= count ? items : undefined;
  });
}

describe('sending', () => {
  it('one message goes to all recipients with visible addresses', async () => {
    const answer = await tenant.mailgun.messages.create(DOMAIN, {
      ...MAIL,
      to: ['"Doe, John" <one-a@x.test>', 'one-b@x.test'],
      cc: 'one-c@x.test',
      'h:X-Order': '77',
      'h:Reply-To': 'answers@x.test',
    });
    expect(answer).toMatchObject({ status: 200, message: 'Queued. Thank you.' });
    expect(answer.id).toMatch(/^<[0-9a-f]{32}@mg\.news\.test>$/);
    const { head } = await mailTo('one-c@x.test');
    expect(head).toMatch(/^To: "Doe, John" <one-a@x\.test>, one-b@x\.test$/m);
    expect(head).toMatch(/^X-Order: 77$/m);
    expect(head).toMatch(/^Reply-To: answers@x\.test$/m);
  });

  it.each([
    [
      'repeated fields',
      [
        ['h:Reply-To', 'a@x.test'],
        ['h:Reply-To', 'Lee, Ann <b@x.test>'],
      ],
    ],
    ['a list', [['h:Reply-To', 'a@x.test, "Lee, Ann" <b@x.test>']]],
  ] as const)(
    'several reply addresses in %s are all in the message, and X- headers can be repeated',
    async (how, fields) => {
      const to = `replies-${how.replace(' ', '-')}@x.test`;
      const mail = [...Object.entries(MAIL), ['to', to], ['h:X-Part', '1'], ['h:X-Part', '2'], ...fields] as const;
      expect((await postForm(app.url, tenant.key, mail)).status).toBe(200);
      const { head } = await mailTo(to);
      expect(head).toMatch(/^Reply-To: a@x\.test, "Lee, Ann" <b@x\.test>$/m);
      expect(head.match(/^X-Part: .$/gm)).toEqual(['X-Part: 1', 'X-Part: 2']);
    },
  );

  it('several reply addresses of a MIME message and of a batch are all in the messages', async () => {
    const mime = `From: ${MAIL.from}\nTo: mime-replies@x.test\nReply-To: a@x.test, b@x.test\nSubject: x\n\nx`;
    const path = `/v3/${DOMAIN}/messages.mime`;
    await postForm(
      app.url,
      tenant.key,
      [
        ['to', 'mime-replies@x.test'],
        ['message', new Blob([mime])],
      ],
      path,
    );
    const batch = [
      ['to', 'batch-replies@x.test'],
      ['recipient-variables', '{}'],
      ['h:Reply-To', 'a@x.test, b@x.test'],
    ] as const;
    await postForm(app.url, tenant.key, [...Object.entries(MAIL), ...batch]);
    for (const address of ['mime-replies@x.test', 'batch-replies@x.test'])
      expect((await mailTo(address)).head).toMatch(/^Reply-To: a@x\.test, b@x\.test$/m);
  });

  it('a batch is one message per recipient with its variables inserted literally', async () => {
    await tenant.mailgun.messages.create(DOMAIN, {
      ...MAIL,
      to: ['Batch-A@x.test', 'batch-b@x.test', 'batch-c@x.test'],
      subject: 'For %recipient.name%, 100% of %recipient.count%',
      html: '<p>%recipient.name_html% %recipient.unknown%</p>',
      text: 'Dear %recipient.name% at %recipient%',
      'h:List-Unsubscribe': '<%recipient.url%>, <%tag_unsubscribe_email%>',
      'recipient-variables': JSON.stringify({
        'Batch-A@x.test': {
          name: 'Ann & <Bob>',
          name_html: 'Ann &amp; &lt;Bob&gt;',
          count: 3,
          url: 'https://x.test/u/a',
        },
        'batch-b@x.test': { name: 'B\r\nX-Evil: 1', name_html: '', count: 0, url: 'https://x.test/u/b' },
      }),
    });
    const first = await mailTo('Batch-A@x.test');
    expect(first.head).toMatch(/^To: Batch-A@x\.test$/m);
    expect(first.head).toMatch(/^Subject: For Ann & <Bob>, 100% of 3$/m);
    expect(first.head).toMatch(/^List-Unsubscribe: <https:\/\/x\.test\/u\/a>$/m);
    expect(first.body).toContain('<p>Ann &amp; &lt;Bob&gt; %recipient.unknown%</p>');
    expect(first.body).toContain('Dear Ann & <Bob> at Batch-A@x.test');
    const second = await mailTo('batch-b@x.test');
    expect(second.head).not.toMatch(/^X-Evil/m);
    expect(second.body).toContain('<p> %recipient.unknown%</p>');
    expect((await mailTo('batch-c@x.test')).head).toContain('Subject: For %recipient.name%, 100% of %recipient.count%');
  });

  it('From may be in the organizational domain, which then signs, but in no other domain', async () => {
    const send = (from: string, to: string) => tenant.mailgun.messages.create(DOMAIN, { ...MAIL, from, to });
    await send('ann@news.test', 'aligned@x.test');
    expect((await mailTo('aligned@x.test')).head).toMatch(/^DKIM-Signature:.* d=mg\.news\.test;/m);
    await tenant.mailgun.messages.create(DOMAIN, {
      ...MAIL,
      from: 'ann@news.test',
      to: 'aligned-batch@x.test',
      'recipient-variables': '{}',
    });
    expect((await mailTo('aligned-batch@x.test')).head).toMatch(/^DKIM-Signature:.* d=mg\.news\.test;/m);
    await expect(send('ann@other.test', 'x@x.test')).rejects.toMatchObject({ status: 403 });
    await expect(send('ann@test', 'x@x.test')).rejects.toMatchObject({ status: 403 });
  });

  it('the sandbox has one sender with few allowed recipients and only single messages', async () => {
    const sandbox = app.installation.config.sandboxDomain;
    const send = (from: string, fields: object) =>
      tenant.mailgun.messages.create(sandbox, { ...MAIL, from: `${from}@${sandbox}`, ...fields });
    await send('onboarding', { to: tenant.account.email });
    expect((await mailTo(tenant.account.email)).head).toContain(`From: onboarding@${sandbox}`);
    for (const [from, fields] of [
      ['onboarding', { to: 'x@x.test' }],
      ['other', { to: tenant.account.email }],
      ['onboarding', { to: 'x@x.test', 'recipient-variables': '{}' }],
    ] as const) {
      await expect(send(from, fields)).rejects.toMatchObject({ status: 403 });
    }
    const foreign = { ...MAIL, from: `other@${sandbox}`, to: 'x@x.test' };
    await expect(tenant.mailgun.messages.create(DOMAIN, foreign)).rejects.toMatchObject({ status: 403 });
  });

  it('MIME keeps its tags and variables with any line endings, and Bcc stays hidden', async () => {
    const mime = [
      `From: News <news@${DOMAIN}>`,
      'To: Mime <mime-to@x.test>',
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      'Message-ID: <abc@x.test>',
      'X-Mailgun-Tag: from-mime',
      'X-Mailgun-Variables: {"order":"77"}',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Hello in MIME',
    ].join('\n');
    const to = ['mime-to@x.test', 'mime-bcc@x.test'];
    const answer = await tenant.mailgun.messages.create(DOMAIN, { to, message: mime });
    expect(answer.message).toMatch(/^Queued/);
    const { body, head } = await mailTo('mime-bcc@x.test');
    expect(head).toMatch(/^To: "?Mime"? <mime-to@x\.test>$/m);
    expect(head).not.toContain('mime-bcc');
    expect(body).toContain('Hello in MIME');
    const [event] = await eventsOnce(1, { event: 'accepted', tags: 'from-mime', recipient: 'mime-bcc@x.test' });
    expect(event?.['user-variables']).toEqual({ order: '77' });
  });

  it('a MIME message without recipients in To hides Bcc recipients from each other', async () => {
    const send = (field: string, to: string[]) => {
      const message = [`From: news@${DOMAIN}`, field, 'Subject: Hidden', '', 'Hidden'].join('\n');
      return tenant.mailgun.messages.create(DOMAIN, { to, message });
    };
    const both = ['hidden-1@x.test', 'hidden-2@x.test'];
    await expect(send('To: somebody-else@x.test', both)).rejects.toMatchObject({
      status: 400,
      details: expect.stringContaining('in the To header'),
    });
    await send('To: somebody-else@x.test', ['hidden-alone@x.test']);
    expect((await mailTo('hidden-alone@x.test')).head).toMatch(/^To: hidden-alone@x\.test$/m);
    await send('Cc: copied@x.test', ['hidden-3@x.test', 'copied@x.test']);
    const { head } = await mailTo('hidden-3@x.test');
    expect(head).toMatch(/^To: copied@x\.test$/m);
    expect(head).not.toContain('hidden-3');
    expect(sink.messages.some(({ to }) => both.some((address) => to.includes(address)))).toBe(false);
  });

  it('a test message is accepted and recorded but not sent', async () => {
    await tenant.mailgun.messages.create(DOMAIN, { ...MAIL, to: 'testmode@x.test', 'o:testmode': true });
    await tenant.mailgun.messages.create(DOMAIN, { ...MAIL, to: 'behind-testmode@x.test' });
    await mailTo('behind-testmode@x.test');
    const [event] = await eventsOnce(1, { recipient: 'testmode@x.test' });
    expect(event).toMatchObject({ event: 'accepted', flags: { 'is-test-mode': true } });
    expect(sink.messages.some(({ to }) => to.includes('testmode@x.test'))).toBe(false);
  });

  it('an invalid address in a batch affects no others and gets an event', async () => {
    const variables = { 'fine@x.test': {}, 'not an address': {} };
    await tenant.mailgun.messages.create(DOMAIN, {
      ...MAIL,
      to: Object.keys(variables),
      'recipient-variables': JSON.stringify(variables),
    });
    await mailTo('fine@x.test');
    const [event] = await eventsOnce(1, { event: 'failed', recipient: 'not an address' });
    expect(event).toMatchObject({ severity: 'permanent', 'delivery-status': { code: 550, 'enhanced-code': '5.1.3' } });
  });

  it('the adapter works under its prefix with any number of slashes', async () => {
    for (const base of [`${app.url}/compat/mailgun`, `${app.url}/compat/mailgun/`, `${app.url}/`]) {
      const answer = await mailgunClient(base, tenant.key).messages.create(DOMAIN, { ...MAIL, to: 'prefix@x.test' });
      expect(answer.status).toBe(200);
      const { pages } = await mailgunClient(base, tenant.key).events.get(DOMAIN, { limit: 1 });
      expect(pages.next.url.startsWith(base.replace(/\/$/, ''))).toBe(true);
    }
  });
});

describe('refusals', () => {
  const refused = async (fields: Record<string, unknown>) =>
    tenant.mailgun.messages.create(DOMAIN, { ...MAIL, to: 'x@x.test', ...fields }).then(
      () => undefined,
      (error: { status: number; details: string }) => error,
    );

  it.each([
    ['a template and a body', { template: 'welcome' }, 'is not supported with a template'],
    ['a version without a template', { 't:version': '2' }, 'requires `template`'],
    [
      'future times',
      { 'o:deliverytime': new Date(Date.now() + 3_600_000).toUTCString() },
      'Scheduling is not supported',
    ],
    ['copies to an archive', { 'o:archive-to': 'https://x.test/archive' }, 'o:archive-to'],
    ['options in headers', { 'h:X-Mailgun-Archive-To': 'https://x.test/archive' }, 'o:archive-to'],
    ['unknown options', { 'o:unheard-of': 'yes' }, 'o:unheard-of'],
    ['variables that are not JSON', { 'recipient-variables': '{' }, 'recipient-variables'],
    ['headers that are not allowed', { 'h:Received': 'x', 'h:Subject-2': 'x' }, 'h'],
    ['unsubscribe addresses', { html: '<a href="mailto:%unsubscribe_email%">x</a>' }, '%unsubscribe_email%'],
    ['invalid addresses', { to: 'nobody' }, 'to'],
    ['messages without a body', { html: '', text: '' }, 'html'],
  ])('%s are refused like by Mailgun', async (_, fields, words) => {
    const error = await refused(fields);
    expect(error?.status).toBe(400);
    expect(error?.details).toContain(words);
  });

  it('empty options are accepted: a current time, an empty template, an empty file', async () => {
    const fields: [string, string | Blob][] = [
      ...Object.entries(MAIL),
      ['to', 'nothing@x.test'],
      ['template', ''],
      ['attachment', new Blob([])],
      ['o:deliverytime', new Date().toUTCString()],
      ['cc', 'undefined'],
      ['o:require-tls', 'no'],
      ['o:skip-verification', 'yes'],
    ];
    expect(await postForm(app.url, tenant.key, fields)).toMatchObject({ status: 200 });
  });

  it('a thousand recipients are accepted, but not one more', async () => {
    const to = Array.from({ length: 1_001 }, (_, index): [string, string] => ['to', `limit${index}@x.test`]);
    const rest: [string, string][] = [...Object.entries(MAIL), ['recipient-variables', '{}'], ['o:testmode', 'yes']];
    const extra = Array.from({ length: 20 }, (_, index): [string, string] => [`v:n${index}`, 'x']);
    expect(await postForm(app.url, tenant.key, [...to.slice(1), ...rest, ...extra])).toMatchObject({ status: 200 });
    const over = await postForm(app.url, tenant.key, [...to, ...rest]);
    expect(over.status).toBe(400);
    expect(over.body['message']).toContain('at most 1000 recipients');
  });

  it('a batch over the quota is refused as a whole, and each recipient counts', async () => {
    const { db } = app.installation;
    const poor = await mailgunAccount(app, { plan: 'free' }, 'mg4.news.test');
    await db.script(
      `insert into account_usage (account_id, month, day, used, day_used)
       select ${poor.accountId}, date_trunc('month', now() at time zone 'utc')::date, (now() at time zone 'utc')::date,
         monthly_quota - 2, 0 from plan where name = 'free'`,
    );
    const send = (names: readonly string[]) =>
      postForm(
        app.url,
        poor.key,
        [
          ['from', 'news@mg4.news.test'],
          ['subject', 'x'],
          ['text', 'x'],
          ['recipient-variables', '{}'],
          ...names.map((name): [string, string] => ['to', `${name}@quota.test`]),
        ],
        '/v3/mg4.news.test/messages',
      );
    const refusal = await send(['a', 'b', 'c']);
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal.body['message']).toContain('per month');
    expect((await send(['a', 'b'])).status).toBe(200);
    expect((await send(['c'])).status).toBe(429);
    await sink.until(
      ({ messages }) => messages.filter(({ to }) => to.some((each) => each.endsWith('quota.test'))).length >= 2,
    );
    expect(sink.messages.some(({ to }) => to.includes('c@quota.test'))).toBe(false);
  });

  it("wrong and missing keys and scopes get errors in Mailgun's format", async () => {
    await expect(
      mailgunClient(app.url, 'nonsense').messages.create(DOMAIN, { ...MAIL, to: 'x@x.test' }),
    ).rejects.toMatchObject({
      status: 401,
      details: 'Forbidden',
    });
    expect((await fetch(`${app.url}/v3/${DOMAIN}/events`)).status).toBe(401);
    const reader = await mailgunAccount(app, { scopes: ['transactional:read'] }, 'mg2.news.test');
    await expect(reader.mailgun.messages.create(DOMAIN, { ...MAIL, to: 'x@x.test' })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('unknown domains and those of other accounts are not found, and a key of one domain is refused others', async () => {
    await expect(tenant.mailgun.events.get('other.test', {})).rejects.toMatchObject({ status: 404 });
    await expect(tenant.mailgun.messages.create('localhost', { ...MAIL, to: 'x@x.test' })).rejects.toMatchObject({
      status: 404,
    });
    const limited = await mailgunAccount(app, { domain: 'elsewhere.test' }, 'mg3.news.test');
    await expect(limited.mailgun.messages.create(DOMAIN, { ...MAIL, to: 'x@x.test' })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('an account with the adapter off gets instructions to switch it on', async () => {
    const other = await app.newAccount();
    await expect(mailgunClient(app.url, other.key).events.get(DOMAIN, {})).rejects.toMatchObject({
      status: 403,
      details: expect.stringMatching(/^The Mailgun API is turned off .* mailgun on`\.$/),
    });
  });

  it('compressed bodies are accepted up to the limit', async () => {
    const post = async (bytes: Buffer) =>
      fetch(`${app.url}/v3/${DOMAIN}/messages`, {
        method: 'POST',
        headers: {
          authorization: basic(tenant.key),
          'content-type': 'application/x-www-form-urlencoded',
          'content-encoding': 'gzip',
        },
        body: new Uint8Array(bytes),
      });
    const form = new URLSearchParams({ ...MAIL, to: 'packed@x.test' });
    expect((await post(gzipSync(form.toString()))).status).toBe(200);
    expect((await post(gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a')))).status).toBe(413);
    expect((await post(Buffer.from('no gzip at all'))).status).toBe(400);
  });

  it.each([
    ['form-data; colour="to"', 'a field'],
    ['form-data; filename="a.txt"', 'a file'],
    ['form-data', 'nothing'],
  ])('a form with an unnamed part is refused: %s', async (disposition) => {
    const answer = await fetch(`${app.url}/v3/${DOMAIN}/messages`, {
      method: 'POST',
      headers: { authorization: basic(tenant.key), 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\nContent-Disposition: ${disposition}\r\n\r\nx@x.test\r\n--b--\r\n`,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: expect.stringContaining('a part without a name') });
  });

  it('broken, multipart or endless MIME is refused without internal errors', async () => {
    for (const message of [
      '',
      'nonsense',
      '\0\u0001\u0002',
      `${'a: b\n'.repeat(40_000)}\n`,
      'Content-Type: multipart/mixed; boundary=x\n\n'.repeat(60),
    ]) {
      const answer = await postForm(
        app.url,
        tenant.key,
        [
          ['to', 'x@x.test'],
          ['message', new Blob([message])],
        ],
        `/v3/${DOMAIN}/messages.mime`,
      );
      expect([400, 413]).toContain(answer.status);
      expect(answer.body['message']).toEqual(expect.any(String));
    }
  });
});

describe('suppressed recipients', () => {
  it('are added by a hard bounce, and the next batch is accepted with a 605 event', async () => {
    const send = () =>
      tenant.mailgun.messages.create(DOMAIN, {
        ...MAIL,
        to: 'gone@x.test',
        'recipient-variables': '{"gone@x.test":{}}',
      });
    await send();
    const [bounce] = await eventsOnce(1, { event: 'failed', recipient: 'gone@x.test' });
    expect(bounce).toMatchObject({
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: expect.stringContaining('no such user') },
    });
    expect((await tenant.mailgun.suppressions.get(DOMAIN, 'bounces', 'gone@x.test')).code).toBe(550);
    await send();
    const [, second] = await eventsOnce(2, { event: 'failed', recipient: 'gone@x.test', ascending: 'yes' });
    expect(second).toMatchObject({ reason: 'suppress-bounce', 'delivery-status': { code: 605 } });
    await tenant.mailgun.suppressions.destroy(DOMAIN, 'bounces', 'gone@x.test');
    await tenant.mailgun.suppressions.destroy(DOMAIN, 'bounces', 'gone@x.test');
    await expect(tenant.mailgun.suppressions.get(DOMAIN, 'bounces', 'gone@x.test')).rejects.toMatchObject({
      status: 404,
    });
  });

  it('are omitted from one message, and the others are reached', async () => {
    await tenant.mailgun.suppressions.create(DOMAIN, 'unsubscribes', { address: 'a+left@x.test' });
    await tenant.mailgun.suppressions.create(DOMAIN, 'complaints', [{ address: 'cross@x.test' }]);
    await tenant.mailgun.messages.create(DOMAIN, { ...MAIL, to: ['a+left@x.test', 'cross@x.test', 'stays@x.test'] });
    await mailTo('stays@x.test');
    expect(sink.messages.some(({ to }) => to.includes('a+left@x.test') || to.includes('cross@x.test'))).toBe(false);
    expect(await eventsOnce(1, { event: 'failed', recipient: 'a+left@x.test' })).toMatchObject([
      { 'delivery-status': { code: 606 } },
    ]);
    expect(await eventsOnce(1, { event: 'failed', recipient: 'cross@x.test' })).toMatchObject([
      { 'delivery-status': { code: 607 } },
    ]);
    const { items } = await tenant.mailgun.suppressions.list(DOMAIN, 'unsubscribes', { limit: 1 });
    expect(items).toMatchObject([{ address: 'a+left@x.test', tags: ['*'] }]);
    await tenant.mailgun.suppressions.destroy(DOMAIN, 'unsubscribes', 'a+left@x.test');
    expect((await tenant.mailgun.suppressions.list(DOMAIN, 'unsubscribes')).items).toEqual([]);
  });
});
