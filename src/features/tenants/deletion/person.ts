import type { Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { lockAccount, recordAct, recordCommand } from '../accounts/index.ts';
import { deletedPersonMail, memberDeletedMail } from './mails.ts';
import type { DeletionParts } from './parts.ts';
import {
  belongingsOf,
  deletePersonRow,
  anonymizeName,
  holdPerson,
  keysMadeBy,
  type BelongingRow,
} from './person-queries.ts';
import { ownersToNotify } from './queries.ts';

/** Replaces the name of a deleted user in data that is kept. */
const NOBODY = 'a deleted user';
/** Maximum number of keys listed in an email. */
const MAX_KEYS = 100;

export async function readBelongings(db: Db, personId: number): Promise<BelongingRow[]> {
  return belongingsOf(db, personId);
}

/**
 * Deletes a user immediately and permanently, with all credentials, memberships, tokens, and grants. API keys that the
 * user created remain, and the other owners receive a list of them. The user's actions remain in audit logs, without
 * the name. Throws not_found if the user does not exist. Throws conflict if accounts would have no owner, with their
 * names, or if the user joins another account in the meantime.
 */
export async function deletePerson(parts: DeletionParts, personId: number, by: 'you' | 'operator'): Promise<void> {
  await parts.db.transaction(async (tx) => {
    // Lock the accounts first, as every change to a team does. Otherwise, of two owners who are deleted at the same
    // time, each could count the other as the remaining owner.
    const held = await belongingsOf(tx, personId);
    for (const { account_id: accountId } of held) await lockAccount(tx, accountId);
    const [person] = await holdPerson(tx, personId);
    if (!person) throw new Refusal('not_found', { message: 'The user does not exist.' });
    const belongings = await readBelongings(tx, personId);
    requireFree(belongings, new Set(held.map(({ account_id: id }) => id)));
    const leaving = [];
    for (const belonging of belongings) {
      if (!belonging.is_closed) leaving.push({ belonging, ...(await remainingData(tx, personId, belonging)) });
    }
    await anonymizeName(tx, personId, person.email, NOBODY);
    for (const { belonging, keys, owners } of leaving) {
      const act = { action: 'person.delete', subject: NOBODY };
      const accountId = belonging.account_id;
      if (by === 'you') await recordAct(tx, { accountId, via: 'session', person: undefined }, act);
      else await recordCommand(tx, accountId, act);
      const gone = { account: { id: accountId, name: belonging.name }, name: person.name, keys };
      for (const to of owners) await parts.sendMail(tx, memberDeletedMail(to, gone));
    }
    await parts.sendMail(tx, deletedPersonMail(person.email, by));
    await deletePersonRow(tx, personId, person.email);
  });
}

async function remainingData(tx: Tx, personId: number, { account_id: accountId }: BelongingRow) {
  const keys = await keysMadeBy(tx, accountId, personId, MAX_KEYS);
  const owners = await ownersToNotify(tx, accountId);
  return {
    keys: keys.map(({ subject }) => subject),
    owners: owners.filter(({ id }) => id !== personId).map(({ email }) => email),
  };
}

function requireFree(belongings: readonly BelongingRow[], held: ReadonlySet<number>): void {
  const hindering = belongings.filter(({ hinders }) => hinders).map(({ name }) => name);
  if (hindering.length > 0) {
    throw new Refusal('conflict', {
      message: `These accounts have no other owner: ${hindering.join(', ')}.`,
      fix: 'For each account, make another member an owner or delete the account.',
    });
  }
  if (belongings.some(({ account_id: id }) => !held.has(id))) {
    throw new Refusal('conflict', {
      message: 'The user joined another account during this request.',
      fix: 'Try again.',
    });
  }
}
