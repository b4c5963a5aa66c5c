import type { Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { sha256 } from '../../../base/crypto.ts';
import { revokeTokensOfPerson } from '../access/index.ts';
import { deleteDevices } from './factor-queries.ts';
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

/**
 * Returns the hash of a password. Throws validation_error if the password is not allowed. Hashing is intentionally
 * slow, so do not call this function in a transaction.
 */
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

/**
 * Checks the user's password before a sensitive action. Throws sign_in_failed if the password is wrong,
 * rate_limit_exceeded after too many attempts, and session_expired if the user no longer exists.
 */
export async function requirePassword(parts: PeopleParts, personId: number, password: string): Promise<PersonRow> {
  const { db, engine } = parts;
  const person = await requirePerson(parts, personId);
  // Password checks of signed-in users have their own rate limit, so that other people's sign-in attempts do not
  // exhaust it.
  await requireAttempt(db, 'password again of', String(personId));
  const [stored] = await passwordOf(db, personId);
  if (!(await engine.isPassword(stored?.password ?? undefined, password))) {
    throw new Refusal('sign_in_failed', { message: 'The password is wrong.' });
  }
  await forgiveAttempts(db, 'password again of', String(personId));
  return person;
}

/** Returns the user of a session. Throws session_expired if the user no longer exists. */
export async function requirePerson({ db }: PeopleParts, personId: number): Promise<PersonRow> {
  const [person] = await personById(db, personId);
  if (!person) throw new Refusal('session_expired');
  return person;
}

/**
 * Changes the password of the signed-in user, and ends all of the user's other sessions. Throws the errors of
 * `requirePassword`, and validation_error if the new password is not allowed.
 */
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
 * Sets a password, and deletes all of the user's sessions, links, and remembered devices, except the session with the
 * given token. Returns the number of deleted sessions.
 */
export async function setPassword(tx: Tx, personId: number, hash: string, keptToken?: string): Promise<number> {
  await lockPerson(tx, personId);
  await upsertPassword(tx, personId, hash);
  const ended = await deleteOtherSessions(tx, personId, keptToken === undefined ? null : sha256(keptToken));
  await dropTokens(tx, personId);
  await deleteDevices(tx, personId);
  return ended.length;
}

/**
 * Sends a password reset link if the email address belongs to a user. The work starts after the response, so the
 * response does not reveal whether the address exists. Throws rate_limit_exceeded if the client's network exceeds its
 * limit.
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

/** Sends a reset link to a user and returns the link. Earlier links become invalid. */
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

/** Numbers of sessions, tokens, and grants that a password reset revoked. */
export interface Ended {
  readonly sessions: number;
  readonly tokens: number;
  readonly grants: number;
}

/**
 * Sets a new password for the user of a reset link. Revokes the user's sessions, access tokens, and grants in all
 * accounts, so that someone who knew the old password loses access. The next sign-in still requires the second factor.
 * Throws not_found if the link is invalid or expired, and validation_error if the password is not allowed.
 */
export async function finishReset(parts: PeopleParts, token: string, password: string): Promise<Ended> {
  // Hash the password before checking the link, so that no transaction is open during the hashing.
  const name = { name: '', email: '' };
  const hash = await hashNewPassword(parts, password, name);
  return parts.db.transaction(async (tx) => {
    const { person } = await requirePersonByToken(tx, 'password reset', token);
    // If the password is rejected, the rollback keeps the link valid.
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
