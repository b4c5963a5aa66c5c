import type { Database } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { ownedLists } from '../lists/index.ts';
import { ERASED_FAULT } from './erased.ts';
import { keepConsents, type GivenContact, type Saving } from './one.ts';
import { saveContacts, takeAudience, type NewContact } from './store.ts';

/**
 * Adds contacts or changes those that have the addresses, all or none. Throws validation_error that names each contact with a
 * list that the account does not have and each that was erased, contact_limit_exceeded when the plan has no room for all.
 */
export async function saveBatch(
  db: Database,
  accountId: number,
  contacts: readonly (NewContact & Pick<GivenContact, 'consent'>)[],
  saving: Saving,
): Promise<{ readonly created: number; readonly updated: number }> {
  return db.transaction(async (tx) => {
    await takeAudience(tx, accountId);
    const known = await ownedLists(tx, accountId, [...new Set(contacts.flatMap(({ listIds = [] }) => listIds))]);
    const faults = createFieldFaults();
    for (const [index, { listIds = [] }] of contacts.entries()) {
      const unknown = unknownIds(listIds, known);
      if (unknown !== undefined) faults.add(`contacts.${index}.lists`, unknown);
    }
    const erased = await saving.erasedPeople.among(
      tx,
      accountId,
      contacts.map(({ email }) => email),
    );
    for (const [index, { email }] of contacts.entries()) {
      if (erased.has(email)) faults.add(`contacts.${index}.email`, ERASED_FAULT);
    }
    const errors = faults.errors();
    if (errors) throw invalid(errors);
    const { createdIds, ids, updated } = await saveContacts(tx, accountId, contacts);
    const saved = contacts.map(({ consent }, index) => ({ consent, contactId: ids[index] ?? 0 }));
    await keepConsents(tx, accountId, saved, saving);
    return { created: createdIds.length, updated };
  });
}
