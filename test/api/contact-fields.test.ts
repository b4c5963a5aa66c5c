import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

const TEXT = '0abe5601-7738-43c8-858f-81911ecf89ee';
const DATE = 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404';

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

async function newField(person: TestPerson, label: string, type = TEXT) {
  const { body, status } = await person.call('POST', '/contact-fields', { label, contact_field_type_id: type });
  expect(status).toBe(201);
  return body as { id: number; label: string; name: string; type: string };
}

describe('row 36, POST /contact-fields', () => {
  it('derives names from labels in any script and numbers duplicates', async () => {
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

  it('gives concurrently added fields with one label different names', async () => {
    const person = await newOwner();
    const added = await Promise.all(Array.from({ length: 8 }, () => newField(person, 'City')));
    expect(new Set(added.map(({ name }) => name)).size).toBe(8);
  });
});

describe('row 38, PATCH /contact-fields/{id}', () => {
  it('changes the name with the label and keeps it with the same label', async () => {
    const person = await newOwner();
    await newField(person, 'Town');
    const { id } = await newField(person, 'City');
    for (const label of ['Town', 'Town', 'TOWN 2']) {
      expect((await person.call('PATCH', `/contact-fields/${id}`, { label })).body.name).toBe('town_2');
    }
  });

  it('keeps the values of contacts under the new name', async () => {
    const person = await newOwner();
    const { id } = await newField(person, 'City');
    const given = { email: 'bea@x.example', contact_fields: [{ name: 'city', value: 'Kiel' }] };
    const contact = await person.call('POST', '/contacts', given);
    await person.call('PATCH', `/contact-fields/${id}`, { label: 'Town' });
    const { body } = await person.call('GET', `/contacts/${contact.body.id}`);
    expect(body.contact_fields).toEqual([{ name: 'town', value: 'Kiel' }]);
  });

  it('refuses another type', async () => {
    const person = await newOwner();
    const { id } = await newField(person, 'City');
    const path = `/contact-fields/${id}`;
    const other = await person.call('PATCH', path, { label: 'City', contact_field_type_id: DATE });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['contact_field_type_id']]);
    expect((await person.call('PATCH', path, { label: 'City', contact_field_type_id: TEXT })).status).toBe(200);
  });
});

describe('row 39, DELETE /contact-fields/{id}', () => {
  it('deletes a field permanently with its values', async () => {
    const person = await newOwner();
    const { id } = await newField(person, 'City');
    const given = { email: 'bea@x.example', contact_fields: [{ name: 'city', value: 'Kiel' }] };
    const contact = await person.call('POST', '/contacts', given);
    await person.call('DELETE', `/contact-fields/${id}`);
    expect((await person.call('GET', `/contacts/${contact.body.id}`)).body.contact_fields).toEqual([]);
    // A new field with the same name has no values.
    await newField(person, 'City');
    expect((await person.call('GET', `/contacts/${contact.body.id}`)).body.contact_fields).toEqual([]);
  });
});
