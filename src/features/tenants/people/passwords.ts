import type { Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { sha256 } from '../../../base/crypto.ts';
import { revokeTokensOfPerson } from '../access/index.ts';
import { forgetDevices } from './factor-queries.ts';
import { linkTo, passwordChangedMail, passwordResetMail, resetMail } from './mails.ts';
import { findPerson } from './people.ts';
import type { PeopleParts } from './parts.ts';
import { faultOfPassword } from './password-rule.ts';
import {
  deleteOtherSessions,
  dropTokens,
  lockPerson,
  markEmailVerified,
  passwordOf,
  personById,
  upsertPassword,
  type PersonRow,
} from './queries.ts';
import { attemptsExceeded, forgiveAttempts, requireAttempt } from './throttle.ts';
import { issueOnlyToken, requirePersonByToken } from './tokens.ts';

/** The hash of a password that the person may have; throws validation_error. Slow on purpose: never in a transaction. */
export async function hashNewPassword(
  { engine }: PeopleParts,
  password: string,
  person: { readonly name: string; readonly email: string },
  field = 'password',
): Promise<string> {
  const fault = faultOfPassword(password, person);
  if (fault) throw invalid({ [field]: [fault] });
  return engine.hashPassword(password);
}

/** Asks for the password again before something that matters. Throws sign_in_failed, or rate_limit_exceeded. */
export async function requirePassword(parts: PeopleParts, personId: number, password: string): Promise<PersonRow> {
  const { db, engine } = parts;
  const person = await requirePerson(parts, personId);
  // Not the count of sign-ins: whoever is signed in is not hindered by what strangers try.
  await requireAttempt(db, 'password again of', String(personId));
  const [stored] = await passwordOf(db, personId);
  if (!(await engine.isPassword(stored?.password ?? undefined, password))) {
    throw new Refusal('sign_in_failed', { message: 'The password is wrong.' });
  }
  await forgiveAttempts(db, 'password again of', String(personId));
  return person;
}

/** The person of a session. */
export async function requirePerson({ db }: PeopleParts, personId: number): Promise<PersonRow> {
  const [person] = await personById(db, personId);
  if (!person) throw new Refusal('session_expired');
  return person;
}

/** Changes the password of who is signed in; all their other sessions end with it. */
export async function changePassword(
  parts: PeopleParts,
  who: { readonly personId: number; readonly token: string | undefined },
  given: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  const person = await requirePassword(parts, who.personId, given.currentPassword);
  const hash = await hashNewPassword(parts, given.newPassword, person, 'new_password');
  await parts.db.transaction(async (tx) => {
    await setPassword(tx, person.id, hash, who.token);
    await parts.sendMail(tx, passwordChangedMail(person.email));
  });
}

/**
 * Sets a password and ends whatever was begun with the one before, except the session of the given token. Gives how many
 * sessions ended.
 */
export async function setPassword(tx: Tx, personId: number, hash: string, keptToken?: string): Promise<number> {
  await lockPerson(tx, personId);
  await upsertPassword(tx, personId, hash);
  const ended = await deleteOtherSessions(tx, personId, keptToken === undefined ? null : sha256(keptToken));
  await dropTokens(tx, personId);
  await forgetDevices(tx, personId);
  return ended.length;
}

/**
 * Has a link to set a new password sent, when somebody signs in with the address. The caller hears nothing of that: the
 * work begins when the answer is given. Throws rate_limit_exceeded by the client's address.
 */
export async function requestReset(parts: PeopleParts, email: string, clientAddress: string): Promise<void> {
  const { db, later } = parts;
  await requireAttempt(db, 'reset from', clientAddress);
  later('Password reset email could not be sent', async () => {
    if ((await attemptsExceeded(db, 'reset of', email)) !== undefined) return;
    const person = await findPerson(db, email);
    if (person) await sendReset(parts, person);
  });
}

/** Sends a person the link, and gives it; the ones before are worth nothing then. */
export async function sendReset(
  parts: Pick<PeopleParts, 'db' | 'sendMail' | 'baseUrl'>,
  person: PersonRow,
): Promise<string> {
  return parts.db.transaction(async (tx) => {
    const token = await issueOnlyToken(tx, 'password reset', person.id);
    const link = linkTo(parts.baseUrl(), 'reset', token);
    await parts.sendMail(tx, resetMail(person.email, link));
    return link;
  });
}

/** What ended when a password was set by a link. */
export interface Ended {
  readonly sessions: number;
  readonly tokens: number;
  readonly grants: number;
}

/**
 * Sets the password that a link allows to set. Whoever had the one before has nothing left of it: all sessions, access
 * tokens and grants of the person end, in all accounts. A second factor is still asked for at the sign-in.
 */
export async function finishReset(parts: PeopleParts, token: string, password: string): Promise<Ended> {
  // Hashed before it is known whether the link is good: a transaction must not wait for it, and a link be spent for it.
  const name = { name: '', email: '' };
  const hash = await hashNewPassword(parts, password, name);
  return parts.db.transaction(async (tx) => {
    const { person } = await requirePersonByToken(tx, 'password reset', token);
    // The rollback of a refusal leaves the link good for another try.
    const fault = faultOfPassword(password, person);
    if (fault) throw invalid({ password: [fault] });
    const sessions = await setPassword(tx, person.id, hash);
    await markEmailVerified(tx, person.id);
    const tokens = await revokeTokensOfPerson(tx, person);
    const ended = { sessions, tokens, grants: await parts.endGrants(tx, person) };
    await parts.sendMail(tx, passwordResetMail(person.email, ended));
    return ended;
  });
}
