import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { switchAdapter, VENDORS } from '../../src/features/compatibility/vendors/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { mailgunClient, postForm, vendorAccount } from '../support/mailgun.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { sendgridClient, sendgridMail } from '../support/sendgrid.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Tests templates with several versions through the official clients of SendGrid and Mailgun.

const DOMAIN = 'versions.news.test';
const FROM = `shop@${DOMAIN}`;
const HTML = '<p>Hello {{name}}, {{#if vip}}thank you{{else}}welcome{{/if}}</p>';
const NATIVE = { name: 'receipt', subject: 'Order {{ number }}', html: '<p>Thank you, {{ name }}</p>' };

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;
let accountKey: string;
let sent = 0;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await vendorAccount(app, 'mailgun', {}, DOMAIN);
  for (const vendor of VENDORS) await switchAdapter(app.installation.db, tenant.accountId, vendor, true);
  accountKey = await newKey(tenant.accountId);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

async function newKey(accountId: number): Promise<string> {
  const wanted = { accountId, name: 'templates', scopes: [SCOPES.account] };
  return (await createKey(app.installation.db, wanted)).key;
}

function newAddress(): string {
  sent += 1;
  return `reader-${sent}@x.test`;
}

async function receivedBy(to: string): Promise<string> {
  await sink.until(({ messages }) => messages.some((message) => message.to.includes(to)));
  return sink.messages.findLast((message) => message.to.includes(to))?.data.toString() ?? '';
}

async function nativeTemplate(more: object = {}): Promise<number> {
  return (await app.client(accountKey).post('/email-templates', { ...NATIVE, ...more })).body.id as number;
}

/** A JSON object, whose properties the tests check. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Readonly<Record<string, any>>;

describe('SendGrid', () => {
  const call = async (method: string, path: string, body?: object, key = accountKey) => {
    const url = `/v3/templates${path}`;
    const [answer] = await sendgridClient(app.url, key).request({ method, url, ...(body && { body }) });
    // Safe cast: the responses that these tests read are JSON objects.
    return answer.body as Json;
  };
  const errorsOf = async (result: Promise<unknown>) =>
    result.then(
      () => [],
      (error: { response: { body: { errors: { field: string; message: string }[] } } }) => error.response.body.errors,
    );

  it('creates a template, adds versions, activates one, and sends it', async () => {
    const made = await call('POST', '', { name: 'Welcome', generation: 'dynamic' });
    expect(made).toMatchObject({ name: 'Welcome', generation: 'dynamic', versions: [] });
    expect(made['id']).toMatch(/^d-[0-9a-f]{32}$/);
    const path = `/${made['id']}/versions`;
    const mail = (to: string, vip: boolean) => ({
      from: FROM,
      to,
      templateId: made['id'],
      dynamicTemplateData: { name: 'Ann & Bob', vip },
    });
    const client = sendgridMail(app.url, tenant.key);
    expect(await errorsOf(client.send(mail(newAddress(), true)))).toMatchObject([
      { message: expect.stringContaining('no content yet') },
    ]);
    const first = await call('POST', path, { name: 'one', subject: 'Hi {{name}}', html_content: HTML, active: 0 });
    expect(first).toMatchObject({ active: 1, name: 'one', subject: 'Hi {{name}}', html_content: HTML });
    const second = await call('POST', path, { name: 'two', subject: 'New', html_content: '<p>Two</p>', active: 0 });
    expect(second).toMatchObject({ active: 0, template_id: made['id'], generate_plain_content: true });
    const to = newAddress();
    await client.send(mail(to, true));
    expect(await receivedBy(to)).toContain('<p>Hello Ann &amp; Bob, thank you</p>');

    await call('POST', `${path}/${second['id']}/activate`);
    const read = await call('GET', `/${made['id']}`);
    expect(read['versions']).toMatchObject([
      { id: first['id'], active: 0, subject: 'Hi {{name}}', html_content: HTML },
      { id: second['id'], active: 1, html_content: '<p>Two</p>' },
    ]);
    const next = newAddress();
    await client.send(mail(next, true));
    expect(await receivedBy(next)).toMatch(/^Subject: New\r$/m);

    await call('PATCH', `${path}/${first['id']}`, { html_content: '<p>One again</p>', test_data: '{"name":"Eve"}' });
    expect(await call('GET', `${path}/${first['id']}`)).toMatchObject({
      active: 0,
      subject: 'Hi {{name}}',
      html_content: '<p>One again</p>',
      test_data: '{"name":"Eve"}',
    });
    await call('PATCH', `${path}/${first['id']}`, { active: 1 });
    expect(await errorsOf(call('DELETE', `${path}/${first['id']}`))).toMatchObject([
      { message: expect.stringContaining('active version cannot be deleted') },
    ]);
    await call('DELETE', `${path}/${second['id']}`);
    expect((await call('GET', `/${made['id']}`))['versions']).toMatchObject([{ id: first['id'], active: 1 }]);
    await call('DELETE', `/${made['id']}`);
    expect(await errorsOf(call('GET', `/${made['id']}`))).toHaveLength(1);
    const rows = 'select count(*)::int as count from template_version where account_id = $1';
    expect(await rowsOf(app.installation.db, rows, [tenant.accountId])).toEqual([{ count: 0 }]);
  });

  it('shows a template from the dashboard as its only version, and keeps its content as a version', async () => {
    const id = await nativeTemplate();
    const { result } = await call('GET', '?generations=dynamic&page_size=1');
    const [{ id: shown, versions }] = result as [Json];
    expect(BigInt(`0x${String(shown).slice(2)}`)).toBe(BigInt(id));
    expect(versions).toMatchObject([{ id: '0', active: 1, subject: NATIVE.subject, html_content: NATIVE.html }]);
    await call('POST', `/${shown}/versions`, { name: 'new', subject: 'New', html_content: '<p>New</p>' });
    const native = await app.client(accountKey).get(`/email-templates/${id}`);
    expect(native.body).toMatchObject({ subject: 'New', html: '<p>New</p>' });
    const read = await call('GET', `/${shown}`);
    expect(read['versions']).toMatchObject([
      { name: 'initial', active: 0, html_content: NATIVE.html },
      { name: 'new', active: 1, html_content: '<p>New</p>' },
    ]);
    await fetch(`${app.url}/email-templates/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${accountKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html: '<p>Edited in the dashboard</p>' }),
    });
    expect((await call('GET', `/${shown}`))['versions'][1].html_content).toBe('<p>Edited in the dashboard</p>');
    await call('DELETE', `/${shown}`);
  });

  it('renames, duplicates, and lists templates in pages', async () => {
    const made = [];
    for (const name of ['a', 'b', 'c']) made.push(await call('POST', '', { name, generation: 'dynamic' }));
    const [a = {}] = made;
    await call('POST', `/${a['id']}/versions`, { name: 'v', subject: 'S', html_content: HTML });
    expect(await call('PATCH', `/${a['id']}`, { name: 'renamed' })).toMatchObject({ name: 'renamed' });
    const copy = await call('POST', `/${a['id']}`, { name: 'copied' });
    expect(copy).toMatchObject({ name: 'copied', versions: [{ active: 1, subject: 'S' }] });
    const names: string[] = [];
    let path = '?generations=legacy,dynamic&page_size=3';
    for (;;) {
      const { _metadata: metadata, result } = await call('GET', path);
      names.push(...result.map(({ name }: { name: string }) => name));
      if (metadata.next === undefined) break;
      path = new URL(metadata.next).search;
    }
    expect(names).toEqual(['copied', 'c', 'b', 'renamed']);
    expect(await call('GET', '?generations=legacy&page_size=3')).toMatchObject({ result: [] });
    expect((await call('GET', ''))['templates']).toHaveLength(4);
    for (const { id } of [...made, copy]) await call('DELETE', `/${id}`);
  });

  it('activates one of several versions that are activated at the same time', async () => {
    const { id } = await call('POST', '', { name: 'Race' });
    const versions = await Promise.all(
      ['1', '2', '3', '4', '5'].map(async (name) =>
        call('POST', `/${id}/versions`, { name, subject: name, html_content: `<p>${name}</p>` }),
      ),
    );
    await Promise.all(versions.map(async (version) => call('POST', `/${id}/versions/${version['id']}/activate`)));
    const read = await call('GET', `/${id}`);
    expect(read['versions'].filter(({ active }: { active: number }) => active === 1)).toHaveLength(1);
    for (const { html_content: html, name } of read['versions']) expect(html).toBe(`<p>${name}</p>`);
    await call('DELETE', `/${id}`);
  });

  it('names what is wrong', async () => {
    const { id } = await call('POST', '', { name: 'Wrong' });
    const bad = async (body: object, path = `/${id}/versions`) => (await errorsOf(call('POST', path, body)))[0];
    const good = { name: 'v', subject: 'S', html_content: '<p>x</p>' };
    expect(await bad({ name: 'x', generation: 'legacy' }, '')).toMatchObject({ field: 'generation' });
    expect(await bad({}, '')).toMatchObject({ field: 'name' });
    expect(await bad({ ...good, name: '' })).toMatchObject({ field: 'name' });
    expect(await bad({ ...good, active: 2 })).toMatchObject({ field: 'active' });
    expect(await bad({ ...good, thumbnail: 'x' })).toMatchObject({ field: 'thumbnail' });
    expect(await bad({ ...good, html_content: '{{#items}}x{{/items}}' })).toMatchObject({ field: 'html_content' });
    expect(await bad({ ...good, html_content: '{% if x %}' })).toMatchObject({ field: 'html_content' });
    expect(await bad({ ...good, plain_content: '{{> x}}' })).toMatchObject({ field: 'plain_content' });
    expect(await errorsOf(call('GET', `/${id}/versions/999`))).toHaveLength(1);
    expect(await errorsOf(call('GET', '?page_size=0'))).toMatchObject([{ field: 'page_size' }]);
    expect((await call('GET', `/${id}`))['versions']).toEqual([]);
    const other = await vendorAccount(app, 'sendgrid', {}, 'sg-other.news.test');
    const foreign = await newKey(other.accountId);
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/versions`],
    ] as const) {
      expect(await errorsOf(call(method, path, good, foreign))).not.toEqual([]);
    }
    await call('DELETE', `/${id}`);
  });
});

describe('Mailgun', () => {
  const templates = () => mailgunClient(app.url, accountKey).domains.domainTemplates;

  it('creates a template, adds versions, activates one, and sends each of them', async () => {
    const made = await templates().create(DOMAIN, {
      name: 'Greeting',
      description: 'Sent to new customers',
      template: HTML,
      tag: 'v1',
      comment: 'First',
      headers: { Subject: 'Hi {{name}}' },
    });
    expect(made).toMatchObject({ name: 'greeting', description: 'Sent to new customers' });
    expect(made.version).toMatchObject({
      tag: 'v1',
      template: HTML,
      engine: 'handlebars',
      comment: 'First',
      active: true,
      headers: { Subject: 'Hi {{name}}' },
    });
    const added = await templates().createVersion(DOMAIN, 'greeting', { tag: 'v2', template: '<p>Two</p>' });
    expect(added).toMatchObject({ template: { version: { tag: 'v2', active: false } } });
    const messages = mailgunClient(app.url, tenant.key).messages;
    const fields = { from: FROM, template: 'greeting', 't:variables': '{"name":"Ann","vip":true}' };
    const [first, second] = [newAddress(), newAddress()];
    await messages.create(DOMAIN, { ...fields, to: first });
    await messages.create(DOMAIN, { ...fields, to: second, subject: 'Mine', 't:version': 'v2' });
    expect(await receivedBy(first)).toMatch(/^Subject: Hi Ann\r$/m);
    expect(await receivedBy(first)).toContain('<p>Hello Ann, thank you</p>');
    expect(await receivedBy(second)).toContain('<p>Two</p>');
    await expect(
      messages.create(DOMAIN, { ...fields, to: first, subject: 'x', 't:version': 'v9' }),
    ).rejects.toMatchObject({ details: expect.stringContaining('must be the name of a version') });

    const changed = await templates().updateVersion(DOMAIN, 'greeting', 'v2', { active: 'yes', comment: 'Second' });
    expect(changed).toMatchObject({ templateName: 'greeting', templateVersion: { tag: 'v2' } });
    expect((await templates().get(DOMAIN, 'greeting', { active: 'yes' })).version).toMatchObject({
      tag: 'v2',
      template: '<p>Two</p>',
      comment: 'Second',
    });
    const list = await templates().listVersions(DOMAIN, 'greeting');
    expect(list.template.versions).toMatchObject([
      { tag: 'v1', active: false },
      { tag: 'v2', active: true },
    ]);
    await expect(templates().destroyVersion(DOMAIN, 'greeting', 'v2')).rejects.toMatchObject({ status: 400 });
    await templates().destroyVersion(DOMAIN, 'greeting', 'v1');
    await templates().update(DOMAIN, 'greeting', { description: 'Other' });
    expect(await templates().get(DOMAIN, 'greeting')).toMatchObject({ description: 'Other' });
    await templates().destroy(DOMAIN, 'greeting');
    await expect(templates().get(DOMAIN, 'greeting')).rejects.toMatchObject({ status: 404 });
  });

  it('lists templates in pages', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await templates().create(DOMAIN, { name, description: '' });
    const first = await templates().list(DOMAIN, { limit: 2 });
    expect(first.items.map(({ name }) => name)).toEqual(['a', 'b']);
    const found: string[] = [];
    for (let page = first; page.items.length > 0;) {
      found.push(...page.items.map(({ name }) => name));
      page = await templates().list(DOMAIN, { page: page.pages.next.page, limit: 2 });
    }
    expect(found).toEqual(names);
    const last = await templates().list(DOMAIN, { page: '?page=last', limit: 2 });
    expect(last.items.map(({ name }) => name)).toEqual(['d', 'e']);
    const back = await templates().list(DOMAIN, { page: last.pages.previous.page, limit: 2 });
    expect(back.items.map(({ name }) => name)).toEqual(['b', 'c']);
    for (const name of names) await templates().destroy(DOMAIN, name);
  });

  it('names what is wrong, and stores nothing of a rejected template', async () => {
    const post = async (fields: Record<string, string>, path = '', key = accountKey) =>
      postForm(app.url, key, Object.entries(fields), `/v3/${DOMAIN}/templates${path}`);
    const good = { name: 'wrong', template: '<p>x</p>', tag: 'v1' };
    for (const [fields, words] of [
      [{ ...good, engine: 'go' }, 'engine must be handlebars'],
      [{ ...good, createdBy: 'me' }, 'createdBy is not supported'],
      [{ ...good, template: '{{#each x}}' }, 'template contains {{#each}} without {{/each}}'],
      [{ ...good, template: '<p>{{#each x}}{{> y}}{{/each}}</p>' }, 'template contains {{> y}} on line 1, column 15'],
      [{ ...good, template: '{% if x %}' }, 'template'],
      [{ ...good, tag: 'a b' }, 'tag must consist'],
      [{ ...good, headers: '{"From":"a@b.example"}' }, 'headers contains From'],
      [{ ...good, headers: '{' }, 'headers must be a JSON object'],
      [{ ...good, unknown: 'x' }, 'unknown is not supported'],
      [{ ...good, name: '' }, 'name'],
      [{ name: 'wrong', tag: 'v1' }, 'template is required'],
    ] as const) {
      const { body, status } = await post(fields);
      expect({ status, message: body['message'] }).toEqual({ status: 400, message: expect.stringContaining(words) });
    }
    expect((await post(good)).status).toBe(200);
    expect((await post(good)).status).toBe(400);
    expect((await post({ tag: 'v1', template: '<p>y</p>' }, '/wrong/versions')).body['message']).toContain(
      'already has a version with the name v1',
    );
    expect((await post(good, '', tenant.key)).status).toBe(403);
    const other = await vendorAccount(app, 'mailgun', {}, 'mg-other.news.test');
    const foreign = mailgunClient(app.url, await newKey(other.accountId)).domains.domainTemplates;
    for (const domain of ['mg-other.news.test', DOMAIN])
      await expect(foreign.get(domain, 'wrong')).rejects.toMatchObject({ status: 404 });
    await expect(foreign.list(DOMAIN)).rejects.toMatchObject({ status: 404 });
    await templates().destroy(DOMAIN, 'wrong');
  });
});
