import { sha256 } from '../../../base/crypto.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Cookies } from './cookies.ts';
import type { Presented, Step } from './engine.ts';
import { knownDeviceCookie, knownDeviceOf, type KnownDevice } from './known-device.ts';
import { accountsOfPerson } from './member-queries.ts';
import type { PeopleParts } from './parts.ts';
import { releaseCode, personOfChallenge, takeCode } from './factor-queries.ts';
import { deleteSessionByToken } from './queries.ts';
import type { Origin } from './sessions.ts';
import { attemptsExceeded, forgiveAttempts, requireAttempt } from './throttle.ts';

/** Result of a sign-in step: `signed_in`, or `second_factor` if the second factor is still required. */
export interface SignInAnswer {
  readonly status: 'signed_in' | 'second_factor';
  readonly cookies: readonly string[];
}

/** Origin and cookies of a request. */
export interface Caller {
  readonly cookie: string | undefined;
  readonly origin: Origin;
  /** BCP 47 tag of the language that the browser prefers. Null if none of its languages has a message catalog. */
  readonly language: string | null;
}

/** Authenticator apps show codes of six digits (RFC 6238, RFC 4226 section 5.4). Anything else is a backup code. */
const AUTHENTICATOR_CODE = /^\d{6}$/;

/**
 * Signs in with an email address and password. Throws sign_in_failed with the same message and after the same amount of
 * work, regardless of the reason. Throws rate_limit_exceeded after too many attempts (see `requireSignInAttempt`), and
 * forbidden if the user is not a member of any account.
 */
export async function signIn(
  parts: PeopleParts,
  given: { readonly email: string; readonly password: string },
  caller: Caller,
): Promise<SignInAnswer> {
  const { cookies, db, engine } = parts;
  const email = given.email.toLowerCase();
  const device = await requireSignInAttempt(parts, caller, (known) => known.email.toLowerCase() === email, email);
  const step = await engine.signIn(given, only(cookies, caller, cookies.device));
  if (!step.ok) throw new Refusal('sign_in_failed', { message: 'The email address or the password is wrong.' });
  await forgiveAttempts(db, 'password of', email);
  if (device) await forgiveAttempts(db, 'known device of', String(device.personId));
  if (step.value.isSecondFactor) return { status: 'second_factor', cookies: withoutSession(parts, step.cookies) };
  return finish(parts, caller, step.value.personId, step.cookies);
}

/**
 * Verifies the second factor: a code from the authenticator app, or a backup code. Each is valid once. Throws
 * sign_in_failed if the code is wrong, expired, or already used, rate_limit_exceeded after too many attempts, and
 * forbidden if the user is not a member of any account. If the code was already used, the sign-in stays open for the
 * next code.
 */
export async function verifySecondFactor(
  parts: PeopleParts,
  given: { readonly code: string; readonly rememberDevice: boolean },
  caller: Caller,
): Promise<SignInAnswer> {
  const { cookies } = parts;
  const personId = await waitingPerson(parts, caller);
  await requireSignInAttempt(parts, caller, (known) => known.personId === personId);
  if (personId === undefined) throw wrongCode();
  const from = only(cookies, caller, cookies.secondFactor);
  // Only codes from the app need protection against reuse, because the authentication library deletes backup codes when
  // they are used.
  const step = AUTHENTICATOR_CODE.test(given.code)
    ? await verifyUnusedCode(parts, personId, given, from)
    : await parts.engine.verifyCode({ ...given, isBackupCode: true }, from);
  if (!step?.ok) throw wrongCode();
  return finish(parts, caller, personId, step.cookies);
}

/**
 * Counts a sign-in attempt against the limits for the caller's network and, if given, for the email address. For a
 * browser in which the user has signed in before, a separate limit applies first, so that other people cannot lock the
 * user out. Returns the known browser, if any. Throws rate_limit_exceeded if a limit is exceeded.
 */
export async function requireSignInAttempt(
  parts: PeopleParts,
  caller: Caller,
  isTheirs: (device: KnownDevice) => boolean,
  email?: string,
): Promise<KnownDevice | undefined> {
  const known = await knownDeviceOf(parts, caller.cookie);
  const device = known && isTheirs(known) ? known : undefined;
  const isWithin =
    device && (await attemptsExceeded(parts.db, 'known device of', String(device.personId))) === undefined;
  if (isWithin) return device;
  await requireAttempt(parts.db, 'sign-in from', caller.origin.address);
  if (email !== undefined) await requireAttempt(parts.db, 'password of', email);
  return device;
}

/**
 * Verifies a code from the authenticator app, and ensures that it is used only once (RFC 6238 section 5.2). Returns
 * undefined, without changing the sign-in, if the code was already used. Marks the code as used before the
 * verification, and removes the mark if the code is wrong. If two requests send the same code at once, the second
 * sign-in can continue with another code.
 */
export async function verifyUnusedCode(
  { db, engine }: PeopleParts,
  personId: number,
  given: { readonly code: string; readonly rememberDevice: boolean },
  from: Presented,
): Promise<Step<{ readonly personId: number }> | undefined> {
  const hash = sha256(given.code);
  if ((await takeCode(db, personId, hash)).length === 0) return undefined;
  let isRight = false;
  try {
    const step = await engine.verifyCode({ ...given, isBackupCode: false }, from);
    isRight = step.ok;
    return step;
  } finally {
    if (!isRight) await releaseCode(db, personId, hash);
  }
}

async function waitingPerson({ cookies, db }: PeopleParts, { cookie }: Caller): Promise<number | undefined> {
  const challenge = cookies.challengeOf(cookie);
  if (challenge === undefined) return undefined;
  // Search by the hash, because the authentication library stores only the hash (see `storeIdentifier` in engine.ts).
  const [row] = await personOfChallenge(db, sha256(challenge).toString('base64url'));
  return row && Number(row.value);
}

/** Returns the error for a code that is wrong, used, or expired. */
export function wrongCode(): Refusal {
  return new Refusal('sign_in_failed', {
    message: 'The code is wrong, has expired, or was already used.',
    fix: 'Enter the next code from your authenticator app, or a backup code. If you entered your password more than ten minutes ago, enter it again.',
  });
}

/** Ends the session of a request. Returns the headers that delete the session cookie. */
export async function signOut({ cookies, db }: PeopleParts, header: string | undefined): Promise<readonly string[]> {
  const token = cookies.tokenOf(header);
  if (token !== undefined) await deleteSessionByToken(db, sha256(token));
  return [cookies.clear()];
}

/** Returns only the named cookie of a request, so that an old session does not affect the new one. */
export function only(cookies: Cookies, { cookie, origin }: Caller, name: string): Presented {
  return { cookie: cookies.renewed(cookie, name) ?? '', origin };
}

async function finish(
  parts: PeopleParts,
  caller: Caller,
  personId: number | undefined,
  cookies: readonly string[],
): Promise<SignInAnswer> {
  const accounts = personId === undefined ? [] : await accountsOfPerson(parts.db, personId, 1);
  if (personId === undefined || accounts.length === 0) {
    await endSessions(parts, cookies);
    throw new Refusal('forbidden', {
      message: 'You are not a member of any account.',
      fix: 'Ask an owner or an admin of an account to invite you.',
    });
  }
  // End the browser's old session when the user signs in again.
  await signOut(parts, caller.cookie);
  return { status: 'signed_in', cookies: [...cookies, await knownDeviceCookie(parts, personId)] };
}

async function endSessions({ cookies, db }: PeopleParts, set: readonly string[]): Promise<void> {
  for (const cookie of set) {
    const token = cookies.tokenOf(cookie.slice(0, cookie.indexOf(';')));
    if (token !== undefined) await deleteSessionByToken(db, sha256(token));
  }
}

function withoutSession({ cookies }: PeopleParts, set: readonly string[]): readonly string[] {
  return set.filter((cookie) => !cookie.startsWith(`${cookies.session}=`));
}
