import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTag } from '../../src/features/audience/contact-tags/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Creates a new owner for each test, because each person has a rate limit per minute. */
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
  it('returns 201 with the tag and every key', async () => {
    const person = await newOwner();
    const { body, status } = await person.call('POST', '/contact-tags', { name: ' Customer ', color: '#ff644d' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      user_id: person.accountId,
      name: 'Customer',
      color: '#FF644D',
      contacts_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: body.created_at,
    });
  });

  it('assigns the next color of the palette by default', async () => {
    const person = await newOwner();
    const colors: string[] = [];
    for (const [index, color] of [undefined, null, ''].entries()) {
      colors.push((await person.call('POST', '/contact-tags', { name: `Tag ${index}`, color })).body.color);
    }
    expect(new Set(colors).size).toBe(3);
    for (const color of colors) expect(color).toMatch(/^#[0-9A-F]{6}$/);
  });

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of 192 characters', { name: 'a'.repeat(192) }, 'name'],
    ['a color outside of the palette', { name: 'x', color: '#123456' }, 'color'],
    ['a color name', { name: 'x', color: 'red' }, 'color'],
  ])('refuses %s with 422 and the field', async (_name, given, field) => {
    const { body, status } = await (await newOwner()).call('POST', '/contact-tags', given);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('accepts a name of 191 characters', async () => {
    await newTag(await newOwner(), 'a'.repeat(191));
  });

  it('refuses the name of another tag in any letter case, but accepts it in another account', async () => {
    const person = await newOwner();
    const { id } = await newTag(person, 'Customer');
    const { body, status } = await person.call('POST', '/contact-tags', { name: 'CUSTOMER' });
    expect([status, body.errors]).toEqual([422, { name: ['is already used by the tag CUSTOMER.'] }]);
    await newTag(await newOwner(), 'Customer');
    await person.call('DELETE', `/contact-tags/${id}`);
    expect((await newTag(person, 'customer')).id).not.toBe(id);
  });

  it('creates one tag for concurrent requests with the same name', async () => {
    const person = await newOwner();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => person.call('POST', '/contact-tags', { name: 'Race' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422, 422]);
  });
});

describe('row 12, GET /contact-tags', () => {
  it('lists tags newest first with their contact counts', async () => {
    const person = await newOwner();
    const tags = [await newTag(person, 'One'), await newTag(person, 'Two'), await newTag(person, 'Three')];
    const contact = await person.call('POST', '/contacts', { email: 'a@x.example' });
    await person.call('POST', `/contacts/${contact.body.id}/tags/${tags[1]?.id}`);
    const { body, status } = await person.call('GET', '/contact-tags');
    expect(status).toBe(200);
    expect(body).toMatchObject({ current_page: 1, total: 3, per_page: 100, last_page: 1 });
    expect(body.data.map((tag: { id: number; contacts_count: number }) => [tag.id, tag.contacts_count])).toEqual([
      [tags[2]?.id, 0],
      [tags[1]?.id, 1],
      [tags[0]?.id, 0],
    ]);
    expect((await person.call('GET', '/contact-tags?per_page=2&page=2')).body.data).toHaveLength(1);
  });
});

describe('row 14, GET /contact-tags/{id}', () => {
  it('returns a tag with its contact count', async () => {
    const person = await newOwner();
    const tag = await newTag(person, 'One');
    const { body, status } = await person.call('GET', `/contact-tags/${tag.id}`);
    expect([status, body]).toEqual([200, tag]);
  });
});

describe('row 15, PATCH /contact-tags/{id}', () => {
  it('changes name and color, together or alone', async () => {
    const person = await newOwner();
    const { id } = await newTag(person, 'One');
    const path = `/contact-tags/${id}`;
    expect((await person.call('PATCH', path, { color: '#475569' })).body).toMatchObject({
      name: 'One',
      color: '#475569',
    });
    expect((await person.call('PUT', path, { name: 'Uno' })).body).toMatchObject({ name: 'Uno', color: '#475569' });
    expect((await person.call('PATCH', path, {})).body).toMatchObject({ name: 'Uno', color: '#475569' });
    // The tag may change the letter case of its own name.
    expect((await person.call('PATCH', path, { name: 'UNO' })).body.name).toBe('UNO');
  });

  it('refuses a used name, an empty name and a color outside of the palette', async () => {
    const person = await newOwner();
    await newTag(person, 'One');
    const { id } = await newTag(person, 'Two');
    for (const [given, field] of [
      [{ name: 'ONE' }, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'a'.repeat(192) }, 'name'],
      [{ color: '#000000' }, 'color'],
    ] as const) {
      const { body, status } = await person.call('PATCH', `/contact-tags/${id}`, given);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  it('waits for a concurrent creation and refuses its name', async () => {
    const person = await newOwner();
    const { id } = await newTag(person, 'One');
    const { db } = app.installation;
    const changing = await db.transaction(async (tx) => {
      await addTag(tx, person.accountId, { name: 'wanted' });
      const asked = person.call('PATCH', `/contact-tags/${id}`, { name: 'Wanted' });
      await eventually('the change waits', async () => {
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
    const { body, status } = await person.call('DELETE', `/contact-tags/${id}`);
    expect([status, body]).toEqual([200, { message: 'The contact tag was deleted.' }]);
    expect((await person.call('GET', `/contacts/${contact.body.id}/tags`)).body).toEqual([]);
    expect((await person.call('GET', `/contact-tags/${id}`)).status).toBe(404);
    expect((await person.call('POST', `/contacts/${contact.body.id}/tags/${id}`)).status).toBe(404);
    expect((await person.call('DELETE', `/contact-tags/${id}`)).status).toBe(404);
    expect((await person.call('GET', '/contact-tags')).body.total).toBe(0);
  });
});

describe('tag IDs', () => {
  it('return 403 for tags of other accounts and 404 for unknown ones on every operation', async () => {
    const { id } = await newTag(await newOwner(), 'One');
    const stranger = await newOwner();
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const foreign = await stranger.call(method, `/contact-tags/${id}`, body);
      expect([method, foreign.status, foreign.body]).toEqual([
        method,
        403,
        { message: 'This resource belongs to another account.' },
      ]);
      for (const unknown of ['99999999', '0', 'abc']) {
        expect([unknown, (await stranger.call(method, `/contact-tags/${unknown}`, body)).status]).toEqual([
          unknown,
          404,
        ]);
      }
    }
  });
});
