import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../src/app/api.ts';
import { SCOPES } from '../../src/features/tenants/access/index.ts';
import { pauseAccount } from '../../src/features/tenants/accounts/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { pick, randomFrom, seedOfRun } from '../support/random.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;
type Arguments = Record<string, unknown>;

const ERAS = ['2025-11-25', '2026-07-28'] as const;
type Era = (typeof ERAS)[number];

const READ_TOOLS = ['get-email', 'list-emails', 'list-domains', 'get-quota'];
const SEND_TOOLS = ['send-email', 'send-batch-emails'];
const ACCEPTED = { id: expect.stringMatching(/^tm_[0-9a-f]{32}$/), status: 'queued' };
const UNKNOWN_ID = `tm_${'0'.repeat(12)}7${'0'.repeat(3)}8${'0'.repeat(15)}`;

/** Names of additional arguments. Some of them are unknown. */
const MORE_ARGUMENTS =
  'cc bcc reply_to replyTo html tag headers idempotency_key emails id limit cursor after before status created_after ' +
  'attachments unknown constructor toString';

/** Number of calls. FUZZ_SEED reproduces a failure, and FUZZ_REQUESTS changes the number. */
const FUZZ_CALLS = Number(process.env['FUZZ_REQUESTS'] ?? 600);
const seed = seedOfRun();

let second: Api;
let tenant: Tenant;
let client: Client;
const open: { close(): Promise<void> }[] = [];

const app = shared(startApp);

beforeAll(async () => {
  // A listener that shares only the database with the first listener, like another process.
  second = await startApi(app.installation);
  tenant = await app.newAccount();
  client = await connect(tenant, '2025-11-25', { isKept: true });
});
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});
afterAll(async () => {
  await client.close();
  await second.close();
});

/** Connects a client from the official MCP library, which checks every result against the schema of its tool. */
async function connect(
  { key }: { readonly key: string },
  era: Era,
  options: { readonly fetch?: typeof fetch; readonly isKept?: boolean } = {},
): Promise<Client> {
  const made = new Client(
    { name: 'tests', version: '1.0.0' },
    era === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${app.api.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    ...(options.fetch && { fetch: options.fetch }),
  });
  await made.connect(transport);
  await made.listTools();
  if (options.isKept !== true) open.push(made);
  return made;
}

function mail(changes: Arguments = {}): Arguments {
  return {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost'],
    subject: 'Hello',
    text: 'Hi',
    ...changes,
  };
}

// Results have many shapes, and the expectations check them.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

async function call(name: string, given: Arguments = {}, caller: Client = client): Promise<Json> {
  const result = await caller.callTool({ name, arguments: given });
  expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
  expect(textOf(result)).toEqual(result.structuredContent);
  return result.structuredContent;
}

async function refusal(name: string, given: Arguments = {}, caller: Client = client): Promise<Json> {
  const result = await caller.callTool({ name, arguments: given });
  expect(result.isError, JSON.stringify(result.content)).toBe(true);
  expect(result.structuredContent).toBeUndefined();
  const problem = textOf(result);
  expect(problem).toMatchObject({ name: expect.any(String), message: expect.any(String), fix: expect.any(String) });
  return problem;
}

function textOf({ content }: CallToolResult): Json {
  const [block, ...others] = content;
  expect(others).toEqual([]);
  return JSON.parse(block?.type === 'text' ? block.text : '');
}

async function verifiedDomain({ account }: Tenant, name: string, status = 'verified'): Promise<void> {
  await app.installation.db.script(
    `insert into domain (account_id, name, status, verified_at, records) values (${account.id}, '${name}', '${status}',
       ${status === 'verified' ? 'now()' : 'null'},
       '[{"name":"dkim1","required":true,"type":"TXT","host":"pr1._domainkey.${name}","data":"v=DKIM1","valid":${status === 'verified'},
          "reason":"There is no such record.","found":[]}]')`,
  );
}

/** Returns the paths of the objects in a schema that allow additional properties. */
function openObjectsIn(schema: Json, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const below = Object.entries(schema).flatMap(([name, part]) => openObjectsIn(part, `${path}.${name}`));
  const isClosed = schema.type !== 'object' || schema.additionalProperties === false;
  // `headers` must allow additional properties, because headers can have any name.
  const isMap = path.endsWith('.headers') && schema.additionalProperties.type === 'string';
  return isClosed || isMap ? below : [path, ...below];
}

function uuidOf(id: string): string {
  return id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Sends a raw JSON-RPC message as defined by the 2025 versions of the MCP specification, without the client library.
 */
async function post(message: unknown, { key = tenant.key } = {}) {
  const response = await fetch(`${app.api.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  const body: Json = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

describe.each(ERAS)('client of %s', (era) => {
  it('gets name, version and instructions', async () => {
    const greeted = await connect(tenant, era);
    expect(greeted.getServerVersion()).toMatchObject({ name: 'postrider', title: 'Postrider', version: '0.1.0' });
    expect(greeted.getInstructions()).toContain('never make up an address');
    expect(greeted.getNegotiatedProtocolVersion()).toBe(era);
  });

  it('lists the tools with their annotations', async () => {
    const { tools } = await (await connect(tenant, era)).listTools();
    expect(tools.map(({ name }) => name)).toEqual([...SEND_TOOLS, ...READ_TOOLS]);
    for (const { name, annotations, description } of tools) {
      expect(description).toMatch(/Purpose:[^]*NOT for:[^]*When to use:[^]*Workflow:/);
      const isSend = SEND_TOOLS.includes(name);
      expect(annotations).toMatchObject({ readOnlyHint: !isSend, destructiveHint: false, openWorldHint: isSend });
    }
  });

  it('sends an email, finds it in the list and gets it', async () => {
    const caller = await connect(tenant, era);
    const sent = await call('send-email', mail({ subject: `Sent with ${era}`, tag: 'greeting' }), caller);
    expect(sent).toEqual(ACCEPTED);
    const { data } = await call('list-emails', { tag: 'greeting', limit: 1 }, caller);
    expect(data).toMatchObject([{ id: sent.id, subject: `Sent with ${era}` }]);
    expect(await call('get-email', { id: sent.id }, caller)).toMatchObject({
      id: sent.id,
      status: 'queued',
      text: 'Hi',
      html: null,
      events: [{ event: 'queued', recipient: 'delivered@sandbox.localhost' }],
    });
  });

  it('sends a batch', async () => {
    const caller = await connect(tenant, era);
    const { results } = await call('send-batch-emails', { emails: [mail(), mail()] }, caller);
    expect(results).toEqual([ACCEPTED, ACCEPTED]);
  });

  it('reads quota and domains', async () => {
    const caller = await connect(tenant, era);
    expect(await call('get-quota', {}, caller)).toMatchObject({ plan: 'unlimited', month: { limit: null } });
    expect(await call('list-domains', {}, caller)).toMatchObject({ data: [] });
  });

  it('gets an error for an unknown tool with the known ones', async () => {
    const caller = await connect(tenant, era);
    await expect(caller.callTool({ name: 'delete-domain', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('send-email, send-batch-emails'),
    });
  });

  it('gets a refusal as the result of the tool', async () => {
    const caller = await connect(tenant, era);
    expect(await refusal('get-email', { id: 'tm_none' }, caller)).toMatchObject({ name: 'not_found', status: 404 });
  });

  it('works with any process', async () => {
    let calls = 0;
    const urls = [`${app.api.baseUrl}/mcp`, `${second.baseUrl}/mcp`];
    const caller = await connect(tenant, era, {
      fetch: (_url, init) => {
        calls += 1;
        return fetch(urls[calls % 2] ?? '', init);
      },
    });
    const sent = [];
    for (let index = 0; index < 6; index += 1) sent.push(await call('send-email', mail(), caller));
    for (const { id } of sent) expect(await call('get-email', { id }, caller)).toMatchObject({ id });
  });
});

describe('argument schemas', () => {
  it('allow no additional properties at any level', async () => {
    const { tools } = await client.listTools();
    const open = tools.flatMap(({ name, inputSchema }) => openObjectsIn(inputSchema, name));
    expect(tools.length).toBeGreaterThan(5);
    expect(open).toEqual([]);
  });

  it('accept one recipient or a list', async () => {
    const { tools } = await client.listTools();
    const properties: Json = tools.find(({ name }) => name === 'send-email')?.inputSchema.properties ?? {};
    for (const field of ['to', 'cc', 'bcc', 'reply_to']) {
      expect(properties[field].anyOf, field).toMatchObject([
        { type: 'string' },
        { type: 'array', items: { type: 'string' } },
      ]);
    }
  });

  it('explain how to add a domain without a command', async () => {
    const { tools } = await client.listTools();
    const { description } = tools.find(({ name }) => name === 'list-domains') ?? {};
    expect(description).toMatch(/in the dashboard under Domains.*`POST \/domains`/);
    expect(description).not.toContain('postrider domain');
    const { fix } = await refusal('send-email', mail({ from: 'ann@not-ours.example' }));
    expect(fix).toMatch(/in the dashboard under Domains/);
  });
});

describe('docs/mcp.md', () => {
  it('has a row for each tool of a key with its scope and every argument', async () => {
    const page = readFileSync('docs/mcp.md', 'utf8');
    const rows = new Map(
      [...page.matchAll(/^\| `([a-z-]+)` \| `(transactional:[a-z]+)` \|.*$/gm)].map((row) => [row[1], row]),
    );
    const { tools } = await client.listTools();
    expect([...rows.keys()]).toEqual(tools.map(({ name }) => name));
    for (const { name, inputSchema } of tools) {
      const [row = '', , scope] = rows.get(name) ?? [];
      expect(scope).toBe(SEND_TOOLS.includes(name) ? SCOPES.send : SCOPES.read);
      for (const argument of Object.keys(inputSchema.properties ?? {})) expect(row).toContain(`\`${argument}\``);
    }
  });
});

describe('send-email', () => {
  it('accepts replyTo and idempotencyKey for reply_to and idempotency_key', async () => {
    const given = mail({ replyTo: 'desk@acme.example', idempotencyKey: 'aliases' });
    const { id } = await call('send-email', given);
    expect(await call('get-email', { id })).toMatchObject({ reply_to: 'desk@acme.example' });
    expect(await call('send-email', mail({ reply_to: 'desk@acme.example', idempotency_key: 'aliases' }))).toEqual({
      id,
      status: 'queued',
    });
  });

  it.each(['texts', 'lists'])('accepts addresses as %s', async (kind) => {
    const given = (first: string, ...more: string[]) => (kind === 'texts' ? first : [first, ...more]);
    const [to, copy, blind] = ['', '+cc', '+bcc'].map((part) => `delivered${part}@sandbox.localhost`);
    const replies = ['a@desk.example', ...(kind === 'texts' ? [] : ['B <b@desk.example>'])];
    const email = mail({
      to: given(to ?? ''),
      cc: given(copy ?? ''),
      bcc: given(blind ?? ''),
      reply_to: given('a@desk.example', 'B <b@desk.example>'),
    });
    const { results } = await call('send-batch-emails', { emails: [email] });
    const { id } = await call('send-email', email);
    for (const sent of [id, results[0].id]) {
      expect(await call('get-email', { id: sent })).toMatchObject({ to: [to], cc: [copy], bcc: [blind] });
      const summaries = await app.installation.db.query<{ replies: string[] }>(
        { name: '', text: `select head->'reply_to' as replies from message where account_id = $1 and id = $2` },
        [tenant.account.id, uuidOf(sent)],
      );
      expect(summaries).toEqual([{ replies }]);
    }
  });

  it('names the invalid address, also among several reply addresses', async () => {
    const given = mail({ reply_to: ['a@desk.example', 'nobody'] });
    expect((await refusal('send-email', given)).errors).toEqual({ 'reply_to.1': [expect.any(String)] });
    const { results } = await call('send-batch-emails', { emails: [mail(), given] });
    expect(results[1].error.errors).toEqual({ 'emails.1.reply_to.1': [expect.any(String)] });
    expect(Object.keys((await refusal('send-email', mail({ to: 7 }))).errors)).toEqual(['to']);
    const many = Array.from({ length: 51 }, (_, index) => `a${index}@desk.example`);
    expect(Object.keys((await refusal('send-email', mail({ reply_to: many }))).errors)).toEqual(['reply_to']);
  });

  it('accepts null for an omitted argument', async () => {
    expect(await call('send-email', mail({ cc: null, html: null, tag: null, idempotency_key: null }))).toEqual(
      ACCEPTED,
    );
  });

  it('sends nothing for a repeated key, and refuses the key for another email', async () => {
    const key = 'once';
    const { id } = await call('send-email', mail({ idempotency_key: key }));
    expect((await call('send-email', mail({ idempotency_key: key }))).id).toBe(id);
    expect(await refusal('send-email', mail({ idempotency_key: key, subject: 'Other' }))).toMatchObject({
      name: 'invalid_idempotent_request',
    });
  });

  it.each([
    [0, 'validation_error'],
    [257, 'validation_error'],
  ])('refuses an idempotency key of %i characters', async (length, name) => {
    expect(await refusal('send-email', mail({ idempotency_key: 'k'.repeat(length) }))).toMatchObject({ name });
  });

  it('accepts an idempotency key of 256 characters', async () => {
    expect(await call('send-email', mail({ idempotency_key: 'k'.repeat(256) }))).toEqual(ACCEPTED);
  });

  it('returns the same errors for each field as the HTTP API', async () => {
    const { errors, name } = await refusal('send-email', mail({ to: ['nobody'], subject: ' ', tag: 'Not Lower' }));
    expect(name).toBe('validation_error');
    expect(Object.keys(errors)).toEqual(['to.0', 'subject', 'tag']);
    const { body } = await tenant.post(
      '/transactional/emails',
      mail({ to: ['nobody'], subject: ' ', tag: 'Not Lower' }),
    );
    expect(errors).toEqual(body.errors);
  });

  it.each(['attachments', 'scheduled_at'])('suggests an alternative to %s', async (field) => {
    const { errors } = await refusal('send-email', mail({ [field]: ['x'] }));
    expect(errors[field]).toEqual([expect.stringContaining('is not supported')]);
  });

  it('refuses an unknown argument before anything is sent', async () => {
    const { account, ...caller } = await app.newAccount();
    const own = await connect(caller, '2025-11-25');
    const { errors } = await refusal('send-email', mail({ dry_run: true }), own);
    expect(errors.dry_run[0]).toMatch(/is not an argument of this tool. Known arguments: from, to, cc/);
    expect((await call('list-emails', {}, own)).data, `account ${account.id}`).toEqual([]);
  });

  it.each([
    ['to', 50],
    ['cc', 50],
  ])('accepts %s with %i addresses, but not one more', async (field, most) => {
    const many = Array.from({ length: most }, (_, index) => `delivered+${index}@sandbox.localhost`);
    expect(await call('send-email', mail({ [field]: many }))).toEqual(ACCEPTED);
    const over = [...many, 'delivered+more@sandbox.localhost'];
    expect(await refusal('send-email', mail({ [field]: over }))).toMatchObject({ name: 'validation_error' });
  });

  it('accepts bodies of maximum size', async () => {
    const html = '\u00e9'.repeat(250 * 1024);
    const { id } = await call('send-email', mail({ html, text: 'x'.repeat(100 * 1024) }));
    expect((await call('get-email', { id })).html).toBe(html);
    expect(await refusal('send-email', mail({ html: `${html}x` }))).toMatchObject({ name: 'validation_error' });
  });
});

describe('email without from', () => {
  it('uses the sandbox sender if the account has no verified domain', async () => {
    const { from: _, ...given } = mail();
    const { id } = await call('send-email', given);
    expect((await call('get-email', { id })).from).toBe('onboarding@sandbox.localhost');
  });

  it('reaches only the owner from the sandbox sender', async () => {
    const given = { to: ['stranger@elsewhere.example'], subject: 'Hello', text: 'Hi' };
    expect(await refusal('send-email', given)).toMatchObject({ name: 'sandbox_recipient_not_allowed' });
  });

  it('is refused if the account has a verified domain, and asks the user for the sender', async () => {
    const owner = await app.newAccount();
    await verifiedDomain(owner, 'acme.example');
    await verifiedDomain(owner, 'pending.example', 'pending');
    const caller = await connect(owner, '2025-11-25');
    const { from: _, ...given } = mail();
    const { errors } = await refusal('send-email', given, caller);
    expect(errors.from[0]).toMatch(/Ask the user which address at acme\.example to send from/);
    const { results } = await call(
      'send-batch-emails',
      { emails: [given, { ...given, from: 'desk@acme.example' }] },
      caller,
    );
    expect(results).toMatchObject([{ error: { errors: { 'emails.0.from': [expect.any(String)] } } }, ACCEPTED]);
  });
});

describe('send-batch-emails', () => {
  it('accepts 100 emails and responds in their order', async () => {
    const own = await connect(await app.newAccount(), '2025-11-25');
    const emails = Array.from({ length: 100 }, (_, index) => mail({ subject: `Number ${index}` }));
    const { results } = await call('send-batch-emails', { emails }, own);
    expect(results).toHaveLength(100);
    const last = await call('get-email', { id: results[99].id }, own);
    expect(last.subject).toBe('Number 99');
    const { data, has_more: hasMore } = await call('list-emails', { limit: 100 }, own);
    expect([data.length, hasMore]).toEqual([100, false]);
  });

  it.each([0, 101])('refuses %i emails', async (count) => {
    const emails = Array.from({ length: count }, () => mail());
    const { name, errors } = await refusal('send-batch-emails', { emails });
    expect([name, Object.keys(errors)]).toEqual(['validation_error', ['emails']]);
  });

  it('accepts valid emails despite any invalid one', async () => {
    const emails = [
      mail(),
      7,
      null,
      'mail',
      [],
      mail({ dry_run: true }),
      mail({ to: [] }),
      mail({ replyTo: 'a@b.example' }),
    ];
    const { results } = await call('send-batch-emails', { emails });
    expect(results.map(({ status }: { status: string }) => status)).toEqual([
      'queued',
      ...Array.from({ length: 6 }, () => 'failed'),
      'queued',
    ]);
    expect(Object.keys(results[1].error.errors)).toEqual(['emails.1']);
    expect(Object.keys(results[5].error.errors)).toEqual(['emails.5.dry_run']);
    expect(Object.keys(results[6].error.errors)).toEqual(['emails.6.to']);
  });

  it('does not send an item again with its key', async () => {
    const emails = [mail({ idempotency_key: 'item-1' }), mail({ idempotencyKey: 'item-2' })];
    const first = await call('send-batch-emails', { emails });
    expect(await call('send-batch-emails', { emails })).toEqual(first);
  });
});

describe('list-emails', () => {
  it('continues with cursor, after and before', async () => {
    const own = await connect(await app.newAccount(), '2025-11-25');
    await call('send-batch-emails', { emails: Array.from({ length: 5 }, () => mail()) }, own);
    const first = await call('list-emails', { limit: 2 }, own);
    const ids = (page: Json): string[] => page.data.map(({ id }: { id: string }) => id);
    expect([ids(first).length, first.has_more]).toEqual([2, true]);
    const rest = await call('list-emails', { after: first.next }, own);
    expect(await call('list-emails', { cursor: first.next }, own)).toEqual(rest);
    expect([ids(rest).length, rest.has_more]).toEqual([3, false]);
    expect(ids(await call('list-emails', { before: ids(rest)[0], limit: 2 }, own))).toEqual(ids(first));
  });

  it('filters by status, tag and recipient', async () => {
    const { id } = await call('send-email', mail({ to: ['delivered+filter@sandbox.localhost'], tag: 'filtered' }));
    const one = { data: [{ id }], has_more: false };
    expect(await call('list-emails', { tag: 'filtered', status: 'queued' })).toMatchObject(one);
    expect(await call('list-emails', { to: 'delivered+filter@sandbox.localhost' })).toMatchObject(one);
    expect(await call('list-emails', { tag: 'filtered', status: 'bounced' })).toMatchObject({ data: [] });
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { limit: '20' },
    { limit: 1.5 },
    { status: 'lost' },
    { after: 'tm_x' },
    { created_after: 'yesterday' },
    { page: 2 },
  ])('refuses %o', async (given) => {
    const { name, errors } = await refusal('list-emails', given);
    expect([name, Object.keys(errors)]).toEqual(['validation_error', Object.keys(given)]);
  });
});

describe('list-domains', () => {
  it('shows domains that this key can send from, and what others are missing', async () => {
    const owner = await app.newAccount();
    await verifiedDomain(owner, 'acme.example');
    await verifiedDomain(owner, 'pending.example', 'pending');
    const { data, sandbox_sender: sandbox } = await call('list-domains', {}, await connect(owner, '2025-11-25'));
    expect(data).toMatchObject([
      {
        name: 'pending.example',
        status: 'pending',
        may_send: false,
        missing_records: [{ type: 'TXT', host: 'pr1._domainkey.pending.example', reason: 'There is no such record.' }],
      },
      { name: 'acme.example', status: 'verified', may_send: true, missing_records: [] },
    ]);
    expect(sandbox).toMatchObject({ address: 'onboarding@sandbox.localhost', may_send: true });
    expect(sandbox.reaches).toContain(owner.account.email);
  });

  it('shows only the domain of a key limited to one', async () => {
    const owner = await app.newAccount({ domain: 'acme.example' });
    await verifiedDomain(owner, 'acme.example');
    await verifiedDomain(owner, 'other.example');
    const caller = await connect(owner, '2025-11-25');
    const { data, sandbox_sender: sandbox } = await call('list-domains', {}, caller);
    const allowed = data.filter((domain: { may_send: boolean }) => domain.may_send);
    expect([allowed.map(({ name }: { name: string }) => name), sandbox.may_send]).toEqual([['acme.example'], false]);
    const { from: _, ...given } = mail();
    expect((await refusal('send-email', given, caller)).errors.from[0]).toMatch(/at acme\.example to send from/);
    expect(await refusal('send-email', mail({ from: 'a@other.example' }), caller)).toMatchObject({
      name: 'insufficient_scope',
    });
  });
});

describe('get-quota', () => {
  it('matches the usage of the HTTP API', async () => {
    expect(await call('get-quota')).toEqual((await tenant.get('/transactional/usage')).body);
  });
});

describe('limited key', () => {
  it.each([
    [SCOPES.read, READ_TOOLS, SEND_TOOLS],
    [SCOPES.send, SEND_TOOLS, READ_TOOLS],
  ])('with only %s does not list and refuses other tools', async (scope, allowed, refused) => {
    const caller = await connect(await app.newAccount({ scopes: [scope] }), '2025-11-25');
    const { tools } = await caller.listTools();
    expect(tools.map(({ name }) => name)).toEqual(allowed);
    for (const name of refused) {
      expect(await refusal(name, name === 'send-email' ? mail() : {}, caller)).toMatchObject({
        name: 'insufficient_scope',
      });
    }
  });

  it('without a matching scope gets 403 before its message is read', async () => {
    const { key } = await app.newAccount({ scopes: [SCOPES.manage] });
    const { status, body, headers } = await post('{', { key });
    expect([status, body.name]).toEqual([403, 'insufficient_scope']);
    expect(headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  it("cannot access another account's data", async () => {
    const { id } = await call('send-email', mail({ subject: 'Mine' }));
    const other = await connect(await app.newAccount(), '2025-11-25');
    expect(await refusal('get-email', { id }, other)).toMatchObject({ name: 'not_found' });
    expect((await call('list-emails', {}, other)).data).toEqual([]);
    expect((await call('list-emails', { after: id }, other)).data).toEqual([]);
    expect(await refusal('get-email', { id: UNKNOWN_ID }, other)).toMatchObject({ name: 'not_found' });
  });
});

describe('refusal by the account', () => {
  it('account_paused has the reason', async () => {
    const owner = await app.newAccount();
    const caller = await connect(owner, '2025-11-25');
    await pauseAccount(app.installation.db, owner.account.id, 'Too many complaints.');
    const { key } = owner;
    // Use another process, which has not cached the account yet.
    const paused = await connect({ key }, '2025-11-25', {
      fetch: (_url, init) => fetch(`${second.baseUrl}/mcp`, init),
    });
    expect(await refusal('send-email', mail(), paused)).toMatchObject({ name: 'account_paused' });
    expect(await refusal('send-batch-emails', { emails: [mail()] }, paused)).toMatchObject({ name: 'account_paused' });
    expect(await call('list-emails', {}, caller)).toMatchObject({ data: [] });
  });

  it('domain_not_verified explains how to add the domain', async () => {
    const { fix, name } = await refusal('send-email', mail({ from: 'desk@unknown.example' }));
    expect([name, fix]).toEqual([
      'domain_not_verified',
      expect.stringContaining('postrider domain add unknown.example'),
    ]);
  });

  it('recipient_suppressed has the address', async () => {
    const owner = await app.newAccount();
    await app.installation.db.script(
      `insert into suppression (account_id, address, reason) values (${owner.account.id}, '${owner.account.email}', 'bounced')`,
    );
    const caller = await connect(owner, '2025-11-25');
    const { message, name } = await refusal('send-email', mail({ to: [owner.account.email] }), caller);
    expect([name, message]).toEqual(['recipient_suppressed', expect.stringContaining(owner.account.email)]);
  });

  it('daily_quota_exceeded comes with the first email over the quota', async () => {
    const owner = await app.newAccount({ plan: 'free' });
    await app.installation.db.script(
      `update api_key set rate_per_second = 1000, rate_per_minute = 1000 where account_id = ${owner.account.id}`,
    );
    const caller = await connect(owner, '2025-11-25');
    const emails = Array.from({ length: 100 }, () => mail({ to: [owner.account.email] }));
    await call('send-batch-emails', { emails }, caller);
    expect(await refusal('send-email', emails[0], caller)).toMatchObject({ name: 'daily_quota_exceeded' });
    expect(await call('get-quota', {}, caller)).toMatchObject({ day: { used: 100, remaining: 0 } });
  });

  it('feature_not_available is returned by each tool while transactional email is off', async () => {
    const owner = await app.newAccount();
    await app.installation.db.script(
      `update account set transactional_enabled = false where account_id = ${owner.account.id}`,
    );
    const caller = await connect(owner, '2025-11-25');
    for (const [tool, given] of [
      ['send-email', mail()],
      ['send-batch-emails', { emails: [mail()] }],
      ['get-email', { id: 'tm_x' }],
      ['list-emails', {}],
      ['get-quota', {}],
    ] as const) {
      expect(await refusal(tool, given, caller)).toMatchObject({ name: 'feature_not_available' });
    }
  });
});

describe('authentication', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
  };

  it('returns 401 with a challenge before the message is read', async () => {
    const missing = await fetch(`${app.api.baseUrl}/mcp`, { method: 'POST', body: '{' });
    const scopes = [SCOPES.send, SCOPES.read, SCOPES.accountRead, SCOPES.account].join(' ');
    const where = `resource_metadata="${app.api.baseUrl}/.well-known/oauth-protected-resource/mcp", scope="${scopes}"`;
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="Postrider", ${where}`,
    ]);
    expect(await missing.json()).toMatchObject({ name: 'missing_api_key' });
    const { status, headers } = await post('{', { key: 'pr_unknown' });
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  });

  it('adds the remaining quota and the request ID to every response', async () => {
    const { key } = await app.newAccount({ plan: 'paid' });
    const { headers, status } = await post(initialize, { key });
    expect(status).toBe(200);
    expect(headers.get('x-service-monthly-quota-remaining')).toBe('50000');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('mcp-session-id')).toBeNull();
  });

  it("counts every message against the key's rate limit", async () => {
    const { key } = await app.newAccount({ plan: 'paid' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(initialize, { key })));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ name: 'rate_limit_exceeded' });
    expect(refused?.headers.get('retry-after')).toBe('1');
  });

  it('returns 503 without driver errors if the database is unavailable', async () => {
    const lost = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const { db } = app.installation;
    const broken = await startApi({
      ...app.installation,
      db: {
        ...db,
        query: (statement, ...rest) =>
          statement.name === 'domains_of_account' ? Promise.reject(lost) : db.query(statement, ...rest),
      },
    });
    open.push(broken);
    const response = await fetch(`${broken.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list-domains' } }),
    });
    const text = await response.text();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(JSON.parse(text)).toMatchObject({ name: 'service_unavailable', request_id: expect.any(String) });
    expect(text).not.toContain('ECONNREFUSED');
  });
});

describe('arguments of every kind', () => {
  const random = randomFrom(seed);
  const values: readonly (() => unknown)[] = [
    () => pick(naughtyStrings, random),
    () => pick(naughtyStrings, random).repeat(1 + Math.floor(random() * 40)),
    () => null,
    () => true,
    () => -1.5e300,
    () => 2 ** 53,
    () => '',
    () => [],
    () => ({}),
    () => [[[['deep']]]],
    () => ({ constructor: { prototype: 1 }, toString: 1 }),
    () => Array.from({ length: Math.floor(random() * 200) }, () => 'a@b.example'),
    () => `${pick(naughtyStrings, random)}@x.example`,
    () => 'x\r\nBcc: victim@x.example',
    () => ({ [pick(naughtyStrings, random)]: pick(naughtyStrings, random) }),
    () => [mail({ [pick(fields, random)]: pick(naughtyStrings, random) }), null, pick(naughtyStrings, random)],
    () => UNKNOWN_ID,
    () => nested(Math.floor(random() * 40)),
    () => '\u0000',
    () => '\ud800',
  ];
  const fields = [...Object.keys(mail()), ...MORE_ARGUMENTS.split(' ')];

  function nested(depth: number): unknown {
    return depth === 0 ? 'x' : [nested(depth - 1)];
  }

  function oddMessage(): unknown {
    const given = random() < 0.5 ? mail() : {};
    for (let left = Math.floor(random() * 4); left >= 0; left -= 1)
      given[pick(fields, random)] = pick(values, random)();
    const name = random() < 0.9 ? pick([...SEND_TOOLS, ...READ_TOOLS], random) : pick(values, random)();
    const params = random() < 0.9 ? { name, arguments: given } : pick(values, random)();
    const method =
      random() < 0.9 ? 'tools/call' : pick(['tools/list', 'ping', 'initialize', 'server/discover', 'x'], random);
    const id = random() < 0.9 ? 1 : pick(values, random)();
    return random() < 0.95 ? { jsonrpc: '2.0', id, method, params } : pick(values, random)();
  }

  it(`never crash the server: ${FUZZ_CALLS} calls of seed ${seed}`, { timeout: 120_000 }, async () => {
    for (let done = 0; done < FUZZ_CALLS; done += 1) {
      const message = oddMessage();
      const { status, body } = await post(message);
      expect(status, JSON.stringify({ message, body }).slice(0, 2_000)).toBeLessThan(500);
    }
    expect(await call('send-email', mail())).toEqual(ACCEPTED);
  });
});
