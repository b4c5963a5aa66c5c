import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTag } from '../../src/features/audience/contact-tags/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
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

async function newTag(person: TestPerson, name: string): Promise<{ id: number; color: string }> {
  const { body, status } = await person.call('POST', '/contact-tags', { name });
  expect(status).toBe(201);
  return body;
}

describe('row 13, POST /contact-tags', () => {
  it('assigns the next color of the palette by default', async () => {
    const person = await newOwner();
    const colors: string[] = [];
    for (const [index, color] of [undefined, null, ''].entries()) {
      colors.push((await person.call('POST', '/contact-tags', { name: `Tag ${index}`, color })).body.color);
    }
    expect(new Set(colors).size).toBe(3);
    for (const color of colors) expect(color).toMatch(/^#[0-9A-F]{6}$/);
  });
});

describe('row 12, GET /contact-tags', () => {
  it('lists tags with their contact counts', async () => {
    const person = await newOwner();
    const tags = [await newTag(person, 'One'), await newTag(person, 'Two'), await newTag(person, 'Three')];
    const contact = await person.call('POST', '/contacts', { email: 'a@x.example' });
    await person.call('POST', `/contacts/${contact.body.id}/tags/${tags[1]?.id}`);
    const { body } = await person.call('GET', '/contact-tags');
    expect(body.data.map((tag: { id: number; contacts_count: number }) => [tag.id, tag.contacts_count])).toEqual([
      [tags[2]?.id, 0],
      [tags[1]?.id, 1],
      [tags[0]?.id, 0],
    ]);
  });
});

describe('row 15, PATCH /contact-tags/{id}', () => {
  it('waits for a concurrent creation and refuses its name', async () => {
    const person = await newOwner();
    const { id } = await newTag(person, 'One');
    const { db } = app.installation;
    const changing = await db.transaction(async (tx) => {
      await addTag(tx, person.accountId, { name: 'wanted' });
      const asked = person.call('PATCH', `/contact-tags/${id}`, { name: 'Wanted' });
      await eventually('the update waits for a lock', async () => {
        const text = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        return (await db.query({ name: '', text }, []))[0];
      });
      return { asked };
    });
    expect(await changing.asked).toMatchObject({ status: 422, body: { errors: { name: [expect.any(String)] } } });
  });
});

describe('row 16, DELETE /contact-tags/{id}', () => {
  it('deletes a tag from all contacts and keeps the contacts', async () => {
    const person = await newOwner();
    const { id } = await newTag(person, 'One');
    const contact = await person.call('POST', '/contacts', { email: 'a@x.example' });
    await person.call('POST', `/contacts/${contact.body.id}/tags/${id}`);
    await person.call('DELETE', `/contact-tags/${id}`);
    expect((await person.call('GET', `/contacts/${contact.body.id}/tags`)).body).toEqual([]);
    expect((await person.call('POST', `/contacts/${contact.body.id}/tags/${id}`)).status).toBe(404);
  });
});
