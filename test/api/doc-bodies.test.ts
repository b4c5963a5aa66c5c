import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startApp, type Client, type TestApp } from '../support/app.ts';
import { newPerson, withHeaders, type TestPerson } from '../support/callers.ts';
import { docBlock, docJson } from '../support/doc-blocks.ts';
import { plantGroup } from '../support/planted-contacts.ts';
import { newFormTenant } from '../support/signup-forms.ts';
import { pngOf, postImage } from '../support/tiny-images.ts';
import { giveWebhook, writeLog } from '../support/webhook-rows.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

// Sends requests from documents unchanged, and compares the responses and events in documents with real ones.

const BASE = 'https://mail.example.com';

let app: TestApp;
let hook: WebhookReceiver;

beforeAll(async () => {
  hook = await startWebhookReceiver();
  app = await startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' });
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await hook.close();
});
afterEach(() => void hook.requests.splice(0));

/** Returns the names of all fields, including nested fields. For a list, uses the first item. */
function membersOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(membersOf);
  if (typeof value !== 'object' || value === null) return 'a value';
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, membersOf(member)]));
}

/** Parses a request from a document. The first line is `METHOD path`, and the body follows. */
function requestOf(block: string): { readonly path: string; readonly body: unknown } {
  const [line = '', ...body] = block.trim().split('\n');
  return {
    path: line.replace(/^\w+ /, '').replace(BASE, ''),
    body: body.length > 0 ? JSON.parse(body.join('\n')) : undefined,
  };
}

async function newOwner(): Promise<{ readonly accountId: number; readonly ann: TestPerson }> {
  const { account } = await app.newAccount();
  return { accountId: account.id, ann: await newPerson(app, account.id) };
}

describe('docs/contacts.md', () => {
  it('has a contact with all its fields', async () => {
    const { ann } = await newOwner();
    const shown = docJson('docs/contacts.md', /"birthday"/);
    const list = (await ann.call('POST', '/lists', { name: shown.lists[0].name })).body.id;
    const field = { label: 'Birthday', contact_field_type_id: 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404' };
    await ann.call('POST', '/contact-fields', field);
    const { contact_fields, email, first_name, last_name } = shown;
    const given = { email, first_name, last_name, contact_fields, lists: [list] };
    const { body, status } = await ann.call('POST', '/contacts', given);
    expect(status, JSON.stringify(body)).toBe(200);
    const { confirmed_at, created_at, id, updated_at } = body;
    const own = { id, lists: [{ ...shown.lists[0], id: list }], confirmed_at, created_at, updated_at };
    expect(body).toEqual({ ...shown, ...own });
  });

  it('has a valid segment and bulk action', async () => {
    const { accountId, ann } = await newOwner();
    const { db } = app.installation;
    const [list, tag] = [
      await plantGroup(db, accountId, 'list', 'News'),
      await plantGroup(db, accountId, 'tag', 'VIP'),
    ];
    const ofOurs = (text: string) =>
      JSON.parse(text.replace('[7]', `[${list}]`).replace(/"target_id": \d+/, `"target_id": ${tag}`));
    const segment = ofOurs(docBlock('docs/contacts.md', /Engaged readers/));
    const made = await ann.call('POST', '/contact-segments', segment);
    expect(made).toMatchObject({ status: 201, body: segment });
    const field = { label: 'City', contact_field_type_id: '0abe5601-7738-43c8-858f-81911ecf89ee' };
    const fieldId = (await ann.call('POST', '/contact-fields', field)).body.id;
    const groups = docBlock('docs/contacts.md', /"opened_emails"/).replace('"field_id": 4', `"field_id": ${fieldId}`);
    const grouped = await ann.call('POST', '/contact-segments', { name: 'Groups', filter: JSON.parse(groups) });
    expect(grouped).toMatchObject({ status: 201, body: { filter: JSON.parse(groups) } });
    const action = ofOurs(docBlock('docs/contacts.md', /apply_tag/));
    expect(await ann.call('POST', '/contacts/bulk-actions', action)).toMatchObject({ status: 202 });
  });
});

it('docs/landing-pages.md has a valid page', async () => {
  const { ann, newForm } = await newFormTenant(app);
  const [form, image] = [await newForm(), await postImage(app, ann.token, pngOf())];
  const given = { ...docJson('docs/landing-pages.md', /form_id/), form_id: form.id, image_id: image.body.id };
  expect(await ann.call('POST', '/landing-pages', given)).toMatchObject({ status: 201, body: given });
});

it('docs/forms.md has a working form URL', async () => {
  const { contacts, newForm } = await newFormTenant(app);
  const form = await newForm();
  const [, account = '', code = ''] = /\/form\/(\w+)\/(\w+)"/.exec(form.embed.html) ?? [];
  const { path } = requestOf(docBlock('docs/forms.md', /^POST /));
  const url = `${app.url}${path.replace('{account}', account).replace('{form}', code)}`;
  const multipart = new FormData();
  multipart.set('email', 'ann@readers.example');
  const bodies = [multipart, new URLSearchParams({ email: 'ben@readers.example' })];
  for (const body of bodies) {
    const headers = { origin: 'https://www.readers.example' };
    const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
    expect(answer.status, await answer.text()).toBeLessThan(400);
  }
  expect((await contacts()).map(({ email }) => email)).toEqual(['ann@readers.example', 'ben@readers.example']);
});

it('docs/account-api.md has an actual page of results', async () => {
  const { ann } = await newOwner();
  const shown = docBlock('docs/account-api.md', /current_page/).replaceAll(BASE, app.url);
  expect((await ann.call('GET', '/domains')).body).toEqual(JSON.parse(shown));
});

it('docs/errors.md has an actual error', async () => {
  const tenant = await app.newAccount();
  const mail = { from: 'onboarding@sandbox.localhost', to: ['delivered@sandbox.localhost'], text: 'Hello' };
  const { body } = await tenant.post('/transactional/emails', mail);
  const shown = JSON.parse(docBlock('docs/errors.md', /validation_error/).replaceAll(BASE, app.url));
  expect(body).toEqual({ ...shown, request_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

describe('docs/webhook-log.md', () => {
  /** Replaces the date in the document with yesterday's date, because servers only keep recent days. */
  const recent = (text: string) =>
    text.replace('2026-11-20', new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));

  it('has a request that finds the described deliveries, and a replay of them', async () => {
    const tenant = await app.newAccount();
    const { db } = app.installation;
    await giveWebhook(db, tenant.account.id, { url: 'https://hooks.example.com/mail' });
    await writeLog(db, tenant.account.id, [
      { event: 'bounced', state: 2, answer: 503 },
      { event: 'bounced', state: 2, answer: 0 },
      { event: 'bounced', state: 2, answer: 410 },
      { event: 'bounced', state: 3, answer: 503 },
      { event: 'delivered', state: 2, answer: 503 },
    ]);
    const { path } = requestOf(recent(docBlock('docs/webhook-log.md', /^GET /)));
    expect((await tenant.get(path)).body.data).toHaveLength(2);
    const replay = requestOf(recent(docBlock('docs/webhook-log.md', /^POST /)));
    const { body, status } = await tenant.post(replay.path, replay.body);
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { filter: { state: 'given_up,held' }, per_second: 10 },
    });
  });
});

describe('docs/webhooks.md', () => {
  const EVENTS = ['bounced', 'alert', 'automation'];
  /** Creates an account whose events are sent to the receiver. */
  async function withWebhook(format: string): Promise<Client> {
    const tenant = await app.newAccount();
    const put = { url: hook.url, format, events: EVENTS };
    const caller = withHeaders(app, { authorization: `Bearer ${tenant.key}` });
    expect(await caller.call('PUT', '/transactional/webhook', put)).toMatchObject({ status: 201 });
    return tenant;
  }
  const reported = () => eventually('the webhook receives an event', async () => hook.requests[0]?.json);

  it.each([
    ['native', /"event": "bounced"/],
    ['compatible', /"type": "email.bounced"/],
  ])('has an actual event in the %s format', async (format, has) => {
    const tenant = await withWebhook(format);
    const { status } = await tenant.post('/transactional/emails', {
      from: 'onboarding@sandbox.localhost',
      to: ['bounced@sandbox.localhost'],
      subject: 'Your receipt',
      text: 'Thank you.',
      tag: 'receipt',
      headers: { 'X-Order': '77' },
    });
    expect(status).toBe(202);
    expect(membersOf(await reported())).toEqual(membersOf(docJson('docs/webhooks.md', has)));
  });

  it('has an actual step of an automation', async () => {
    const tenant = await withWebhook('native');
    await tenant.post('/transactional/webhook/test', { event: 'automation' });
    const { test, ...step } = await reported();
    expect(test).toBe(true);
    expect(membersOf(step)).toEqual(membersOf(docJson('docs/webhooks.md', /"event": "automation"/)));
  });

  it('has an actual alert', async () => {
    const tenant = await withWebhook('native');
    await tenant.post('/transactional/webhook/test', { event: 'alert' });
    const { test, ...alert } = await reported();
    expect(test).toBe(true);
    expect(membersOf(alert)).toEqual(membersOf(docJson('docs/webhooks.md', /"event": "alert"/)));
  });
});
