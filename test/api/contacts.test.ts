import { describe, expect, it } from 'vitest';
import { erasedPeopleOf } from '../../src/app/contact-privacy.ts';
import { contactRoutes } from '../../src/features/audience/contacts/index.ts';
import { startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const TEXT = '0abe5601-7738-43c8-858f-81911ecf89ee';
const NUMBER = 'e43c6471-b3ff-4541-80c5-964c62decd15';
const DATE = 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const app = shared(startApp);

type Owner = TestPerson & { readonly accountId: number };

/** Creates an owner. Each test uses its own, because rate limits are per user. */
async function newOwner(plan: 'free' | 'paid' | 'unlimited' = 'unlimited'): Promise<Owner> {
  const accountId = (await app.newAccount({ plan })).account.id;
  return { ...(await newPerson(app, accountId)), accountId };
}

async function rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

async function newList(person: TestPerson, name = 'News'): Promise<number> {
  return (await person.call('POST', '/lists', { name })).body.id;
}

async function newField(person: TestPerson, label: string, type = TEXT): Promise<number> {
  return (await person.call('POST', '/contact-fields', { label, contact_field_type_id: type })).body.id;
}

async function newContact(person: TestPerson, given: object = {}) {
  const { body, status } = await person.call('POST', '/contacts', { email: 'bea@x.example', ...given });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
}

describe('row 2, POST /contacts', () => {
  it('returns 200 with the contact and every key that clients read', async () => {
    const person = await newOwner();
    const [list, other] = [await newList(person, 'News'), await newList(person, 'Other')];
    await newField(person, 'Birthday', DATE);
    await newField(person, 'Unused');
    const { body, status } = await person.call('POST', '/contacts', {
      email: ' Bea.Berg@BÜCHER.example ',
      first_name: ' Bea ',
      last_name: 'Berg',
      ip_address: '2001:DB8:0:0::1',
      lists: [list, String(other), list],
      contact_fields: [{ name: 'Birthday', value: '1990-04-01T00:00:00Z' }],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      email: 'bea.berg@xn--bcher-kva.example',
      first_name: 'Bea',
      last_name: 'Berg',
      ip_address: '2001:db8::1',
      unsubscribed_at: null,
      bounced_at: null,
      invalid_at: null,
      confirmed_at: expect.stringMatching(TIME),
      form_id: null,
      is_tracked: true,
      language: null,
      timezone: null,
      lists: [
        { id: list, name: 'News' },
        { id: other, name: 'Other' },
      ],
      contact_fields: [{ name: 'birthday', value: '1990-04-01' }],
      created_at: expect.stringMatching(TIME),
      updated_at: body.created_at,
    });
  });

  it('requires only an address', async () => {
    const contact = await newContact(await newOwner(), { first_name: null, lists: null, contact_fields: null });
    expect(contact).toMatchObject({
      first_name: '',
      last_name: '',
      ip_address: null,
      form_id: null,
      lists: [],
      contact_fields: [],
    });
  });

  it('updates the contact with the same address and adds it to the given lists', async () => {
    const person = await newOwner();
    const [one, two] = [await newList(person), await newList(person)];
    await newField(person, 'City');
    await newField(person, 'Age', NUMBER);
    const city = { name: 'city', value: 'Kiel' };
    const first = await newContact(person, {
      first_name: 'Bea',
      last_name: 'Berg',
      lists: [one],
      contact_fields: [city],
    });
    const again = await newContact(person, {
      email: 'BEA@x.example',
      first_name: '',
      last_name: 'Boll',
      lists: [two],
      contact_fields: [{ name: 'age', value: 7 }],
    });
    expect(again).toMatchObject({
      id: first.id,
      first_name: 'Bea',
      last_name: 'Boll',
      created_at: first.created_at,
      contact_fields: [city, { name: 'age', value: '7' }],
    });
    expect(again.lists.map(({ id }: { id: number }) => id)).toEqual([one, two]);
    expect((await person.call('GET', '/me')).body.contacts_count).toBe(1);
  });

  it('restores a deleted contact with its ID and its unsubscribed status', async () => {
    const person = await newOwner();
    const list = await newList(person);
    const first = await newContact(person, { first_name: 'Bea', lists: [list] });
    const { body: unsubscribed } = await person.call('PATCH', '/unsubscribe', { email: first.email });
    await person.call('DELETE', `/contacts/${first.id}`);
    const back = await newContact(person, { last_name: 'Berg' });
    expect(back).toMatchObject({
      id: first.id,
      first_name: '',
      last_name: 'Berg',
      lists: [],
      created_at: first.created_at,
      unsubscribed_at: unsubscribed.unsubscribed_at,
    });
  });

  it.each([
    ['no address', { email: undefined }, 'email'],
    ['an empty address', { email: ' ' }, 'email'],
    ['an address without @', { email: 'bea' }, 'email'],
    ['two addresses', { email: 'a@x.example, b@x.example' }, 'email'],
    ['an address as an array', { email: ['a@x.example'] }, 'email'],
    ['a first name of 192 characters', { first_name: 'a'.repeat(192) }, 'first_name'],
    ['a last name of 192 characters', { last_name: 'a'.repeat(192) }, 'last_name'],
    ['a name with a line break', { last_name: 'a\r\nBcc: x' }, 'last_name'],
    ['a name that is a number', { last_name: 5 }, 'last_name'],
    ['an invalid IP address', { ip_address: '192.0.2.256' }, 'ip_address'],
    ['an invalid list ID', { lists: ['x'] }, 'lists'],
    ['a fractional list ID', { lists: [1.5] }, 'lists.0'],
    ['an object for lists', { lists: { a: 1 } }, 'lists'],
    ['101 lists', { lists: Array.from({ length: 101 }, (_none, index) => index + 1) }, 'lists'],
    ['an unknown list', { lists: [99_999_999] }, 'lists'],
    ['an invalid field', { contact_fields: [{ name: 'nope', value: 'x' }] }, 'contact_fields.0.name'],
    ['a field without a name', { contact_fields: [{ value: 'x' }] }, 'contact_fields.0.name'],
    ['a value that is an object', { contact_fields: [{ name: 'x', value: {} }] }, 'contact_fields.0.value'],
    ['fields that are not an array', { contact_fields: 'x' }, 'contact_fields'],
    [
      '201 fields',
      { contact_fields: Array.from({ length: 201 }, () => ({ name: 'x', value: 'x' })) },
      'contact_fields',
    ],
  ])('refuses %s with 422 and the field', async (_name, given, field) => {
    const person = await newOwner();
    const { body, status } = await person.call('POST', '/contacts', { email: 'bea@x.example', ...given });
    expect([status, Object.keys(body)]).toEqual([422, ['message', 'errors']]);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect((await person.call('GET', '/me')).body.contacts_count).toBe(0);
  });

  it('accepts names of 191 characters and an address of 254 bytes', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(53)}.example`;
    expect(email).toHaveLength(254);
    const person = await newOwner();
    const contact = await newContact(person, { email, first_name: 'ä'.repeat(191), last_name: '😀'.repeat(191) });
    expect(contact.email).toBe(email);
    expect((await person.call('POST', '/contacts', { email: `a${email}` })).status).toBe(422);
  });

  it.each([
    ['number', NUMBER, 'twelve', 'must be a number like 42 or -1.5.'],
    ['date', DATE, '31.01.2026', 'must be a date like 2026-01-31.'],
    ['text', TEXT, 'a'.repeat(2_001), 'must have at most 2000 characters.'],
  ])('refuses an invalid value for a %s field', async (_name, type, value, sentence) => {
    const person = await newOwner();
    await newField(person, 'Own', type);
    const given = { email: 'bea@x.example', contact_fields: [{ name: 'own', value }] };
    const { body, status } = await person.call('POST', '/contacts', given);
    expect([status, body.errors]).toEqual([422, { 'contact_fields.0.value': [sentence] }]);
  });

  it('refuses a list of another account like an unknown one', async () => {
    const foreign = await newList(await newOwner());
    const person = await newOwner();
    const sentenceFor = async (list: number) => {
      const { body, status } = await person.call('POST', '/contacts', { email: 'bea@x.example', lists: [list] });
      expect(status).toBe(422);
      return body.errors.lists.join().replace(String(list), 'N');
    };
    expect(await sentenceFor(foreign)).toBe(await sentenceFor(99_999_999));
    expect((await person.call('GET', '/me')).body.contacts_count).toBe(0);
  });

  it("returns 402 over the plan's limit, but updates existing contacts", async () => {
    const person = await newOwner('paid');
    await rows(`update plan set contact_limit = 1 where name = 'paid'`, []);
    try {
      await newContact(person);
      const { body, status } = await person.call('POST', '/contacts', { email: 'c@x.example' });
      expect([status, body]).toEqual([
        402,
        { message: 'The plan’s contact limit is 1. The account has 1, and this request would add 1.' },
      ]);
      await newContact(person, { first_name: 'Bea' });
      const { body: me } = await person.call('GET', '/me');
      expect([me.contacts_count, me.contact_limit]).toEqual([1, 1]);
    } finally {
      await rows(`update plan set contact_limit = null where name = 'paid'`, []);
    }
  });

  it('creates one contact for concurrent requests with the same address', async () => {
    const person = await newOwner();
    const list = await newList(person);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, index) =>
        person.call('POST', '/contacts', {
          email: index % 2 === 0 ? 'race@x.example' : 'RACE@x.example',
          lists: [list],
        }),
      ),
    );
    expect(new Set(answers.map(({ body, status }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await person.call('GET', '/me')).body.contacts_count).toBe(1);
    expect((await person.call('GET', `/lists/${list}`)).body.contacts_count).toBe(1);
  });
});

describe('row 3, GET /contacts/{id}', () => {
  it('returns a contact', async () => {
    const person = await newOwner();
    const contact = await newContact(person, { lists: [await newList(person)] });
    const { body, status } = await person.call('GET', `/contacts/${contact.id}`);
    expect([status, body]).toEqual([200, contact]);
  });
});

describe('row 4, PATCH /contacts/{id}', () => {
  it('changes only the given fields', async () => {
    const person = await newOwner();
    const list = await newList(person);
    await newField(person, 'City');
    await newField(person, 'Age', NUMBER);
    const contact = await newContact(person, {
      first_name: 'Bea',
      last_name: 'Berg',
      lists: [list],
      contact_fields: [{ name: 'city', value: 'Kiel' }],
    });
    const { body, status } = await person.call('PATCH', `/contacts/${contact.id}`, {
      first_name: 'Beatrice',
      contact_fields: [{ name: 'age', value: '33' }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: contact.id,
      first_name: 'Beatrice',
      last_name: 'Berg',
      lists: [{ id: list }],
      contact_fields: [
        { name: 'city', value: 'Kiel' },
        { name: 'age', value: '33' },
      ],
    });
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(contact.updated_at));
  });

  it('replaces all memberships with the given lists, also with none', async () => {
    const person = await newOwner();
    const [one, two, three] = [await newList(person), await newList(person), await newList(person)];
    const { id } = await newContact(person, { lists: [one, two] });
    const listsAfter = async (method: string, lists: unknown) =>
      (await person.call(method, `/contacts/${id}`, { lists })).body.lists.map((list: { id: number }) => list.id);
    expect(await listsAfter('PATCH', [two, String(three)])).toEqual([two, three]);
    expect(await listsAfter('PUT', [one])).toEqual([one]);
    expect(await listsAfter('PATCH', [])).toEqual([]);
    const { body } = await person.call('GET', '/lists');
    expect(body.data.map((list: { contacts_count: number }) => list.contacts_count)).toEqual([0, 0, 0]);
  });

  it('clears field values and names with null and with an empty text', async () => {
    const person = await newOwner();
    await newField(person, 'City');
    await newField(person, 'Age', NUMBER);
    const fields = [
      { name: 'city', value: 'Kiel' },
      { name: 'age', value: 7 },
    ];
    const { id } = await newContact(person, { first_name: 'Bea', last_name: 'Berg', contact_fields: fields });
    const { body } = await person.call('PATCH', `/contacts/${id}`, {
      first_name: null,
      last_name: '',
      contact_fields: [
        { name: 'city', value: null },
        { name: 'age', value: '' },
      ],
    });
    expect(body).toMatchObject({ first_name: '', last_name: '', contact_fields: [] });
  });

  it('refuses to change the address but accepts the current one', async () => {
    const person = await newOwner();
    const { id } = await newContact(person);
    const { body, status } = await person.call('PATCH', `/contacts/${id}`, {
      email: 'other@x.example',
      first_name: 'X',
    });
    expect([status, body.errors]).toEqual([
      422,
      { email: ['cannot be changed. Add another contact with the new address instead.'] },
    ]);
    expect((await person.call('PATCH', `/contacts/${id}`, { email: 'BEA@x.example' })).body.first_name).toBe('');
  });

  it.each([
    ['an unknown list', { lists: [99_999_999] }, 'lists'],
    ['an unknown field', { contact_fields: [{ name: 'nope', value: null }] }, 'contact_fields.0.name'],
    ['a name of 192 characters', { first_name: 'a'.repeat(192) }, 'first_name'],
  ])('refuses %s with 422 and changes nothing', async (_name, given, field) => {
    const person = await newOwner();
    const contact = await newContact(person);
    const refused = await person.call('PATCH', `/contacts/${contact.id}`, { last_name: 'Boll', ...given });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    expect((await person.call('GET', `/contacts/${contact.id}`)).body).toEqual(contact);
  });
});

describe('row 5, DELETE /contacts/{id}', () => {
  it('soft-deletes a contact: no operation finds it, but the row remains', async () => {
    const person = await newOwner();
    const list = await newList(person);
    const { id } = await newContact(person, { lists: [list] });
    const { body, status } = await person.call('DELETE', `/contacts/${id}`);
    expect([status, body]).toEqual([200, { message: 'The contact was deleted.' }]);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/activity'],
      ['GET', '/tags'],
    ] as const) {
      const given = method === 'PATCH' ? {} : undefined;
      expect([method, path, (await person.call(method, `/contacts/${id}${path}`, given)).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
    expect((await person.call('GET', `/lists/${list}`)).body.contacts_count).toBe(0);
    expect((await person.call('GET', '/me')).body.contacts_count).toBe(0);
    expect(await rows('select deleted_at from contact where id = $1', [id])).toEqual([
      { deleted_at: expect.any(Date) },
    ]);
  });
});

describe('row 6, GET /contacts/{id}/activity', () => {
  it('returns engagement times and a page of messages with every key', async () => {
    const person = await newOwner();
    const { id } = await newContact(person);
    await rows(
      `update contact_stat set last_sent_at = '2026-01-01', last_opened_at = '2026-01-02', last_clicked_at = '2026-01-03'
       where account_id = $1 and contact_id = $2`,
      [person.accountId, id],
    );
    const { body: unsubscribed } = await person.call('PATCH', '/unsubscribe', { email: 'bea@x.example' });
    const { body, status } = await person.call('GET', `/contacts/${id}/activity`);
    expect(status).toBe(200);
    const url = `${app.api.baseUrl}/contacts/${id}/activity`;
    expect(body).toEqual({
      contact: {
        last_sent_at: '2026-01-01T00:00:00.000Z',
        last_opened_at: '2026-01-02T00:00:00.000Z',
        last_clicked_at: '2026-01-03T00:00:00.000Z',
        unsubscribed_at: unsubscribed.unsubscribed_at,
        bounced_at: null,
        imported_at: null,
        imported_from: null,
      },
      deliverables: expect.objectContaining({
        data: [],
        current_page: 1,
        total: 0,
        per_page: 100,
        from: null,
        to: null,
        last_page: 1,
        path: url,
        first_page_url: `${url}?page=1`,
        last_page_url: `${url}?page=1`,
        next_page_url: null,
        prev_page_url: null,
        links: expect.any(Array),
      }),
    });
    expect((await person.call('GET', `/contacts/${id}/activity?page=0`)).status).toBe(422);
  });

  it('returns a page of campaign messages', async () => {
    const person = await newOwner();
    const { id } = await newContact(person);
    const mail = {
      campaign_title: 'November',
      campaign_id: 9,
      sent_at: '2026-11-22T10:00:00.000Z',
      opened_at: null,
      clicked_at: null,
      bounced_at: null,
      unsubscribed_at: null,
      spam_at: null,
    };
    const routes = contactRoutes({
      db: app.installation.db,
      baseUrl: () => 'http://x.example',
      erasedPeople: erasedPeopleOf(app.installation),
      optInOf: async () => Promise.resolve({ isDouble: false, request: async () => {} }),
      findDeliverables: async (accountId, contactId, { page, perPage }) =>
        Promise.resolve(
          [accountId, contactId, page, perPage].join() === [person.accountId, id, 2, 1].join()
            ? { total: 2, deliverables: [mail] }
            : { total: 0, deliverables: [] },
        ),
    });
    const wanted = routes.find(({ path }) => path === '/contacts/:id/activity');
    // Safe cast: the handler reads only these properties of a request.
    const asked = {
      principal: { accountId: person.accountId },
      params: { id: String(id) },
      query: { page: '2', per_page: '1' },
    };
    const { body } = (await wanted?.run(asked as unknown as Parameters<typeof wanted.run>[0])) ?? {};
    expect(body).toMatchObject({
      deliverables: { data: [mail], total: 2, current_page: 2, from: 2, next_page_url: null },
    });
  });
});

describe.each([
  ['row 11, PATCH', 'PATCH', '/unsubscribe'],
  ['alternative path of some clients, POST', 'POST', '/contacts/unsubscribe'],
])('%s, %s %s', (_name, method, path) => {
  it('unsubscribes a contact, which stays in its lists but gets no messages', async () => {
    const person = await newOwner();
    const list = await newList(person);
    const { id } = await newContact(person, { lists: [list] });
    const { body, status } = await person.call(method, path, { email: ' BEA@x.example ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, unsubscribed_at: expect.stringMatching(TIME), lists: [{ id: list }] });
    expect(await rows('select flags from contact_stat where contact_id = $1', [id])).toEqual([{ flags: 2 }]);
    expect((await person.call('GET', `/lists/${list}`)).body.subscribed_contacts_count).toBe(0);
  });

  it('keeps the first time if repeated', async () => {
    const person = await newOwner();
    await newContact(person);
    const first = await person.call(method, path, { email: 'bea@x.example' });
    const again = await person.call(method, path, { email: 'bea@x.example' });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('keeps other reasons why a contact gets no messages', async () => {
    const person = await newOwner();
    const { id } = await newContact(person);
    await rows('update contact_stat set flags = 4 where contact_id = $1', [id]);
    await person.call(method, path, { email: 'bea@x.example' });
    expect(await rows('select flags from contact_stat where contact_id = $1', [id])).toEqual([{ flags: 6 }]);
  });

  it.each([
    ['no address', undefined],
    ['an invalid address', 'bea'],
    ['an unknown address', 'nobody@x.example'],
    ['the address of a deleted contact', 'gone@x.example'],
    ["the address of another account's contact", 'theirs@x.example'],
  ])('refuses %s with 422', async (_case, email) => {
    const person = await newOwner();
    const gone = await newContact(person, { email: 'gone@x.example' });
    await person.call('DELETE', `/contacts/${gone.id}`);
    await newContact(await newOwner(), { email: 'theirs@x.example' });
    const { body, status } = await person.call(method, path, { email });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
    expect(
      await rows('select from contact where account_id = $1 and unsubscribed_at is not null', [person.accountId]),
    ).toEqual([]);
  });
});

describe('row 34, GET /me', () => {
  it('counts contacts without deleted ones', async () => {
    const person = await newOwner();
    const contacts = ['a', 'b', 'c'].map((name) => ({ email: `${name}@x.example` }));
    await person.call('POST', '/contacts/batch', { contacts });
    const { id } = await newContact(person, { email: 'd@x.example' });
    expect((await person.call('GET', '/me')).body.contacts_count).toBe(4);
    await person.call('DELETE', `/contacts/${id}`);
    expect((await person.call('GET', '/me')).body.contacts_count).toBe(3);
  });
});

describe('contact IDs', () => {
  it('return 403 for contacts of other accounts and 404 for unknown ones on every operation', async () => {
    const { id } = await newContact(await newOwner());
    const stranger = await newOwner();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { first_name: 'x' }],
      ['DELETE', '', undefined],
      ['GET', '/activity', undefined],
    ] as const) {
      const foreign = await stranger.call(method, `/contacts/${id}${path}`, body);
      expect([method, path, foreign.status, foreign.body]).toEqual([
        method,
        path,
        403,
        { message: 'This resource belongs to another account.' },
      ]);
      for (const unknown of ['99999999', '9007199254740993', '0', '-1', 'abc', '1.5']) {
        const answer = await stranger.call(method, `/contacts/${unknown}${path}`, body);
        expect([unknown, answer.status, Object.keys(answer.body)]).toEqual([unknown, 404, ['message']]);
      }
    }
  });
});
