import { describe, expect, it } from 'vitest';
import { createLog, silentLog } from '../../src/base/log.ts';
import { addMembers, finishRemovals, lockAudience } from '../../src/features/audience/contacts/index.ts';
import { startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);

type Owner = TestPerson & { readonly accountId: number };

/** Creates an owner. Each test uses its own, because rate limits are per user. */
async function newOwner(): Promise<Owner> {
  const accountId = (await app.newAccount()).account.id;
  return { ...(await newPerson(app, accountId)), accountId };
}

async function rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

const newList = async (person: TestPerson): Promise<number> =>
  (await person.call('POST', '/lists', { name: 'News' })).body.id;
const newTag = async (person: TestPerson, name: string): Promise<number> =>
  (await person.call('POST', '/contact-tags', { name })).body.id;
const newContact = async (person: TestPerson, email = 'bea@x.example'): Promise<number> =>
  (await person.call('POST', '/contacts', { email })).body.id;
const idsOf = (records: readonly { readonly id: number }[]): number[] => records.map(({ id }) => id);

describe('row 46, POST /lists/{list_id}/contacts', () => {
  it('returns 200 with the contact and adds it to the list once, even if repeated', async () => {
    const person = await newOwner();
    const [list, id] = [await newList(person), await newContact(person)];
    for (const contactId of [id, String(id)]) {
      const { body, status } = await person.call('POST', `/lists/${list}/contacts`, { contact_id: contactId });
      expect([status, body.id, body.email, idsOf(body.lists)]).toEqual([200, id, 'bea@x.example', [list]]);
    }
    expect((await person.call('GET', `/lists/${list}`)).body.contacts_count).toBe(1);
  });

  it('refuses a contact of another account with 422 like an unknown one', async () => {
    const foreign = await newContact(await newOwner());
    const person = await newOwner();
    const list = await newList(person);
    for (const given of [foreign, 99_999_999]) {
      const { body, status } = await person.call('POST', `/lists/${list}/contacts`, { contact_id: given });
      expect([status, body.errors]).toEqual([422, { contact_id: ['must be the ID of one of your contacts.'] }]);
    }
    for (const given of [undefined, null, 'x', 0, 1.5, [1]]) {
      const { body, status } = await person.call('POST', `/lists/${list}/contacts`, { contact_id: given });
      expect([given, status, Object.keys(body.errors)]).toEqual([given, 422, ['contact_id']]);
    }
    expect((await person.call('GET', `/lists/${list}`)).body.contacts_count).toBe(0);
  });
});

describe('row 47, DELETE /lists/{list_id}/contacts/{contact_id}', () => {
  it('returns 200 with the contact and removes it from the list, also if repeated', async () => {
    const person = await newOwner();
    const [list, other, id] = [await newList(person), await newList(person), await newContact(person)];
    for (const each of [list, other]) await person.call('POST', `/lists/${each}/contacts`, { contact_id: id });
    for (let times = 0; times < 2; times += 1) {
      const { body, status } = await person.call('DELETE', `/lists/${list}/contacts/${id}`);
      expect([status, body.id, idsOf(body.lists)]).toEqual([200, id, [other]]);
    }
    expect((await person.call('GET', `/lists/${list}`)).body.contacts_count).toBe(0);
    expect((await person.call('GET', `/lists/${other}`)).body.contacts_count).toBe(1);
  });
});

describe('rows 17 to 19, tags of a contact', () => {
  it('are an array, newest first, returned after each change, which can be repeated', async () => {
    const person = await newOwner();
    const id = await newContact(person);
    const [one, two] = [await newTag(person, 'One'), await newTag(person, 'Two')];
    expect(await person.call('GET', `/contacts/${id}/tags`)).toMatchObject({ status: 200, body: [] });
    expect(await person.call('POST', `/contacts/${id}/tags/${one}`)).toMatchObject({
      status: 200,
      body: [{ id: one, user_id: person.accountId, name: 'One', contacts_count: 1 }],
    });
    for (let times = 0; times < 2; times += 1) {
      const { body, status } = await person.call('POST', `/contacts/${id}/tags/${two}`);
      expect([status, idsOf(body)]).toEqual([200, [two, one]]);
    }
    expect(idsOf((await person.call('GET', `/contacts/${id}/tags`)).body)).toEqual([two, one]);
    for (let times = 0; times < 2; times += 1) {
      const { body, status } = await person.call('DELETE', `/contacts/${id}/tags/${two}`);
      expect([status, idsOf(body)]).toEqual([200, [one]]);
    }
    expect((await person.call('GET', `/contact-tags/${one}`)).body.contacts_count).toBe(1);
    expect((await person.call('GET', `/contact-tags/${two}`)).body.contacts_count).toBe(0);
  });
});

describe('IDs of members', () => {
  it('return 403 for lists, contacts and tags of other accounts and 404 for unknown ones', async () => {
    const owner = await newOwner();
    const theirs = { list: await newList(owner), contact: await newContact(owner), tag: await newTag(owner, 'One') };
    const person = await newOwner();
    const own = { list: await newList(person), contact: await newContact(person), tag: await newTag(person, 'One') };
    const call = async (method: string, path: string) =>
      (await person.call(method, path, method === 'POST' ? { contact_id: own.contact } : undefined)).status;
    const none = 99_999_999;
    const operations: [method: string, path: (list: number, contact: number, tag: number) => string, ids: string][] = [
      ['POST', (list) => `/lists/${list}/contacts`, 'l'],
      ['DELETE', (list, contact) => `/lists/${list}/contacts/${contact}`, 'lc'],
      ['GET', (_list, contact) => `/contacts/${contact}/tags`, 'c'],
      ['POST', (_list, contact, tag) => `/contacts/${contact}/tags/${tag}`, 'ct'],
      ['DELETE', (_list, contact, tag) => `/contacts/${contact}/tags/${tag}`, 'ct'],
    ];
    for (const [method, path, ids] of operations) {
      for (const letter of ids) {
        const statuses = [theirs, { list: none, contact: none, tag: none }].map((others) =>
          call(
            method,
            path(
              letter === 'l' ? others.list : own.list,
              letter === 'c' ? others.contact : own.contact,
              letter === 't' ? others.tag : own.tag,
            ),
          ),
        );
        expect([method, path(0, 0, 0), letter, ...(await Promise.all(statuses))]).toEqual([
          method,
          path(0, 0, 0),
          letter,
          403,
          404,
        ]);
      }
    }
    expect((await owner.call('GET', `/lists/${theirs.list}`)).body.contacts_count).toBe(0);
    expect((await owner.call('GET', `/contact-tags/${theirs.tag}`)).body.contacts_count).toBe(0);
  });
});

describe('deleted groups and fields', () => {
  const removalsOf = async (accountId: number) =>
    rows<{ kind: string }>('select kind from audience_removal where account_id = $1 order by kind', [accountId]);
  const left = async (accountId: number) =>
    (
      await rows(
        `select (select count(*) from list_member where account_id = $1) as in_lists,
           (select count(*) from tag_member where account_id = $1) as with_tags,
           (select count(*) from contact where account_id = $1 and fields <> '{}') as with_values`,
        [accountId],
      )
    )[0];

  /**
   * Creates an account with 25 contacts. Each contact has two lists, two tags, and two fields, and the first list, tag,
   * and field are deleted.
   */
  async function newRemovals(): Promise<Owner & { readonly list: number; readonly kept: number }> {
    const person = await newOwner();
    const [list, kept] = [await newList(person), await newList(person)];
    const [tag, keptTag] = [await newTag(person, 'Goes'), await newTag(person, 'Stays')];
    const fields: number[] = [];
    for (const label of ['Goes', 'Stays']) {
      const given = { label, contact_field_type_id: '0abe5601-7738-43c8-858f-81911ecf89ee' };
      fields.push((await person.call('POST', '/contact-fields', given)).body.id);
    }
    const contacts = Array.from({ length: 25 }, (_none, index) => ({
      email: `m${index}@x.example`,
      lists: [list, kept],
    }));
    await person.call('POST', '/contacts/batch', { contacts });
    await rows(
      `with tagged as (
         insert into tag_member (account_id, tag_id, contact_id)
         select account_id, unnest($2::bigint[]), id from contact where account_id = $1
       )
       update contact set fields = $3 where account_id = $1`,
      [person.accountId, [tag, keptTag], { [String(fields[0])]: 'a', [String(fields[1])]: 'b' }],
    );
    await rows('update contact_tag set contacts_count = 25 where account_id = $1', [person.accountId]);
    await person.call('DELETE', `/lists/${list}`);
    await person.call('DELETE', `/contact-tags/${tag}`);
    await person.call('DELETE', `/contact-fields/${fields[0]}`);
    return { ...person, list, kept };
  }

  it('are removed from contacts in batches, with a limit per run, without affecting others', async () => {
    const { accountId, kept, ...person } = await newRemovals();
    const { db } = app.installation;
    expect(await left(accountId)).toEqual({ in_lists: 50, with_tags: 50, with_values: 25 });
    await finishRemovals({ db, log: silentLog }, { removals: 20, pieces: 2, piece: 10 });
    expect(await left(accountId)).toEqual({ in_lists: 30, with_tags: 30, with_values: 25 });
    expect(await removalsOf(accountId)).toHaveLength(3);
    for (let runs = 0; runs < 2; runs += 1) {
      await finishRemovals({ db, log: silentLog }, { removals: 20, pieces: 2, piece: 10 });
    }
    expect(await left(accountId)).toEqual({ in_lists: 25, with_tags: 25, with_values: 25 });
    expect(await removalsOf(accountId)).toEqual([]);
    expect(await rows('select distinct fields from contact where account_id = $1', [accountId])).toEqual([
      { fields: { [await keptField(person)]: 'b' } },
    ]);
    const { body } = await person.call('GET', `/lists/${kept}`);
    expect([body.contacts_count, body.subscribed_contacts_count]).toEqual([25, 25]);
  });

  it('do not block others if one fails', async () => {
    const { db } = app.installation;
    const broken = await newRemovals();
    const sound = await newRemovals();
    await rows(`update audience_removal set tried_at = '2026-01-01' where account_id = $1`, [broken.accountId]);
    const logged: string[] = [];
    const log = createLog('error', (line) => void logged.push(line));
    // The constraint makes changes to the audience of one account fail.
    await db.script(`alter table audience add constraint broken check (account_id <> ${broken.accountId}) not valid`);
    await finishRemovals({ db, log }, { removals: 3, pieces: 9, piece: 10 });
    await finishRemovals({ db, log }, { removals: 3, pieces: 9, piece: 10 });
    expect(await removalsOf(sound.accountId)).toEqual([]);
    expect(await left(sound.accountId)).toEqual({ in_lists: 25, with_tags: 25, with_values: 25 });
    expect(logged).toHaveLength(3);
    expect(await removalsOf(broken.accountId)).toHaveLength(3);
    await db.script('alter table audience drop constraint broken');
    await finishRemovals({ db, log: silentLog });
    expect(await removalsOf(broken.accountId)).toEqual([]);
  });

  it('get no more members, even from requests validated before', async () => {
    const { accountId, kept, list } = await newRemovals();
    const { db } = app.installation;
    await finishRemovals({ db, log: silentLog });
    const [contact] = await rows<{ id: number }>(
      `insert into contact (account_id, email) values ($1, 'late@x.example') returning id`,
      [accountId],
    );
    const contactId = contact?.id ?? 0;
    await rows('insert into contact_stat (account_id, contact_id, created_at) values ($1, $2, now())', [
      accountId,
      contactId,
    ]);
    const added = await db.transaction(async (tx) => {
      await lockAudience(tx, accountId);
      return addMembers(tx, accountId, 'list', [
        { groupId: list, contactId },
        { groupId: kept, contactId },
      ]);
    });
    expect(added).toEqual([{ groupId: kept, contactId }]);
  });

  async function keptField(person: TestPerson): Promise<number> {
    return (await person.call('GET', '/contact-fields')).body.data[0].id;
  }
});
