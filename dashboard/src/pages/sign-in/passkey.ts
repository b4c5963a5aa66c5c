import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { ApiProblem, call, type Input } from '../../api.ts';

/** An address of numbers: passkeys are bound to names (WebAuthn section 5.1.2). */
const NUMBERS = /^(?:[\d.]+|\[.*\])$/;

/** Whether this browser has passkeys at this address: they need https or this very machine, and the name of a host. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !NUMBERS.test(location.hostname);
}

/** Signs in with a passkey of this device. Rejects with ApiProblem. */
export async function signInWithPasskey(): Promise<void> {
  const options = await call('POST /dashboard/sign-in/passkey/options');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await orProblem(startAuthentication({ optionsJSON: options }));
  // What extensions answered is an object in both types; the library's names its members.
  const body = { response } as unknown as Input<'POST /dashboard/sign-in/passkey'>['body'];
  await call('POST /dashboard/sign-in/passkey', { body });
}

/** Adds a passkey of this device. Rejects with ApiProblem: `forbidden` where the password is asked for once more. */
export async function addPasskey(name: string, password: string | undefined): Promise<void> {
  const body = password === undefined ? {} : { password };
  const options = await call('POST /dashboard/me/passkeys/options', { body });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await orProblem(
    // The options are those of WebAuthn as JSON, of which the API's document names the challenge alone.
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );
  // As above.
  const made = { name, response } as unknown as Input<'POST /dashboard/me/passkeys'>['body'];
  await call('POST /dashboard/me/passkeys', { body: made });
}

/** What the browser says when it was cancelled, or has no fitting passkey, is the same, on purpose. */
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
