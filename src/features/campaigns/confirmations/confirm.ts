import { sqlStateOf, type Database, type Tx } from '../../../base/db.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import {
  recordConsent,
  saveContacts,
  lockAudience,
  type ConsentSource,
  type ContactAddress,
} from '../../audience/contacts/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import { confirmContact, countConfirmed, endSignUp, holdOpen, type SignUpRow } from './confirm-queries.ts';
import { reportConfirmed } from './report-confirmed.ts';
import type { ConfirmationParts } from './types.ts';

type Parts = Pick<ConfirmationParts, 'erasedPeople' | 'log' | 'onConfirmed'>;

/** SQLSTATE codes of serialization failures and deadlocks. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
const MAX_TRIES = 3;

/**
 * Confirms the sign-up of a contact, once, and applies the data from the sign-up. The contact can then receive email,
 * even if the contact had unsubscribed before signing up. Returns true if this call confirmed the sign-up, and false if
 * the contact has no sign-up that can be confirmed now.
 */
export async function confirm(
  db: Database,
  parts: Parts,
  { accountId, contactId }: { readonly accountId: number; readonly contactId: number },
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(async (tx) => confirmIn(tx, parts, accountId, contactId));
    } catch (error) {
      if (tries === MAX_TRIES || !TO_BE_REPEATED.includes(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

async function confirmIn(tx: Tx, parts: Parts, accountId: number, contactId: number): Promise<boolean> {
  await lockAudience(tx, accountId);
  const [signUp] = await holdOpen(tx, accountId, contactId);
  if (!signUp) return false;
  // The cast is safe because the contacts feature parsed this address before storing it.
  const email = signUp.email as ContactAddress;
  // Confirm before adding the contact to lists, because listeners for new list members check whether the contact can
  // receive email.
  await confirmContact(tx, accountId, contactId);
  await parts.erasedPeople.welcomeBack(tx, accountId, email);
  await applySubmission(tx, accountId, email, signUp);
  await keepConsent(tx, accountId, contactId, signUp);
  await endSignUp(tx, accountId, contactId);
  await countConfirmed(tx, accountId);
  if (!signUp.was_confirmed) await reportConfirmed(tx, parts, accountId, contactId);
  return true;
}

/** Applies the submitted data. Lists and fields that were deleted in the meantime are skipped. */
async function applySubmission(tx: Tx, accountId: number, email: ContactAddress, signUp: SignUpRow): Promise<void> {
  const owned = new Set(signUp.list_ids.length > 0 ? await ownedLists(tx, accountId, signUp.list_ids) : []);
  const said = Object.entries(signUp.fields ?? {});
  const known = new Set(said.length > 0 ? (await accountFields(tx, accountId)).map(({ id }) => String(id)) : []);
  await saveContacts(tx, accountId, [
    {
      email,
      firstName: signUp.first_name ?? undefined,
      lastName: signUp.last_name ?? undefined,
      ipAddress: signUp.ip_address ?? undefined,
      signUpLanguage: signUp.language ?? undefined,
      fields: Object.fromEntries(said.filter(([id]) => known.has(id))),
      formId: signUp.form_id ?? undefined,
      listIds: signUp.list_ids.filter((id) => owned.has(id)),
    },
  ]);
}

async function keepConsent(tx: Tx, accountId: number, contactId: number, signUp: SignUpRow): Promise<void> {
  const { consent_ip: ip, consent_source: source, consent_text: text, signed_up_at: at } = signUp;
  if (text === null) return;
  // The value was written from `SignUp.source`, so the cast is safe.
  const from = source as ConsentSource;
  await recordConsent(tx, accountId, [{ contactId, text, at, source: from, ip: ip ?? undefined }]);
}
