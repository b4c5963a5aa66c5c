import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sendgridClient, sendgridMail } from '../support/sendgrid.ts';
import { vendorAccount } from '../support/ses.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const DOMAIN = 'sg.test';

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await vendorAccount(app, 'sendgrid', DOMAIN);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

function clientOf(key = `SG.${tenant.key}`) {
  return sendgridClient(app.url, key);
}

function sendgrid(key = `SG.${tenant.key}`, base = app.url) {
  return sendgridMail(base, key);
}

const MAIL = { from: { email: `news@${DOMAIN}`, name: 'News' }, subject: 'Hello', text: 'Hi there' };

/** Returns the header section and the body of the message to an address. */
async function mailTo(address: string): Promise<{ head: string; body: string }> {
  await sink.until(({ messages }) => messages.some(({ to }) => to.includes(address)));
  const text = sink.messages.find(({ to }) => to.includes(address))?.data.toString() ?? '';
  const end = text.indexOf('\r\n\r\n');
  const body = text.slice(end).replaceAll('=\r\n', '').replaceAll('=20', ' ').replaceAll('=3D', '=');
  return { head: text.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' '), body };
}

/** Posts requests that the client would not send. */
function post(body: unknown, key = tenant.key) {
  return postAs(JSON.stringify(body), {}, key);
}

function postAs(body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>>, key = tenant.key) {
  return fetch(`${app.url}/v3/mail/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body,
  });
}

const CONTENT = [{ type: 'text/plain', value: 'Hi there' }];

describe('sending', () => {
  it('a message goes to all recipients with its headers, categories and reply address', async () => {
    const [answer] = await sendgrid().send({
      ...MAIL,
      to: [{ email: 'one@x.test', name: 'Doe, John' }, 'two@x.test'],
      cc: 'cc@x.test',
      bcc: 'bcc@x.test',
      replyToList: [{ email: 'answers@x.test' }, { email: 'more@x.test' }],
      // The client also sends these headers in the HTTP request, where they have no effect.
      headers: { 'X-Order': '77', 'X-Forwarded-For': '192.0.2.1' },
      categories: ['Receipts', 'shop'],
      customArgs: { order: '77' },
    });
    expect(answer.statusCode).toBe(202);
    const id = answer.headers['x-message-id'];
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const { head } = await mailTo('bcc@x.test');
    expect(head).toMatch(/^From: News <news@sg\.test>$/m);
    expect(head).toMatch(/^To: "Doe, John" <one@x\.test>, two@x\.test$/m);
    expect(head).toMatch(/^Reply-To: answers@x\.test, more@x\.test$/m);
    expect(head).toMatch(/^X-Order: 77$/m);
    expect(head).not.toContain('bcc@x.test');
    const { body } = await tenant.get(`/transactional/emails/tm_${id ?? ''}`);
    expect(body).toMatchObject({ subject: 'Hello', tag: 'receipts' });
  });

  it.each(['', '/compat/sendgrid'])(
    "the base URL can end in %j, and the key can have the vendor's prefix",
    async (path) => {
      for (const key of [tenant.key, `SG.${tenant.key}`]) {
        await sendgrid(key, `${app.url}${path}`).send({ ...MAIL, to: `base${path.length}@x.test` });
      }
      await mailTo(`base${path.length}@x.test`);
    },
  );

  it('personalizations with one recipient each are bulk email with literal substitutions', async () => {
    await sendgrid().send({
      from: `news@${DOMAIN}`,
      subject: 'For -name- (100%)',
      html: '<p>-name- -other- <a href="https://x.test/?n=-name-">x</a></p>',
      text: 'Dear -name-, -name-2',
      headers: { 'X-Kind': 'letter' },
      personalizations: [
        { to: 'p-a@x.test', substitutions: { '-name-': 'Ann & <Bob>' }, customArgs: { who: 'a' } },
        { to: 'p-b@x.test', substitutions: { '-name-': 'B\r\nX-Evil: 1' }, customArgs: { who: 'b' } },
        { to: 'p-c@x.test', subject: 'Own for C', customArgs: { who: 'c' } },
      ],
      substitutionWrappers: ['', ''],
    });
    const first = await mailTo('p-a@x.test');
    expect(first.head).toMatch(/^To: p-a@x\.test$/m);
    expect(first.head).toMatch(/^Subject: For Ann & <Bob> \(100%\)$/m);
    expect(first.head).toMatch(/^X-Kind: letter$/m);
    expect(first.body).toContain('Dear Ann & <Bob>, Ann & <Bob>2');
    expect((await mailTo('p-b@x.test')).head).not.toMatch(/^X-Evil/m);
    const third = await mailTo('p-c@x.test');
    expect(third.head).toMatch(/^Subject: Own for C$/m);
    expect(third.body).toContain('-name-');
    const metadata = await app.installation.db.query<{ address: string; metadata: unknown }>(
      {
        name: '',
        text: `select r.address, r.metadata from vendor_recipient r where r.account_id = $1 and r.address like 'p-%'
               order by r.address`,
      },
      [tenant.accountId],
    );
    expect(metadata.map(({ metadata: own }) => own)).toEqual([{ who: 'a' }, { who: 'b' }, { who: 'c' }]);
  });

  it('personalizations with several recipients are messages that all their recipients see', async () => {
    await sendgrid().send({
      ...MAIL,
      text: 'Dear -n-',
      personalizations: [
        { to: ['g-a@x.test', 'g-b@x.test'], substitutions: { '-n-': 'both' }, headers: { 'X-Own': 'first' } },
        { to: 'g-c@x.test', cc: 'g-d@x.test', bcc: 'g-e@x.test', subject: 'Own' },
      ],
      substitutionWrappers: ['', ''],
    });
    const first = await mailTo('g-b@x.test');
    expect(first.head).toMatch(/^To: g-a@x\.test, g-b@x\.test$/m);
    expect(first.head).toMatch(/^X-Own: first$/m);
    expect(first.body).toContain('Dear both');
    const second = await mailTo('g-e@x.test');
    expect(second.head).toMatch(/^Subject: Own$/m);
    expect(second.head).not.toMatch(/X-Own|g-e@/);
    expect(second.body).toContain('Dear -n-');
  });

  it('one refused personalization refuses the whole request', async () => {
    const personalizations = [
      { to: [{ email: 'none-a@x.test' }, { email: 'none-b@x.test' }] },
      { to: [{ email: 'none-c@x.test' }], headers: { 'X-A': ' ' } },
    ];
    const answer = await post({ from: MAIL.from, subject: 'x', content: CONTENT, personalizations });
    expect(answer.status).toBe(400);
    await sendgrid().send({ ...MAIL, to: 'after-none@x.test' });
    await mailTo('after-none@x.test');
    expect(sink.messages.some(({ to }) => to.some((address) => address.startsWith('none-')))).toBe(false);
  });

  it('sandbox mode validates everything and sends nothing', async () => {
    const mailSettings = { sandboxMode: { enable: true } };
    const [answer] = await sendgrid().send({ ...MAIL, to: 'sandbox@x.test', mailSettings });
    expect(answer.statusCode).toBe(200);
    const wrong = sendgrid().send({ ...MAIL, from: 'a@other.test', to: 'sandbox@x.test', mailSettings });
    await expect(wrong).rejects.toMatchObject({ code: 403 });
    await sendgrid().send({ ...MAIL, to: 'after-sandbox@x.test' });
    await mailTo('after-sandbox@x.test');
    expect(sink.messages.some(({ to }) => to.includes('sandbox@x.test'))).toBe(false);
  });

  it('only requested tracking is applied', async () => {
    const html = '<p><a href="https://x.test/page">x</a></p>';
    await sendgrid().send({ ...MAIL, html, to: 'plain@x.test' });
    expect((await mailTo('plain@x.test')).body).toContain('https://x.test/page');
    const trackingSettings = { clickTracking: { enable: true }, openTracking: { enable: true } };
    await sendgrid().send({ ...MAIL, html, to: 'tracked@x.test', trackingSettings });
    expect((await mailTo('tracked@x.test')).body).not.toContain('https://x.test/page');
  });

  it('a footer and a blind copy of the mail settings are in each message, and settings that are off have no effect', async () => {
    const bcc = { enable: true, email: 'archive@x.test' };
    const footer = { enable: true, text: 'Our address', html: '<p>Our address</p>' };
    await sendgrid().send({
      ...MAIL,
      text: 'Hi there',
      html: '<html><body><p>Hi there</p></body></html>',
      personalizations: [{ to: 'footer-a@x.test' }, { to: 'footer-b@x.test' }],
      mailSettings: { bcc, footer, spamCheck: { enable: false, threshold: 5 } },
      trackingSettings: { ganalytics: { enable: false, utmSource: 'x' } },
    });
    const { body, head } = await mailTo('footer-a@x.test');
    expect(body).toContain('Hi there\r\n\r\nOur address');
    expect(body).toContain('<p>Hi there</p><p>Our address</p></body>');
    expect(head).not.toContain('archive@x.test');
    await sink.until(({ messages }) => messages.filter(({ to }) => to.includes('archive@x.test')).length === 2);
  });

  it('a current send time is ignored', async () => {
    await sendgrid().send({ ...MAIL, to: 'now@x.test', sendAt: Math.floor(Date.now() / 1_000) });
    await mailTo('now@x.test');
  });
});

describe('validation', () => {
  const whole = {
    from: MAIL.from,
    subject: 'x',
    content: CONTENT,
    personalizations: [{ to: [{ email: 'a@x.test' }] }],
  };
  it.each([
    ['an unknown template', { template_id: 'd-1', content: [] }, 'template_id'],
    ['sections', { sections: { a: 'b' } }, 'sections'],
    [
      'UTM parameters that are turned on',
      { tracking_settings: { ganalytics: { enable: true, utm_source: 'x' } } },
      'tracking_settings.ganalytics',
    ],
    ['a blind copy without an address', { mail_settings: { bcc: { enable: true } } }, 'mail_settings.bcc.email'],
    ['an unsubscribe group without an ID', { asm: { groups_to_display: [1] } }, 'asm.group_id'],
    ['a future time', { send_at: 4_000_000_000 }, 'send_at'],
    ['a batch ID for cancellation', { batch_id: 'x' }, 'batch_id'],
    ['another content type', { content: [{ type: 'text/x-amp-html', value: 'x' }] }, 'content.0.type'],
    ['no recipients', { personalizations: [] }, 'personalizations'],
    ['no visible recipients', { personalizations: [{ bcc: [{ email: 'a@x.test' }] }] }, 'personalizations.0.to'],
    ['an invalid address', { personalizations: [{ to: [{ email: 'nobody' }] }] }, 'personalizations.0.to.0.email'],
    ['no sender', { from: null }, 'from'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['an attachment without a name', { '': 'red' }, '""'],
    [
      'template data',
      { personalizations: [{ to: [{ email: 'a@x.test' }], dynamic_template_data: { a: 1 } }] },
      'personalizations.0.dynamic_template_data',
    ],
    [
      'too many recipients',
      { personalizations: Array.from({ length: 1_001 }, (_, i) => ({ to: [{ email: `a${i}@x.test` }] })) },
      'personalizations',
    ],
  ])('refuses %s', async (_, change, field) => {
    const answer = await post({ ...whole, ...change });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ field, message: expect.stringContaining(field) }] });
  });

  it('reports a body that is not an object as an error of the body', async () => {
    for (const body of ['a text', -1, [whole]]) {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ field: 'body', message: 'body must be an object.' }] });
    }
  });

  it('accepts the empty values of frameworks', async () => {
    const nothing = { attachments: [], template_id: '', asm: null, sections: {}, categories: [], custom_args: {} };
    expect((await post({ ...whole, ...nothing })).status).toBe(202);
  });

  it("refuses a wrong key, a key without the scope and another domain with the client's errors", async () => {
    const send = (key?: string, from = MAIL.from.email) => sendgrid(key).send({ ...MAIL, from, to: 'x@x.test' });
    await expect(send('SG.wrong')).rejects.toMatchObject({ code: 401 });
    await expect(send(undefined, 'a@other.test')).rejects.toMatchObject({
      code: 403,
      response: { body: { errors: [{ field: 'from', message: expect.stringContaining('other.test') }] } },
    });
    const { db } = app.installation;
    const { accountId } = tenant;
    const { key: reading } = await createKey(db, { accountId, name: 'r', scopes: [SCOPES.read] });
    await expect(send(reading)).rejects.toMatchObject({ code: 403 });
    const scopes = [SCOPES.send, SCOPES.read];
    const { key: limited } = await createKey(db, { accountId, name: 'd', scopes, domain: 'other.sg.test' });
    await expect(send(limited)).rejects.toMatchObject({ code: 403 });
    const [, known] = await clientOf(limited).request({ method: 'GET', url: '/v3/scopes' });
    expect(known).toEqual({ scopes: ['mail.send'] });
    const list = clientOf(limited).request({ method: 'GET', url: '/v3/suppression/bounces' });
    await expect(list).rejects.toMatchObject({ code: 403 });
  });

  it('accepts compressed bodies up to the normal size and refuses invalid gzip', async () => {
    const packed = { 'content-encoding': 'gzip' };
    const mail = {
      personalizations: [{ to: [{ email: 'packed@x.test' }] }],
      from: MAIL.from,
      subject: 'Hello',
      content: CONTENT,
    };
    expect((await postAs(new Uint8Array(gzipSync(JSON.stringify(mail))), packed)).status).toBe(202);
    expect((await mailTo('packed@x.test')).body).toContain('Hi there');
    const bomb = new Uint8Array(gzipSync(`"${'x'.repeat(31 * 1024 * 1024)}"`));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const [large, broken, other] = [
      await postAs(bomb, packed),
      await postAs(JSON.stringify(mail), packed),
      await postAs(JSON.stringify(mail), { 'content-encoding': 'br' }),
    ];
    expect([large.status, broken.status, other.status]).toEqual([413, 400, 415]);
    expect(await broken.json()).toMatchObject({ errors: [{ message: expect.stringContaining('gzip') }] });
  });

  it('returns errors for unknown paths in the format of their vendor', async () => {
    expect(await (await fetch(`${app.url}/v3/mail/nothing`)).json()).toMatchObject({ errors: [{ field: null }] });
    expect(await (await fetch(`${app.url}/v3/x.test/messages`, { method: 'POST' })).json()).toEqual({
      message: expect.any(String),
    });
  });
});

describe('suppression lists', () => {
  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, more: object = {}) =>
    clientOf().request({ method, url: `/v3/${url}`, ...more });

  it('accept an unsubscribed address, find it and remove it', async () => {
    const recipient_emails = ['l-a+b@x.test', 'l-c@x.test'];
    const [made] = await ask('POST', 'asm/suppressions/global', { body: { recipient_emails } });
    expect([made.statusCode, made.body]).toEqual([201, { recipient_emails }]);
    const found = (await ask('GET', 'asm/suppressions/global/l-c%40x.test'))[1];
    expect(found).toEqual({ recipient_email: 'l-c@x.test' });
    const [, listed] = await ask('GET', 'suppression/unsubscribes', { qs: { limit: 1, offset: 1 } });
    expect(listed).toEqual([{ created: expect.any(Number), email: expect.stringMatching(/^l-/) }]);
    expect((await ask('GET', 'suppression/bounces'))[1]).toEqual([]);
    expect((await ask('GET', 'suppression/blocks'))[1]).toEqual([]);
    const [gone] = await ask('DELETE', 'asm/suppressions/global/l-c%40x.test');
    expect(gone.statusCode).toBe(204);
    expect((await ask('GET', 'asm/suppressions/global/l-c%40x.test'))[1]).toEqual({});
    await expect(ask('DELETE', 'suppression/bounces/l-a%2Bb%40x.test')).rejects.toMatchObject({ code: 404 });
    const [several] = await ask('DELETE', 'suppression/unsubscribes', {
      body: { emails: ['l-a+b@x.test', 'x@x.test'] },
    });
    expect(several.statusCode).toBe(204);
    expect((await ask('GET', 'suppression/unsubscribes/l-a%2Bb%40x.test'))[1]).toEqual([]);
  });

  it('exclude an address while the other recipients get the message', async () => {
    await ask('POST', 'asm/suppressions/global', { body: { recipient_emails: ['off@x.test'] } });
    await sendgrid().send({ ...MAIL, to: ['off@x.test', 'on@x.test'] });
    await mailTo('on@x.test');
    const [{ statusCode }] = await sendgrid().send({ ...MAIL, to: 'off@x.test' });
    expect(statusCode).toBe(202);
    expect(sink.messages.some(({ to }) => to.includes('off@x.test'))).toBe(false);
  });
});
