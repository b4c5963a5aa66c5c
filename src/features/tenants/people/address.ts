import { Refusal } from '../../../base/refusal.ts';
import { addressChangedMail, addressChangeMail, linkTo } from './mails.ts';
import { findPerson } from './people.ts';
import type { PeopleParts } from './parts.ts';
import { requirePassword } from './passwords.ts';
import { dropTokens, updatePersonEmail } from './queries.ts';
import { requireAttempt } from './throttle.ts';
import { deadLink, issueOnlyToken, requirePersonByToken } from './tokens.ts';

/**
 * Has a link to confirm a new address sent to it, unless somebody signs in with it already: the caller is not told which.
 */
export async function requestAddress(
  parts: PeopleParts,
  personId: number,
  given: { readonly email: string; readonly password: string },
): Promise<void> {
  const person = await requirePassword(parts, personId, given.password);
  await requireAttempt(parts.db, 'address change of', String(person.id));
  await parts.db.transaction(async (tx) => {
    if (await findPerson(tx, given.email)) return;
    const token = await issueOnlyToken(tx, 'address change', personId, given.email);
    await parts.sendMail(tx, addressChangeMail(given.email, linkTo(parts.baseUrl(), 'confirm-email', token)));
  });
}

/** Changes the address that the link confirms, and tells the old one. Links that went to the old one are worth nothing then. */
export async function confirmAddress({ db, sendMail }: PeopleParts, token: string): Promise<{ email: string }> {
  return db.transaction(async (tx) => {
    const { meaning, person } = await requirePersonByToken(tx, 'address change', token);
    const { email } = meaning;
    if (email === null) throw deadLink();
    if (await findPerson(tx, email)) {
      throw new Refusal('conflict', { message: `Another person already signs in with ${email}.` });
    }
    await updatePersonEmail(tx, person.id, email);
    await dropTokens(tx, person.id);
    await sendMail(tx, addressChangedMail(person.email, email));
    return { email };
  });
}
