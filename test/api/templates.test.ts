import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { signedIn } from './oauth-browser.ts';
import { paragraph } from '../support/designs.ts';
import { docBlock } from '../support/doc-blocks.ts';
import { rowsOf } from '../support/planted-contacts.ts';

const PATH = '/email-templates';
const RECEIPT = {
  name: 'Receipt',
  subject: 'Your order {{ order.number }}',
  html: '<p>Hello {{ first_name | default: "there" }}, your order {{ order.number }} is on its way.</p>',
};
const DESIGN = { type: 'doc', content: [paragraph('Hello {{ first_name }}')] };

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let ann: TestPerson;
let accountId: number;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await app.newAccount();
  accountId = tenant.account.id;
  ann = await newPerson(app, accountId);
});

async function newTemplate(changes: Record<string, unknown> = {}): Promise<Answer['body']> {
  const { body, status } = await ann.call('POST', PATH, { ...RECEIPT, ...changes });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

describe('templates', () => {
  it('are created with the variables in all parts', async () => {
    const body = await newTemplate({ preview_text: 'P', inline_css: true });
    expect(body).toEqual({
      id: expect.any(Number),
      ...RECEIPT,
      alias: null,
      preview_text: 'P',
      design: null,
      text: null,
      inline_css: true,
      variables: [
        { name: 'first_name', required: false },
        { name: 'order.number', required: true },
      ],
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await ann.call('GET', `${PATH}/${body.id}`)).body).toEqual(body);
  });

  it('show the HTML of a design', async () => {
    const body = await newTemplate({ html: null, design: DESIGN });
    expect(body).toMatchObject({ design: DESIGN, html: expect.stringContaining('Hello {{ first_name }}') });
  });

  it('are listed without content, newest first, and found by name', async () => {
    const first = await newTemplate();
    const second = await newTemplate({ name: 'Welcome' });
    const { body } = await ann.call('GET', PATH);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
    expect(Object.keys(body.data[0])).not.toContain('html');
    expect(Object.keys(body.data[0])).not.toContain('design');
    expect((await ann.call('GET', `${PATH}?query=welc`)).body.data).toHaveLength(1);
  });

  it('change only the given fields, and design and HTML replace each other', async () => {
    const { id } = await newTemplate();
    expect((await ann.call('PATCH', `${PATH}/${id}`, { name: 'Thanks' })).body).toMatchObject({
      ...RECEIPT,
      name: 'Thanks',
    });
    const { body } = await ann.call('PATCH', `${PATH}/${id}`, { design: DESIGN });
    expect(body).toMatchObject({
      design: DESIGN,
      variables: [
        { name: 'first_name', required: true },
        { name: 'order.number', required: true },
      ],
    });
    expect((await ann.call('PATCH', `${PATH}/${id}`, { html: '<p>x</p>' })).body).toMatchObject({ design: null });
  });

  it('are copied and deleted', async () => {
    const { id } = await newTemplate();
    const { body: copy, status } = await ann.call('POST', `${PATH}/${id}/duplicate`);
    expect(status).toBe(201);
    expect(copy).toMatchObject({ ...RECEIPT, name: 'Copy of Receipt' });
    expect((await ann.call('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect((await ann.call('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await ann.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
    expect((await ann.call('GET', PATH)).body.total).toBe(1);
  });

  it.each<readonly [string, Record<string, unknown>, string, RegExp]>([
    ['an empty name', { name: ' ' }, 'name', /required/],
    ['a name of 192 characters', { name: 'x'.repeat(192) }, 'name', /191/],
    ['a subject with a line break', { subject: 'a\nb' }, 'subject', /line break/],
    ['no content', { html: null }, 'html', /required unless/],
    ['an unclosed merge tag', { html: '<p>{{ name</p>' }, 'html', /line 1, column 4/],
    ['an invalid merge tag in the subject', { subject: '{{ a | b }}' }, 'subject', /b is not a known filter/],
    ['a script in the HTML', { html: '<p>x</p><script>alert(1)</script>' }, 'html', /column 9: <script> is a script/],
    ['an event handler', { html: '<p onclick="a()">x</p>' }, 'html', /onclick is a script/],
    [
      'a script in a block',
      { design: { type: 'doc', content: [{ type: 'html', attrs: { html: '<script>x</script>' } }] } },
      'design',
      /content\.0\.attrs\.html: <script> is a script/,
    ],
    [
      'an unknown block',
      { design: { type: 'doc', content: [{ type: 'carousel' }] } },
      'design',
      /content\.0\.type: carousel is not a known block/,
    ],
    [
      'an invalid merge tag in a block',
      { design: { type: 'doc', content: [paragraph('x'), paragraph('{{ name')] } },
      'design',
      /content\.1/,
    ],
    ['a design that is too large', { design: { type: 'doc', x: 'x'.repeat(500_001) } }, 'design', /500000/],
    ['HTML that is too long', { html: 'x'.repeat(1_000_001) }, 'html', /1000000/],
  ])('are rejected with %s, and nothing is stored', async (_what, changes, field, message) => {
    const { body, status } = await ann.call('POST', PATH, { ...RECEIPT, ...changes });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field][0]).toMatch(message);
    expect((await ann.call('GET', PATH)).body.total).toBe(0);
  });

  it('are limited to 500', async () => {
    await rowsOf(
      app.installation.db,
      `insert into template (account_id, name, html) select $1, 'x', 'x' from generate_series(1, 499)`,
      [accountId],
    );
    await newTemplate();
    expect((await ann.call('POST', PATH, RECEIPT)).status).toBe(409);
  });

  it('of other accounts are not found', async () => {
    const { id } = await newTemplate();
    const other = await newPerson(app, (await app.newAccount()).account.id);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      expect((await other.call(method, `${PATH}/${id}`, method === 'GET' ? undefined : {})).status).toBe(403);
    }
    const stranger = await app.newAccount();
    expect((await stranger.post(`/transactional/email-templates/${id}/send`, ENVELOPE)).status).toBe(404);
  });
});

const ENVELOPE = { from: 'onboarding@sandbox.localhost', to: ['delivered@sandbox.localhost'] };

describe('POST /transactional/email-templates/{id}/send', () => {
  const send = async (id: number, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    tenant.post(`/transactional/email-templates/${id}/send`, { ...ENVELOPE, ...more }, headers);

  it('sends the template with its variables filled in and escaped in HTML', async () => {
    const { id } = await newTemplate();
    const { body, status } = await send(id, {
      variables: { first_name: 'A & <b>B</b>', 'order.number': 42 },
      tag: 'receipt',
    });
    expect([status, body.status], JSON.stringify(body)).toEqual([202, 'queued']);
    expect((await tenant.get(`/transactional/emails/${body.id}`)).body).toMatchObject({
      subject: 'Your order 42',
      tag: 'receipt',
      html: '<p>Hello A &amp; &lt;b&gt;B&lt;/b&gt;, your order 42 is on its way.</p>',
      text: expect.stringContaining('Hello A & <b>B</b>, your order 42'),
    });
  });

  it('sends a design', async () => {
    const { id } = await newTemplate({ design: DESIGN });
    const { body } = await send(id, { variables: { first_name: '<i>', 'order.number': '1' } });
    expect((await tenant.get(`/transactional/emails/${body.id}`)).body.html).toContain('Hello &lt;i&gt;');
  });

  it('sends a template with a list, and limits its size and its depth', async () => {
    const html = docBlock('docs/email-templates.md', /^<ul>/).trim();
    const { id, variables } = await newTemplate({ subject: 'Items', html });
    expect(variables).toEqual([{ name: 'items', required: false }]);
    const items = [{ name: 'Tea & <b>', price: 3 }, { name: 'Milk' }];
    const { body, status } = await send(id, { variables: { items } });
    expect(status, JSON.stringify(body)).toBe(202);
    const read = await tenant.get(`/transactional/emails/${body.id}`);
    expect(read.body.html).toBe('<ul><li>1. Tea &amp; &lt;b&gt;: 3</li><li>2. Milk: </li></ul>');
    const none = await send(id);
    expect((await tenant.get(`/transactional/emails/${none.body.id}`)).body.html).toBe('<ul><li>No items</li></ul>');
    const deep = JSON.parse('['.repeat(11) + ']'.repeat(11)) as unknown;
    for (const [value, words] of [
      [deep, 'nested at most 10 levels'],
      [Array.from({ length: 10_001 }, () => 1), 'at most 10000 values'],
      [Array.from({ length: 9_999 }, () => ({})), 'too large'],
    ] as const) {
      const refused = await send(id, { variables: { items: value } });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.body.errors)).toContain(words);
    }
    const { id: printing } = await newTemplate({ subject: 'Items', html: '<p>{{ items }}</p>' });
    const refused = await send(printing, { variables: { items } });
    expect(refused.body.errors).toEqual({
      'variables.items': [expect.stringContaining('must be a string, a number, or a boolean')],
    });
  });

  it('names missing and unknown variables', async () => {
    const { id } = await newTemplate();
    const { body, status } = await send(id, { variables: { fist_name: 'Ann' } });
    expect([status, body.errors]).toEqual([
      422,
      {
        'variables.order.number': ['is required by the template.'],
        'variables.fist_name': ['is not a variable of the template. Known variables: first_name, order.number.'],
      },
    ]);
  });

  it.each<readonly [string, Record<string, unknown>, string]>([
    ['a subject', { subject: 'x' }, 'subject'],
    ['HTML', { html: 'x' }, 'html'],
    ['text', { text: 'x' }, 'text'],
    ['an unknown field', { colour: 'x' }, 'colour'],
    ['variables that are a list', { variables: ['x'] }, 'variables'],
    ['a variable that is an object', { variables: { a: {} } }, 'variables.a'],
    ['no recipient', { to: [] }, 'to'],
  ])('rejects %s', async (_what, more, field) => {
    const { id } = await newTemplate({ subject: 'x', html: 'x' });
    const { body, status } = await send(id, more);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('rejects a template without a subject, and a subject with a line break does not add a header', async () => {
    const { id } = await newTemplate({ subject: '', html: 'x' });
    expect((await send(id)).body.errors).toEqual({ subject: ['must not be empty.'] });
    const { id: other } = await newTemplate({ subject: '{{ a }}', html: 'x' });
    const { body } = await send(other, { variables: { a: 'Hi\r\nBcc: x@y.example' } });
    expect((await tenant.get(`/transactional/emails/${body.id}`)).body.subject).toBe('Hi Bcc: x@y.example');
  });

  it('returns 404 for an unknown or deleted template', async () => {
    const { id } = await newTemplate();
    await ann.call('DELETE', `${PATH}/${id}`);
    expect((await send(id)).status).toBe(404);
    expect((await send(2_000_000_000)).status).toBe(404);
  });

  it('returns the first response for a repeated idempotency key', async () => {
    const { id } = await newTemplate();
    const given = { variables: { 'order.number': '7' } };
    const key = { 'Idempotency-Key': 'order-7' };
    const first = await send(id, given, key);
    const second = await send(id, given, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await send(id, { variables: { 'order.number': '8' } }, key)).status).toBe(409);
  });

  it('leaves template fields of the other sending route rejected', async () => {
    const { id } = await newTemplate();
    const { body } = await tenant.post('/transactional/emails', {
      ...ENVELOPE,
      subject: 'x',
      text: 'x',
      template_id: id,
      variables: { a: 1 },
    });
    expect(Object.keys(body.errors)).toEqual(['template_id', 'variables']);
  });
});

it('shows a template in a frame, with the names of its required variables', async () => {
  const { id } = await newTemplate();
  const { cookie } = await signedIn(app, { accountId, role: 'member' });
  const frame = await fetch(`${app.url}/dashboard/templates/${id}/preview?mode=dark`, { headers: { cookie } });
  expect(frame.status).toBe(200);
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox;/);
  expect(await frame.text()).toContain('Hello there, your order number is on its way.');
  const part = async (name: string): Promise<Response> =>
    fetch(`${app.url}/dashboard/templates/${id}/preview?part=${name}`, { headers: { cookie } });
  expect(await (await part('text')).text()).toMatch(/<pre [^>]*>Hello there, your order number is on its way\./);
  expect((await part('amp')).status).toBe(422);
});

it('offers starter designs that are accepted as templates and shown in frames', async () => {
  const { cookie } = await signedIn(app, { accountId, role: 'read_only' });
  const { body } = await ann.call('GET', '/starting-designs');
  expect(body.data.map(({ key }: { key: string }) => key)).toEqual([
    'blank',
    'newsletter',
    'announcement',
    'product-update',
    'event',
    'welcome',
    'letter',
  ]);
  for (const { design, key, name, preview_text, subject } of body.data.slice(1)) {
    await newTemplate({ name, subject, preview_text, design });
    const frame = await fetch(`${app.url}/dashboard/starting-designs/${key}/preview`, { headers: { cookie } });
    expect([frame.status, await frame.text()]).toEqual([200, expect.stringContaining('Your company')]);
  }
  const unknown = await fetch(`${app.url}/dashboard/starting-designs/none/preview`, { headers: { cookie } });
  expect(unknown.status).toBe(404);
});
