import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { createAccount } from '../../tenants/accounts/index.ts';
import { contactAddressOf, type ContactAddress } from '../contact-notes/index.ts';
import { removeMembers } from './members.ts';
import { countContacts, removeContacts, saveContacts, lockAudience, type NewContact } from './store.ts';

let test: TestDatabase;
let accounts = 0;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(async () => {
  await test.drop();
});

async function newAccount(plan: 'free' | 'unlimited' = 'unlimited'): Promise<number> {
  accounts += 1;
  const account = await createAccount(test.db, {
    email: `owner${accounts}@store.example`,
    plan,
    isOperator: false,
  });
  return account.id;
}

function address(text: string): ContactAddress {
  const parsed = contactAddressOf(text);
  if (typeof parsed === 'object') throw new Error(parsed.fault);
  return parsed;
}

const save = async (accountId: number, ...contacts: NewContact[]) =>
  test.db.transaction(async (tx) => saveContacts(tx, accountId, contacts));

async function rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return test.db.query<Row>({ name: '', text }, values);
}

async function newGroup(accountId: number, kind: 'list' | 'tag', name: string): Promise<number> {
  const more = kind === 'tag' ? [`, color`, `, '#FF644D'`] : ['', ''];
  const [made] = await rows<{ id: number }>(
    `insert into contact_${kind} (account_id, name${more[0]}) values ($1, $2${more[1]}) returning id`,
    [accountId, name],
  );
  return made?.id ?? 0;
}

const counterOf = async (accountId: number, kind: 'list' | 'tag', id: number): Promise<number | undefined> =>
  (
    await rows<{ contacts_count: number }>(
      `select contacts_count from contact_${kind} where account_id = $1 and id = $2`,
      [accountId, id],
    )
  )[0]?.contacts_count;

describe('saveContacts', () => {
  it('identifies contacts by their address in lower case with A-labels', async () => {
    const accountId = await newAccount();
    const first = await save(accountId, { email: address('Ann@BÜCHER.example'), firstName: 'Ann' });
    const second = await save(accountId, { email: address('ann@xn--bcher-kva.EXAMPLE'), lastName: 'Arden' });

    expect(first).toMatchObject({ updated: 0, createdIds: first.ids });
    expect(second).toMatchObject({ updated: 1, createdIds: [], ids: first.ids });
    expect(await rows('select email, first_name, last_name from contact where account_id = $1', [accountId])).toEqual([
      { email: 'ann@xn--bcher-kva.example', first_name: 'Ann', last_name: 'Arden' },
    ]);
    expect(await countContacts(test.db, accountId)).toBe(1);
  });

  it('saves a contact that is given twice once, with the later values', async () => {
    const accountId = await newAccount();
    const [one, two] = [await newGroup(accountId, 'list', 'One'), await newGroup(accountId, 'list', 'Two')];
    const saved = await save(
      accountId,
      { email: address('a@x.example'), firstName: 'First', lastName: 'Kept', listIds: [one, one] },
      { email: address('b@x.example') },
      { email: address('a@x.example'), firstName: 'Second', listIds: [two] },
    );

    expect(saved.createdIds).toHaveLength(2);
    expect(saved.ids[0]).toBe(saved.ids[2]);
    expect(await rows('select first_name, last_name from contact where id = $1', [saved.ids[0]])).toEqual([
      { first_name: 'Second', last_name: 'Kept' },
    ]);
    expect([await counterOf(accountId, 'list', one), await counterOf(accountId, 'list', two)]).toEqual([1, 1]);
  });

  it('restores deleted contacts under their ID without subscribing them again', async () => {
    const accountId = await newAccount();
    const list = await newGroup(accountId, 'list', 'News');
    const gone = { email: address('back@x.example'), firstName: 'Old', fields: { 7: 'kept?' }, listIds: [list] };
    const saved = await save(accountId, { ...gone, unsubscribedAt: new Date('2026-01-02T03:04:05Z') });
    await test.db.transaction(async (tx) => removeContacts(tx, accountId, saved.ids));
    expect(await countContacts(test.db, accountId)).toBe(0);
    expect(await counterOf(accountId, 'list', list)).toBe(0);

    const again = await save(accountId, { email: gone.email, lastName: 'New' });

    expect(again).toEqual({ ids: saved.ids, createdIds: saved.ids, updated: 0 });
    expect(
      await rows(
        `select first_name, last_name, fields, unsubscribed_at, flags from contact c
         join contact_stat s on s.account_id = c.account_id and s.contact_id = c.id where c.id = $1`,
        [saved.ids[0]],
      ),
    ).toEqual([
      { first_name: '', last_name: 'New', fields: {}, unsubscribed_at: new Date('2026-01-02T03:04:05Z'), flags: 2 },
    ]);
  });

  it("rejects all contacts if they exceed the plan's limit", async () => {
    const accountId = await newAccount('free');
    await rows(`update plan set contact_limit = 3 where name = 'free'`, []);
    try {
      await save(accountId, { email: address('1@x.example') }, { email: address('2@x.example') });
      const tooMany = save(
        accountId,
        { email: address('2@x.example') },
        { email: address('3@x.example') },
        { email: address('4@x.example') },
      );

      await expect(tooMany).rejects.toMatchObject({ code: 'contact_limit_exceeded' });
      expect(await countContacts(test.db, accountId)).toBe(2);
      // Updated contacts are not counted again, and reaching the exact limit is allowed.
      await save(accountId, { email: address('2@x.example') }, { email: address('3@x.example') });
      expect(await countContacts(test.db, accountId)).toBe(3);
    } finally {
      await rows(`update plan set contact_limit = null where name = 'free'`, []);
    }
  });

  it('keeps exact counts when contacts are saved, added, removed and deleted concurrently', async () => {
    const accountId = await newAccount();
    const list = await newGroup(accountId, 'list', 'Busy');
    const tag = await newGroup(accountId, 'tag', 'Busy');
    const contacts = Array.from({ length: 40 }, (_none, index) => ({
      email: address(`busy${index}@x.example`),
      listIds: [list],
      tagIds: [tag],
    }));
    const turns = Array.from({ length: 24 }, (_none, turn) =>
      test.db.transaction(async (tx) => {
        const some = contacts.filter((_contact, index) => (index * 7 + turn) % 3 === 0);
        const { ids } = await saveContacts(tx, accountId, turn % 2 === 0 ? some : some.toReversed());
        if (turn % 4 === 1) await removeContacts(tx, accountId, ids.slice(0, 5));
        if (turn % 4 !== 2) return;
        await lockAudience(tx, accountId);
        await removeMembers(
          tx,
          accountId,
          'list',
          ids.slice(0, 9).map((contactId) => ({ groupId: list, contactId })),
        );
      }),
    );
    await Promise.all(turns);

    const [counted] = await rows<Record<string, number>>(
      `select (select count(*) from contact where account_id = $1 and deleted_at is null) as contacts,
         (select count(*) from contact_stat where account_id = $1) as stats,
         (select count(*) from list_member where account_id = $1) as in_list,
         (select count(*) from tag_member where account_id = $1) as with_tag`,
      [accountId],
    );
    const contactsNow = await countContacts(test.db, accountId);
    expect(contactsNow).toBeGreaterThan(20);
    expect(counted).toEqual({
      contacts: contactsNow,
      stats: contactsNow,
      in_list: await counterOf(accountId, 'list', list),
      with_tag: await counterOf(accountId, 'tag', tag),
    });
  });
});
