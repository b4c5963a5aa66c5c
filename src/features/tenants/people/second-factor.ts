import { renderSVG } from 'uqr';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { deleteDevices, hasTwoFactor } from './factor-queries.ts';
import { factorMail, type FactorChange } from './mails.ts';
import type { PeopleParts } from './parts.ts';
import { requirePassword } from './passwords.ts';
import { only, verifyUnusedCode, wrongCode, type Caller } from './sign-in.ts';

/** Data for setting up an authenticator app. Shown only once. */
export interface TwoFactorSetup {
  /** URI for authenticator apps: `otpauth://totp/...`. */
  readonly uri: string;
  /** The same secret in base32 for manual entry. */
  readonly secret: string;
  readonly backupCodes: readonly string[];
  /** The URI as a QR code. */
  readonly qrSvg: string;
}

/**
 * Prepares a second factor. Sign-ins require it only after it is confirmed with a code. Throws conflict if a second
 * factor is already enabled, and the errors of `requirePassword`.
 */
export async function startTwoFactor(
  parts: PeopleParts,
  personId: number,
  password: string,
  caller: Caller,
): Promise<TwoFactorSetup> {
  await requirePassword(parts, personId, password);
  const step = await parts.engine.startTwoFactor(password, only(parts.cookies, caller, parts.cookies.session));
  if (!step.ok) {
    throw new Refusal('conflict', {
      message: 'Two-factor authentication is already on.',
      fix: 'To set up another authenticator app, turn two-factor authentication off first.',
    });
  }
  const { backupCodes, uri } = step.value;
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return { uri, secret, backupCodes, qrSvg: renderSVG(uri) };
}

/**
 * Enables the second factor with a code from the authenticator app. Returns the cookie of the new session. Throws
 * conflict if the setup was not started, validation_error if the code is wrong, and sign_in_failed if the code was
 * already used.
 */
export async function confirmTwoFactor(
  parts: PeopleParts,
  person: { readonly id: number; readonly email: string },
  code: string,
  caller: Caller,
): Promise<readonly string[]> {
  const [factor] = await hasTwoFactor(parts.db, person.id);
  if (!factor)
    throw new Refusal('conflict', {
      message: 'You have not started setting up two-factor authentication.',
      fix: 'Enter your password to start the setup.',
    });
  const from = only(parts.cookies, caller, parts.cookies.session);
  const step = await verifyUnusedCode(parts, person.id, { code, rememberDevice: false }, from);
  if (!step) throw wrongCode();
  if (!step.ok) throw invalid({ code: ['is incorrect. Enter the current code from your authenticator app.'] });
  if (!factor.verified) await report(parts, person.email, 'two_factor_on');
  return step.cookies;
}

/** Disables the second factor. Returns the cookie of the new session. */
export async function endTwoFactor(
  parts: PeopleParts,
  personId: number,
  password: string,
  caller: Caller,
): Promise<readonly string[]> {
  const person = await requirePassword(parts, personId, password);
  const step = await parts.engine.endTwoFactor(password, only(parts.cookies, caller, parts.cookies.session));
  if (!step.ok) throw new Refusal('session_expired');
  // Forget all devices, so that a code is required in every browser if the second factor is enabled again.
  await deleteDevices(parts.db, person.id);
  await report(parts, person.email, 'two_factor_off');
  return step.cookies;
}

/** Notifies a user by email of a change to the user's sign-in settings. */
export async function report({ db, sendMail }: PeopleParts, email: string, change: FactorChange): Promise<void> {
  await db.transaction(async (tx) => sendMail(tx, factorMail(email, change)));
}
