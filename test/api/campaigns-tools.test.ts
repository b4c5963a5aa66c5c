import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessOf } from '../../src/app/account-api.ts';
import { Refusal } from '../../src/base/refusal.ts';
import { campaignTools, purgeConfirmations } from '../../src/features/campaigns/campaign-tools/index.ts';
import { createMcp } from '../../src/features/transactional/mcp/index.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { startApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { startCampaignApi, type CampaignTenant } from '../support/campaigns.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const READ_TOOLS = ['list-campaigns', 'get-brand', 'get-campaign', 'check-campaign', 'preview-campaign'];
const CHANGING_TOOLS = [
  'draft-campaign',
  'change-campaign-draft',
  'send-test-campaign',
  'preview-campaign-send',
  'send-campaign',
];
const NOBODYS = 99_999_999;

// Results have many shapes, and the expectations check them.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

let url = '';
let stopMcp: () => Promise<void>;
const open: Client[] = [];
/**
 * Dependencies of the tools that tests can change: the audience size, and the check before a campaign is sent. `tests`
 * records the requested test emails.
 */
let audience = 0;
let stands: () => Promise<void>;
const tests: Json[] = [];

const app = shared(startApp);
const api = shared(async () => startCampaignApi(app));

beforeAll(async () => {
  const { db, log } = app.installation;
  const { authenticate } = accessOf(app.installation, () => url);
  const tools = campaignTools({
    db,
    clock: { now: () => Date.now() },
    requireSendable: async () => stands(),
    requireContent: async () => {},
    requireText: async () => {},
    requireReadable: async () => {},
    onMailChanged: async () => {},
    badgesOf: async () => Promise.resolve(new Map()),
    baseUrl: () => url,
    audienceSize: async () => Promise.resolve(audience),
    costOf: async (_db, _accountId, recipients) => Promise.resolve(`${recipients} of 10,000 mails of the month.`),
    check: async (_db, _accountId, { subject }) =>
      Promise.resolve([{ id: 'subject', level: 'warning', message: `Of ${subject}`, fix: 'Shorten it.' }]),
    preview: async (_db, _accountId, { subject }, contactId) =>
      Promise.resolve({ subject: `${subject} for ${contactId ?? 'somebody'}`, html: '<p>Hello</p>', text: 'Hello' }),
    sendTest: async ({ accountId }, { id }, to) => {
      tests.push({ accountId, id, to });
      return Promise.resolve();
    },
  });
  const mcp = createMcp({ tools, baseUrl: () => url, isLoopback: true, version: '1' });
  const server = createHttpServer({
    routes: [mcp.route],
    authenticate,
    dialects: mcp.dialects,
    log,
    baseUrl: () => url,
    ready: () => Promise.resolve(true),
  });
  url = `http://127.0.0.1:${(await server.listen('127.0.0.1', 0)).port}`;
  stopMcp = async () => server.close(0);
});
beforeEach(() => {
  audience = 4_812;
  stands = async () => {};
});
afterAll(async () => {
  for (const client of open) await client.close();
  await stopMcp();
});

async function connect(token: string): Promise<Client> {
  const made = new Client({ name: 'tests', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await made.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  // The client library only checks results against a tool's schema after it has listed the tools.
  await made.listTools();
  open.push(made);
  return made;
}

async function newTenant(): Promise<CampaignTenant & { readonly client: Client }> {
  const tenant = await api.newTenant();
  return { ...tenant, client: await connect(tenant.person.token) };
}

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

describe('campaign tools', () => {
  it('are offered by access: reading tools with read access, drafting and sending tools with write access', async () => {
    const { accountId, client } = await newTenant();
    const namesOf = async (of: Client) => (await of.listTools()).tools.map(({ name }) => name).toSorted();
    expect(await namesOf(client)).toEqual([...READ_TOOLS, ...CHANGING_TOOLS].toSorted());
    const reader = await connect((await newPerson(app, accountId, 'read_only')).token);
    expect(await namesOf(reader)).toEqual(READ_TOOLS.toSorted());
  });

  it('list, get, check and preview campaigns', async () => {
    const { client, newDraft } = await newTenant();
    const first = await newDraft();
    const second = await newDraft({ title: 'December' });
    expect(await call(client, 'list-campaigns')).toMatchObject({
      data: [
        { id: second.id, title: 'December', status: 'draft', scheduled_at: null },
        { id: first.id, title: 'November' },
      ],
      total: 2,
    });
    expect((await call(client, 'list-campaigns')).data[0].html).toBeUndefined();
    expect(await call(client, 'list-campaigns', { page: 2 })).toEqual({ data: [], total: 2 });
    expect(await call(client, 'get-campaign', { id: first.id })).toEqual(first);
    expect((await call(client, 'check-campaign', { id: first.id })).data).toMatchObject([
      { message: 'Of What is new' },
    ]);
    const shown = await call(client, 'preview-campaign', { id: first.id, contact_id: 7 });
    expect(shown).toEqual({ subject: 'What is new for 7', html: '<p>Hello</p>', text: 'Hello' });
    expect((await call(client, 'preview-campaign', { id: first.id })).subject).toBe('What is new for somebody');
  });

  it('create a draft with the sender of the settings and change a draft', async () => {
    const { accountId, client, list } = await newTenant();
    const given = { subject: 'Tea', html: '<p>Hi</p>', lists: [list] };
    expect(Object.keys((await refusal(client, 'draft-campaign', given)).errors)).toEqual(['from_name', 'from_email']);
    await rowsOf(
      app.installation.db,
      `insert into campaign_settings (account_id, from_name, from_email) values ($1, 'Acme', 'news@acme.example')`,
      [accountId],
    );
    const made = await call(client, 'draft-campaign', given);
    expect(made).toMatchObject({ title: 'Tea', subject: 'Tea', from_name: 'Acme', status: 'draft', lists: [list] });
    const changed = await call(client, 'change-campaign-draft', { id: made.id, html: '<p>Ho</p>', preview_text: 'P' });
    expect(changed).toMatchObject({ subject: 'Tea', html: '<p>Ho</p>', preview_text: 'P' });
    expect(Object.keys((await refusal(client, 'draft-campaign', { ...given, scheduled_at: 'x' })).errors)).toEqual([
      'scheduled_at',
    ]);
    expect(Object.keys((await refusal(client, 'draft-campaign', { ...given, subject: 'RE: x' })).errors)).toContain(
      'subject',
    );
  });

  it('draft from a template, whose content given fields replace', async () => {
    const { accountId, client, list } = await newTenant();
    await rowsOf(
      app.installation.db,
      `insert into campaign_settings (account_id, from_name, from_email) values ($1, 'Acme', 'news@acme.example')`,
      [accountId],
    );
    const design = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] };
    const [made] = await rowsOf<{ id: number }>(
      app.installation.db,
      `insert into template (account_id, name, preview_text, design) values ($1, 'News', 'P', $2) returning id`,
      [accountId, JSON.stringify(design)],
    );
    const given = { subject: 'Tea', template_id: made?.id, lists: [list] };
    expect(await call(client, 'draft-campaign', given)).toMatchObject({
      status: 'draft',
      subject: 'Tea',
      preview_text: 'P',
      design,
    });
    expect(await call(client, 'draft-campaign', { ...given, html: '<p>Own</p>' })).toMatchObject({
      html: '<p>Own</p>',
      design: null,
    });
    const own = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Own' }] }] };
    const drafted = await call(client, 'draft-campaign', { ...given, design: own });
    expect(drafted).toMatchObject({ html: expect.stringContaining('Own'), design: own });
    expect(await call(client, 'change-campaign-draft', { id: drafted['id'], design })).toMatchObject({ design });
    const { client: other } = await newTenant();
    expect((await refusal(other, 'draft-campaign', given)).name).toBe('not_found');
  });

  it('change only drafts, not scheduled, paused or sent campaigns', async () => {
    const { client, newDraft, rowOf, setState } = await newTenant();
    const { id } = await newDraft();
    for (const state of ['scheduled', 'paused', 'sent']) {
      await setState(id, state, ', scheduled_at = now()');
      const before = await rowOf(id);
      expect((await refusal(client, 'change-campaign-draft', { id, subject: 'X' })).name).toBe('conflict');
      expect(await rowOf(id)).toEqual(before);
    }
  });

  it('send a test to a few addresses', async () => {
    const { accountId, client, newDraft } = await newTenant();
    const { id } = await newDraft();
    tests.length = 0;
    await call(client, 'send-test-campaign', { id, to: ['ann@acme.example'] });
    expect(tests).toEqual([{ accountId, id, to: ['ann@acme.example'] }]);
    const many = Array.from({ length: 6 }, (_, index) => `a${index}@acme.example`);
    expect((await refusal(client, 'send-test-campaign', { id, to: many })).name).toBe('validation_error');
    expect(tests).toHaveLength(1);
  });

  it('return the same error for campaigns of other accounts as for unknown ones', async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const { id } = await other.newDraft();
    const before = await other.rowOf(id);
    for (const [name, more] of [
      ['get-campaign', {}],
      ['check-campaign', {}],
      ['preview-campaign', {}],
      ['change-campaign-draft', { subject: 'X' }],
      ['send-test-campaign', { to: ['ann@acme.example'] }],
      ['preview-campaign-send', {}],
      ['send-campaign', { confirmation_token: 'x' }],
    ] as const) {
      const unknown = await refusal(mine.client, name, { id: NOBODYS, ...more });
      expect([name, unknown.name]).toEqual([name, 'not_found']);
      expect(await refusal(mine.client, name, { id, ...more })).toEqual(unknown);
    }
    expect((await call(mine.client, 'list-campaigns')).total).toBe(0);
    expect(await other.rowOf(id)).toEqual(before);
  });
});

describe('sending by an assistant', () => {
  it('requires the token of a preview with count and cost, and sends immediately', async () => {
    const { client, newDraft, rowOf } = await newTenant();
    const { id } = await newDraft();
    const before = await rowOf(id);
    const seen = await call(client, 'preview-campaign-send', { id });
    expect(seen).toEqual({
      title: 'November',
      subject: 'What is new',
      from: 'Acme <news@acme.example>',
      recipients_count: 4_812,
      cost: '4812 of 10,000 mails of the month.',
      confirmation_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    expect(Math.round((Date.parse(seen.expires_at) - Date.now()) / 60_000)).toBe(15);
    expect(await rowOf(id)).toEqual(before);
    const { confirmation_token: token } = seen;
    const sent = await call(client, 'send-campaign', { id, confirmation_token: token });
    expect(sent).toMatchObject({ status: 'scheduled', scheduled_at: expect.any(String) });
    expect(
      (await refusal(client, 'send-campaign', { id, confirmation_token: token })).errors.confirmation_token,
    ).toEqual([expect.stringContaining('can be used once')]);
  });

  it('is refused without a token, with an explanation of how to get one', async () => {
    const { client, newDraft, rowOf } = await newTenant();
    const { id } = await newDraft();
    for (const given of [{ id }, { id, confirmation_token: '' }]) {
      const { errors } = await refusal(client, 'send-campaign', given);
      expect(errors.confirmation_token).toEqual([expect.stringContaining('preview-campaign-send')]);
    }
    expect((await rowOf(id)).state).toBe('draft');
  });

  it.each(['another campaign', 'another account', 'after a change', 'after fifteen minutes', 'a made-up token'])(
    'is refused with an invalid token (%s), and nothing is sent',
    async (what) => {
      const { db } = app.installation;
      const { accountId, ann, client, newDraft, rowOf } = await newTenant();
      const { id } = await newDraft();
      let [caller, wanted] = [client, id];
      let { confirmation_token: token } = await call(client, 'preview-campaign-send', { id });
      if (what === 'another campaign') wanted = (await newDraft()).id;
      if (what === 'another account') {
        const other = await newTenant();
        [caller, wanted] = [other.client, (await other.newDraft()).id];
      }
      if (what === 'after a change') await ann.call('PATCH', `/campaigns/${id}`, { subject: 'Something else' });
      if (what === 'a made-up token') token = 'x'.repeat(43);
      if (what === 'after fifteen minutes') {
        const text = `update campaign_confirmation set expires_at = expires_at - interval '15 minutes' where account_id = $1`;
        await rowsOf(db, text, [accountId]);
      }
      const { errors } = await refusal(caller, 'send-campaign', { id: wanted, confirmation_token: token });
      expect(errors.confirmation_token).toEqual([expect.stringContaining('is not valid')]);
      expect((await rowOf(id)).state).toBe('draft');
    },
  );

  it('is refused if the audience has grown by more than one percent', async () => {
    const { client, newDraft, rowOf } = await newTenant();
    const { id } = await newDraft();
    audience = 1_000;
    const first = await call(client, 'preview-campaign-send', { id });
    audience = 1_011;
    const given = { id, confirmation_token: first.confirmation_token };
    expect((await refusal(client, 'send-campaign', given)).errors.confirmation_token).toEqual([
      'is for 1,000 contacts, but the campaign would now be sent to 1,011. Call preview-campaign-send again.',
    ]);
    expect((await rowOf(id)).state).toBe('draft');
    audience = 1_000;
    const second = await call(client, 'preview-campaign-send', { id });
    audience = 1_010;
    expect(await call(client, 'send-campaign', { id, confirmation_token: second.confirmation_token })).toMatchObject({
      status: 'scheduled',
    });
  });

  it('reports refusals at the preview and again when sending', async () => {
    const { client, newDraft, rowOf } = await newTenant();
    const { id } = await newDraft();
    const { confirmation_token: token } = await call(client, 'preview-campaign-send', { id });
    stands = async () => Promise.reject(new Refusal('forbidden', { message: 'Warming up until tomorrow.' }));
    expect(await refusal(client, 'preview-campaign-send', { id })).toMatchObject({
      message: 'Warming up until tomorrow.',
    });
    expect(await refusal(client, 'send-campaign', { id, confirmation_token: token })).toMatchObject({
      message: 'Warming up until tomorrow.',
    });
    expect((await rowOf(id)).state).toBe('draft');
    stands = async () => {};
    const nobody = await newDraft({ lists: [] });
    expect((await refusal(client, 'preview-campaign-send', { id: nobody.id })).name).toBe('audience_required');
  });

  it('deletes unused confirmations', async () => {
    const { db } = app.installation;
    const { accountId, client, newDraft } = await newTenant();
    const [kept, over] = [await newDraft(), await newDraft()];
    for (const { id } of [kept, over]) await call(client, 'preview-campaign-send', { id });
    await rowsOf(db, 'update campaign_confirmation set expires_at = now() where campaign_id = $1', [over.id]);
    await purgeConfirmations(db);
    const left = await rowsOf(db, 'select campaign_id from campaign_confirmation where account_id = $1', [accountId]);
    expect(left).toEqual([{ campaign_id: kept.id }]);
  });
});
