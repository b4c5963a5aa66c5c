import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { ApiProblem, call, type Input } from '../../api.ts';

/**
 * Matches IP addresses, which do not support passkeys, because passkeys are bound to host names (WebAuthn section
 * 5.1.3).
 */
const NUMBERS = /^(?:[\d.]+|\[.*\])$/;

/**
 * Returns whether this browser supports passkeys at this URL. The URL must have a host name, and must use https or
 * localhost.
 */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !NUMBERS.test(location.hostname);
}

/** Signs in with a passkey. Rejects with ApiProblem if the browser or the server rejects the sign-in. */
export async function signInWithPasskey(): Promise<void> {
  const options = await call('POST /dashboard/sign-in/passkey/options');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await orProblem(startAuthentication({ optionsJSON: options }));
  // Safe cast: the extension results are objects in both types, but the library's type lists specific properties.
  const body = { response } as unknown as Input<'POST /dashboard/sign-in/passkey'>['body'];
  await call('POST /dashboard/sign-in/passkey', { body });
}

/** Adds a passkey to the user. Rejects with the ApiProblem `forbidden` if the user must enter the password again. */
export async function addPasskey(name: string, password: string | undefined): Promise<void> {
  const body = password === undefined ? {} : { password };
  const options = await call('POST /dashboard/me/passkeys/options', { body });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await orProblem(
    // Safe cast: the options are WebAuthn JSON, but the API document only declares the challenge.
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );
  // Safe cast: the extension results are objects in both types, but the library's type lists specific properties.
  const made = { name, response } as unknown as Input<'POST /dashboard/me/passkeys'>['body'];
  await call('POST /dashboard/me/passkeys', { body: made });
}

/**
 * Converts an error of the browser to a problem. Browsers deliberately report the same error if the user cancels and if
 * there is no matching passkey.
 */
async function orProblem<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new ApiProblem({
      status: 0,
      name: 'no_passkey',
      message: isKnown ? 'This device already has a passkey for you.' : 'The browser didn’t provide a passkey.',
      fix: isKnown
        ? 'Use another device, or delete the existing passkey first.'
        : 'The request was canceled or timed out, or this device has no passkey. Try again, or use your password.',
    });
  }
}
