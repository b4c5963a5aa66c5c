import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { newFormTenant, type FormTenant } from '../support/signup-forms.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const newTenant = async (plan?: 'free' | 'paid'): Promise<FormTenant> => newFormTenant(app, plan);

describe('row 30, POST /forms', () => {
  it('returns the codes to embed the form', async () => {
    const body = await (await newTenant()).newForm({ title: 'News' });
    const { code } =
      (await rowsOf<{ code: string }>(app.installation.db, 'select code from form where id = $1', [body.id]))[0] ?? {};
    expect(code).toMatch(/^[a-z0-9]{6}$/);
    expect(body.url).toBe(`${app.api.baseUrl}/f/${code}`);
    expect(body.embed.html).toContain(`class="sendfox-form" id="${code}" data-async="true" data-recaptcha="false"`);
    expect(body.embed.html).toMatch(new RegExp(`action="${app.api.baseUrl}/form/[a-z0-9]{6}/${code}"`));
    expect(body.embed.script).toContain(`<script async src="${body.url}.js"></script>`);
    expect(body.embed.link).toBe(`<a href="${body.url}">News</a>`);
  });

  it("escapes the account's texts in the embed code", async () => {
    const { newForm } = await newTenant();
    const words = '"><script>alert(1)</script>';
    const form = await newForm({ heading: words, button: words, consent_text: words, gdpr_required: true });
    for (const code of Object.values<string>(form.embed)) expect(code).not.toContain('<script>alert');
  });

  it('creates one on the free plan and refuses others with 403, also concurrently', async () => {
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

  it('gives an account one code for concurrent first forms', async () => {
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
  it('omits deleted lists', async () => {
    const { ann, db, list, newForm } = await newTenant();
    await newForm({ title: 'Kept' });
    // Sets the column directly, because the API does not delete a list that a form uses.
    await rowsOf(db, 'update contact_list set deleted_at = now() where id = $1', [list]);
    expect((await ann.call('GET', '/forms')).body).toMatchObject({ total: 1, data: [{ title: 'Kept', lists: [] }] });
  });
});

describe('lists of forms', () => {
  it('cannot be deleted until the form is, and return 409 with the forms', async () => {
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

  it('are never deleted while a form is created with them', async () => {
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

it('assistants can list forms and create one', async () => {
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
