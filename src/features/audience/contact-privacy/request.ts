import type { Database } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Principal } from '../../../http/principal.ts';
import { recordAct } from '../../tenants/accounts/index.ts';
import { removeContacts, lockAudience, type ContactAddress, type ErasedPeople } from '../contacts/index.ts';
import {
  requestErasure,
  contactAnywhere,
  contactByAddress,
  contactById,
  erasureById,
  mergedAddresses,
  type ErasureRow,
} from './request-queries.ts';
import type { erasureSchema } from './route-docs.ts';

/** Number of days after which an erasure stops waiting for work in progress. */
const MAX_WAIT_DAYS = 7;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Dependencies of erasure requests. */
export interface RequestParts {
  readonly db: Database;
  readonly erasedPeople: ErasedPeople;
}

/**
 * Requests the erasure of a contact, even if the contact was deleted. `confirmed` must be the contact's address. The
 * contact is deleted immediately and can be added again only if the person signs up again. A job erases the remaining
 * data. Also requests the erasure of the contacts that were merged into the contact. Throws not_found or forbidden if
 * the account does not have the contact, and validation_error if `confirmed` is a different address.
 */
export async function eraseContact(parts: RequestParts, principal: Principal, id: number, confirmed: ContactAddress) {
  const [found] = await contactById(parts.db, principal.accountId, id);
  const contact = await ownObject(found, async () => contactAnywhere(parts.db, id));
  if (contact.email !== confirmed)
    throw invalid({ email: ["must be this contact's email address, to confirm the erasure."] });
  for (const { email } of await mergedAddresses(parts.db, principal.accountId, id)) {
    await eraseAddress(parts, principal, email);
  }
  return eraseAddress(parts, principal, confirmed);
}

/**
 * Requests the erasure of an address, which need not belong to a contact. For example, a person may have received only
 * receipts.
 */
export async function eraseAddress(parts: RequestParts, principal: Principal, address: ContactAddress) {
  const { accountId } = principal;
  const row = await parts.db.transaction(async (tx) => {
    // Wait for concurrent requests that are saving the same address.
    await lockAudience(tx, accountId);
    const [contact] = await contactByAddress(tx, accountId, address);
    if (contact && !contact.is_deleted) await removeContacts(tx, accountId, [contact.id]);
    await parts.erasedPeople.keep(tx, accountId, address);
    const [asked] = await requestErasure(tx, accountId, address, contact?.id ?? null, MAX_WAIT_DAYS);
    if (!asked) throw new Error('Erasure missing after insert');
    if (asked.is_new) await recordAct(tx, principal, { action: 'person.erase', subject: asked.id });
    return asked;
  });
  return presentErasure(row);
}

/** Returns the progress of one of the account's erasures. Throws not_found if the account has no such erasure. */
export async function readErasure({ db }: Pick<RequestParts, 'db'>, accountId: number, id: string) {
  const [row] = UUID.test(id) ? await erasureById(db, accountId, id) : [];
  if (!row) throw new Refusal('not_found', { message: 'No erasure has this ID.' });
  return presentErasure(row);
}

function presentErasure(row: ErasureRow): AnswerOf<typeof erasureSchema> {
  return {
    id: row.id,
    state: row.state,
    erased_count: row.erased,
    waits_for: row.hindrance,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
