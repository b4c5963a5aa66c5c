import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { CONTENT } from '../support/campaigns.ts';
import { searchContacts } from '../../src/features/administration/search/index.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

let app: TestApp;
let ann: TestPerson;
let list: number;

beforeAll(async () => {
  app = await startApp();
  const [own, other] = [await app.newAccount(), await app.newAccount()];
  ann = await newPerson(app, own.account.id);
  list = await plant(ann);
  await plant(await newPerson(app, other.account.id));
});
afterAll(() => app.close());

/** Adds objects of each kind. Returns the ID of the list. */
async function plant(person: TestPerson): Promise<number> {
  const { id } = (await person.call('POST', '/lists', { name: 'Tea letter' })).body;
  await person.call('POST', '/contact-tags', { name: 'Tea lovers', color: '#FF644D' });
  await person.call('POST', '/contact-segments', { name: 'Tea drinkers', filter: { status: 'active' } });
  await person.call('POST', '/forms', { title: 'Tea form', lists: [id] });
  await person.call('POST', '/automations', { title: 'Tea series', trigger_type: 'apply_list', trigger_list_id: id });
  await person.call('POST', '/email-templates', { name: 'Tea template', subject: 'Hi', html: '<p>Hi</p>' });
  for (const title of ['Old tea', 'Tea', 'Tea time', '100% tea', 'A\\tea']) {
    await person.call('POST', '/campaigns', { ...CONTENT, title, lists: [id] });
  }
  await person.call('POST', '/contacts', { email: 'tea@drinker.example', first_name: 'Bea' });
  return id;
}

async function search(query: string): Promise<readonly (readonly [kind: string, name: string])[]> {
  const { body } = await ann.session.call('GET', `/dashboard/search?query=${encodeURIComponent(query)}`);
  return body.data.map(({ kind, name }: { kind: string; name: string }) => [kind, name]);
}

describe('GET /dashboard/search', () => {
  it('finds objects of every kind, of this account only', async () => {
    const found = await search('TEA');
    expect(found).toContainEqual(['list', 'Tea letter']);
    expect(found.filter(([kind]) => kind !== 'campaign')).toEqual([
      ['list', 'Tea letter'],
      ['segment', 'Tea drinkers'],
      ['contact_tag', 'Tea lovers'],
      ['form', 'Tea form'],
      ['automation', 'Tea series'],
      ['template', 'Tea template'],
      ['contact', 'tea@drinker.example'],
    ]);
    const { body } = await ann.session.call('GET', '/dashboard/search?query=tea%20letter');
    expect(body.data).toEqual([{ kind: 'list', id: list, name: 'Tea letter' }]);
  });

  it('lists exact names first, then names that start with the text, then the newest', async () => {
    const campaigns = (await search('tea')).filter(([kind]) => kind === 'campaign').map(([, name]) => name);
    expect(campaigns).toEqual(['Tea', 'Tea time', 'A\\tea', '100% tea', 'Old tea']);
  });

  it.each([
    ['100%', ['100% tea']],
    ['%', ['100% tea']],
    ['A\\t', ['A\\tea']],
    ['_', []],
  ])('takes %s literally', async (text, names) => {
    expect((await search(text)).map(([, name]) => name)).toEqual(names);
  });

  it('finds contacts by the start of the address, even with one character, and by name', async () => {
    expect(await search('te')).toContainEqual(['contact', 'tea@drinker.example']);
    expect(await search('t')).toContainEqual(['contact', 'tea@drinker.example']);
    expect(await search('bea')).toEqual([['contact', 'tea@drinker.example']]);
  });

  it('finds the newest contacts first, and older contacts by a rare part of the address', async () => {
    const { account } = await app.newAccount();
    const bob = await newPerson(app, account.id);
    const { db } = app.installation;
    const { id } = (await bob.call('POST', '/contacts', { email: 'jo@rare-name.example', last_name: 'Oldest' })).body;
    await plantContacts(db, account.id, { count: 2_100 });
    const found = async (text: string) => (await searchContacts(db, account.id, text)).map(({ name }) => name);
    expect(await found('rare')).toEqual(['jo@rare-name.example']);
    expect(await found('oldest')).toEqual(['jo@rare-name.example']);
    expect(await found('READER21')).toHaveLength(5);
    expect(await found('.exam')).toEqual(
      [2_100, 2_099, 2_098, 2_097, 2_096].map((number) => `reader${number}@planted.example`),
    );
    // The index is not used for words that too many contacts have.
    await rowsOf(db, 'update audience set contacts = 1000000 where account_id = $1', [account.id]);
    expect(await found('example-')).toEqual([]);
    await rowsOf(db, 'update contact set last_name = $3 where account_id = $1 and id = $2', [
      account.id,
      id,
      'example-',
    ]);
    expect(await found('example-')).toEqual([]);
    expect(await found('jo@rare')).toEqual(['jo@rare-name.example']);
  });

  it('refuses an empty or endless search', async () => {
    for (const query of ['', '%20', 'x'.repeat(201)]) {
      expect((await ann.session.call('GET', `/dashboard/search?query=${query}`)).status).toBe(422);
    }
  });
});
