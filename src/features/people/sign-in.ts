import { sha256 } from '../../base/crypto.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Presented } from './engine.ts';
import { accountsOfPerson } from './member-queries.ts';
import type { PeopleParts } from './parts.ts';
import { deleteSessionByToken, takeCode } from './queries.ts';
import type { Origin } from './sessions.ts';
import { forgiveAttempts, requireAttempt } from './throttle.ts';

/** What a step of signing in leads to. */
export interface SignInAnswer {
  readonly status: 'signed_in' | 'second_factor';
  readonly cookies: readonly string[];
}

/** Where a request comes from, with the cookies that it brought. */
export interface Caller {
  readonly cookie: string | undefined;
  readonly origin: Origin;
}

/** Authenticators show so many digits (RFC 6238, RFC 4226 section 5.4); anything else is a backup code. */
const AUTHENTICATOR_CODE = /^\d{6}$/;

/**
 * Signs in with address and password. Throws sign_in_failed for whatever is wrong, in the same words and after the same
 * work, and rate_limit_exceeded by address and by client.
 */
export async function signIn(
  parts: PeopleParts,
  given: { readonly email: string; readonly password: string },
  caller: Caller,
): Promise<SignInAnswer> {
  const { cookies, db, engine } = parts;
  await requireAttempt(db, 'sign-in from', caller.origin.address);
  await requireAttempt(db, 'password of', given.email);
  const step = await engine.signIn(given, only(caller, cookies.device));
  if (!step.ok) throw new Refusal('sign_in_failed', { message: 'The address or the password is wrong.' });
  if (step.value.isSecondFactor) return { status: 'second_factor', cookies: withoutSession(parts, step.cookies) };
  await forgiveAttempts(db, 'password of', given.email);
  return finish(parts, caller, step.value.personId, step.cookies);
}

/** The second step: a code of the authenticator or a backup code, each good for once. Throws sign_in_failed. */
export async function verifySecondFactor(
  parts: PeopleParts,
  given: { readonly code: string; readonly rememberDevice: boolean },
  caller: Caller,
): Promise<SignInAnswer> {
  const { cookies, db, engine } = parts;
  await requireAttempt(db, 'sign-in from', caller.origin.address);
  const isBackupCode = !AUTHENTICATOR_CODE.test(given.code);
  const step = await engine.verifyCode({ ...given, isBackupCode }, only(caller, cookies.secondFactor));
  if (!step.ok) throw wrongCode();
  if (!isBackupCode && !(await isFirstUse(parts, step.value.personId, given.code))) {
    await endSessions(parts, step.cookies);
    throw wrongCode();
  }
  return finish(parts, caller, step.value.personId, step.cookies);
}

/** Takes a code that was right; false when it was taken before (RFC 6238 section 5.2). */
export async function isFirstUse({ db }: PeopleParts, personId: number, code: string): Promise<boolean> {
  return (await takeCode(db, personId, sha256(code))).length > 0;
}

/** The answer to a code that is wrong, was used, or comes too late. */
export function wrongCode(): Refusal {
  return new Refusal('sign_in_failed', {
    message: 'The code is wrong, was used before, or comes too late.',
    fix: 'Wait for the next code of the authenticator, or use a backup code; after ten minutes begin with the password again.',
  });
}

/** Ends the session of a request. Gives the cookies that take it away. */
export async function signOut({ cookies, db }: PeopleParts, header: string | undefined): Promise<readonly string[]> {
  const token = cookies.tokenOf(header);
  if (token !== undefined) await deleteSessionByToken(db, sha256(token));
  return [cookies.clear()];
}

/** Of what a request brought only the named cookie: an old session decides nothing about a new one. */
export function only({ cookie = '', origin }: Caller, name: string): Presented {
  const kept = cookie.split(';').filter((pair) => pair.slice(0, pair.indexOf('=')).trim() === name);
  return { cookie: kept.join(';'), origin };
}

async function finish(
  parts: PeopleParts,
  caller: Caller,
  personId: number | undefined,
  cookies: readonly string[],
): Promise<SignInAnswer> {
  const accounts = personId === undefined ? [] : await accountsOfPerson(parts.db, personId, 1);
  if (accounts.length === 0) {
    await endSessions(parts, cookies);
    throw new Refusal('forbidden', {
      message: 'You belong to no account.',
      fix: 'Have an owner or an admin of an account invite you.',
    });
  }
  // Whoever signs in again in the same browser leaves no session behind.
  await signOut(parts, caller.cookie);
  return { status: 'signed_in', cookies };
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
