import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';

const TYPES = {
  text: '0abe5601-7738-43c8-858f-81911ecf89ee',
  number: 'e43c6471-b3ff-4541-80c5-964c62decd15',
  date: 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404',
};

let app: TestApp;
let mine: Tenant;
let other: Tenant;

interface Tenant {
  readonly accountId: number;
  readonly ann: TestPerson;
  readonly list: number;
  readonly fields: Readonly<Record<keyof typeof TYPES, number>>;
  readonly ids: readonly number[];
}

beforeAll(async () => {
  app = await startApp();
  [mine, other] = [await newTenant(), await newTenant()];
});
afterAll(() => app.close());

/** Creates an account with three contacts. The first is in a list, and the first two have custom fields. */
async function newTenant(): Promise<Tenant> {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  const ann = await newPerson(app, accountId);
  const field = async (type: keyof typeof TYPES): Promise<number> =>
    (await ann.call('POST', '/contact-fields', { label: type, contact_field_type_id: TYPES[type] })).body.id;
  const fields = { text: await field('text'), number: await field('number'), date: await field('date') };
  const ids = await plantContacts(db, accountId, { count: 3 });
  const list = await plantGroup(db, accountId, 'list', 'News');
  await plantMembers(db, accountId, { kind: 'list', id: list, contactIds: ids.slice(0, 1) });
  for (const [index, city] of ['Berlin', 'Bern'].entries()) {
    const contact_fields = [
      { name: 'text', value: city },
      { name: 'number', value: 10 + index },
      { name: 'date', value: '1990-04-01' },
    ];
    await ann.call('PATCH', `/contacts/${ids[index]}`, { contact_fields });
  }
  return { accountId, ann, list, fields, ids };
}

const inQuery = (filter: unknown): string => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

async function found(filter: unknown): Promise<number[]> {
  const { body, status } = await mine.ann.call('GET', `/contacts?${inQuery(filter)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ id }: { readonly id: number }) => mine.ids.indexOf(id)).toSorted();
}

async function errorsOf(filter: unknown): Promise<Record<string, string[]>> {
  // Uses a new caller for each request, to stay below the rate limit.
  const ann = await newPerson(app, mine.accountId);
  const { body, status } = await ann.call('POST', '/contact-segments', { name: 'X', filter });
  expect(status).toBe(422);
  return body.errors;
}

describe('a filter as a JSON document', () => {
  it('finds contacts by groups of conditions', async () => {
    const { fields, list } = mine;
    const berlin = { contact_field: { field_id: fields.text, operator: 'is', value: 'BERLIN' } };
    const eleven = { contact_field: { field_id: fields.number, operator: 'at_least', value: 11 } };
    expect(await found({ any: [berlin, eleven] })).toEqual([0, 1]);
    expect(await found({ all: [berlin, eleven] })).toEqual([]);
    expect(await found({ not: { in_list_ids: [list] } })).toEqual([1, 2]);
    expect(await found({ any: [{ all: [berlin, { not: { status: 'unsubscribed' } }] }], not: eleven })).toEqual([0]);
  });

  it.each([
    ['contains', 'text', 'ER', [0, 1]],
    ['starts_with', 'text', 'berl', [0]],
    ['less_than', 'number', '10.5', [0]],
    ['on', 'date', '1990-04-01', [0, 1]],
    ['before', 'date', '30 days ago', [0, 1]],
    ['in_next_days', 'date', 30, []],
    ['anniversary_in_days', 'date', 365, [0, 1]],
    ['is_empty', 'number', undefined, [2]],
    ['is_not_empty', 'number', undefined, [0, 1]],
  ] as const)('compares a custom field with the operator %s', async (operator, type, value, expected) => {
    const test = { field_id: mine.fields[type], operator, ...(value !== undefined && { value }) };
    expect(await found({ contact_field: test })).toEqual(expected);
  });

  it('finds contacts by relative dates, forms, imports and the number of opened emails', async () => {
    const { db } = app.installation;
    const [form, importId] = [await newForm(mine), '0192f0c1-a2b3-7c4d-8e5f-60718293a4b5'];
    await rowsOf(db, `insert into import (account_id, id, kind, file_name) values ($1, $2, 'contacts', 'people.csv')`, [
      mine.accountId,
      importId,
    ]);
    await rowsOf(db, 'update contact set form_id = $2 where account_id = $1 and id = $3', [
      mine.accountId,
      form,
      mine.ids[1],
    ]);
    await rowsOf(db, 'update contact set import_id = $2 where account_id = $1 and id = $3', [
      mine.accountId,
      importId,
      mine.ids[2],
    ]);
    await rowsOf(
      db,
      `insert into deliverable (account_id, campaign_id, contact_id, sent_at, opened_at)
       select $1, 1000 + n, $2, now(), now() - n * interval '20 days' from generate_series(1, 3) n`,
      [mine.accountId, mine.ids[0]],
    );
    await rowsOf(
      db,
      `update contact_stat set last_opened_at = now() - interval '20 days' where account_id = $1 and contact_id = $2`,
      [mine.accountId, mine.ids[0]],
    );
    expect(await found({ form_ids: [form] })).toEqual([1]);
    expect(await found({ import_id: importId })).toEqual([2]);
    const languages = 'update contact set language = $3 where account_id = $1 and id = $2';
    await rowsOf(db, languages, [mine.accountId, mine.ids[0], 'de-AT']);
    await rowsOf(db, languages, [mine.accountId, mine.ids[1], 'pt-BR']);
    expect(await found({ language: 'DE' })).toEqual([0]);
    expect(await found({ language: 'pt-PT' })).toEqual([]);
    expect(await found({ last_opened_after: '21 days ago' })).toEqual([0]);
    expect(await found({ last_opened_after: '19 days ago' })).toEqual([]);
    expect(await found({ opened_emails: { at_least: 2, after: '50 days ago' } })).toEqual([0]);
    expect(await found({ opened_emails: { at_least: 3, after: '50 days ago' } })).toEqual([]);
    expect(await found({ opened_emails: { at_most: 0, after: '10 days ago' } })).toEqual([0, 1, 2]);
    expect(await found({ clicked_emails: { at_least: 1 } })).toEqual([]);
  });

  it('is described in words with the names of its objects', async () => {
    const filter = {
      status: 'active',
      any: [
        { contact_field: { field_id: mine.fields.text, operator: 'is', value: 'Berlin' } },
        { last_opened_after: '30 days ago', in_list_ids: [mine.list] },
      ],
      not: { never_sent: true },
    };
    const { body } = await mine.ann.call('GET', `/contacts?count_only=1&${inQuery(filter)}`);
    expect(body).toEqual({
      count: 0,
      filter:
        'status is active, (field "text" is "Berlin" or (last opened on or after 30 days ago and in list "News")), not never emailed',
    });
  });

  it('is stored in a segment, and used by exports, bulk actions and campaigns through the segment', async () => {
    const filter = { any: [{ in_list_ids: [mine.list] }, { created_after: 'in 1 day' }] };
    const made = await mine.ann.call('POST', '/contact-segments', { name: 'Groups', filter });
    expect(made).toMatchObject({
      status: 201,
      body: { filter: { any: [{ in_list_ids: [mine.list] }, { created_after: 'in 1 days' }] } },
    });
    const { id } = made.body;
    const counted = await mine.ann.call('GET', `/contact-segments/${id}?count=true`);
    expect(counted.body.contacts_count).toBe(1);
    for (const query of [`filter[segment_id]=${id}`, inQuery({ any: [{ segment_id: id }] }), inQuery(filter)]) {
      const exported = await mine.ann.call('GET', `/contacts/export?format=json&${query}`);
      expect([exported.status, exported.body.map((one: { readonly id: number }) => one.id)]).toEqual([
        200,
        [mine.ids[0]],
      ]);
    }
    expect(await found({ not: { segment_id: id } })).toEqual([1, 2]);
    const dry = await mine.ann.call('POST', '/contacts/bulk-actions', {
      action: 'add_to_list',
      target_id: mine.list,
      dry_run: true,
      filter,
    });
    expect(dry.status).toBe(202);
  });

  it('may contain conditions on campaigns, unlike the parameters of the listing', async () => {
    const title = { title: 'C', subject: 'S', html: '<p>Hi</p>', from_name: 'Ann', from_email: 'ann@mine.example' };
    const campaign = (await mine.ann.call('POST', '/campaigns', title)).body.id;
    expect(await found({ not_sent_campaign_id: campaign })).toEqual([0, 1, 2]);
    expect(await found({ sent_campaign_id: campaign })).toEqual([]);
    const { status } = await mine.ann.call('GET', `/contacts?filter[sent_campaign_id]=${campaign}`);
    expect(status).toBe(422);
  });

  it('is kept in the links to other pages', async () => {
    const { body } = await mine.ann.call(
      'GET',
      `/contacts?per_page=1&${inQuery({ not: { never_sent: false, status: 'bounced' } })}`,
    );
    const next = new URL(body.next_page_url);
    expect(JSON.parse(next.searchParams.get('filter') ?? '')).toEqual({ not: { status: 'bounced' } });
    const second = await mine.ann.call('GET', next.pathname + next.search);
    expect(second.body).toMatchObject({ current_page: 2, total: 3 });
  });
});

async function newForm({ ann, list }: Tenant): Promise<number> {
  const { body, status } = await ann.call('POST', '/forms', { title: 'Sign-up', lists: [list] });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

describe('an invalid filter document', () => {
  const nested = (depth: number): unknown =>
    Array.from({ length: depth }).reduce<unknown>((filter) => ({ not: filter }), { status: 'active' });

  it.each([
    ['an empty group', { any: [] }, 'filter.any'],
    ['a group that is no list', { all: { status: 'active' } }, 'filter.all'],
    ['a member without conditions', { any: [{ status: 'active' }, {}] }, 'filter.any.1'],
    ['a member whose condition means nothing', { any: [{ never_sent: false }] }, 'filter.any.0'],
    ['an unknown condition in a group', { not: { stattus: 'active' } }, 'filter.not.stattus'],
    ['too deep a group', nested(4), 'filter.not.not.not.not'],
    ['too many conditions', { any: Array.from({ length: 51 }, () => ({ status: 'active' })) }, 'filter.any'],
    ['too many conditions in two groups', manyConditions(), 'filter'],
    ['a segment in a group', { not: { segment_id: 1 } }, 'filter.not.segment_id'],
    ['an unknown operator', { contact_field: { field_id: 1, operator: 'like', value: 'x' } }, 'filter.contact_field'],
    ['a missing value', { contact_field: { field_id: 1, operator: 'is' } }, 'filter.contact_field'],
    ['a value too many', { contact_field: { field_id: 1, operator: 'is_empty', value: 'x' } }, 'filter.contact_field'],
    [
      'too long a text',
      { contact_field: { field_id: 1, operator: 'is', value: 'x'.repeat(201) } },
      'filter.contact_field',
    ],
    ['an invalid number', { contact_field: { field_id: 1, operator: 'equals', value: 'x' } }, 'filter.contact_field'],
    ['an invalid day', { contact_field: { field_id: 1, operator: 'on', value: 'soon' } }, 'filter.contact_field'],
    [
      'too many days',
      { contact_field: { field_id: 1, operator: 'anniversary_in_days', value: 366 } },
      'filter.contact_field',
    ],
    [
      'an unknown property',
      { contact_field: { field_id: 1, operator: 'is', values: ['x'] } },
      'filter.contact_field.values',
    ],
    ['a frequency without a number', { opened_emails: { after: '30 days ago' } }, 'filter.opened_emails'],
    ['a contradictory frequency', { opened_emails: { at_least: 3, at_most: 2 } }, 'filter.opened_emails'],
    ['too high a frequency', { clicked_emails: { at_least: 1_001 } }, 'filter.clicked_emails'],
    ['a relative date too far away', { created_after: '36501 days ago' }, 'filter.created_after'],
    ['an invalid language', { language: 'Germann' }, 'filter.language'],
    ['an invalid import', { import_id: '7' }, 'filter.import_id'],
    ['an unknown import', { import_id: '0192f0c1-a2b3-7c4d-8e5f-000000000000' }, 'filter.import_id'],
  ])('is refused for %s', async (_what, filter, field) => {
    expect(Object.keys(await errorsOf(filter))).toEqual([field]);
  });

  it.each(['{', '[]', 'active', '{"status":"active","status":"new"}'])('is refused if the text is %s', async (text) => {
    const { body, status } = await mine.ann.call('GET', `/contacts?filter=${encodeURIComponent(text)}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['filter']]);
  });

  it('is refused if an operator belongs to another type of field', async () => {
    const filter = { any: [{ contact_field: { field_id: mine.fields.text, operator: 'at_least', value: 3 } }] };
    expect(await errorsOf(filter)).toEqual({
      'filter.any.0.contact_field': [
        'must have an operator for text fields: is, contains, starts_with, is_empty, is_not_empty.',
      ],
    });
  });

  it('has the same error for objects of another account as for unknown ones', async () => {
    const theirForm = await newForm(other);
    for (const [theirs, unknown] of [
      [fieldIs(other.fields.text), fieldIs(99_999_999)],
      [{ form_ids: [theirForm] }, { form_ids: [99_999_999] }],
      [{ in_list_ids: [other.list] }, { in_list_ids: [99_999_999] }],
    ]) {
      const errors = await errorsOf({ not: { any: [theirs] } });
      expect(errors).toEqual(await errorsOf({ not: { any: [unknown] } }));
      expect(Object.keys(errors)[0]).toMatch(/^filter\.not\.any\.0\./);
    }
  });

  it('makes a segment unusable when a field that it refers to is deleted', async () => {
    const ann = await newPerson(app, mine.accountId);
    const label = { label: 'Gone', contact_field_type_id: TYPES.text };
    const field = (await ann.call('POST', '/contact-fields', label)).body.id;
    const made = await ann.call('POST', '/contact-segments', { name: 'Gone', filter: { any: [fieldIs(field)] } });
    await ann.call('DELETE', `/contact-fields/${field}`);
    const { body } = await ann.call('GET', `/contact-segments/${made.body.id}`);
    expect(body.error).toBe(
      `It refers to deleted lists, tags, or fields: field ${field}. Change the filter of the segment.`,
    );
    const used = await ann.call('GET', `/contacts?filter[segment_id]=${made.body.id}`);
    expect(used.status).toBe(422);
  });
});

function fieldIs(id: number): unknown {
  return { contact_field: { field_id: id, operator: 'is', value: 'x' } };
}

function manyConditions(): unknown {
  const members = Array.from({ length: 26 }, () => ({ status: 'active' }));
  return { any: members, all: members };
}
