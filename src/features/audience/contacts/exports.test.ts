import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import type { Tx } from '../../../base/db.ts';
import { createAccount } from '../../tenants/accounts/index.ts';
import { addField, fieldValueOf } from '../contact-fields/index.ts';
import { addTag, ownedTags } from '../contact-tags/index.ts';
import { addList, ownedLists } from '../lists/index.ts';
import {
  addMembers,
  contactAddressOf,
  presentContacts,
  removeContacts,
  removeMembers,
  saveContacts,
  lockAudience,
  type ContactAddress,
  type Member,
  type NewContact,
  type PresentedContact,
  type Saved,
} from './index.ts';

let test: TestDatabase;
let accounts = 0;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function newAccount(): Promise<number> {
  accounts += 1;
  const email = `owner${accounts}@doors.example`;
  return (await createAccount(test.db, { email, plan: 'unlimited', isOperator: false })).id;
}

function address(text: string): ContactAddress {
  const parsed = contactAddressOf(text);
  if (typeof parsed === 'object') throw new Error(parsed.fault);
  return parsed;
}

const inTransaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => test.db.transaction(work);
const save = async (accountId: number, ...contacts: NewContact[]): Promise<Saved> =>
  inTransaction(async (tx) => saveContacts(tx, accountId, contacts));
const show = async (accountId: number, ids: readonly number[]): Promise<PresentedContact[]> =>
  presentContacts(test.db, accountId, ids);

describe('presentContacts', () => {
  it('returns contacts in the order of the IDs, without deleted ones and those of other accounts', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()];
    const [a, b, c] = (
      await save(
        accountId,
        ...['a', 'b', 'c'].map((name) => ({ email: address(`${name}@x.example`), firstName: name })),
      )
    ).ids;
    const [foreign] = (await save(other, { email: address('a@x.example') })).ids;
    await inTransaction(async (tx) => removeContacts(tx, accountId, [b ?? 0]));
    const shown = await show(accountId, [c ?? 0, foreign ?? 0, b ?? 0, a ?? 0, 99_999_999]);
    expect(shown.map(({ id, first_name }) => [id, first_name])).toEqual([
      [c, 'c'],
      [a, 'a'],
    ]);
    expect(await show(accountId, [])).toEqual([]);
  });

  it('omits deleted lists and values of unknown fields', async () => {
    const accountId = await newAccount();
    const [kept, gone] = [await addList(test.db, accountId, 'Kept'), await addList(test.db, accountId, 'Gone')];
    const field = await inTransaction(async (tx) => addField(tx, accountId, { label: 'Age', type: 'number' }));
    const value = fieldValueOf('number', 7);
    const fields = { [field.id]: 'value' in value ? value.value : null, 99_999_999: 'of a field that is none' };
    const { ids } = await save(accountId, { email: address('a@x.example'), listIds: [kept.id, gone.id], fields });
    await test.db.script(`update contact_list set deleted_at = now() where id = ${gone.id}`);
    expect(await show(accountId, ids)).toMatchObject([
      { lists: [{ id: kept.id, name: 'Kept' }], contact_fields: [{ name: 'age', value: '7' }] },
    ]);
  });
});

describe('lists and tags of an account', () => {
  it('exclude deleted ones', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()];
    const lists = [await addList(test.db, accountId, 'a'), await addList(test.db, accountId, 'b')];
    const foreign = await addList(test.db, other, 'c');
    const tags = [
      await inTransaction(async (tx) => addTag(tx, accountId, { name: 'a' })),
      await inTransaction(async (tx) => addTag(tx, accountId, { name: 'b' })),
    ];
    await test.db.script(`update contact_list set deleted_at = now() where id = ${lists[1]?.id}`);
    await test.db.script(`update contact_tag set deleted_at = now() where id = ${tags[1]?.id}`);
    const asked = [...lists.map(({ id }) => id), foreign.id, 99_999_999];
    expect(await ownedLists(test.db, accountId, asked)).toEqual(new Set([lists[0]?.id]));
    expect(
      await ownedTags(
        test.db,
        accountId,
        tags.map(({ id }) => id),
      ),
    ).toEqual(new Set([tags[0]?.id]));
    expect(await ownedTags(test.db, accountId, [])).toEqual(new Set());
  });

  it('report each added and removed member once, and deleted groups get none', async () => {
    const accountId = await newAccount();
    const [list, gone] = [await addList(test.db, accountId, 'List'), await addList(test.db, accountId, 'Gone')];
    const [contactId = 0] = (await save(accountId, { email: address('a@x.example') })).ids;
    await test.db.script(`update contact_list set deleted_at = now() where id = ${gone.id}`);
    const members: Member[] = [list, gone].map(({ id }) => ({ groupId: id, contactId }));
    const own = [{ groupId: list.id, contactId }];
    const change = async (how: typeof addMembers) =>
      inTransaction(async (tx) => {
        await lockAudience(tx, accountId);
        return how(tx, accountId, 'list', members);
      });
    expect([await change(addMembers), await change(addMembers)]).toEqual([own, []]);
    expect([await change(removeMembers), await change(removeMembers)]).toEqual([own, []]);
  });
});
