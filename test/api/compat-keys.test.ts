import { Resend } from 'resend';
import { describe, expect, it } from 'vitest';
import { createKey, createToken, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

// Runs Resend's unmodified client against the API keys and the suppression list of an account.

const app = shared(startApp);
const ALL = [SCOPES.send, SCOPES.read, SCOPES.manage, SCOPES.account];

async function newClient(scopes: readonly string[] = ALL) {
  const { account } = await app.newAccount();
  const { db } = app.installation;
  const { id, key } = await createKey(db, { accountId: account.id, name: 'first', scopes });
  await db.script(
    `insert into domain (account_id, name, status, verified_at)
     values (${account.id}, 'acme.example', 'verified', now())`,
  );
  return { accountId: account.id, id, resend: clientOf(key) };
}

function clientOf(key: string): Resend {
  return new Resend(key, { baseUrl: `${app.api.baseUrl}/transactional/compat` });
}

/** Returns the data of a response, or fails with its error. */
function dataOf<T>({ data, error }: { readonly data: T | null; readonly error: unknown }): T {
  expect(error).toBeNull();
  if (data === null) throw new Error('The response has no data');
  return data;
}

const MAIL = { from: 'Acme <news@acme.example>', to: 'ann@x.example', subject: 'Hi', text: 'Hi' };

describe('API keys', () => {
  it('creates keys that work until they are removed', async () => {
    const { resend } = await newClient();
    const made = dataOf(await resend.apiKeys.create({ name: 'full' }));
    expect(made).toEqual({
      id: expect.stringMatching(/^00000008-0000-8000-8000-/),
      token: expect.stringMatching(/^pr_/),
    });
    const full = clientOf(made.token);
    expect(dataOf(await full.emails.send(MAIL)).id).toMatch(/^tm_/);
    expect(dataOf(await full.contacts.list()).data).toEqual([]);
    dataOf(await resend.apiKeys.update(made.id, { name: 'renamed' }));
    // The time at which a key was last used is written shortly after the request.
    const listed = await eventually('the use of the key is recorded', async () => {
      const page = dataOf(await resend.apiKeys.list());
      return page.data[0]?.last_used_at ? page : undefined;
    });
    expect(listed.data.map(({ name }) => name)).toEqual(['renamed', 'first', expect.any(String)]);
    expect(listed.data[0]).toEqual({
      id: made.id,
      name: 'renamed',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    expect(dataOf(await resend.apiKeys.list({ limit: 1, after: made.id }))).toMatchObject({ has_more: true });
    expect(dataOf(await resend.apiKeys.remove(made.id))).toEqual({ object: 'api_key', id: made.id, deleted: true });
    await expect.poll(async () => (await full.emails.send(MAIL)).error?.statusCode).toBe(401);
    expect(dataOf(await resend.apiKeys.list()).data).toHaveLength(2);
  });

  it('limits sending keys to sending, and to a domain', async () => {
    const { resend } = await newClient();
    const sending = dataOf(await resend.apiKeys.create({ name: 'send', permission: 'sending_access' }));
    expect((await clientOf(sending.token).contacts.list()).error?.statusCode).toBe(403);
    expect((await clientOf(sending.token).apiKeys.create({ name: 'x' })).error?.statusCode).toBe(403);
    const domain = dataOf(await resend.domains.create({ name: 'other.example' }));
    const restricted = dataOf(
      await resend.apiKeys.create({ name: 'one', permission: 'sending_access', domain_id: domain.id }),
    );
    expect((await clientOf(restricted.token).emails.send(MAIL)).error?.statusCode).toBe(403);
    expect(dataOf(await clientOf(sending.token).emails.send(MAIL)).id).toMatch(/^tm_/);
  });

  it('gives a new key no scope that the creating key does not have', async () => {
    const { accountId, resend } = await newClient([SCOPES.account, SCOPES.read]);
    dataOf(await resend.apiKeys.create({ name: 'full' }));
    const statement = {
      name: '',
      text: "select scopes from api_key where account_id = $1 and name = 'full'",
    };
    expect(await app.installation.db.query(statement, [accountId])).toEqual([
      { scopes: [SCOPES.read, SCOPES.account] },
    ]);
    const sending = await resend.apiKeys.create({ name: 'send', permission: 'sending_access' });
    expect(sending.error).toMatchObject({ name: 'insufficient_scope' });
  });

  it('rejects invalid settings, keys of other accounts, and callers without an API key', async () => {
    const { accountId, resend } = await newClient();
    const other = await newClient();
    const foreign = dataOf(await other.resend.apiKeys.create({ name: 'foreign' })).id;
    const foreignDomain = dataOf(await other.resend.domains.list()).data[0]?.id ?? '';
    expect((await resend.apiKeys.remove(foreign)).error?.statusCode).toBe(404);
    expect((await resend.apiKeys.update(foreign, { name: 'mine' })).error?.statusCode).toBe(404);
    expect((await resend.apiKeys.remove('x')).error?.statusCode).toBe(404);
    const errorsOf = async (more: object) => (await resend.apiKeys.create({ name: 'x', ...more })).error;
    expect(await errorsOf({ name: '' })).toMatchObject({ errors: { name: [expect.any(String)] } });
    expect(await errorsOf({ permission: 'admin' })).toMatchObject({ errors: { permission: [expect.any(String)] } });
    expect(await errorsOf({ domain_id: foreignDomain })).toMatchObject({ errors: { domain_id: [expect.any(String)] } });
    const ofOthers = await errorsOf({ permission: 'sending_access', domain_id: foreignDomain });
    expect([403, 404]).toContain(ofOthers?.statusCode);
    expect(await errorsOf({ expires: 1 })).toMatchObject({ errors: { expires: ['is not supported.'] } });
    const wanted = { accountId, personId: undefined, name: 'token' };
    const { token } = await app.installation.db.transaction(async (tx) => createToken(tx, wanted));
    const asPerson = await clientOf(token).apiKeys.create({ name: 'x' });
    expect(asPerson.error).toMatchObject({ statusCode: 403, message: expect.stringContaining('requires an API key') });
  });
});

describe('suppressions', () => {
  it('adds, lists, reads, and removes addresses', async () => {
    const { resend } = await newClient();
    const email = 'Gone@x.example';
    expect(dataOf(await resend.suppressions.add({ email }))).toEqual({ object: 'suppression', id: 'gone@x.example' });
    const entry = {
      object: 'suppression',
      id: 'gone@x.example',
      email: 'gone@x.example',
      origin: 'manual',
      source_id: null,
      created_at: expect.any(String),
    };
    expect(dataOf(await resend.suppressions.get(email))).toEqual(entry);
    expect(dataOf(await resend.suppressions.list({ origin: 'manual' }))).toMatchObject({
      has_more: false,
      data: [entry],
    });
    expect(dataOf(await resend.suppressions.list({ origin: 'bounce' })).data).toEqual([]);
    expect((await resend.emails.send({ ...MAIL, to: email })).error).toMatchObject({ name: 'recipient_suppressed' });
    expect(dataOf(await resend.suppressions.remove(email))).toMatchObject({ id: 'gone@x.example', deleted: true });
    expect((await resend.suppressions.get(email)).error?.statusCode).toBe(404);
    dataOf(await resend.emails.send({ ...MAIL, to: email }));
  });

  it('adds and removes batches, and pages in both directions', async () => {
    const { resend } = await newClient();
    const emails = ['a@x.example', 'b@x.example', 'c@x.example'];
    expect(dataOf(await resend.suppressions.batch.add({ emails })).data).toHaveLength(3);
    const first = dataOf(await resend.suppressions.list({ limit: 2 }));
    expect(first.has_more).toBe(true);
    const after = first.data.at(-1)?.id ?? '';
    const second = dataOf(await resend.suppressions.list({ limit: 2, after }));
    expect([second.data.length, second.has_more]).toEqual([1, false]);
    expect([...first.data, ...second.data].map(({ id }) => id).toSorted()).toEqual(emails);
    const removed = dataOf(await resend.suppressions.batch.remove({ emails: ['a@x.example', 'never@x.example'] }));
    expect(removed.data).toEqual([
      { object: 'suppression', id: 'a@x.example', deleted: true },
      { object: 'suppression', id: 'never@x.example', deleted: false },
    ]);
    dataOf(await resend.suppressions.batch.remove({ ids: ['b@x.example'] }));
    expect(dataOf(await resend.suppressions.list()).data.map(({ id }) => id)).toEqual(['c@x.example']);
  });

  it('names invalid fields', async () => {
    const { resend } = await newClient();
    expect((await resend.suppressions.add({ email: 'x' })).error).toMatchObject({
      errors: { email: [expect.any(String)] },
    });
    const batch = await resend.suppressions.batch.add({ emails: ['a@x.example', 'x'] });
    expect(batch.error).toMatchObject({ errors: { 'emails.1': [expect.any(String)] } });
    expect((await resend.suppressions.batch.add({ emails: [] })).error).toMatchObject({
      errors: { emails: [expect.stringContaining('1 to 100')] },
    });
    const wrong = await resend.suppressions.list({ origin: 'x' as 'manual' });
    expect(wrong.error).toMatchObject({ errors: { origin: [expect.any(String)] } });
  });
});
