// Place in a run: slow.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, type ClientRow, type Connection } from '../../dashboard/src/pages/connect/clients.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type Caller } from '../support/callers.ts';
import { curl } from '../support/curl.ts';
import { describeWith } from '../support/loud-skip.ts';
import { basic, vendorAccount } from '../support/mailgun.ts';
import { pythonWith } from '../support/python.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SDK = new URL('../../sdk/src/index.ts', import.meta.url).href;
const PYTHON = pythonWith(['anymail', 'boto3', 'django', 'requests', 'python_http_client']);
const DOMAIN = 'connect.news.test';

const run = promisify(execFile);

let app: TestApp;
let sink: SmtpSink;
let admin: Caller;

beforeAll(async () => {
  sink = await startSmtpSink({});
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  const { account } = await vendorAccount(app, 'mailgun', {}, DOMAIN);
  admin = (await newPerson(app, account.id, 'admin')).session;
  for (const vendor of ['postmark', 'sendgrid', 'ses'])
    await admin.call('PATCH', `/dashboard/adapters/${vendor}`, { is_on: true });
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

/** Creates a connection with the same minimal key that the page creates for a client. */
async function connectionOf(client: ClientRow, to: string): Promise<Connection> {
  const { body, status } = await admin.call('POST', '/dashboard/keys', {
    name: client.label,
    scopes: client.scopes,
    domain: client.isOfDomain === true ? DOMAIN : null,
    signing: client.isSigning === true,
  });
  expect(status).toBe(201);
  const { access_key_id: accessKeyId = '', secret_access_key: secretAccessKey = '' } = body.signing ?? {};
  return {
    baseUrl: app.url,
    key: body.key,
    signing: { accessKeyId, secretAccessKey },
    domain: DOMAIN,
    from: `mail@${DOMAIN}`,
    to,
  };
}

/** The package `sendgrid` needs a compiled dependency to verify events, but not to send email. */
const WITHOUT_VERIFYING = `
import sys, unittest.mock
sys.modules.update((name, unittest.mock.MagicMock()) for name in (
    'cryptography', 'cryptography.exceptions', 'cryptography.hazmat', 'cryptography.hazmat.backends',
    'cryptography.hazmat.primitives', 'cryptography.hazmat.primitives.asymmetric', 'cryptography.hazmat.primitives.asymmetric.ec',
    'cryptography.hazmat.primitives.asymmetric.utils', 'cryptography.hazmat.primitives.hashes',
    'cryptography.hazmat.primitives.serialization',
))
`;

/** Functions that run a program, by runtime. They reject with the output of the program if it fails. */
const RUNNERS: Readonly<Record<ClientRow['runs'], (lines: string, to: string) => Promise<unknown>>> = {
  shell: async (lines) => run('sh', ['-c', lines]),
  node: async (lines) =>
    run(process.execPath, ['--input-type=module', '--eval', lines.replace("'@postrider/client'", `'${SDK}'`)], {
      cwd: ROOT,
    }),
  python: async (lines) => run(PYTHON ?? '', ['-c', `${lines.includes('sendgrid') ? WITHOUT_VERIFYING : ''}${lines}`]),
  environment: sendAsGhost,
};

/** Sends a batch like a Ghost site that has these lines in its environment. */
async function sendAsGhost(lines: string, to: string): Promise<void> {
  const print = `${process.execPath} -p 'JSON.stringify(process.env)'`;
  const { stdout } = await run('sh', ['-c', `set -a\n${lines}\n${print}`]);
  const set = JSON.parse(stdout) as Readonly<Record<string, string>>;
  const [base, key, domain] = ['baseUrl', 'apiKey', 'domain'].map((name) => set[`bulkEmail__mailgun__${name}`] ?? '');
  const form = new FormData();
  const fields = {
    from: `news@${DOMAIN}`,
    to,
    subject: 'News',
    html: '<p>Hi</p>',
    'recipient-variables': `{"${to}":{}}`,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { authorization: basic(key ?? '') };
  const response = await fetch(`${base}/${domain}/messages`, { method: 'POST', headers, body: form });
  expect(response.status, await response.text()).toBe(200);
}

/** Runs the code lines of a client, and checks that the message arrives. */
async function sends(client: ClientRow): Promise<void> {
  const to = `${client.value}@x.test`;
  await RUNNERS[client.runs](client.lines(await connectionOf(client, to)), to);
  await sink.until(({ messages }) => messages.some((message) => message.to.includes(to)));
}

describeWith(PYTHON)('lines of a Python client', () => {
  it.each(CLIENTS.filter(({ runs }) => runs === 'python'))('send an email: $value', sends);
});

describeWith(curl())('lines for a terminal', () => {
  it.each(CLIENTS.filter(({ runs }) => runs === 'shell'))('send an email: $value', sends);
});

describe('lines of a client with the key created by the page', () => {
  it.each(CLIENTS.filter(({ runs }) => runs === 'node' || runs === 'environment'))('send an email: $value', sends);

  it('of a vendor are refused only for an account that disabled its adapter', async () => {
    const client = CLIENTS.find(({ value }) => value === 'postmark-node');
    if (!client) throw new Error('There are no lines of Postmark');
    await admin.call('PATCH', '/dashboard/adapters/sendgrid', { is_on: false });
    const connection = await connectionOf(client, 'still@x.test');
    await RUNNERS.node(client.lines(connection), '');
    await sink.until(({ messages }) => messages.some((message) => message.to.includes('still@x.test')));
    const other = await app.newAccount();
    await expect(RUNNERS.node(client.lines({ ...connection, key: other.key }), '')).rejects.toThrow('turned off');
  });

  it('of Ghost have a key that is limited to one domain', async () => {
    const client = CLIENTS.find(({ value }) => value === 'ghost');
    if (!client) throw new Error('There are no lines of Ghost');
    const connection = await connectionOf(client, 'ghost@x.test');
    await expect(sendAsGhost(client.lines({ ...connection, domain: 'other.test' }), 'x@x.test')).rejects.toThrow('200');
  });
});
