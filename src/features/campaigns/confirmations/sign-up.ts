import type { Tx } from '../../../base/db.ts';
import { recordConsent, saveContacts, takeAudience } from '../../audience/contacts/index.ts';
import { ask, type Asking } from './ask.ts';
import { confirmContact, endSignUp } from './confirm-queries.ts';
import { EXPIRES_DAYS, MAILS_DAYS, MAILS_DAYS_BY_PROGRAM, MAX_LISTS } from './limits.ts';
import { keepSignUps, knownContact, unconfirmedAmong, type SignUpColumns } from './queries.ts';
import { tellConfirmed } from './tell.ts';
import type { ConfirmationParts, SignUp, SignUps } from './types.ts';

type Parts = Pick<ConfirmationParts, 'erasedPeople' | 'log' | 'onConfirmed'>;

/** Of a contact whom a program saved nothing is left to do but the confirmation. */
const NOTHING: SignUpColumns = [null, null, null, null, [], null, null, null, null];

/** Takes sign-ups that are to be confirmed, and asks for it. */
export function doubleSignUps({ erasedPeople }: Parts, accountId: number, asking: Asking): SignUps {
  const keep = async (tx: Tx, ids: readonly number[], columns: SignUpColumns, withinDays: number): Promise<void> => {
    await keepSignUps(tx, accountId, ids, EXPIRES_DAYS, ...columns);
    await ask(tx, asking, accountId, ids, withinDays);
  };
  return {
    isDouble: true,
    async signUp(tx, signUp) {
      await takeAudience(tx, accountId);
      // What kept mail from somebody who was erased holds until they have confirmed, which lets them in again.
      if (await erasedPeople.isSuppressed(tx, accountId, signUp.email)) return;
      const [known] = await knownContact(tx, accountId, signUp.email);
      if (known && !known.is_deleted && known.is_confirmed) {
        return keep(tx, [known.id], columnsOf(signUp), MAILS_DAYS);
      }
      const { consent: _consent, source: _source, ...contact } = signUp;
      const { ids } = await saveContacts(tx, accountId, [{ ...contact, confirmedAt: null }]);
      await keep(tx, ids, columnsOf(onlyConsent(signUp)), MAILS_DAYS);
    },
    async request(tx, contactIds) {
      const ids = (await unconfirmedAmong(tx, accountId, contactIds)).map((row) => row.contact_id);
      if (ids.length > 0) await keep(tx, ids, NOTHING, MAILS_DAYS_BY_PROGRAM);
    },
  };
}

/** Takes sign-ups that are done with that. */
export function singleSignUps(parts: Parts, accountId: number): SignUps {
  const { erasedPeople } = parts;
  return {
    isDouble: false,
    async signUp(tx, signUp) {
      await takeAudience(tx, accountId);
      const { consent, email, source, ...contact } = signUp;
      if (consent) await erasedPeople.welcomeBack(tx, accountId, email);
      // Anybody may write anybody's address into a form: without their words, whoever was erased stays so.
      else if ((await erasedPeople.among(tx, accountId, [email])).has(email)) return;
      const [known] = await knownContact(tx, accountId, email);
      const { ids } = await saveContacts(tx, accountId, [{ email, confirmedAt: null }]);
      const [contactId = 0] = ids;
      // Before it joins lists: who may be mailed is what those ask who wait for members.
      await confirmContact(tx, accountId, contactId);
      await saveContacts(tx, accountId, [{ email, ...contact }]);
      if (consent) await recordConsent(tx, accountId, [{ contactId, ...consent, source }]);
      await endSignUp(tx, accountId, contactId);
      if (known && !known.is_deleted && !known.is_confirmed) await tellConfirmed(tx, parts, accountId, contactId);
    },
    request: async () => Promise.resolve(),
  };
}

/** What is left to do of a sign-up whose contact was saved with all else. */
function onlyConsent({ consent, email, formId, source }: SignUp): SignUp {
  return { email, formId, consent, source, listIds: [] };
}

function columnsOf(signUp: SignUp): SignUpColumns {
  const { consent, fields, firstName, formId, ipAddress, lastName, listIds, source } = signUp;
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
  ];
}
