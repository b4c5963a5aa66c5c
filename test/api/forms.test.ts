import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { sendRaw } from '../support/raw-http.ts';
import { newFormTenant, type FormTenant } from '../support/signup-forms.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const newTenant = async (plan?: 'free' | 'paid'): Promise<FormTenant> => newFormTenant(app, plan);

/** Row 30 and row 32 have the same rules. */
const BAD: readonly (readonly [name: string, given: Record<string, unknown>, field: string])[] = [
  ['a title of nothing', { title: ' ' }, 'title'],
  ['a title of null', { title: null }, 'title'],
  ['a title of 192 characters', { title: 'a'.repeat(192) }, 'title'],
  ['a title of two lines', { title: 'a\nb' }, 'title'],
  ['a title that is a list', { title: ['a'] }, 'title'],
  ['lists of nothing', { lists: [] }, 'lists'],
  ['lists of null', { lists: null }, 'lists'],
  ['lists that are no ids', { lists: ['x'] }, 'lists'],
  ['101 lists', { lists: Array.from({ length: 101 }, (_none, at) => at + 1) }, 'lists'],
  ['a list of nobody', { lists: [2_000_000_000] }, 'lists'],
  ['an address without a scheme', { redirect_url: 'www.acme.example' }, 'redirect_url'],
  ['an address that is a script', { redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
  ['an address of data', { redirect_url: 'data:text/html,hi' }, 'redirect_url'],
  ['an address with a space', { redirect_url: 'https://acme.example/a b' }, 'redirect_url'],
  ['an address with a line', { redirect_url: 'https://acme.example/\r\nx: y' }, 'redirect_url'],
  ['an address of 2,001 characters', { redirect_url: `https://a.example/${'a'.repeat(1_983)}` }, 'redirect_url'],
  ['what is neither yes nor no', { gdpr_required: 'maybe' }, 'gdpr_required'],
  ['what is neither yes nor no of the second', { double_opt_in: 'maybe' }, 'double_opt_in'],
  ['a heading of 192 characters', { heading: 'a'.repeat(192) }, 'heading'],
  ['a description of 1,001 characters', { description: 'a'.repeat(1_001) }, 'description'],
  ['a button of 61 characters', { button: 'a'.repeat(61) }, 'button'],
  ['words of the box of 1,001 characters', { consent_text: 'a'.repeat(1_001) }, 'consent_text'],
];

describe('row 30, POST /forms', () => {
  it('makes a form, 201, with every key and its lists', async () => {
    const { accountId, ann, list } = await newTenant();
    const given = { title: ' News ', lists: [list], redirect_url: 'https://acme.example/thanks', gdpr_required: true };
    const { body, status } = await ann.call('POST', '/forms', given);
    expect(status, JSON.stringify(body)).toBe(201);
    const { code } =
      (await rowsOf<{ code: string }>(app.installation.db, 'select code from form where id = $1', [body.id]))[0] ?? {};
    expect(code).toMatch(/^[a-z0-9]{6}$/);
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'News',
      landing_page_id: null,
      redirect_url: 'https://acme.example/thanks',
      gdpr_required: true,
      double_opt_in: null,
      url: `${app.api.baseUrl}/f/${code}`,
      lists: [expect.objectContaining({ id: list, user_id: accountId, name: 'News', contacts_count: 0 })],
      heading: null,
      description: null,
      button: null,
      consent_text: null,
      fields: [],
      submissions_count: 0,
      embed: { html: expect.any(String), script: expect.any(String), link: expect.any(String) },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: body.created_at,
    });
    expect(body.embed.html).toContain(`class="sendfox-form" id="${code}" data-async="true" data-recaptcha="false"`);
    expect(body.embed.html).toMatch(new RegExp(`action="${app.api.baseUrl}/form/[a-z0-9]{6}/${code}"`));
    expect(body.embed.script).toContain(`<script async src="${body.url}.js"></script>`);
    expect(body.embed.link).toBe(`<a href="${body.url}">News</a>`);
  });

  it('begins without a box, without an address to go to, and as the account confirms', async () => {
    const form = await (await newTenant()).newForm();
    expect(form).toMatchObject({ gdpr_required: false, redirect_url: null, double_opt_in: null });
  });

  it('escapes what the account has written in the code for other pages', async () => {
    const { newForm } = await newTenant();
    const words = '"><script>alert(1)</script>';
    const form = await newForm({ heading: words, button: words, consent_text: words, gdpr_required: true });
    for (const code of Object.values<string>(form.embed)) expect(code).not.toContain('<script>alert');
  });

  it('takes what forms and queries write: ids and words as texts, nothing as none', async () => {
    const { ann, list } = await newTenant();
    const other = await plantGroup(app.installation.db, (await newTenant()).accountId, 'list', 'Theirs');
    const query = `title=Weekly%20news&lists[]=${list}&gdpr_required=1&redirect_url=`;
    const made = await sendRaw(app, ann.token, {
      method: 'POST',
      path: `/forms?${query}`,
      headers: { 'content-type': 'application/json', 'content-length': '0' },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { title: 'Weekly news', gdpr_required: true, redirect_url: null },
    });
    const body = `title=B&lists[0]=${list}&lists[1]=${list}&gdpr_required=false`;
    const encoded = { 'content-type': 'application/x-www-form-urlencoded' };
    const second = await ann.call('POST', '/forms', body, encoded);
    expect(second.body).toMatchObject({ title: 'B', gdpr_required: false });
    expect(second.body.lists.map(({ id }: { id: number }) => id)).toEqual([list]);
    const foreign = await ann.call('POST', '/forms', { title: 'C', lists: [list, other] });
    expect([foreign.status, foreign.body.errors]).toEqual([422, { lists: [expect.stringContaining(String(other))] }]);
  });

  it('requires a title and lists', async () => {
    const { body, status } = await (await newTenant()).ann.call('POST', '/forms', {});
    expect([status, Object.keys(body.errors)]).toEqual([422, ['title', 'lists']]);
  });

  it.each(BAD)('refuses %s with 422 and the field', async (_name, given, field) => {
    const { ann, list } = await newTenant();
    const { body, status } = await ann.call('POST', '/forms', { title: 'News', lists: [list], ...given });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('takes the most of each', async () => {
    const { accountId, db, newForm } = await newTenant();
    const lists = await Promise.all(
      Array.from({ length: 100 }, async (_none, at) => plantGroup(db, accountId, 'list', `L${at}`)),
    );
    const most = {
      title: '😀'.repeat(191),
      redirect_url: `https://a.example/${'a'.repeat(1_982)}`,
      heading: 'b'.repeat(191),
      description: `${'c'.repeat(500)}\n${'c'.repeat(499)}`,
      button: 'd'.repeat(60),
      consent_text: 'e'.repeat(1_000),
    };
    const form = await newForm({ ...most, lists });
    expect(form).toMatchObject(most);
    expect(form.lists).toHaveLength(100);
  });

  it('makes one on the free plan, and refuses another with 403, however many are asked for at once', async () => {
    const { ann, list } = await newTenant('free');
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => ann.call('POST', '/forms', { title: 'News', lists: [list] })),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(7);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.body.message).toBe('The plan allows 1 form, and the account already has 1.');
    const made = answers.find(({ status }) => status === 201);
    expect((await ann.call('DELETE', `/forms/${made?.body.id}`)).status).toBe(200);
    expect((await ann.call('POST', '/forms', { title: 'News', lists: [list] })).status).toBe(201);
  });

  it('refuses one beyond a thousand with 409', async () => {
    const { accountId, ann, db, list, newForm } = await newTenant();
    await newForm();
    const plant = `insert into form (account_id, code, title, gdpr_required, list_ids)
      select $1, 'planted', 'Planted', false, array[$2::bigint] from generate_series(1, 999)`;
    await rowsOf(db, plant, [accountId, list]);
    expect((await ann.call('POST', '/forms', { title: 'News', lists: [list] })).status).toBe(409);
  });

  it('gives an account one code, however many forms are made first at once', async () => {
    const { ann, list } = await newTenant();
    const made = await Promise.all(
      Array.from({ length: 6 }, async () => ann.call('POST', '/forms', { title: 'News', lists: [list] })),
    );
    const codes = made.map(({ body }) => /\/form\/([a-z0-9]{6})\/([a-z0-9]{6})"/.exec(body.embed.html));
    expect(new Set(codes.map((code) => code?.[1])).size).toBe(1);
    expect(new Set(codes.map((code) => code?.[2])).size).toBe(6);
  });
});

describe('row 29, GET /forms', () => {
  it('lists 100 a page, newest first, with their lists', async () => {
    const { ann, list, newForm } = await newTenant();
    const first = await newForm({ title: 'First' });
    const second = await newForm({ title: 'Second' });
    const { body, status } = await ann.call('GET', '/forms');
    expect(status).toBe(200);
    expect(body).toMatchObject({ current_page: 1, total: 2, per_page: 100, last_page: 1, next_page_url: null });
    const { embed: _, ...shown } = second;
    expect(body.data[0]).toEqual(shown);
    expect(body.data[1]).toMatchObject({ id: first.id, lists: [{ id: list }] });
    expect((await ann.call('GET', '/forms?page=2')).body).toMatchObject({ data: [], total: 2 });
    expect((await ann.call('GET', '/forms?per_page=1&page=2')).body.data).toMatchObject([{ id: first.id }]);
  });

  it('finds by a part of the title, whatever its case and characters', async () => {
    const { ann, newForm } = await newTenant();
    for (const title of ['Big News', 'news 100%', 'Other', 'a_b', 'axb', 'c\\d']) await newForm({ title });
    const titlesFor = async (query: string): Promise<string[]> =>
      (await ann.call('GET', `/forms?query=${encodeURIComponent(query)}`)).body.data.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titlesFor('NEWS')).toEqual(['news 100%', 'Big News']);
    expect(await titlesFor('100%')).toEqual(['news 100%']);
    expect(await titlesFor('a_b')).toEqual(['a_b']);
    expect(await titlesFor('\\')).toEqual(['c\\d']);
    expect((await ann.call('GET', `/forms?query=${'a'.repeat(192)}`)).status).toBe(422);
    expect((await ann.call('GET', '/forms?query=news&per_page=1')).body.next_page_url).toContain('query=news');
  });

  it('leaves out deleted forms, deleted lists, and what others have', async () => {
    const { ann, db, list, newForm } = await newTenant();
    const gone = await newForm();
    await newForm({ title: 'Kept' });
    await ann.call('DELETE', `/forms/${gone.id}`);
    // As somebody might who writes into the database.
    await rowsOf(db, 'update contact_list set deleted_at = now() where id = $1', [list]);
    expect((await ann.call('GET', '/forms')).body).toMatchObject({ total: 1, data: [{ title: 'Kept', lists: [] }] });
    expect((await (await newTenant()).ann.call('GET', '/forms')).body).toMatchObject({ total: 0, data: [] });
  });
});

describe('rows 31 to 33, /forms/{id}', () => {
  it('reads one as it was made', async () => {
    const { ann, newForm } = await newTenant();
    const form = await newForm();
    expect(await ann.call('GET', `/forms/${form.id}`)).toMatchObject({ status: 200, body: form });
  });

  it('changes what is given, and replaces all lists, by PATCH and by PUT', async () => {
    const { accountId, ann, db, list, newForm } = await newTenant();
    const other = await plantGroup(db, accountId, 'list', 'Other');
    const form = await newForm({ gdpr_required: true, redirect_url: 'https://acme.example/' });
    const listsOf = (body: { lists: { id: number }[] }): number[] => body.lists.map(({ id }) => id);
    const changed = await ann.call('PATCH', `/forms/${form.id}`, { lists: [other] });
    expect(changed).toMatchObject({ status: 200, body: { title: 'Newsletter', gdpr_required: true, url: form.url } });
    expect(listsOf(changed.body)).toEqual([other]);
    const put = await ann.call('PUT', `/forms/${form.id}`, {
      title: 'Post',
      lists: [list, other],
      gdpr_required: false,
      redirect_url: null,
      double_opt_in: true,
    });
    expect(put).toMatchObject({
      status: 200,
      body: { title: 'Post', gdpr_required: false, redirect_url: null, double_opt_in: true },
    });
    expect(listsOf(put.body)).toEqual([list, other]);
    const back = await ann.call('PATCH', `/forms/${form.id}`, { double_opt_in: null });
    expect(back.body).toMatchObject({ title: 'Post', double_opt_in: null });
    expect((await ann.call('PATCH', `/forms/${form.id}`, {})).body).toMatchObject({ title: 'Post' });
  });

  it.each(BAD)('refuses to change it to %s with 422 and the field', async (_name, given, field) => {
    const { ann, newForm } = await newTenant();
    const form = await newForm();
    const { body, status } = await ann.call('PATCH', `/forms/${form.id}`, given);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect((await ann.call('GET', `/forms/${form.id}`)).body).toEqual(form);
  });

  it('deletes one, which is 404 from then on', async () => {
    const { ann, newForm } = await newTenant();
    const form = await newForm();
    expect(await ann.call('DELETE', `/forms/${form.id}`)).toMatchObject({
      status: 200,
      body: { message: 'The form was deleted.' },
    });
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
      expect((await ann.call(method, `/forms/${form.id}`, body)).status).toBe(404);
    }
  });

  it('is 403 for the form of another account, and 404 for none', async () => {
    const theirs = await (await newTenant()).newForm();
    const { ann } = await newTenant();
    for (const [method, body] of [
      ['GET'],
      ['PATCH', { lists: [] }],
      ['PATCH', { title: 'Mine' }],
      ['DELETE'],
    ] as const) {
      const first = await ann.call(method, `/forms/${theirs.id}`, body);
      // What is wrong by itself is told of nobody's form.
      expect(first.status).toBe(body && 'lists' in body ? 422 : 403);
      if (first.status === 403) expect((await ann.call(method, '/forms/2000000000', body)).status).toBe(404);
    }
    for (const id of ['0', 'x', '1e3', '007', '99999999999999999999']) {
      expect((await ann.call('GET', `/forms/${id}`)).status).toBe(404);
    }
  });
});

describe('lists of forms', () => {
  it('cannot be deleted, 409 with the forms, until the form has others or is deleted', async () => {
    const { accountId, ann, db, list, newForm } = await newTenant();
    const other = await plantGroup(db, accountId, 'list', 'Other');
    const form = await newForm({ title: 'Sign up' });
    const refused = await ann.call('DELETE', `/lists/${list}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.any(String), usages: [{ type: 'form', id: form.id, title: 'Sign up' }] },
    });
    await ann.call('PATCH', `/forms/${form.id}`, { lists: [other] });
    expect((await ann.call('DELETE', `/lists/${list}`)).status).toBe(200);
    await ann.call('DELETE', `/forms/${form.id}`);
    expect((await ann.call('DELETE', `/lists/${other}`)).status).toBe(200);
    expect((await ann.call('POST', '/forms', { title: 'Late', lists: [other] })).status).toBe(422);
  });

  it('are never deleted at the moment at which a form is made with them', async () => {
    const { accountId, ann, db } = await newTenant();
    const lists = await Promise.all(
      Array.from({ length: 10 }, async (_none, at) => plantGroup(db, accountId, 'list', `L${at}`)),
    );
    await Promise.all(
      lists.flatMap((list) => [
        ann.call('DELETE', `/lists/${list}`),
        ann.call('POST', '/forms', { title: 'Race', lists: [list] }),
      ]),
    );
    const text = `select f.id from form f join contact_list l on l.account_id = f.account_id and l.id = any(f.list_ids)
      where f.account_id = $1 and l.deleted_at is not null`;
    expect(await rowsOf(db, text, [accountId])).toEqual([]);
  });
});

it('only whoever may change the account makes forms', async () => {
  const { accountId, list, newForm } = await newTenant();
  await newForm();
  const reader = await newPerson(app, accountId, 'read_only');
  expect((await reader.call('GET', '/forms')).status).toBe(200);
  expect((await reader.call('POST', '/forms', { title: 'No', lists: [list] })).status).toBe(403);
});

it('assistants list forms and make one', async () => {
  const { ann, list } = await newTenant();
  const call = async (name: string, given: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    return (await ann.call('POST', '/mcp', body, headers)).body.result;
  };
  const made = await call('create-form', { title: 'By an assistant', lists: [list] });
  expect(made.structuredContent).toMatchObject({ title: 'By an assistant', lists: [{ id: list }] });
  const found = await call('list-forms', { query: 'assistant' });
  expect(found.structuredContent).toMatchObject({ total: 1, data: [{ id: made.structuredContent.id }] });
  expect((await call('create-form', { title: 'X', lists: [] })).isError).toBe(true);
});
