import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

const TEXT = '0abe5601-7738-43c8-858f-81911ecf89ee';
const NUMBER = 'e43c6471-b3ff-4541-80c5-964c62decd15';
const DATE = 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404';

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

async function newField(person: TestPerson, label: string, type = TEXT) {
  const { body, status } = await person.call('POST', '/contact-fields', { label, contact_field_type_id: type });
  expect(status).toBe(201);
  return body as { id: number; label: string; name: string; type: string };
}

describe('row 36, POST /contact-fields', () => {
  it.each([
    ['text', TEXT],
    ['number', NUMBER],
    ['date', DATE],
    ['text', TEXT.toUpperCase()],
  ])('adds a field of the type %s by its identifier %s, 201', async (type, id) => {
    const person = await newOwner();
    const { body, status } = await person.call('POST', '/contact-fields', {
      label: ' Shoe size ',
      contact_field_type_id: id,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      label: 'Shoe size',
      name: 'shoe_size',
      type,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: body.created_at,
    });
  });

  it('makes names of labels in any script, and tells equal ones by a number', async () => {
    const person = await newOwner();
    const names: string[] = [];
    for (const label of [
      'Größe (cm)',
      'grosse CM',
      'Größe (cm)',
      '!!!',
      'Город',
      '2nd phone',
      'First name',
      'Łódź é',
    ]) {
      names.push((await newField(person, label)).name);
    }
    expect(names).toEqual([
      'grosse_cm',
      'grosse_cm_2',
      'grosse_cm_3',
      'field',
      'field_2',
      'field_2nd_phone',
      'first_name_2',
      'lodz_e',
    ]);
    expect((await newField(await newOwner(), 'Grosse cm')).name).toBe('grosse_cm');
  });

  it('of many at once with one label gives each a name of its own', async () => {
    const person = await newOwner();
    const added = await Promise.all(Array.from({ length: 8 }, () => newField(person, 'City')));
    expect(new Set(added.map(({ name }) => name)).size).toBe(8);
  });

  it.each([
    ['no label', { contact_field_type_id: TEXT }, 'label'],
    ['an empty label', { label: ' ', contact_field_type_id: TEXT }, 'label'],
    ['a label that is a list', { label: ['a'], contact_field_type_id: TEXT }, 'label'],
    ['a label of 192 characters', { label: 'a'.repeat(192), contact_field_type_id: TEXT }, 'label'],
    ['no type', { label: 'City' }, 'contact_field_type_id'],
    ['the name of a type', { label: 'City', contact_field_type_id: 'text' }, 'contact_field_type_id'],
    ['another UUID', { label: 'City', contact_field_type_id: TEXT.replace('0', '1') }, 'contact_field_type_id'],
  ])('refuses %s with 422 and the field', async (_name, given, field) => {
    const { body, status } = await (await newOwner()).call('POST', '/contact-fields', given);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('takes a label of 191 characters', async () => {
    expect((await newField(await newOwner(), 'ä'.repeat(191))).label).toHaveLength(191);
  });

  it('takes 200 fields of an account and no more', async () => {
    const person = await newOwner();
    await app.installation.db.query(
      {
        name: '',
        text: `insert into contact_field (account_id, label, name, type)
          select $1, 'f' || n, 'f' || n, 'text' from generate_series(1, 199) n`,
      },
      [person.accountId],
    );
    await newField(person, 'The last');
    const { body, status } = await person.call('POST', '/contact-fields', {
      label: 'One more',
      contact_field_type_id: TEXT,
    });
    expect([status, body.errors]).toEqual([
      422,
      { label: ['cannot be added, because the account already has 200 fields, which is the maximum.'] },
    ]);
  });
});

describe('row 35, GET /contact-fields', () => {
  it('lists 20 a page, newest first', async () => {
    const person = await newOwner();
    const added: number[] = [];
    for (let count = 1; count <= 21; count += 1) added.push((await newField(person, `Field ${count}`)).id);
    const { body, status } = await person.call('GET', '/contact-fields');
    expect(status).toBe(200);
    expect(body).toMatchObject({ current_page: 1, total: 21, per_page: 20, last_page: 2, from: 1, to: 20 });
    expect(body.next_page_url).toBe(`${app.api.baseUrl}/contact-fields?page=2`);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(added.toReversed().slice(0, 20));
    const second = await person.call('GET', '/contact-fields?page=2');
    expect(second.body.data.map(({ id }: { id: number }) => id)).toEqual([added[0]]);
    expect((await person.call('GET', '/contact-fields?page=3')).body.data).toEqual([]);
    expect((await person.call('GET', '/contact-fields?per_page=1000')).body.data).toHaveLength(21);
    expect((await person.call('GET', '/contact-fields?per_page=1001')).status).toBe(422);
  });
});

describe('row 37, GET /contact-fields/{id}', () => {
  it('reads a field', async () => {
    const person = await newOwner();
    const field = await newField(person, 'City');
    const { body, status } = await person.call('GET', `/contact-fields/${field.id}`);
    expect([status, body]).toEqual([200, field]);
  });
});

describe('row 38, PATCH /contact-fields/{id}', () => {
  it('makes another name with another label, and keeps the name with the same', async () => {
    const person = await newOwner();
    await newField(person, 'Town');
    const { id } = await newField(person, 'City');
    const renamed = await person.call('PATCH', `/contact-fields/${id}`, { label: 'Town' });
    expect([renamed.status, renamed.body.label, renamed.body.name]).toEqual([200, 'Town', 'town_2']);
    expect((await person.call('PUT', `/contact-fields/${id}`, { label: 'Town' })).body.name).toBe('town_2');
    expect((await person.call('PATCH', `/contact-fields/${id}`, { label: 'TOWN 2' })).body.name).toBe('town_2');
  });

  it('keeps the values of contacts under the other name', async () => {
    const person = await newOwner();
    const { id } = await newField(person, 'City');
    const given = { email: 'bea@x.example', contact_fields: [{ name: 'city', value: 'Kiel' }] };
    const contact = await person.call('POST', '/contacts', given);
    await person.call('PATCH', `/contact-fields/${id}`, { label: 'Town' });
    const { body } = await person.call('GET', `/contacts/${contact.body.id}`);
    expect(body.contact_fields).toEqual([{ name: 'town', value: 'Kiel' }]);
  });

  it('refuses another type, an empty label and one of 192 characters with 422', async () => {
    const person = await newOwner();
    const { id } = await newField(person, 'City');
    const path = `/contact-fields/${id}`;
    const other = await person.call('PATCH', path, { label: 'City', contact_field_type_id: DATE });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['contact_field_type_id']]);
    expect((await person.call('PATCH', path, { label: 'City', contact_field_type_id: TEXT })).status).toBe(200);
    for (const label of ['', 'a'.repeat(192)]) {
      expect((await person.call('PATCH', path, { label })).body.errors).toHaveProperty('label');
    }
    expect((await person.call('PATCH', path, {})).body.errors).toEqual({ label: ['is required.'] });
  });
});

describe('row 39, DELETE /contact-fields/{id}', () => {
  it('deletes a field for good, and its values are shown no more', async () => {
    const person = await newOwner();
    const { id } = await newField(person, 'City');
    const given = { email: 'bea@x.example', contact_fields: [{ name: 'city', value: 'Kiel' }] };
    const contact = await person.call('POST', '/contacts', given);
    const { body, status } = await person.call('DELETE', `/contact-fields/${id}`);
    expect([status, body]).toEqual([200, { message: 'The contact field was deleted.' }]);
    expect((await person.call('GET', `/contacts/${contact.body.id}`)).body.contact_fields).toEqual([]);
    expect((await person.call('GET', `/contact-fields/${id}`)).status).toBe(404);
    expect((await person.call('DELETE', `/contact-fields/${id}`)).status).toBe(404);
    // Another field of that name has none of its values.
    await newField(person, 'City');
    expect((await person.call('GET', `/contacts/${contact.body.id}`)).body.contact_fields).toEqual([]);
  });
});

describe('ids of fields', () => {
  it('of another account are 403, of nobody 404, on every operation', async () => {
    const { id } = await newField(await newOwner(), 'City');
    const stranger = await newOwner();
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { label: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const foreign = await stranger.call(method, `/contact-fields/${id}`, body);
      expect([method, foreign.status, foreign.body]).toEqual([
        method,
        403,
        { message: 'This resource belongs to another account.' },
      ]);
      for (const unknown of ['99999999', '0', 'abc']) {
        expect([unknown, (await stranger.call(method, `/contact-fields/${unknown}`, body)).status]).toEqual([
          unknown,
          404,
        ]);
      }
    }
  });
});
