import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { describeWith } from '../support/loud-skip.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { pythonWith } from '../support/python.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Runs Django Anymail with each supported vendor API. Only the URL is changed.

const DEADLINE_MS = 60_000;
const DOMAIN = 'anymail.news.test';

const VENDORS = ['mailgun', 'postmark', 'sendgrid', 'amazon_ses'] as const;

/**
 * Python program that sends two messages through each backend, one of them from a domain of another account, and prints
 * the results.
 */
const PROGRAM = `
import json, sys
from django.conf import settings
url, key, access, secret, domain = sys.argv[1:]
settings.configure(ANYMAIL={
    'MAILGUN_API_KEY': key, 'MAILGUN_API_URL': url + '/v3', 'MAILGUN_SENDER_DOMAIN': domain,
    'POSTMARK_SERVER_TOKEN': key, 'POSTMARK_API_URL': url + '/compat/postmark/',
    'SENDGRID_API_KEY': key, 'SENDGRID_API_URL': url + '/v3/',
    'AMAZON_SES_CLIENT_PARAMS': {
        'endpoint_url': url, 'region_name': 'eu-west-1', 'aws_access_key_id': access, 'aws_secret_access_key': secret,
    },
})
from anymail.exceptions import AnymailAPIError
from anymail.message import AnymailMessage
from django.core.mail import get_connection

def message(vendor, sender):
    mail = AnymailMessage(
        'Gr\\u00fc\\u00dfe', 'In words', 'Shop <%s>' % sender, ['Z\\u00f6e <%s@x.test>' % vendor],
        cc=['copy-%s@x.test' % vendor], bcc=['blind-%s@x.test' % vendor], reply_to=['answers@x.test', 'more@x.test'],
        headers={'X-Order': '17'}, tags=['orders'] if vendor == 'postmark' else ['orders', 'shop'],
        connection=get_connection('anymail.backends.%s.EmailBackend' % vendor),
    )
    mail.attach_alternative('<p>In HTML</p>', 'text/html')
    return mail

given = {}
for vendor in ('mailgun', 'postmark', 'sendgrid', 'amazon_ses'):
    mail = message(vendor, 'shop@' + domain)
    sent = mail.send()
    status = mail.anymail_status
    given[vendor] = {'sent': sent, 'id': bool(status.message_id), 'status': sorted(status.status)}
    try:
        message(vendor, 'shop@elsewhere.test').send()
    except AnymailAPIError as error:
        given[vendor]['refused'] = str(error)
print(json.dumps(given))
`;

const python = pythonWith(['anymail', 'boto3', 'django']);

let app: TestApp;
let sink: SmtpSink;
let given: Readonly<Record<string, unknown>>;

async function callPython(): Promise<void> {
  const { account, key } = await vendorAccount(app, 'mailgun', {}, DOMAIN);
  const { session } = await newPerson(app, account.id, 'admin');
  for (const vendor of ['postmark', 'sendgrid', 'ses'])
    await session.call('PATCH', `/dashboard/adapters/${vendor}`, { is_on: true });
  const scopes = ['transactional:send'];
  const { body } = await session.call('POST', '/dashboard/keys', {
    name: 'Django',
    scopes,
    domain: null,
    signing: true,
  });
  const pair = body.signing;
  const words = [app.url, key, pair.access_key_id, pair.secret_access_key, DOMAIN];
  const { stdout } = await promisify(execFile)(python ?? '', ['-c', PROGRAM, ...words], { timeout: DEADLINE_MS });
  given = JSON.parse(stdout) as typeof given;
}

beforeAll(async () => {
  sink = await startSmtpSink({});
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  app.deliver();
  if (python !== undefined) await callPython();
}, 2 * DEADLINE_MS);
afterAll(async () => {
  await app.close();
  await sink.close();
});

describeWith(python)('Django Anymail', () => {
  it.each(VENDORS)('sends through its %s backend and gets the reason for a refused sender', async (vendor) => {
    expect(given[vendor]).toEqual({
      sent: 1,
      id: true,
      status: [expect.stringMatching(/^(?:queued|sent)$/)],
      refused: expect.stringMatching(/verified|elsewhere\.test/),
    });
    const all = [`${vendor}@x.test`, `copy-${vendor}@x.test`, `blind-${vendor}@x.test`];
    await sink.until(({ messages }) => all.every((address) => messages.some(({ to }) => to.includes(address))));
    const mail = sink.messages.find(({ to }) => to.includes(`${vendor}@x.test`))?.data.toString() ?? '';
    expect(mail).toContain(`copy-${vendor}@x.test`);
    expect(mail).toMatch(/^X-Order: 17\r$/m);
    expect(mail).toMatch(/^Reply-To: answers@x\.test, more@x\.test\r$/m);
    expect(mail).toContain('In HTML');
    expect(sink.messages.every(({ data }) => !data.toString().includes(`blind-${vendor}`))).toBe(true);
  });
});
