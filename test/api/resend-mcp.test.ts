// Place in a run: slow.
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

const SENDER = 'onboarding@sandbox.localhost';
const RECIPIENT = 'delivered@sandbox.localhost';
/** Path of the MCP server's entry point, which is next to the module that the package exports. */
const PROGRAM = fileURLToPath(import.meta.resolve('resend-mcp')).replace(/server\.js$/, 'index.js');

let app: TestApp;
let client: Client;
/** Output of the MCP server on stderr. */
let complaints = '';

beforeAll(async () => {
  app = await startApp();
  const { key } = await app.newAccount();
  client = await connect(key);
});
afterAll(async () => {
  await client.close();
  await app.close();
});

/** Starts the unmodified MCP server as a child process. Its only setting is our endpoint. */
async function connect(key: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM],
    cwd: tmpdir(),
    env: { RESEND_API_KEY: key, RESEND_BASE_URL: `${app.api.baseUrl}/transactional/compat` },
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (text: Buffer) => {
    complaints += text.toString();
  });
  const connected = new Client({ name: 'test', version: '1' });
  await connected.connect(transport);
  return connected;
}

async function call(name: string, given: Record<string, unknown> = {}, by = client) {
  const { content, isError } = await by.callTool({ name, arguments: given });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { text, isError: isError === true };
}

async function send(changes: Record<string, unknown> = {}) {
  return call('send-email', { from: SENDER, to: [RECIPIENT], subject: 'Hello', text: 'Hi there', ...changes });
}

function idIn(text: string): string {
  const id = /tm_[0-9a-f]{32}/.exec(text)?.[0];
  if (id === undefined) throw new Error(`No id in: ${text}`);
  return id;
}

/** Tools that only read data that this test's key may read. */
const SUPPORTED = new Set(['list-emails', 'list-suppressions', 'list-webhooks']);

describe('resend-mcp', () => {
  it('sends an email with all its options', async () => {
    const { isError, text } = await send({
      html: '<p>Hi there</p>',
      cc: [RECIPIENT],
      replyTo: ['Ann <ann@acme.example>'],
      tags: [{ name: 'kind', value: 'greeting' }],
      headers: { 'X-Entity-Ref-ID': 'one' },
    });
    expect([isError, text]).toEqual([false, expect.stringContaining('sent successfully')]);
    expect(idIn(text)).toHaveLength(35);
  });

  it('sends once with an idempotency key, even if repeated', async () => {
    const [first, second] = [await send({ idempotencyKey: 'once' }), await send({ idempotencyKey: 'once' })];
    expect(idIn(second.text)).toBe(idIn(first.text));
  });

  it('gets an email by its ID', async () => {
    const { text: sent } = await send({ subject: 'To be read' });
    const { isError, text } = await call('get-email', { id: idIn(sent) });
    expect(isError).toBe(false);
    expect(text).toContain('To be read');
    expect(text).toContain(RECIPIENT);
  });

  it('lists emails newest first with pages', async () => {
    await send({ subject: 'The older one' });
    const { text: sent } = await send({ subject: 'The newer one' });
    const { isError, text } = await call('list-emails', { limit: 2 });
    expect(isError).toBe(false);
    expect(text.indexOf('The newer one')).toBeGreaterThanOrEqual(0);
    expect(text.indexOf('The newer one')).toBeLessThan(text.indexOf('The older one'));
    const next = await call('list-emails', { limit: 1, after: idIn(sent) });
    expect(next.text).toContain('The older one');
    expect(next.text).not.toContain('The newer one');
  });

  it('sends a batch', async () => {
    const emails = [1, 2, 3].map((number) => ({
      from: SENDER,
      to: [RECIPIENT],
      subject: `Batch ${number}`,
      text: 'Hi',
    }));
    const { isError, text } = await call('send-batch-emails', { emails });
    expect(isError).toBe(false);
    expect(text.match(/tm_[0-9a-f]{32}/g)).toHaveLength(3);
    expect((await call('list-emails', { limit: 3 })).text).toContain('Batch 2');
  });

  it('reports why an email is not sent', async () => {
    const refused = await send({ from: 'ann@not-ours.example' });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('not-ours.example')]);
    const unknown = await call('get-email', { id: `tm_${'0'.repeat(32)}` });
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringMatching(/\w/)]);
  });

  it('reports that a key is wrong', async () => {
    const other = await connect('pr_wrong');
    const { isError, text } = await call('list-emails', {}, other);
    expect([isError, text]).toEqual([true, expect.stringMatching(/key is invalid|API key/)]);
    await other.close();
  });

  it('gets an explanation of which scope domains and API keys need', async () => {
    for (const tool of ['list-domains', 'list-api-keys'])
      expect((await call(tool)).text).toContain('does not have the account:read or account scope');
  });

  it('gets a clean error for unsupported features', async () => {
    const { tools } = await client.listTools();
    const reading = tools.filter(
      ({ annotations, inputSchema, name }) =>
        annotations?.readOnlyHint === true && (inputSchema.required ?? []).length === 0 && !SUPPORTED.has(name),
    );
    expect(reading.length).toBeGreaterThan(5);
    for (const { name } of reading) {
      const { isError, text } = await call(name);
      // One of the tools requires an ID or an address before it sends a request.
      const words = expect.stringMatching(
        /"statusCode":404|insufficient_scope|The requested endpoint does not exist\.|under Domains|over this endpoint|This server|You must provide/,
      );
      expect([name, isError, text]).toEqual([name, true, words]);
    }
    expect((await call('list-webhooks')).text).toBe('Found 0 webhooks.');
    expect((await call('list-suppressions')).text).toBe('No suppressions found.');
    expect((await send()).isError).toBe(false);
    expect(complaints).not.toMatch(/Fatal|Unhandled|TypeError/);
  });
});
