import { beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { sendRaw } from '../support/raw-http.ts';
import { shared } from '../support/shared.ts';

// Sends the requests of clients that were written for another server. Only the base URL is changed.

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const EMPTY_JSON = { ...JSON_TYPE, 'content-length': '0' };

let ann: TestPerson;
let news: number;
let other: number;

const app = shared(startApp);
beforeEach(async () => {
  ann = await newPerson(app, (await app.newAccount()).account.id);
  news = (await ann.call('POST', '/lists', { name: 'News' })).body.id;
  other = (await ann.call('POST', '/lists', { name: 'Other' })).body.id;
});

const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  sendRaw(app, ann.token, { method, path, headers, ...(body !== '' && { body }) });
const idsOf = (records: readonly { readonly id: number }[]): number[] => records.map(({ id }) => id);

async function newContact(given: object = {}): Promise<number> {
  return (await ann.call('POST', '/contacts', { email: 'bea@x.example', ...given })).body.id;
}

describe('query parameters with an empty JSON body', () => {
  it('create a contact with lists and a plus in its address', async () => {
    const query = `email=a%2Bb@c.co&first_name=Ann%20Marie&last_name=O%27Hara&lists[]=${news}&lists[]=${other}`;
    const { body, status } = await send('POST', `/contacts?${query}`, EMPTY_JSON);
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: 'a+b@c.co', first_name: 'Ann Marie', last_name: "O'Hara" });
    expect(idsOf(body.lists)).toEqual([news, other]);
  });

  it('create a list', async () => {
    const { body, status } = await send('POST', '/lists?name=Weekly%20news', EMPTY_JSON);
    expect([status, body.name]).toEqual([200, 'Weekly news']);
  });

  it('unsubscribe by PATCH and by the alternative path', async () => {
    await newContact({ email: 'a+b@c.co' });
    const first = await send('PATCH', '/unsubscribe?email=a%2Bb@c.co', EMPTY_JSON);
    expect([first.status, first.body.unsubscribed_at]).toEqual([200, expect.any(String)]);
    const again = await send('POST', '/contacts/unsubscribe?email=a%2Bb%40c.co', EMPTY_JSON);
    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  it('update a contact and add one to a list', async () => {
    const id = await newContact();
    const changed = await send('PATCH', `/contacts/${id}?first_name=Bea&lists[0]=${other}`, EMPTY_JSON);
    expect([changed.status, changed.body.first_name, idsOf(changed.body.lists)]).toEqual([200, 'Bea', [other]]);
    const added = await send('POST', `/lists/${news}/contacts?contact_id=${id}`, EMPTY_JSON);
    expect([added.status, idsOf(added.body.lists)]).toEqual([200, [news, other]]);
  });

  it('return errors in JSON for any Accept header', async () => {
    const { body, status, type } = await send('POST', '/contacts', EMPTY_JSON);
    expect([status, type, body]).toEqual([
      422,
      expect.stringContaining('application/json'),
      { message: expect.any(String), errors: { email: ['is required.'] } },
    ]);
  });
});

describe('form', () => {
  it('creates a contact with indexed lists', async () => {
    const form = `email=bea%2Bx%40x.example&first_name=Bea+Marie&lists%5B0%5D=${news}&lists%5B1%5D=${other}`;
    const { body, status } = await send('POST', '/contacts', FORM_TYPE, form);
    expect([status, body.email, body.first_name, body.invalid_at]).toEqual([200, 'bea+x@x.example', 'Bea Marie', null]);
    expect(idsOf(body.lists)).toEqual([news, other]);
  });

  it('creates a contact with lists in empty brackets or a single list', async () => {
    const brackets = await send('POST', '/contacts', FORM_TYPE, `email=a@x.example&lists[]=${news}&lists[]=${other}`);
    expect(idsOf(brackets.body.lists)).toEqual([news, other]);
    const alone = await send('POST', '/contacts', FORM_TYPE, `email=b@x.example&lists=${news}`);
    expect(idsOf(alone.body.lists)).toEqual([news]);
  });

  it('sets field values and clears one without a value', async () => {
    const type = '0abe5601-7738-43c8-858f-81911ecf89ee';
    const field = await send('POST', '/contact-fields', FORM_TYPE, `label=Home+town&contact_field_type_id=${type}`);
    expect([field.status, field.body.name]).toEqual([201, 'home_town']);
    const given = 'contact_fields[0][name]=home_town&contact_fields[0][value]=Kiel';
    const { body } = await send('POST', '/contacts', FORM_TYPE, `email=a@x.example&${given}`);
    expect(body.contact_fields).toEqual([{ name: 'home_town', value: 'Kiel' }]);
    const cleared = await send('PUT', `/contacts/${body.id}`, FORM_TYPE, 'contact_fields[0][name]=home_town');
    expect([cleared.status, cleared.body.contact_fields]).toEqual([200, []]);
  });

  it('removes a contact from all lists with an empty list', async () => {
    const id = await newContact({ lists: [news, other] });
    const { body } = await send('PATCH', `/contacts/${id}`, FORM_TYPE, 'lists[]=');
    expect(body.lists).toEqual([]);
  });

  it('creates a batch', async () => {
    const form = `contacts[0][email]=a@x.example&contacts[0][lists][]=${news}&contacts[1][email]=b@x.example`;
    expect(await send('POST', '/contacts/batch', FORM_TYPE, form)).toMatchObject({
      status: 200,
      body: { created: 2, updated: 0 },
    });
  });

  it('creates and updates a tag', async () => {
    const { body, status } = await send('POST', '/contact-tags', FORM_TYPE, 'name=VIP&color=%23FF644D');
    expect([status, body.color]).toEqual([201, '#FF644D']);
    expect((await send('PUT', `/contact-tags/${body.id}`, FORM_TYPE, 'name=Regular')).body.name).toBe('Regular');
  });
});

describe('JSON body', () => {
  it('has priority over the query', async () => {
    const { body } = await ann.call('POST', '/contacts?email=loser@x.example&first_name=Bea', {
      email: 'winner@x.example',
    });
    expect([body.email, body.first_name]).toEqual(['winner@x.example', 'Bea']);
  });

  it('accepts IDs as numbers or texts', async () => {
    const { body } = await ann.call('POST', '/contacts', { email: 'a@x.example', lists: [String(news), other] });
    expect(idsOf(body.lists)).toEqual([news, other]);
    const added = await ann.call('POST', `/lists/${news}/contacts`, { contact_id: String(body.id) });
    expect(added.status).toBe(200);
  });
});

describe('DELETE with Content-Length: 0', () => {
  it('removes a contact from a list and a tag, and deletes contact and list', async () => {
    const id = await newContact({ lists: [news] });
    const tag = (await ann.call('POST', '/contact-tags', { name: 'VIP' })).body.id;
    await send('POST', `/contacts/${id}/tags/${tag}`, { 'content-length': '0' });
    for (const path of [
      `/lists/${news}/contacts/${id}`,
      `/contacts/${id}/tags/${tag}`,
      `/contacts/${id}`,
      `/lists/${news}`,
    ]) {
      expect([path, (await send('DELETE', path, EMPTY_JSON)).status]).toEqual([path, 200]);
    }
  });
});

describe('pagination by clients', () => {
  it('works by requesting one page too many, by last_page and by the next link', async () => {
    for (let count = 0; count < 9; count += 1) await ann.call('POST', '/lists', { name: `List ${count}` });
    const { body: first } = await send('GET', '/lists?page=1');
    expect(first).toMatchObject({ total: 11, per_page: 10, last_page: 2 });
    const beyond = await send('GET', `/lists?page=${Math.floor(first.total / first.per_page) + 2}`);
    expect([beyond.status, beyond.body.data]).toEqual([200, []]);
    const seen = new Set<number>();
    let pages = 0;
    for (let page = 1; page <= first.last_page; page += 1, pages += 1) {
      for (const id of idsOf((await send('GET', `/lists?page=${page}`)).body.data)) seen.add(id);
    }
    expect([pages, seen.size]).toEqual([2, 11]);
    expect((await send('GET', first.next_page_url.slice(app.api.baseUrl.length))).body.next_page_url).toBeNull();
    expect(first.data[0]).toHaveProperty('subscribed_contacts_count');
  });
});
