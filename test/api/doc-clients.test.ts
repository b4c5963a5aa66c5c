import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import { startApp } from '../support/app.ts';
import { docBlock, docBlocks } from '../support/doc-blocks.ts';
import { basic, vendorAccount } from '../support/mailgun.ts';
import { newPair } from '../support/ses.ts';
import { shared } from '../support/shared.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

// Tests the settings that the documentation gives for other applications, with the libraries of these applications.

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BASE = 'https://mail.example.com';

type Tenant = Awaited<ReturnType<typeof vendorAccount>>;
type Texts = Readonly<Record<string, string>>;

const sink = shared(async () => startSmtpSink({}));
const app = shared(async () =>
  startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` }),
);
const ofMailgun = shared(async () => vendorAccount(app, 'mailgun', {}, 'mg.example.com'));
const ofOthers = shared(async () => vendorAccount(app, 'postmark', {}, 'example.com'));

beforeAll(async () => {
  await switchAdapter(app.installation.db, ofOthers.accountId, 'ses', true);
  app.deliver();
});

/** Runs a Node.js program that can use the packages of the repository. Resolves with the output of the program. */
async function runNode(program: string, environment: Texts): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment };
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: ROOT, env });
  return stdout;
}

describe('docs/mcp.md', () => {
  const page = 'docs/mcp.md';
  let key: string;
  beforeAll(async () => {
    ({ key } = await app.newAccount());
  });

  /** Returns a code block of a page. Inserts the URL of this server, and a real key if the block contains a key. */
  const ready = (has: RegExp) => docBlock(page, has).replaceAll(BASE, app.url).replaceAll('pr_...', key);

  async function toolsAt(url: string, headers: Texts): Promise<string[]> {
    const client = new Client({ name: 'tests', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  }

  /** Parses a header from a command-line argument. */
  function headerOf(given: string): Texts {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(given) ?? [];
    return { [name]: value };
  }

  /** Reads the URL and headers from the page's settings for each client. */
  const CLIENTS: Readonly<Record<string, () => Promise<readonly [url: string, headers: Texts]>>> = {
    async 'Claude Code'() {
      const print = `claude() { '${process.execPath}' -p 'JSON.stringify(process.argv.slice(1))' -- "$@"; }`;
      const { stdout } = await run('sh', ['-c', `${print}\n${ready(/^claude mcp add/)}`]);
      const words = JSON.parse(stdout) as string[];
      expect(words.slice(0, 5)).toEqual(['mcp', 'add', '--transport', 'http', 'postrider']);
      return [words[5] ?? '', headerOf(words[words.indexOf('--header') + 1] ?? '')];
    },
    // The settings use the bridge `mcp-remote`, which replaces environment variables.
    async 'Claude Desktop'() {
      const { args, command, env } = JSON.parse(ready(/mcp-remote/)).mcpServers.postrider;
      expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', 'mcp-remote']);
      const header = args[args.indexOf('--header') + 1].replaceAll(
        /\$\{(\w+)\}/g,
        (_: string, name: string) => env[name],
      );
      return [args[2], headerOf(header)];
    },
    async Cursor() {
      const { headers, url } = JSON.parse(ready(/^ +"url".*\n +"headers": \{ "Authorization": "Bearer pr_/m)).mcpServers
        .postrider;
      return [url, headers];
    },
    async 'VS Code'() {
      const { inputs, servers } = JSON.parse(ready(/promptString/));
      const { headers, type, url } = servers.postrider;
      expect(type).toBe('http');
      return [url, { Authorization: headers.Authorization.replace(`\${input:${inputs[0].id}}`, key) }];
    },
    async Codex() {
      const values = [...ready(/^\[mcp_servers\.postrider\]/).matchAll(/^(\w+) = "(.*)"$/gm)];
      const { url = '', bearer_token_env_var: name = '' } = Object.fromEntries(values.map(([, ...pair]) => pair));
      const environment: Texts = { POSTRIDER_API_KEY: key };
      return [url, { Authorization: `Bearer ${environment[name]}` }];
    },
    async 'Gemini CLI'() {
      const { headers, httpUrl } = JSON.parse(ready(/httpUrl/)).mcpServers.postrider;
      return [httpUrl, headers];
    },
  };

  it.each(Object.entries(CLIENTS))('has settings for %s that connect to the tools', async (_, settingsOf) => {
    const [url, headers] = await settingsOf();
    expect(await toolsAt(url, headers)).toContain('send-email');
  });

  it('has a program that connects to the tools', async () => {
    const program = `${ready(/StreamableHTTPClientTransport/)}console.log(JSON.stringify(structuredContent));`;
    const said = await runNode(program, { POSTRIDER_API_KEY: key });
    expect(JSON.parse(said)).toMatchObject({ sandbox_sender: { may_send: true } });
  });

  it('has no settings for other clients', () => {
    const others = docBlocks(page).filter(({ code }) => !/^(curl|postrider) /.test(code));
    expect(others).toHaveLength(Object.keys(CLIENTS).length + 1);
  });
});

describe('environment variables', () => {
  /** Returns the environment variables on a page, with the URL and credentials of this server inserted. */
  function variablesOf(page: string, { key }: Tenant, pair?: Awaited<ReturnType<typeof newPair>>): Texts {
    const lines = docBlocks(page)[0]?.code.trim().split('\n') ?? [];
    const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
    const given: Texts = { 'pr_...': key, 'PRAK...': pair?.accessKeyId ?? '', '...': pair?.secretAccessKey ?? '' };
    return Object.fromEntries(pairs.map(([name, value]) => [name, given[value] ?? value.replace(BASE, app.url)]));
  }

  async function arrives(to: string): Promise<void> {
    await sink.until(({ messages }) => messages.some((message) => message.to.includes(to)));
  }

  /** Programs that create a client as the page describes, and send a message. */
  const PROGRAMS: Readonly<Record<string, string>> = {
    mailgun: `import formData from 'form-data';
      import Mailgun from 'mailgun.js';
      const client = new Mailgun(formData).client({ username: 'api', key: env.MAILGUN_API_KEY, url: env.MAILGUN_BASE });
      const from = \`news@\${env.MAILGUN_DOMAIN}\`;
      await client.messages.create(env.MAILGUN_DOMAIN, { from, to: 'mailgun@x.test', subject: 'Hello', text: 'Hi' });`,
    postmark: `import { ServerClient } from 'postmark';
      const { host, pathname, protocol } = new URL(env.POSTMARK_BASE);
      const options = { requestHost: host + pathname, useHttps: protocol === 'https:' };
      const client = new ServerClient(env.POSTMARK_SERVER_TOKEN, options);
      await client.sendEmail({ From: 'hello@example.com', To: 'postmark@x.test', Subject: 'Hello', TextBody: 'Hi' });`,
    ses: `import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
      import * as older from '@aws-sdk/client-ses';
      const body = { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi' } } };
      const to = { ToAddresses: ['ses@x.test'] };
      await new SESv2Client().send(
        new SendEmailCommand({ FromEmailAddress: 'a@example.com', Destination: to, Content: { Simple: body } }));
      await new older.SESClient().send(
        new older.SendEmailCommand({ Source: 'a@example.com', Destination: { ToAddresses: ['old-ses@x.test'] }, Message: body }));`,
  };

  it.each(Object.entries(PROGRAMS))("in docs/%s.md let the vendor's client send", async (vendor, program) => {
    const pair = await newPair(app, ofOthers.accountId);
    const tenant = vendor === 'mailgun' ? ofMailgun : ofOthers;
    await runNode(`const { env } = process;\n${program}`, variablesOf(`docs/${vendor}.md`, tenant, pair));
    await arrives(`${vendor}@x.test`);
    if (vendor === 'ses') await arrives('old-ses@x.test');
  });

  it("in docs/migration.md are all that Resend's client needs, and its sample code runs unchanged", async () => {
    const program = `import { Resend } from 'resend';
      const { data, error } = await new Resend().emails.send(
        { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', html: '<p>It works.</p>' });
      console.log(JSON.stringify({ data, error }));`;
    const said = await runNode(program, variablesOf('docs/migration.md', ofOthers));
    expect(JSON.parse(said)).toEqual({
      data: expect.objectContaining({ id: expect.stringMatching(/^tm_/) }),
      error: null,
    });
  });

  it('in docs/ghost.md route a batch of Ghost to Postrider', async () => {
    const set = variablesOf('docs/ghost.md', ofMailgun);
    const [url, key, domain] = ['baseUrl', 'apiKey', 'domain'].map((name) => set[`bulkEmail__mailgun__${name}`] ?? '');
    const form = new FormData();
    const variables = JSON.stringify({ 'ghost@x.test': {} });
    const mail = { from: 'news@example.com', to: 'ghost@x.test', subject: 'News', html: '<p>Hi</p>' };
    for (const [name, value] of Object.entries({ ...mail, 'recipient-variables': variables })) form.append(name, value);
    const headers = { authorization: basic(key ?? '') };
    const answer = await fetch(`${url}/${domain}/messages`, { method: 'POST', headers, body: form });
    expect(answer.status, await answer.text()).toBe(200);
    await arrives('ghost@x.test');
  });
});

it('in docs/ses.md work with the event destination on the page', async () => {
  const credentials = await newPair(app, ofOthers.accountId);
  const program = `import * as ses from '@aws-sdk/client-sesv2';
    const { CreateConfigurationSetEventDestinationCommand, GetConfigurationSetEventDestinationsCommand } = ses;
    const client = new ses.SESv2Client();
    ${docBlock('docs/ses.md', /^await client/)}
    const { EventDestinations } = await client.send(
      new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName: 'receipts' }));
    console.log(JSON.stringify(EventDestinations));`;
  const said = await runNode(program, {
    AWS_ENDPOINT_URL_SESV2: app.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  expect(JSON.parse(said)).toMatchObject([{ Name: 'mine', Enabled: true }]);
});
