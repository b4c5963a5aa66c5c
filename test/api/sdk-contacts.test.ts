import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NotFoundError, PermissionError, Postrider, ValidationError } from '../../sdk/src/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';

const NUMBER = 'e43c6471-b3ff-4541-80c5-964c62decd15';

let app: TestApp;
let client: Postrider;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  client = await newClient();
});

async function newClient(): Promise<Postrider> {
  const { token } = await newPerson(app, (await app.newAccount()).account.id);
  return new Postrider({ baseUrl: app.api.baseUrl, apiKey: token });
}

describe('audience client', () => {
  it('saves, updates, reads, unsubscribes and deletes contacts', async () => {
    const list = await client.lists.create({ name: 'News' });
    const field = await client.contactFields.create({ label: 'Age', contact_field_type_id: NUMBER });
    const contact = await client.contacts.create({
      email: 'bea+x@x.example',
      lists: [list.id],
      contact_fields: [{ name: field.name, value: 7 }],
    });
    expect(contact).toMatchObject({ email: 'bea+x@x.example', contact_fields: [{ name: 'age', value: '7' }] });
    const changed = await client.contacts.update(contact.id, {
      first_name: 'Bea',
      lists: [],
      contact_fields: [{ name: 'age', value: null }],
    });
    expect(changed).toMatchObject({ first_name: 'Bea', lists: [], contact_fields: [] });
    expect(await client.contacts.get(contact.id)).toEqual(changed);
    expect((await client.contacts.unsubscribe({ email: contact.email })).unsubscribed_at).toEqual(expect.any(String));
    const activity = await client.contacts.getActivity(contact.id);
    expect(activity.deliverables).toMatchObject({ total: 0, data: [] });
    expect(await client.contacts.batch({ contacts: [{ email: 'bea+x@x.example' }, { email: 'c@x.example' }] })).toEqual(
      {
        created: 1,
        updated: 1,
      },
    );
    expect((await client.me.get()).contacts_count).toBe(2);
    expect(await client.contacts.delete(contact.id)).toEqual({ message: 'The contact was deleted.' });
    await expect(client.contacts.get(contact.id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('changes members of lists and tags of contacts', async () => {
    const [list, tag] = [
      await client.lists.create({ name: 'News' }),
      await client.contactTags.create({ name: 'Customer' }),
    ];
    const { id } = await client.contacts.create({ email: 'bea@x.example' });
    expect((await client.lists.addContact(list.id, { contact_id: id })).lists).toHaveLength(1);
    expect((await client.lists.get(list.id)).subscribed_contacts_count).toBe(1);
    expect((await client.lists.removeContact(list.id, id)).lists).toEqual([]);
    expect(await client.contacts.addTag(id, tag.id)).toMatchObject([{ id: tag.id, contacts_count: 1 }]);
    expect(await client.contacts.listTags(id)).toHaveLength(1);
    expect(await client.contacts.removeTag(id, tag.id)).toEqual([]);
    expect((await client.contactTags.update(tag.id, { name: 'Regular' })).name).toBe('Regular');
    await client.contactTags.delete(tag.id);
    expect((await client.lists.update(list.id, { name: 'Weekly' })).name).toBe('Weekly');
    await client.lists.delete(list.id);
  });

  it('iterates over pages from a given start', async () => {
    const names = Array.from({ length: 23 }, (_none, index) => `List ${index}`);
    for (const name of names) await client.lists.create({ name });
    const found: string[] = [];
    for await (const { name } of client.lists.listAll()) found.push(name);
    expect(found).toEqual(names.toReversed());
    const sizes: number[] = [];
    for await (const page of client.lists.listAll({ page: 2, per_page: 9 }).pages()) sizes.push(page.data.length);
    expect(sizes).toEqual([9, 5]);
    expect(await client.lists.listAll({ query: 'list 2', per_page: 1 }).take(10)).toHaveLength(4);
    const before = await client.contacts.listAll().take(10);
    await client.contacts.create({ email: 'walked@x.example' });
    await client.contacts.create({ email: 'walked.too@x.example' });
    const walked = await client.contacts.listAll({ query: 'walked', per_page: 1 }).take(10);
    expect(walked.map(({ email }) => email)).toEqual(['walked.too@x.example', 'walked@x.example']);
    expect(await client.contacts.list({ count_only: true })).toMatchObject({ count: before.length + 2 });
    expect(await client.contactTags.listAll().take(1)).toEqual([]);
    expect(await client.contactFields.listAll().take(1)).toEqual([]);
  });

  it('throws errors by kind with the details', async () => {
    await expect(client.contacts.create({ email: 'bea' })).rejects.toMatchObject({
      errors: { email: [expect.any(String)] },
    });
    await expect(client.contacts.create({ email: 'bea' })).rejects.toBeInstanceOf(ValidationError);
    const { id } = await (await newClient()).lists.create({ name: 'Theirs' });
    await expect(client.lists.get(id)).rejects.toBeInstanceOf(PermissionError);
  });
});
