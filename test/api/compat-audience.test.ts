import { Resend } from 'resend';
import { describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { startApp } from '../support/app.ts';
import { loadOlderResend } from '../support/older-resend.ts';
import { shared } from '../support/shared.ts';

// Runs Resend's unmodified client against the audience of an account.

const app = shared(startApp);

async function newClient(scopes: readonly string[] = [SCOPES.account]) {
  const { account } = await app.newAccount();
  const { key } = await createKey(app.installation.db, { accountId: account.id, name: 'audience', scopes });
  const baseUrl = `${app.api.baseUrl}/transactional/compat`;
  return { accountId: account.id, key, baseUrl, resend: new Resend(key, { baseUrl }) };
}

/** Returns the data of a response, or fails with its error. */
function dataOf<T>({ data, error }: { readonly data: T | null; readonly error: unknown }): T {
  expect(error).toBeNull();
  if (data === null) throw new Error('The response has no data');
  return data;
}

describe('contacts', () => {
  it('creates, reads, changes, and deletes a contact by ID and by address', async () => {
    const { resend } = await newClient();
    const { id } = dataOf(await resend.contacts.create({ email: 'Ann@x.example', firstName: 'Ann', lastName: 'Lee' }));
    expect(id).toMatch(/^00000001-0000-8000-8000-[0-9a-f]{12}$/);
    const read = dataOf(await resend.contacts.get(id));
    expect(read).toEqual({
      object: 'contact',
      id,
      email: 'ann@x.example',
      first_name: 'Ann',
      last_name: 'Lee',
      created_at: expect.any(String),
      unsubscribed: false,
      properties: {},
    });
    expect(dataOf(await resend.contacts.get({ email: 'ann@x.example' }))).toEqual(read);
    expect(dataOf(await resend.contacts.update({ id, firstName: 'Anna', lastName: null }))).toEqual({
      object: 'contact',
      id,
    });
    expect(dataOf(await resend.contacts.get(id))).toMatchObject({ first_name: 'Anna', last_name: null });
    expect(dataOf(await resend.contacts.remove({ email: 'ann@x.example' }))).toEqual({
      object: 'contact',
      contact: id,
      deleted: true,
    });
    expect(await resend.contacts.get(id)).toMatchObject({ error: { statusCode: 404 } });
    expect(await resend.contacts.get({ email: 'ann@x.example' })).toMatchObject({ error: { statusCode: 404 } });
    expect(await resend.contacts.get('no address')).toMatchObject({ error: { statusCode: 404 } });
  });

  it('unsubscribes a contact, and does not subscribe it again', async () => {
    const { resend } = await newClient();
    const { id } = dataOf(await resend.contacts.create({ email: 'ann@x.example' }));
    dataOf(await resend.contacts.update({ id, unsubscribed: true }));
    expect(dataOf(await resend.contacts.get(id)).unsubscribed).toBe(true);
    const again = await resend.contacts.update({ id, unsubscribed: false });
    expect(again.error).toMatchObject({ name: 'validation_error', errors: { unsubscribed: [expect.any(String)] } });
  });

  it('adds an unsubscribed contact without a confirmation email', async () => {
    const { accountId, resend } = await newClient();
    const { db } = app.installation;
    await db.script(`update account set double_opt_in = true where account_id = ${accountId}`);
    const segment = dataOf(await resend.segments.create({ name: 'News' }));
    const { id } = dataOf(
      await resend.contacts.create({
        email: 'bob@x.example',
        firstName: 'Bob',
        unsubscribed: true,
        segments: [{ id: segment.id }],
      }),
    );
    expect(dataOf(await resend.contacts.get(id))).toMatchObject({ first_name: 'Bob', unsubscribed: true });
    expect(dataOf(await resend.contacts.list({ segmentId: segment.id })).data).toHaveLength(1);
    const statement = { name: '', text: 'select count(*)::integer as n from contact_sign_up where account_id = $1' };
    expect(await db.query(statement, [accountId])).toEqual([{ n: 0 }]);
  });

  it('lists contacts newest first with pages in both directions', async () => {
    const { resend } = await newClient();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      ids.unshift(dataOf(await resend.contacts.create({ email: `${name}@x.example` })).id);
    }
    const pageOf = async (options: object) => {
      const { data, has_more } = dataOf(await resend.contacts.list(options));
      return [data.map(({ id }) => id), has_more];
    };
    expect(await pageOf({ limit: 2 })).toEqual([ids.slice(0, 2), true]);
    expect(await pageOf({ limit: 2, after: ids[1] })).toEqual([ids.slice(2, 4), true]);
    expect(await pageOf({ limit: 2, after: ids[2] })).toEqual([ids.slice(3), false]);
    expect(await pageOf({ limit: 2, before: ids[4] })).toEqual([ids.slice(2, 4), true]);
    expect(await pageOf({ limit: 2, before: ids[2] })).toEqual([ids.slice(0, 2), false]);
    const { error } = await resend.contacts.list({ limit: 101 });
    expect(error).toMatchObject({ errors: { limit: ['must be an integer from 1 to 100.'] } });
  });

  it('names unknown segments, properties, and fields', async () => {
    const { resend } = await newClient();
    const other = dataOf(await (await newClient()).resend.segments.create({ name: 'News' }));
    const errorsOf = async (more: object) => {
      const { error } = await resend.contacts.create({ email: 'ann@x.example', ...more });
      return (error as unknown as { errors?: object }).errors;
    };
    expect(await errorsOf({ segments: [{ id: other.id }] })).toEqual({ segments: [expect.any(String)] });
    expect(await errorsOf({ segments: [{ id: 'news' }] })).toEqual({ 'segments.0': ['must be the ID of a segment.'] });
    expect(await errorsOf({ properties: { city: 'Bonn' } })).toEqual({
      'properties.city': [expect.stringContaining('is not a contact property')],
    });
    expect(await errorsOf({ topics: [{ id: 'x', subscription: 'opt_in' }] })).toEqual({
      'topics.0.id': ['must be the ID of a topic.'],
    });
    expect((await resend.contacts.create({ email: 'ann' })).error).toMatchObject({
      errors: { email: [expect.any(String)] },
    });
  });
});

describe('segments', () => {
  it('creates, renames, lists, and deletes segments and their members', async () => {
    const { resend } = await newClient();
    const { id, ...made } = dataOf(await resend.segments.create({ name: 'News' }));
    expect(made).toEqual({ object: 'segment', name: 'News' });
    expect(dataOf(await resend.segments.update(id, { name: 'Weekly news' }))).toEqual({ object: 'segment', id });
    const second = dataOf(await resend.segments.create({ name: 'Offers' }));
    expect(dataOf(await resend.segments.list({ limit: 1 }))).toMatchObject({
      has_more: true,
      data: [{ id: second.id }],
    });
    expect(dataOf(await resend.segments.list({ after: second.id })).data).toEqual([
      { id, name: 'Weekly news', created_at: expect.any(String) },
    ]);
    const email = 'ann@x.example';
    dataOf(await resend.contacts.create({ email }));
    expect(dataOf(await resend.contacts.segments.add({ email, segmentId: id }))).toEqual({ id });
    expect(dataOf(await resend.contacts.list({ segmentId: id })).data).toMatchObject([{ email }]);
    expect(dataOf(await resend.contacts.segments.list({ email })).data).toMatchObject([{ id, name: 'Weekly news' }]);
    expect(dataOf(await resend.contacts.segments.remove({ email, segmentId: id }))).toMatchObject({
      id,
      deleted: true,
    });
    expect(dataOf(await resend.contacts.list({ segmentId: id })).data).toEqual([]);
    expect(dataOf(await resend.segments.remove(id))).toEqual({ object: 'segment', id, deleted: true });
    expect(await resend.segments.get(id)).toMatchObject({ error: { statusCode: 404 } });
  });

  it('serves audiences of older clients', async () => {
    const { baseUrl, key } = await newClient();
    const older = new (loadOlderResend('3', baseUrl).Resend)(key);
    const audience = (await older.audiences.create({ name: 'News' })).data;
    const audienceId = audience?.id ?? '';
    expect(audience).toMatchObject({ object: 'audience', name: 'News' });
    const contact = (await older.contacts.create({ audienceId, email: 'ann@x.example', firstName: 'Ann' })).data;
    const found = await older.contacts.get({ audienceId, id: contact?.id ?? '' });
    expect(found.data).toMatchObject({ email: 'ann@x.example', first_name: 'Ann' });
    expect((await older.contacts.list({ audienceId })).data?.data).toMatchObject([{ id: contact?.id }]);
    expect((await older.audiences.remove(audienceId)).data).toMatchObject({ id: audienceId, deleted: true });
  });

  it('hides the objects of other accounts', async () => {
    const [mine, other] = [await newClient(), await newClient()];
    const segment = dataOf(await other.resend.segments.create({ name: 'News' }));
    const contact = dataOf(await other.resend.contacts.create({ email: 'ann@x.example' }));
    const property = dataOf(await other.resend.contactProperties.create({ key: 'city', type: 'string' }));
    const { resend } = mine;
    for (const { error } of [
      await resend.segments.get(segment.id),
      await resend.segments.update(segment.id, { name: 'Mine' }),
      await resend.segments.remove(segment.id),
      await resend.contacts.list({ segmentId: segment.id }),
      await resend.contacts.get(contact.id),
      await resend.contacts.get({ email: 'ann@x.example' }),
      await resend.contacts.update({ id: contact.id, firstName: 'Mine' }),
      await resend.contacts.remove(contact.id),
      await resend.contactProperties.get(property.id),
      await resend.contactProperties.remove(property.id),
    ]) {
      expect([403, 404]).toContain(error?.statusCode);
    }
    expect(dataOf(await other.resend.contacts.get(contact.id))).toMatchObject({ first_name: null });
  });
});

describe('contact properties', () => {
  it('stores values by property, with their types', async () => {
    const { resend } = await newClient();
    const { id } = dataOf(await resend.contactProperties.create({ key: 'city', type: 'string' }));
    dataOf(await resend.contactProperties.create({ key: 'orders', type: 'number' }));
    const properties = { city: 'Bonn', orders: 3 };
    const contact = dataOf(await resend.contacts.create({ email: 'ann@x.example', properties }));
    expect(dataOf(await resend.contacts.get(contact.id)).properties).toEqual({
      city: { type: 'string', value: 'Bonn' },
      orders: { type: 'number', value: 3 },
    });
    dataOf(await resend.contacts.update({ id: contact.id, properties: { city: null } }));
    expect(dataOf(await resend.contacts.get(contact.id)).properties).toEqual({ orders: { type: 'number', value: 3 } });
    expect(dataOf(await resend.contactProperties.get(id))).toMatchObject({ key: 'city', fallbackValue: null });
    expect(dataOf(await resend.contactProperties.list()).data.map(({ key }) => key)).toEqual(['orders', 'city']);
    const { error } = await resend.contacts.update({ id: contact.id, properties: { orders: 'many' } });
    expect(error).toMatchObject({ errors: { 'properties.orders': [expect.stringContaining('must be a number')] } });
    expect(dataOf(await resend.contactProperties.update({ id }))).toMatchObject({ id });
    expect(dataOf(await resend.contactProperties.remove(id))).toEqual({
      object: 'contact_property',
      id,
      deleted: true,
    });
  });

  it('rejects keys that are taken, reserved, or unusable, and fallback values', async () => {
    const { resend } = await newClient();
    dataOf(await resend.contactProperties.create({ key: 'city', type: 'string' }));
    const errorOf = async (key: string, more: object = {}) =>
      (await resend.contactProperties.create({ key, type: 'string', ...more })).error;
    expect(await errorOf('city')).toMatchObject({ errors: { key: [expect.stringContaining('already used')] } });
    expect(await errorOf('email')).toMatchObject({ errors: { key: [expect.stringContaining('is reserved')] } });
    expect(await errorOf('Your city')).toMatchObject({ errors: { key: [expect.stringContaining('lowercase')] } });
    expect(await errorOf('town', { fallbackValue: 'Bonn' })).toMatchObject({
      errors: { fallback_value: [expect.stringContaining('is not supported')] },
    });
    expect(dataOf(await resend.contactProperties.list()).data).toHaveLength(1);
  });
});

it('needs the account scope', async () => {
  const { resend } = await newClient([SCOPES.send, SCOPES.read, SCOPES.manage]);
  expect((await resend.contacts.list()).error).toMatchObject({ name: 'insufficient_scope', statusCode: 403 });
  expect((await resend.segments.create({ name: 'News' })).error).toMatchObject({ statusCode: 403 });
});

it('explains that received emails, attachments, and imports are not available', async () => {
  const { resend } = await newClient([SCOPES.read, SCOPES.account]);
  expect((await resend.emails.receiving.list()).error?.message).toContain('does not support receiving emails');
  expect((await resend.emails.receiving.get('x')).error?.message).toContain('does not support receiving emails');
  expect((await resend.emails.attachments.list({ emailId: 'x' })).error?.message).toContain(
    'does not support attachments',
  );
  const file = new Blob(['email']);
  expect((await resend.contacts.imports.create({ file })).error?.message).toContain('does not import files');
});
