import { beforeAll, describe, expect, it } from 'vitest';
import { createContactPages } from '../../src/features/audience/contact-listing/pages.ts';
import { startApp, type Answer } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);

interface Owner extends TestPerson {
  readonly accountId: number;
}

/** Creates an owner of a new account. Each test uses its own, because rate limits are per user. */
async function newOwner(): Promise<Owner> {
  const accountId = (await app.newAccount()).account.id;
  return { ...(await newPerson(app, accountId)), accountId };
}

async function run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

async function batch(person: Owner, contacts: readonly Record<string, unknown>[]): Promise<void> {
  expect((await person.call('POST', '/contacts/batch', { contacts })).status).toBe(200);
}

async function newList(person: Owner): Promise<number> {
  return (await person.call('POST', '/lists', { name: 'News' })).body.id;
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_none, index) => ({ email: `c${from + index}@list.example` }));
const namesOf = ({ body }: Answer): string[] => body.data.map(({ email }: { email: string }) => email.split('@')[0]);

describe('row 1, GET /contacts', () => {
  it('lists contacts newest first with every key of contacts and pages', async () => {
    const person = await newOwner();
    await batch(person, numbered(1, 3));
    const answer = await person.call('GET', '/contacts');
    expect(answer.status).toBe(200);
    expect(namesOf(answer)).toEqual(['c3', 'c2', 'c1']);
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'current_page',
      'data',
      'first_page_url',
      'from',
      'last_page',
      'last_page_url',
      'links',
      'next_page_url',
      'path',
      'per_page',
      'prev_page_url',
      'to',
      'total',
    ]);
    expect(answer.body).toMatchObject({ current_page: 1, total: 3, per_page: 100, from: 1, to: 3, last_page: 1 });
    const one = await person.call('GET', `/contacts/${answer.body.data[0].id}`);
    expect(answer.body.data[0]).toEqual(one.body);
  });

  it('orders contacts with the same time by ID and omits deleted ones', async () => {
    const person = await newOwner();
    await batch(person, numbered(1, 4));
    const { body } = await person.call('GET', '/contacts');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
      body.data.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => b - a),
    );
    await person.call('DELETE', `/contacts/${body.data[1].id}`);
    const after = await person.call('GET', '/contacts');
    expect([namesOf(after), after.body.total]).toEqual([['c4', 'c2', 'c1'], 3]);
  });

  it('follows next_page_url despite concurrent additions and returns an empty page past the end', async () => {
    const person = await newOwner();
    await batch(person, numbered(1, 9));
    const seen: string[] = [];
    let next: string | null = `${app.api.baseUrl}/contacts?per_page=2&filter[status]=new`;
    while (next !== null) {
      const answer: Answer = await person.call('GET', next.slice(app.api.baseUrl.length));
      seen.push(...namesOf(answer));
      // A client that follows the links does not see any contact twice.
      if (seen.length === 2) await batch(person, numbered(10, 11));
      next = answer.body.next_page_url;
    }
    expect(seen).toEqual(['c9', 'c8', 'c7', 'c6', 'c5', 'c4', 'c3', 'c2', 'c1']);
    const past = await person.call('GET', '/contacts?per_page=2&page=7');
    expect(past.body).toMatchObject({ data: [], current_page: 7, last_page: 6, total: 11, from: null, to: null });
    expect((await person.call('GET', '/contacts?page=9999999999&per_page=1000')).status).toBe(200);
  });

  it('returns any page directly from either end', async () => {
    const person = await newOwner();
    await batch(person, numbered(1, 25));
    for (const page of [5, 2, 9, 8, 3, 7, 1, 6, 4]) {
      for (const filter of ['', '&filter[never_sent]=1', '&query=list.example', '&filter[created_after]=2020-01-01']) {
        const answer = await person.call('GET', `/contacts?per_page=3&page=${page}${filter}`);
        const first = 25 - (page - 1) * 3;
        expect(namesOf(answer)).toEqual([first, first - 1, first - 2].filter((no) => no > 0).map((no) => `c${no}`));
        expect(answer.body).toMatchObject({ total: 25, from: (page - 1) * 3 + 1 });
      }
    }
  });

  it('returns 1 to 1,000 contacts per page as requested', async () => {
    const person = await newOwner();
    await batch(person, numbered(1, 1_000));
    await batch(person, numbered(1_001, 1_001));
    expect((await person.call('GET', '/contacts?per_page=1000')).body).toMatchObject({ to: 1_000, total: 1_001 });
    expect((await person.call('GET', '/contacts?per_page=1')).body.data).toHaveLength(1);
    for (const query of ['per_page=1001', 'per_page=0', 'per_page=x', 'page=0', 'page[]=1', 'count_only=maybe']) {
      const { body, status } = await person.call('GET', `/contacts?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split(/[=[]/)[0]]]);
    }
  });

  it('keeps the query and the filter in its links', async () => {
    const person = await newOwner();
    const list = await newList(person);
    await batch(
      person,
      numbered(1, 3).map(({ email }) => ({ email, lists: [list] })),
    );
    const asked = `query=list&unsubscribed=0&filter[status]=new&filter[in_list_ids][]=${list}&filter[created_after]=2020-01-01`;
    const { body } = await person.call('GET', `/contacts?${asked}&per_page=1`);
    const next = new URL(body.next_page_url);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      query: 'list',
      unsubscribed: 'false',
      'filter[status]': 'new',
      'filter[created_after]': '2020-01-01T00:00:00.000Z',
      'filter[in_list_ids][0]': String(list),
      per_page: '1',
      page: '2',
    });
    const second = await person.call('GET', `${next.pathname}${next.search}`);
    expect([namesOf(second), second.body.total]).toEqual([['c2'], 3]);
  });

  it('finds a contact by its address in any notation', async () => {
    const person = await newOwner();
    await batch(person, [{ email: 'ann+news@BÜCHER.example' }, { email: 'ann@list.example' }]);
    for (const email of ['ann%2Bnews@xn--bcher-kva.example', 'ANN%2BNEWS@b%C3%BCcher.example']) {
      expect(namesOf(await person.call('GET', `/contacts?email=${email}`))).toEqual(['ann+news']);
    }
    expect((await person.call('GET', '/contacts?email=none@list.example')).body).toMatchObject({ data: [], total: 0 });
    const wrong = await person.call('GET', '/contacts?email=ann');
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['email']]);
  });

  it('searches for parts of addresses and names, matching all words literally', async () => {
    const person = await newOwner();
    await batch(person, [
      { email: 'anna.smith@list.example', first_name: 'Anna', last_name: 'Smith' },
      { email: 'bo_b@list.example', first_name: 'Bo', last_name: 'Öberg' },
      { email: 'boxb@other.example', first_name: '王', last_name: '100%' },
    ]);
    const search = async (query: string) =>
      namesOf(await person.call('GET', `/contacts?query=${encodeURIComponent(query)}`));
    expect(await search('SMITH')).toEqual(['anna.smith']);
    expect(await search('smith anna list')).toEqual(['anna.smith']);
    expect(await search('o_b')).toEqual(['bo_b']);
    expect(await search('00%')).toEqual(['boxb']);
    expect(await search('%%%')).toEqual([]);
    expect(await search('öBERG')).toEqual(['bo_b']);
    expect(await search('ÖBE')).toEqual(['bo_b']);
    // A search for two characters matches the start of an address or of a name.
    expect(await search('bo')).toEqual(['boxb', 'bo_b']);
    expect(await search('王')).toEqual(['boxb']);
    expect(await search('xb')).toEqual([]);
  });

  it('filters by unsubscribed', async () => {
    const person = await newOwner();
    await batch(person, numbered(1, 3));
    await person.call('PATCH', '/unsubscribe', { email: 'c2@list.example' });
    expect(namesOf(await person.call('GET', '/contacts?unsubscribed=true'))).toEqual(['c2']);
    expect(namesOf(await person.call('GET', '/contacts?unsubscribed=0'))).toEqual(['c3', 'c1']);
  });

  it('returns only a count and a description of the filter with count_only', async () => {
    const person = await newOwner();
    await batch(person, numbered(1, 3));
    for (const yes of ['true', '1']) {
      const { body, status } = await person.call('GET', `/contacts?count_only=${yes}&page=2`);
      expect([status, body]).toEqual([200, { count: 3, filter: 'all contacts' }]);
    }
    expect((await person.call('GET', '/contacts?count_only=0')).body.data).toHaveLength(3);
  });

  it('shows current data on the first page regardless of cached counts', async () => {
    const person = await newOwner();
    const page = async () => (await person.call('GET', '/contacts?filter[status]=new')).body.total;
    expect(await page()).toBe(0);
    await batch(person, numbered(1, 2));
    expect(await page()).toBe(2);
    await person.call('PATCH', '/unsubscribe', { email: 'c2@list.example' });
    expect(await page()).toBe(1);
  });
});

describe('row 10, GET /contacts/unsubscribed', () => {
  it('lists unsubscribed contacts with search and pages', async () => {
    const person = await newOwner();
    await batch(person, numbered(1, 4));
    for (const no of [1, 2, 4]) await person.call('PATCH', '/unsubscribe', { email: `c${no}@list.example` });
    const answer = await person.call('GET', '/contacts/unsubscribed?per_page=2&query=list');
    expect([namesOf(answer), answer.body.total]).toEqual([['c4', 'c2'], 3]);
    expect(answer.body.path).toBe(`${app.api.baseUrl}/contacts/unsubscribed`);
    expect(new URL(answer.body.next_page_url).search).toBe('?query=list&per_page=2&page=2');
    expect(namesOf(await person.call('GET', '/contacts/unsubscribed?query=c2@'))).toEqual(['c2']);
    expect((await person.call('GET', '/contacts/unsubscribed?page=0')).status).toBe(422);
  });
});

describe('row 45, GET /lists/{list_id}/contacts', () => {
  it('lists the members of a list with search and pages', async () => {
    const person = await newOwner();
    const list = await newList(person);
    await batch(
      person,
      numbered(1, 5).map(({ email }, index) => ({ email, lists: index === 2 ? [] : [list] })),
    );
    const answer = await person.call('GET', `/lists/${list}/contacts?per_page=3`);
    expect([namesOf(answer), answer.body.total]).toEqual([['c5', 'c4', 'c2'], 4]);
    expect(answer.body.path).toBe(`${app.api.baseUrl}/lists/${list}/contacts`);
    expect(namesOf(await person.call('GET', `/lists/${list}/contacts?per_page=3&page=2`))).toEqual(['c1']);
    expect(namesOf(await person.call('GET', `/lists/${list}/contacts?query=c4`))).toEqual(['c4']);
  });

  it('returns 403 for a list of another account and 404 for an unknown one', async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const list = await newList(other);
    expect((await person.call('GET', `/lists/${list}/contacts`)).status).toBe(403);
    expect((await person.call('GET', '/lists/999999999/contacts')).status).toBe(404);
    expect((await person.call('GET', '/lists/x/contacts')).status).toBe(404);
    await other.call('DELETE', `/lists/${list}`);
    expect((await other.call('GET', `/lists/${list}/contacts`)).status).toBe(404);
  });
});

describe('contacts of another account', () => {
  it('are in no listing, count, search or list of this account', async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const list = await newList(person);
    await batch(other, numbered(1, 3));
    await other.call('PATCH', '/unsubscribe', { email: 'c1@list.example' });
    // Inserts the row directly, because no route can put a contact into another account's list.
    await run(
      `insert into list_member (account_id, list_id, contact_id)
       select account_id, $2, id from contact where account_id = $1`,
      [other.accountId, list],
    );
    for (const path of [
      '/contacts',
      '/contacts?query=list.example',
      '/contacts?email=c1@list.example',
      '/contacts?filter[status]=new',
      `/contacts?filter[in_list_ids]=${list}&filter[never_sent]=1`,
      '/contacts/unsubscribed',
      `/lists/${list}/contacts`,
    ]) {
      expect((await person.call('GET', path)).body, path).toMatchObject({ data: [], total: 0 });
    }
    expect((await person.call('GET', '/contacts?count_only=1&query=c')).body.count).toBe(0);
  });
});

describe('pages of a large audience', () => {
  const CONTACTS = 60_000;
  let accountId: number;
  let nowMs = Date.parse('2026-11-22T12:00:00Z');
  const listing = () => createContactPages({ db: app.installation.db, clock: { now: () => nowMs } });

  /**
   * The filter matches few contacts, all of them old, so a scan that starts with the newest contact reads all of them.
   */
  const OLD = { all: [{ last_sent_before: new Date('2020-01-01') }] };
  const OLD_CONTACTS = 8_000;

  beforeAll(async () => {
    accountId = (await app.newAccount()).account.id;
    await run(
      `insert into contact_stat (account_id, contact_id, created_at, last_sent_at)
       select $1, n, timestamptz '2026-01-01' + interval '1 second' * (n / 3),
         case when n <= $3 then timestamptz '2019-01-01' else timestamptz '2026-01-02' end
       from generate_series(1, $2::integer) n`,
      [accountId, CONTACTS, OLD_CONTACTS],
    );
    await run('insert into audience (account_id, contacts) values ($1, $2)', [accountId, CONTACTS]);
    await app.installation.db.script('analyze contact_stat');
  });

  const idsOf = (first: number, count: number) => Array.from({ length: count }, (_none, index) => first - index);

  it('are the same whether read in order or directly', async () => {
    const pages = listing();
    const sent = { all: [{ last_sent_after: new Date('2018-01-01') }] };
    for (const filter of [{ all: [] }, sent]) {
      for (const page of [1, 2, 3, 300, 301, 302, 4, 599, 600]) {
        const { ids, total } = await pages.find(accountId, filter, { page, perPage: 100 });
        expect(total).toBe(CONTACTS);
        expect(ids).toEqual(idsOf(CONTACTS - (page - 1) * 100, 100));
      }
    }
  });

  it('are found if only few of the oldest contacts match the filter', async () => {
    const pages = listing();
    for (const page of [1, 2, 79, 80, 81, 40]) {
      const { ids, total } = await pages.find(accountId, OLD, { page, perPage: 100 });
      expect(total).toBe(OLD_CONTACTS);
      expect(ids).toEqual(page > 80 ? [] : idsOf(OLD_CONTACTS - (page - 1) * 100, 100));
    }
  });

  it('use the count and the contacts found for the first page for 20 seconds', async () => {
    const pages = listing();
    const few = {
      all: [{ last_sent_before: new Date('2020-01-01'), created_before: new Date('2026-01-01T00:01:00Z') }],
    };
    const find = async (page: number) => pages.find(accountId, few, { page, perPage: 50 });
    expect((await find(1)).total).toBe(179);
    await run(`update contact_stat set last_sent_at = '2026-01-02' where account_id = $1 and contact_id = 100`, [
      accountId,
    ]);
    try {
      expect((await find(2)).total).toBe(179);
      nowMs += 20_001;
      expect((await find(2)).total).toBe(178);
      expect((await find(1)).total).toBe(178);
    } finally {
      await run(`update contact_stat set last_sent_at = '2019-01-01' where account_id = $1 and contact_id = 100`, [
        accountId,
      ]);
    }
  });
});
