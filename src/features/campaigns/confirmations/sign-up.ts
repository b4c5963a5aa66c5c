import type { Tx } from '../../../base/db.ts';
import { recordConsent, saveContacts, lockAudience } from '../../audience/contacts/index.ts';
import { ask, type Asking } from './ask.ts';
import { confirmContact, endSignUp } from './confirm-queries.ts';
import { EXPIRES_DAYS, MAILS_DAYS, MAILS_DAYS_BY_PROGRAM, MAX_LISTS } from './limits.ts';
import { keepSignUps, knownContact, unconfirmedAmong, type SignUpColumns } from './queries.ts';
import { reportConfirmed } from './report-confirmed.ts';
import type { ConfirmationParts, SignUp, SignUps } from './types.ts';

type Parts = Pick<ConfirmationParts, 'erasedPeople' | 'log' | 'onConfirmed'>;

/**
 * Sign-up columns for a contact whose data was already saved through the API, so that only the confirmation is missing.
 */
const NOTHING: SignUpColumns = [null, null, null, null, [], null, null, null, null, null];

/**
 * Returns the sign-up functions for double opt-in, which store sign-ups as unconfirmed and send the confirmation email.
 */
export function doubleSignUps({ erasedPeople }: Parts, accountId: number, asking: Asking): SignUps {
  const keep = async (tx: Tx, ids: readonly number[], columns: SignUpColumns, withinDays: number): Promise<void> => {
    await keepSignUps(tx, accountId, ids, EXPIRES_DAYS, ...columns);
    await ask(tx, asking, accountId, ids, withinDays);
  };
  return {
    isDouble: true,
    async signUp(tx, signUp) {
      await lockAudience(tx, accountId);
      // The suppression of an erased person stays in force until the person confirms, because only a confirmation ends
      // the erasure.
      if (await erasedPeople.isSuppressed(tx, accountId, signUp.email)) return;
      const [known] = await knownContact(tx, accountId, signUp.email);
      if (known && !known.is_deleted && known.is_confirmed) {
        return keep(tx, [known.id], columnsOf(signUp), MAILS_DAYS);
      }
      const { consent: _consent, language: signUpLanguage, source: _source, ...contact } = signUp;
      const { ids } = await saveContacts(tx, accountId, [{ ...contact, signUpLanguage, confirmedAt: null }]);
      await keep(tx, ids, columnsOf(onlyConsent(signUp)), MAILS_DAYS);
    },
    async request(tx, contactIds) {
      const ids = (await unconfirmedAmong(tx, accountId, contactIds)).map((row) => row.contact_id);
      if (ids.length > 0) await keep(tx, ids, NOTHING, MAILS_DAYS_BY_PROGRAM);
    },
  };
}

/**
 * Returns the sign-up functions for single opt-in, which complete sign-ups immediately, without a confirmation email.
 */
export function singleSignUps(parts: Parts, accountId: number): SignUps {
  const { erasedPeople } = parts;
  return {
    isDouble: false,
    async signUp(tx, signUp) {
      await lockAudience(tx, accountId);
      const { consent, email, language: signUpLanguage, source, ...contact } = signUp;
      if (consent) await erasedPeople.welcomeBack(tx, accountId, email);
      // Anyone can enter any address into a form, so a sign-up without consent does not add an erased person again.
      else if ((await erasedPeople.among(tx, accountId, [email])).has(email)) return;
      const [known] = await knownContact(tx, accountId, email);
      const { ids } = await saveContacts(tx, accountId, [{ email, confirmedAt: null }]);
      const [contactId = 0] = ids;
      // Confirm before adding the contact to lists, because listeners for new list members check whether the contact
      // can receive email.
      await confirmContact(tx, accountId, contactId);
      await saveContacts(tx, accountId, [{ email, ...contact, signUpLanguage }]);
      if (consent) await recordConsent(tx, accountId, [{ contactId, ...consent, source }]);
      await endSignUp(tx, accountId, contactId);
      if (known && !known.is_deleted && !known.is_confirmed) await reportConfirmed(tx, parts, accountId, contactId);
    },
    request: async () => Promise.resolve(),
  };
}

/** Reduces a sign-up to the consent and the form. The other data was already saved with the contact. */
function onlyConsent({ consent, email, formId, source }: SignUp): SignUp {
  return { email, formId, consent, source, listIds: [] };
}

function columnsOf(signUp: SignUp): SignUpColumns {
  const { consent, fields, firstName, formId, ipAddress, language, lastName, listIds, source } = signUp;
  return [
    firstName ?? null,
    lastName ?? null,
    ipAddress ?? null,
    fields ? JSON.stringify(fields) : null,
    [...new Set(listIds)].slice(0, MAX_LISTS),
    formId ?? null,
    consent?.text ?? null,
    consent ? source : null,
    consent?.ip ?? null,
    language ?? null,
  ];
}
