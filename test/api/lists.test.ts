import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes, type ListUsage } from '../../src/features/audience/lists/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Creates an owner. Each test uses its own, because rate limits are per user. */
async function newOwner(): Promise<TestPerson & { readonly accountId: number }> {
  const accountId = (await app.newAccount()).account.id;
  return { ...(await newPerson(app, accountId)), accountId };
}

async function newList(person: TestPerson, name = 'News'): Promise<number> {
  const { body, status } = await person.call('POST', '/lists', { name });
  expect(status).toBe(200);
  return body.id;
}

describe('row 40, GET /lists', () => {
  it('counts members that can be emailed as subscribed', async () => {
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
  it('returns a list with its average rates and member counts', async () => {
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

describe('row 44, DELETE /lists/{id}', () => {
  it('deletes a list, and contacts leave it and cannot be added', async () => {
    const person = await newOwner();
    const id = await newList(person);
    const contact = await person.call('POST', '/contacts', { email: 'a@x.example', lists: [id] });
    await person.call('DELETE', `/lists/${id}`);
    expect((await person.call('GET', `/contacts/${contact.body.id}`)).body.lists).toEqual([]);
    expect((await person.call('POST', `/lists/${id}/contacts`, { contact_id: contact.body.id })).status).toBe(404);
    const again = await person.call('POST', '/contacts', { email: 'a@x.example', lists: [id] });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['lists']]);
  });

  it('returns 409 with the uses of the list and keeps it', async () => {
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

  /** Deletes a list. The given `usages` report which objects use the list. */
  async function remove(person: { readonly accountId: number }, id: number, usages: readonly ListUsage[]) {
    const routes = listRoutes({ db: app.installation.db, baseUrl: () => '', usages });
    const wanted = routes.find(({ method }) => method === 'DELETE');
    if (!wanted) throw new Error('There is no route that deletes lists');
    // Safe cast: the handler only reads these properties of a request.
    const request = { principal: { accountId: person.accountId }, params: { id: String(id) }, query: {} };
    return wanted.run(request as unknown as Parameters<typeof wanted.run>[0]);
  }
});
