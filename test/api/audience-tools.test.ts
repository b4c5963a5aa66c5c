// Place in a run: slow.
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { silentLog } from '../../src/base/log.ts';
import { startBulkActions } from '../../src/features/audience/bulk-actions/index.ts';
import { restrictAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { membersOf, plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';
import { obtainTokens, registerClient, signedIn } from './oauth-browser.ts';

const READ_TOOLS = [
  'list-contacts',
  'get-contact',
  'count-contacts',
  'list-lists',
  'list-contact-tags',
  'list-segments',
  'get-bulk-action',
  'list-campaigns',
  'get-brand',
  'get-campaign',
  'check-campaign',
  'preview-campaign',
  'list-templates',
  'list-forms',
  'list-automations',
  'get-automation',
  'list-events',
];
const CHANGING_TOOLS = [
  'preview-bulk-action',
  'apply-bulk-action',
  'draft-campaign',
  'change-campaign-draft',
  'send-test-campaign',
  'preview-campaign-send',
  'send-campaign',
  'create-form',
];
const CEILING = 50;

const open: { close(): Promise<void> }[] = [];

const app = shared(async () => startApp({ POSTRIDER_BULK_CEILING: String(CEILING) }));
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function connect(token: string): Promise<Client> {
  const made = new Client({ name: 'tests', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await made.connect(new StreamableHTTPClientTransport(new URL(`${app.api.baseUrl}/mcp`), { requestInit }));
  // The client library only checks results against a tool's schema after it has listed the tools.
  await made.listTools();
  open.push(made);
  return made;
}

interface Tenant {
  readonly accountId: number;
  readonly ann: TestPerson;
  readonly tag: number;
  readonly list: number;
  readonly client: Client;
}

async function newTenant(): Promise<Tenant> {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  const tag = await plantGroup(db, accountId, 'tag', 'Gold');
  const list = await plantGroup(db, accountId, 'list', 'News');
  const ann = await newPerson(app, accountId);
  return { accountId, ann, tag, list, client: await connect(ann.token) };
}

// Results have many shapes, and the expectations check them.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Json> {
  const result = await client.callTool({ name, arguments: given });
  expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
  return result.structuredContent;
}

async function refusal(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Json> {
  const result: CallToolResult = await client.callTool({ name, arguments: given });
  expect(result.isError, JSON.stringify(result.content)).toBe(true);
  const [block] = result.content;
  // Leave out the request ID, which differs between requests.
  const { request_id: _, ...problem } = JSON.parse(block?.type === 'text' ? block.text : '');
  return problem;
}

async function namesOf(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

function work() {
  const { clock, db } = app.installation;
  open.push(startBulkActions({ clock, db, log: silentLog, filterParts: FILTER_PARTS, ceiling: CEILING }));
}

async function ended(client: Client, id: number): Promise<Json> {
  return eventually('the bulk action ends', async () => {
    // Each poll counts against the limit of 60 requests per minute.
    await app.installation.db.script('truncate person_rate');
    const row = await call(client, 'get-bulk-action', { id });
    return ['completed', 'failed'].includes(row.status) ? row : undefined;
  });
}

describe('audience tools', () => {
  it('return contacts by filter, ID and email address', async () => {
    const { db } = app.installation;
    const { accountId, client, list } = await newTenant();
    const ids = await plantContacts(db, accountId, { count: 5 });
    await plantMembers(db, accountId, { kind: 'list', id: list, contactIds: ids.slice(0, 3) });
    const first = await call(client, 'list-contacts', { filter: { in_list_ids: [list] }, limit: 2 });
    expect(first.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
    expect(first.data[0]).toMatchObject({ email: 'reader1@planted.example', lists: [{ id: list, name: 'News' }] });
    const rest = await call(client, 'list-contacts', { filter: { in_list_ids: [list] }, after_id: first.next });
    expect(rest).toMatchObject({ data: [{ id: ids[2] }], next: null });
    expect((await call(client, 'list-contacts')).data).toHaveLength(5);
    expect(await call(client, 'get-contact', { id: ids[4] })).toMatchObject({ email: 'reader5@planted.example' });
    expect(await call(client, 'get-contact', { email: 'READER2@planted.example' })).toMatchObject({ id: ids[1] });
  });

  it('count a filter and describe it', async () => {
    const { accountId, client, tag } = await newTenant();
    const ids = await plantContacts(app.installation.db, accountId, { count: 5 });
    await plantMembers(app.installation.db, accountId, { kind: 'tag', id: tag, contactIds: ids.slice(0, 2) });
    expect(await call(client, 'count-contacts', { filter: { tag_ids: [tag], status: 'active' } })).toEqual({
      count: 2,
      filter: 'status is active, with tag "Gold"',
    });
    expect(await call(client, 'count-contacts')).toEqual({ count: 5, filter: 'all contacts' });
  });

  it('return lists, tags and segments', async () => {
    const { ann, client, list, tag } = await newTenant();
    const { body } = await ann.call('POST', '/contact-segments', { name: 'New ones', filter: { status: 'new' } });
    expect(await call(client, 'list-lists')).toEqual({
      data: [{ id: list, name: 'News', contacts_count: 0 }],
      total: 1,
    });
    expect(await call(client, 'list-contact-tags')).toMatchObject({ data: [{ id: tag, name: 'Gold' }], total: 1 });
    expect(await call(client, 'list-segments')).toMatchObject({ data: [{ id: body.id, filter: { status: 'new' } }] });
    expect(await call(client, 'list-segments', { page: 2 })).toEqual({ data: [], total: 1 });
    expect((await call(client, 'count-contacts', { filter: { segment_id: body.id } })).count).toBe(0);
  });

  it('return the same error for objects of other accounts as for unknown ones', async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const [theirs = 0] = await plantContacts(app.installation.db, other.accountId, { count: 1 });
    const unknown = await refusal(mine.client, 'get-contact', { id: 99_999_999 });
    expect(unknown.name).toBe('not_found');
    expect(await refusal(mine.client, 'get-contact', { id: theirs })).toEqual(unknown);
    expect(await refusal(mine.client, 'get-contact', { email: 'reader1@planted.example' })).toEqual(unknown);
    const errors = (await refusal(mine.client, 'count-contacts', { filter: { tag_ids: [other.tag] } })).errors;
    expect(Object.keys(errors)).toEqual(['filter.tag_ids']);
    expect((await call(mine.client, 'list-contacts')).data).toEqual([]);
    const given = { action: 'apply_tag', target_id: other.tag, filter: { status: 'active' } };
    expect(Object.keys((await refusal(mine.client, 'preview-bulk-action', given)).errors)).toEqual(['target_id']);
    const job = await other.ann.call('POST', '/contacts/bulk-actions', { ...given, dry_run: true });
    expect(job.status).toBe(202);
    expect((await refusal(mine.client, 'get-bulk-action', { id: job.body.id })).name).toBe('not_found');
  });

  it.each([
    ['list-contacts', { filter: { stattus: 'new' } }, 'filter.stattus'],
    ['list-contacts', { limit: 101 }, 'limit'],
    ['count-contacts', { filter: { created_after: 'soon' } }, 'filter.created_after'],
    ['get-contact', {}, 'id'],
    ['get-contact', { id: 1, email: 'a@b.example' }, 'id'],
    ['get-contact', { email: 'no address' }, 'email'],
    ['list-lists', { query: 'x' }, 'query'],
  ])('%s refuses %j and names the argument', async (name, given, field) => {
    const { client } = await newTenant();
    expect(Object.keys((await refusal(client, name, given)).errors)).toEqual([field]);
  });
});

describe('bulk action by an assistant', () => {
  const wantedBy = ({ tag }: Tenant) => ({ action: 'apply_tag', target_id: tag, filter: { status: 'active' } });

  it('is applied with the token of its preview, which itself changes nothing', async () => {
    const tenant = await newTenant();
    const { accountId, client, tag } = tenant;
    await plantContacts(app.installation.db, accountId, { count: 7 });
    const wanted = wantedBy(tenant);
    const seen = await call(client, 'preview-bulk-action', wanted);
    expect(seen).toEqual({
      matched_count: 7,
      filter: 'status is active',
      confirmation_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    const minutes = (Date.parse(seen.expires_at) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(15);
    expect(await rowsOf(app.installation.db, 'select from bulk_action where account_id = $1', [accountId])).toEqual([]);
    const { confirmation_token: token } = seen;
    const job = await call(client, 'apply-bulk-action', { ...wanted, confirmation_token: token });
    expect(job).toMatchObject({ status: 'pending', dry_run: false });
    work();
    expect(await ended(client, job.id)).toMatchObject({ status: 'completed', matched_count: 7, processed_count: 7 });
    expect(await membersOf(app.installation.db, accountId, 'tag', tag)).toEqual({ members: 7, counted: 7 });
  });

  it('is refused without a token, with an explanation of how to get one', async () => {
    const tenant = await newTenant();
    for (const given of [wantedBy(tenant), { ...wantedBy(tenant), confirmation_token: '' }]) {
      const { errors } = await refusal(tenant.client, 'apply-bulk-action', given);
      expect(errors).toEqual({ confirmation_token: [expect.stringMatching(/Call preview-bulk-action/)] });
    }
  });

  it('is refused if it differs from the preview or if the token is unknown or of another account', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const wanted = wantedBy(tenant);
    const { confirmation_token: token } = await call(tenant.client, 'preview-bulk-action', wanted);
    const { confirmation_token: theirs } = await call(other.client, 'preview-bulk-action', wantedBy(other));
    const gold = await plantGroup(app.installation.db, tenant.accountId, 'tag', 'Silver');
    for (const changes of [
      { action: 'remove_tag' },
      { target_id: gold },
      { filter: { status: 'new' } },
      { filter: { status: 'active', unsubscribed: false } },
      { confirmation_token: 'x'.repeat(43) },
      { confirmation_token: theirs },
    ]) {
      const given = { ...wanted, confirmation_token: token, ...changes };
      expect(Object.keys((await refusal(tenant.client, 'apply-bulk-action', given)).errors)).toEqual([
        'confirmation_token',
      ]);
    }
    const text = 'select from bulk_action where account_id = any($1)';
    expect(await rowsOf(app.installation.db, text, [[tenant.accountId, other.accountId]])).toEqual([]);
  });

  it('is applied once per token, also for two concurrent calls', async () => {
    const tenant = await newTenant();
    const wanted = wantedBy(tenant);
    const { confirmation_token: token } = await call(tenant.client, 'preview-bulk-action', wanted);
    const results = await Promise.all(
      [1, 2, 3].map(async () =>
        tenant.client.callTool({ name: 'apply-bulk-action', arguments: { ...wanted, confirmation_token: token } }),
      ),
    );
    expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
    const text = 'select count(*) as actions from bulk_action where account_id = $1';
    expect(await rowsOf(app.installation.db, text, [tenant.accountId])).toEqual([{ actions: 1 }]);
  });

  it('is refused if the token is older than 15 minutes', async () => {
    const tenant = await newTenant();
    const wanted = wantedBy(tenant);
    const { confirmation_token: token } = await call(tenant.client, 'preview-bulk-action', wanted);
    await app.installation.db.script(
      `update bulk_confirmation set expires_at = expires_at - interval '15 minutes' where account_id = ${tenant.accountId}`,
    );
    const { errors } = await refusal(tenant.client, 'apply-bulk-action', { ...wanted, confirmation_token: token });
    expect(errors.confirmation_token[0]).toMatch(/Call preview-bulk-action again/);
  });

  it('fails without changes if the number of matching contacts has changed', async () => {
    const tenant = await newTenant();
    const { accountId, client, tag } = tenant;
    await plantContacts(app.installation.db, accountId, { count: 7 });
    const wanted = wantedBy(tenant);
    const { confirmation_token: token } = await call(client, 'preview-bulk-action', wanted);
    await plantContacts(app.installation.db, accountId, { count: 1, prefix: 'late' });
    const job = await call(client, 'apply-bulk-action', { ...wanted, confirmation_token: token });
    work();
    const row = await ended(client, job.id);
    expect(row).toMatchObject({ status: 'failed', matched_count: 8, processed_count: 0 });
    expect(row.error).toMatch(/now matches 8 contacts, but 7 were confirmed\. No contacts were changed/);
    expect(await membersOf(app.installation.db, accountId, 'tag', tag)).toEqual({ members: 0, counted: 0 });
  });

  it('is not previewed for all contacts or above the ceiling', async () => {
    const tenant = await newTenant();
    await plantContacts(app.installation.db, tenant.accountId, { count: CEILING + 1 });
    for (const filter of [{}, { status: 'active' }]) {
      const { errors } = await refusal(tenant.client, 'preview-bulk-action', { ...wantedBy(tenant), filter });
      expect(Object.keys(errors)).toEqual(['filter']);
    }
  });
});

describe('permissions', () => {
  it('offer the reading tools with read access and the changing tools with write access', async () => {
    const { accountId, ann } = await newTenant();
    expect(await namesOf(await connect(ann.token))).toEqual(expect.arrayContaining([...READ_TOOLS, ...CHANGING_TOOLS]));
    const reader = await connect((await newPerson(app, accountId, 'read_only')).token);
    expect((await namesOf(reader)).toSorted()).toEqual(READ_TOOLS.toSorted());
    // The token from the environment has write access, which includes read access.
    const key = (await app.newAccount({ scopes: ['account'] })).key;
    expect(await namesOf(await connect(key))).toEqual(expect.arrayContaining([...READ_TOOLS, ...CHANGING_TOOLS]));
    const mailer = await connect((await app.newAccount()).key);
    expect((await namesOf(mailer)).filter((name) => [...READ_TOOLS, ...CHANGING_TOOLS].includes(name))).toEqual([]);
    expect((await refusal(mailer, 'list-contacts')).name).toBe('insufficient_scope');
  });

  it('refuse a read-only person even with the confirmation token of another person', async () => {
    const tenant = await newTenant();
    const wanted = { action: 'apply_tag', target_id: tenant.tag, filter: { status: 'active' } };
    const { confirmation_token: token } = await call(tenant.client, 'preview-bulk-action', wanted);
    const reader = await connect((await newPerson(app, tenant.accountId, 'read_only')).token);
    for (const [name, given] of [
      ['preview-bulk-action', wanted],
      ['apply-bulk-action', { ...wanted, confirmation_token: token }],
    ] as const) {
      expect((await refusal(reader, name, given)).name).toBe('insufficient_scope');
    }
    const text = 'select from bulk_action where account_id = $1';
    expect(await rowsOf(app.installation.db, text, [tenant.accountId])).toEqual([]);
  });

  it('follow the scopes that a person granted to the assistant', async () => {
    const { accountId } = await newTenant();
    const { browser } = await signedIn(app, { accountId, role: 'owner' });
    const { client_id: id } = await registerClient(app.api.baseUrl);
    const resource = `${app.api.baseUrl}/mcp`;
    const toolsWith = async (scope: string) => {
      const { access_token: token } = await obtainTokens(app.api.baseUrl, browser, id, { scope, resource });
      return namesOf(await connect(token));
    };
    expect((await toolsWith('account:read')).toSorted()).toEqual(READ_TOOLS.toSorted());
    expect((await toolsWith('account')).toSorted()).toEqual([...READ_TOOLS, ...CHANGING_TOOLS].toSorted());
  });

  it('apply the rate limit, plan and restriction of the account API', async () => {
    const { accountId, ann, client } = await newTenant();
    await app.installation.db.script('truncate person_rate');
    const paths = Array.from({ length: 60 }, async () => ann.call('GET', '/contact-segments'));
    expect(new Set((await Promise.all(paths)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await refusal(client, 'list-lists')).name).toBe('rate_limit_exceeded');
    const free = await newPerson(app, (await app.newAccount({ plan: 'free' })).account.id);
    await app.installation.db.script(`truncate person_rate; update plan set api_access = false where name = 'free'`);
    expect((await refusal(await connect(free.token), 'list-lists')).name).toBe('plan_required');
    const other = await connect((await newPerson(app, accountId)).token);
    await restrictAccount(app.installation.db, accountId, 'spam');
    const said = await eventually('the restriction takes effect', async () => {
      await app.installation.db.script('truncate person_rate');
      const result = await other.callTool({ name: 'list-lists', arguments: {} });
      return result.isError === true ? JSON.stringify(result.content) : undefined;
    });
    expect(said).toContain('account_restricted');
  });
});

it('docs/mcp.md has a row for each tool of the account API, with its scope and every argument', async () => {
  const page = readFileSync('docs/mcp.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| `(account[a-z:]*)` \|.*$/gm)];
  const { client } = await newTenant();
  const { tools } = await client.listTools();
  expect(rows.map(([, name]) => name)).toEqual(tools.map(({ name }) => name));
  for (const [index, { inputSchema, name }] of tools.entries()) {
    const [row = '', , scope] = rows[index] ?? [];
    expect(scope).toBe(CHANGING_TOOLS.includes(name) ? 'account' : 'account:read');
    for (const argument of Object.keys(inputSchema.properties ?? {})) expect(row).toContain(`\`${argument}\``);
  }
});
