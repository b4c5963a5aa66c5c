import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Creates an owner. Each test uses its own, because rate limits are per user. */
async function newOwner(plan: 'paid' | 'unlimited' = 'unlimited'): Promise<TestPerson> {
  return newPerson(app, (await app.newAccount({ plan })).account.id);
}

async function newList(person: TestPerson): Promise<number> {
  return (await person.call('POST', '/lists', { name: 'News' })).body.id;
}

const contactsCount = async (person: TestPerson): Promise<number> =>
  (await person.call('GET', '/me')).body.contacts_count;

const numbered = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_none, index) => ({ email: `n${index}@x.example`, ...more }));

describe('row 7, POST /contacts/batch', () => {
  it('returns 200, creates new contacts and updates existing ones', async () => {
    const person = await newOwner();
    const [one, two] = [await newList(person), await newList(person)];
    const known = await person.call('POST', '/contacts', { email: 'b@x.example', last_name: 'Kept', lists: [one] });
    const { body, status } = await person.call('POST', '/contacts/batch', {
      contacts: [
        { email: 'A@x.example', first_name: 'Ann', last_name: 'Arden', lists: [one, String(two)] },
        { email: 'b@x.example', first_name: 'Bea', last_name: '', lists: [two] },
        { email: 'c@x.example', first_name: null, lists: null },
      ],
    });
    expect([status, body]).toEqual([200, { created: 2, updated: 1 }]);
    const { body: updated } = await person.call('GET', `/contacts/${known.body.id}`);
    expect(updated).toMatchObject({ first_name: 'Bea', last_name: 'Kept', lists: [{ id: one }, { id: two }] });
    expect((await person.call('GET', `/lists/${two}`)).body.contacts_count).toBe(2);
    expect(await contactsCount(person)).toBe(3);
  });

  it('merges duplicate addresses into one contact, and the last value wins', async () => {
    const person = await newOwner();
    const { body } = await person.call('POST', '/contacts/batch', {
      contacts: [
        { email: 'a@x.example', first_name: 'First', last_name: 'Last' },
        { email: 'A@X.example', first_name: 'Second' },
      ],
    });
    expect(body).toEqual({ created: 1, updated: 0 });
    const saved = await person.call('POST', '/contacts', { email: 'a@x.example' });
    expect(saved.body).toMatchObject({ first_name: 'Second', last_name: 'Last' });
  });

  it('accepts 1,000 contacts and refuses 1,001', async () => {
    const person = await newOwner();
    const list = await newList(person);
    const many = await person.call('POST', '/contacts/batch', { contacts: numbered(1_000, { lists: [list] }) });
    expect([many.status, many.body]).toEqual([200, { created: 1_000, updated: 0 }]);
    const again = await person.call('POST', '/contacts/batch', { contacts: numbered(1_000) });
    expect(again.body).toEqual({ created: 0, updated: 1_000 });
    const { body, status } = await person.call('POST', '/contacts/batch', { contacts: numbered(1_001) });
    expect([status, body.errors]).toEqual([422, { contacts: ['must have 1 to 1000 items, not 1001.'] }]);
    expect(await contactsCount(person)).toBe(1_000);
    expect((await person.call('GET', `/lists/${list}`)).body.contacts_count).toBe(1_000);
  });

  it('accepts 1,000 contacts of maximum length', async () => {
    const person = await newOwner();
    const name = '😀'.repeat(191);
    const contacts = numbered(1_000, { first_name: name, last_name: name });
    expect((await person.call('POST', '/contacts/batch', { contacts })).status).toBe(200);
  });

  it('reports each error by the index of its contact and saves nothing', async () => {
    const person = await newOwner();
    const list = await newList(person);
    const { body, status } = await person.call('POST', '/contacts/batch', {
      contacts: [
        { email: 'good@x.example', lists: [list] },
        { email: 'bad' },
        { email: 'long@x.example', first_name: 'a'.repeat(192), lists: ['x'] },
      ],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['contacts.1.email', 'contacts.2.first_name', 'contacts.2.lists']);
    expect(await contactsCount(person)).toBe(0);
  });

  it('reports each contact with an unknown list and saves nothing', async () => {
    const foreign = await newList(await newOwner());
    const person = await newOwner();
    const list = await newList(person);
    const { body, status } = await person.call('POST', '/contacts/batch', {
      contacts: [
        { email: 'a@x.example', lists: [list] },
        { email: 'b@x.example', lists: [list, foreign] },
        { email: 'c@x.example', lists: [99_999_999] },
      ],
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        'contacts.1.lists': [`contains IDs that do not exist in this account: ${foreign}.`],
        'contacts.2.lists': ['contains IDs that do not exist in this account: 99999999.'],
      },
    ]);
    expect(await contactsCount(person)).toBe(0);
  });

  it.each([
    ['an empty body', {}, 'contacts'],
    ['no contacts', { contacts: [] }, 'contacts'],
    ['an object', { contacts: { email: 'a@x.example' } }, 'contacts'],
    ['a text among contacts', { contacts: ['a@x.example'] }, 'contacts.0'],
    ['a contact without an address', { contacts: [{ first_name: 'Ann' }] }, 'contacts.0.email'],
  ])('refuses %s with 422 and the field', async (_name, given, field) => {
    const { body, status } = await (await newOwner()).call('POST', '/contacts/batch', given);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('returns 402 and saves nothing if the plan cannot hold all contacts', async () => {
    const person = await newOwner('paid');
    const { db } = app.installation;
    await db.query({ name: '', text: `update plan set contact_limit = 3 where name = 'paid'` }, []);
    try {
      await person.call('POST', '/contacts/batch', { contacts: numbered(2) });
      const { body, status } = await person.call('POST', '/contacts/batch', { contacts: numbered(4) });
      expect([status, body]).toEqual([
        402,
        { message: 'The plan’s contact limit is 3. The account has 2, and this request would add 2.' },
      ]);
      expect(await contactsCount(person)).toBe(2);
      expect((await person.call('POST', '/contacts/batch', { contacts: numbered(3) })).body).toEqual({
        created: 1,
        updated: 2,
      });
    } finally {
      await db.query({ name: '', text: `update plan set contact_limit = null where name = 'paid'` }, []);
    }
  });

  it('counts each contact once for concurrent batches with the same addresses in different order', async () => {
    const person = await newOwner();
    const list = await newList(person);
    const contacts = numbered(60, { lists: [list] });
    const answers = await Promise.all(
      [contacts, contacts.toReversed(), contacts.slice(20), contacts.slice(0, 40)].map((some) =>
        person.call('POST', '/contacts/batch', { contacts: some }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(60);
    expect(await contactsCount(person)).toBe(60);
    expect((await person.call('GET', `/lists/${list}`)).body.contacts_count).toBe(60);
  });
});
