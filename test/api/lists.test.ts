import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes, type ListUsage } from '../../src/features/audience/lists/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Each test has a minute's requests of its own. */
async function newOwner(): Promise<TestPerson & { readonly accountId: number }> {
  const accountId = (await app.newAccount()).account.id;
  return { ...(await newPerson(app, accountId)), accountId };
}

async function newList(person: TestPerson, name = 'News'): Promise<number> {
  const { body, status } = await person.call('POST', '/lists', { name });
  expect(status).toBe(200);
  return body.id;
}

describe('row 41, POST /lists', () => {
  it('adds a list, 200, with every key', async () => {
    const person = await newOwner();
    const { body, status } = await person.call('POST', '/lists', { name: ' News ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      user_id: person.accountId,
      name: 'News',
      average_email_open_percent: 0,
      average_email_click_percent: 0,
      contacts_count: 0,
      subscribed_contacts_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: body.created_at,
    });
    expect((await person.call('POST', '/lists', { name: 'News' })).status).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['null', { name: null }],
    ['an empty text', { name: ' ' }],
    ['a list', { name: ['News'] }],
    ['192 characters', { name: 'a'.repeat(192) }],
  ])('refuses %s with 422 and the field', async (_name, given) => {
    const { body, status } = await (await newOwner()).call('POST', '/lists', given);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
  });

  it('takes 191 characters', async () => {
    const { body } = await (await newOwner()).call('POST', '/lists', { name: '😀'.repeat(191) });
    expect(Array.from(body.name)).toHaveLength(191);
  });
});

describe('row 40, GET /lists', () => {
  it('lists 10 a page, newest first', async () => {
    const person = await newOwner();
    const added: number[] = [];
    for (let count = 1; count <= 11; count += 1) added.push(await newList(person, `List ${count}`));
    const { body, status } = await person.call('GET', '/lists');
    expect(status).toBe(200);
    expect(body).toMatchObject({ current_page: 1, total: 11, per_page: 10, last_page: 2, from: 1, to: 10 });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(added.toReversed().slice(0, 10));
    expect((await person.call('GET', '/lists?page=2')).body.data).toHaveLength(1);
    expect((await person.call('GET', '/lists?page=3')).body).toMatchObject({ data: [], next_page_url: null });
  });

  it('finds by a part of the name, whatever its case, and links to pages of what it found', async () => {
    const person = await newOwner();
    for (const name of ['Big News', 'news 100%', 'Other', 'a_b', 'axb', 'c\\d']) await newList(person, name);
    const namesFor = async (query: string): Promise<string[]> =>
      (await person.call('GET', `/lists?query=${encodeURIComponent(query)}`)).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await namesFor('NEWS')).toEqual(['news 100%', 'Big News']);
    expect(await namesFor('%')).toEqual(['news 100%']);
    expect(await namesFor('a_b')).toEqual(['a_b']);
    expect(await namesFor('\\')).toEqual(['c\\d']);
    expect(await namesFor(' ')).toHaveLength(6);
    const { body } = await person.call('GET', '/lists?query=news&per_page=1');
    expect(body).toMatchObject({ total: 2, next_page_url: `${app.api.baseUrl}/lists?query=news&per_page=1&page=2` });
    expect((await person.call('GET', `/lists?query=${'a'.repeat(192)}`)).body.errors).toHaveProperty('query');
  });

  it('counts as subscribed the members that can be mailed', async () => {
    const person = await newOwner();
    const [some, all, none] = [await newList(person), await newList(person), await newList(person)];
    for (const name of ['a', 'b', 'c']) {
      const lists = name === 'c' ? [some] : [some, all];
      await person.call('POST', '/contacts', { email: `${name}@x.example`, lists });
    }
    await person.call('PATCH', '/unsubscribe', { email: 'a@x.example' });
    await app.installation.db.query(
      {
        name: '',
        text: `update contact_stat s set flags = 4 from contact c
          where s.account_id = $1 and c.account_id = $1 and c.id = s.contact_id and c.email = 'c@x.example'`,
      },
      [person.accountId],
    );
    const { body } = await person.call('GET', '/lists');
    const counts = new Map(
      body.data.map((list: { id: number; contacts_count: number; subscribed_contacts_count: number }) => [
        list.id,
        [list.contacts_count, list.subscribed_contacts_count],
      ]),
    );
    expect([counts.get(some), counts.get(all), counts.get(none)]).toEqual([
      [3, 1],
      [2, 1],
      [0, 0],
    ]);
  });
});

describe('row 42, GET /lists/{id}', () => {
  it('reads a list with its average rates and members', async () => {
    const person = await newOwner();
    const id = await newList(person);
    await app.installation.db.query(
      {
        name: '',
        text: 'update contact_list set average_open_percent = 41.25, average_click_percent = 3.5 where id = $1',
      },
      [id],
    );
    await person.call('POST', '/contacts', { email: 'a@x.example', lists: [id] });
    const { body, status } = await person.call('GET', `/lists/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      average_email_open_percent: 41.25,
      average_email_click_percent: 3.5,
      subscribed_contacts_count: 1,
    });
  });
});

describe('row 43, PATCH /lists/{id}', () => {
  it('gives a list another name, by PUT too', async () => {
    const person = await newOwner();
    const id = await newList(person);
    const patched = await person.call('PATCH', `/lists/${id}`, { name: 'Weekly' });
    expect([patched.status, patched.body.name]).toEqual([200, 'Weekly']);
    expect((await person.call('PUT', `/lists/${id}`, { name: 'Daily' })).body.name).toBe('Daily');
    for (const name of [undefined, '', 'a'.repeat(192)]) {
      const refused = await person.call('PATCH', `/lists/${id}`, { name });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['name']]);
    }
    expect((await person.call('PATCH', `/lists/${id}`, { name: 'b'.repeat(191) })).status).toBe(200);
  });
});

describe('row 44, DELETE /lists/{id}', () => {
  it('deletes a list softly: it is gone from every operation and from contacts, who stay', async () => {
    const person = await newOwner();
    const id = await newList(person);
    const contact = await person.call('POST', '/contacts', { email: 'a@x.example', lists: [id] });
    const { body, status } = await person.call('DELETE', `/lists/${id}`);
    expect([status, body]).toEqual([200, { message: 'The list was deleted.' }]);
    expect((await person.call('GET', `/contacts/${contact.body.id}`)).body.lists).toEqual([]);
    expect((await person.call('GET', `/lists/${id}`)).status).toBe(404);
    expect((await person.call('PATCH', `/lists/${id}`, { name: 'x' })).status).toBe(404);
    expect((await person.call('DELETE', `/lists/${id}`)).status).toBe(404);
    expect((await person.call('POST', `/lists/${id}/contacts`, { contact_id: contact.body.id })).status).toBe(404);
    expect((await person.call('GET', '/lists')).body.total).toBe(0);
    const again = await person.call('POST', '/contacts', { email: 'a@x.example', lists: [id] });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['lists']]);
  });

  it('is 409 and names what uses the list, which stays', async () => {
    const person = await newOwner();
    const [used, free] = [await newList(person), await newList(person)];
    const form: ListUsage = async (_tx, accountId, listId) =>
      Promise.resolve(
        accountId === person.accountId && listId === used ? [{ type: 'form', id: 5, title: 'Sign up' }] : [],
      );
    const page: ListUsage = async (_tx, _accountId, listId) =>
      Promise.resolve(listId === used ? [{ type: 'landing_page', id: 8, title: 'Home' }] : []);
    const refused = await remove(person, used, [form, page]);
    expect(refused).toEqual({
      status: 409,
      body: {
        message: 'The list is in use. The `usages` field shows where the list is used.',
        usages: [
          { type: 'form', id: 5, title: 'Sign up' },
          { type: 'landing_page', id: 8, title: 'Home' },
        ],
      },
    });
    expect((await person.call('GET', `/lists/${used}`)).status).toBe(200);
    expect((await remove(person, free, [form, page])).status).toBe(200);
    expect((await person.call('GET', `/lists/${free}`)).status).toBe(404);
  });

  /** The operation where features use lists. */
  async function remove(person: { readonly accountId: number }, id: number, usages: readonly ListUsage[]) {
    const routes = listRoutes({ db: app.installation.db, baseUrl: () => '', usages });
    const wanted = routes.find(({ method }) => method === 'DELETE');
    if (!wanted) throw new Error('There is no route that deletes lists');
    // The handler reads nothing else of a request.
    const request = { principal: { accountId: person.accountId }, params: { id: String(id) }, query: {} };
    return wanted.run(request as unknown as Parameters<typeof wanted.run>[0]);
  }
});

describe('ids of lists', () => {
  it('of another account are 403, of nobody 404, on every operation', async () => {
    const id = await newList(await newOwner());
    const stranger = await newOwner();
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const foreign = await stranger.call(method, `/lists/${id}`, body);
      expect([method, foreign.status, foreign.body]).toEqual([
        method,
        403,
        { message: 'This resource belongs to another account.' },
      ]);
      for (const unknown of ['99999999', '99999999999999999999', '0', '-1', 'abc']) {
        expect([unknown, (await stranger.call(method, `/lists/${unknown}`, body)).status]).toEqual([unknown, 404]);
      }
    }
  });
});
