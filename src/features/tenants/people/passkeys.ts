import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { sha256 } from '../../../base/crypto.ts';
import { Refusal } from '../../../base/refusal.ts';
import { storable } from '../../../base/stored-text.ts';
import { challengeIn, counterOfAssertion, PASSKEY_ALGORITHMS, type CoseKey } from './assertion.ts';
import { knownDeviceCookie } from './known-device.ts';
import type { PeopleParts } from './parts.ts';
import {
  deletePasskey,
  insertPasskey,
  passkeyByCredential,
  passkeysOf,
  usePasskey,
  type PasskeyRow,
} from './passkey-queries.ts';
import { requirePassword } from './passwords.ts';
import { sessionByToken } from './queries.ts';
import { relyingPartyOf } from './relying-party.ts';
import { report } from './second-factor.ts';
import { startSession } from './sessions.ts';
import { requireSignInAttempt, signOut, type Caller, type SignInAnswer } from './sign-in.ts';
import { forgiveAttempts } from './throttle.ts';
import { issueToken, spendToken } from './tokens.ts';

const RP_NAME = 'Postrider';
export const MAX_PASSKEYS = 20;
/** Number of seconds after a sign-in during which a passkey can be added without entering the password again. */
const FRESH_SECONDS = 15 * 60;
/** Maximum length of client data, in characters. A challenge is 32 bytes long, and the other fields are short. */
const MAX_CLIENT_DATA_CHARACTERS = 4_096;
const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/**
 * Returns the browser options for adding a passkey. Throws the errors of `requireFresh`, and conflict if the user has
 * the maximum number of passkeys.
 */
export async function newPasskeyOptions(
  parts: PeopleParts,
  person: { readonly id: number; readonly name: string; readonly email: string },
  proof: { readonly token: string | undefined; readonly password: string | undefined },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await requireFresh(parts, person.id, proof);
  const existing = await passkeysOf(parts.db, person.id);
  if (existing.length >= MAX_PASSKEYS) {
    throw new Refusal('conflict', {
      message: `The limit of ${MAX_PASSKEYS} passkeys per user is reached.`,
      fix: 'Delete a passkey first.',
    });
  }
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: relyingPartyOf(parts.baseUrl()).id,
    userID: Uint8Array.from(Buffer.from(String(person.id))),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    excludeCredentials: existing.map((passkey) => ({
      id: passkey.credential_id,
      transports: transportsOf(passkey.transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await issueToken(parts.db, 'new passkey', { personId: person.id }, options.challenge);
  return options;
}

/**
 * Adds the passkey that a browser created. Throws sign_in_failed if the response is invalid, and conflict if the
 * passkey was already added.
 */
export async function addPasskey(
  parts: PeopleParts,
  person: { readonly id: number; readonly email: string },
  given: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<PasskeyRow> {
  const challenge = challengeOf(given.response);
  const meaning = challenge === undefined ? undefined : await spendToken(parts.db, 'new passkey', challenge);
  if (challenge === undefined || meaning?.person_id !== person.id) throw wrongPasskey();
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(parts.baseUrl());
  const { registrationInfo, verified } = await orWrong(() =>
    verifyRegistrationResponse({
      response: given.response,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    }),
  );
  if (!verified || !registrationInfo) throw wrongPasskey();
  const { counter, id, publicKey, transports = [] } = registrationInfo.credential;
  const [row] = await insertPasskey(
    parts.db,
    person.id,
    id,
    Buffer.from(publicKey),
    counter,
    transportsOf(transports),
    storable(given.name),
  );
  if (!row) throw new Refusal('conflict', { message: 'This passkey has already been added.' });
  await report(parts, person.email, 'passkey_added');
  return row;
}

/** Deletes a passkey of a user. Throws not_found if the user has no such passkey. */
export async function removePasskey(
  parts: PeopleParts,
  person: { id: number; email: string },
  id: number,
): Promise<void> {
  if ((await deletePasskey(parts.db, person.id, id)).length === 0) throw new Refusal('not_found');
  await report(parts, person.email, 'passkey_deleted');
}

/**
 * Returns the browser options for signing in with any passkey. They contain no email address, so they do not reveal
 * which addresses exist.
 */
export async function signInOptions(
  parts: PeopleParts,
  caller: Caller,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await requireSignInAttempt(parts, caller, () => true);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(parts.baseUrl()).id,
    userVerification: 'required',
  });
  await issueToken(parts.db, 'passkey sign-in', {}, options.challenge);
  return options;
}

/**
 * Signs in with a passkey. The device verifies a fingerprint, a face, or a PIN, so a passkey counts as both factors.
 * Throws sign_in_failed if the passkey is unknown or its signature is invalid, rate_limit_exceeded after too many
 * attempts, and forbidden if the user is not a member of any account.
 */
export async function signInWithPasskey(
  parts: PeopleParts,
  response: AuthenticationResponseJSON,
  caller: Caller,
): Promise<SignInAnswer> {
  const { cookies, db } = parts;
  const device = await requireSignInAttempt(parts, caller, () => true);
  const challenge = challengeOf(response);
  if (challenge === undefined || !(await spendToken(db, 'passkey sign-in', challenge))) throw wrongPasskey();
  const [passkey] = await passkeyByCredential(db, storable(response.id));
  if (!passkey) throw wrongPasskey();
  const newCounter = await verifySignature(parts, passkey, response, challenge);
  if ((await usePasskey(db, passkey.id, newCounter)).length === 0) throw wrongPasskey();
  await signOut(parts, caller.cookie);
  const session = await startSession(db, cookies, passkey.person_id, { origin: caller.origin });
  if (session.accountId === undefined)
    throw new Refusal('forbidden', { message: 'You are not a member of any account.' });
  if (device) await forgiveAttempts(db, 'known device of', String(device.personId));
  return { status: 'signed_in', cookies: [session.cookie, await knownDeviceCookie(parts, passkey.person_id)] };
}

/**
 * Verifies the signature of a passkey. Does not use the WebAuthn library: it rejects all ECDSA signatures if two
 * versions of its ECDSA package are installed, and another dependency installs a second version.
 */
async function verifySignature(
  parts: PeopleParts,
  passkey: PasskeyRow,
  { response }: AuthenticationResponseJSON,
  challenge: string,
): Promise<number> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  // A decoded key maps numbers to numbers and bytes. The library's type declares only the known fields.
  const key = decodeCredentialPublicKey(Uint8Array.from(passkey.public_key)) as unknown as CoseKey;
  const counter = counterOfAssertion(response, { challenge, key, party: relyingPartyOf(parts.baseUrl()) });
  if (counter === undefined) throw wrongPasskey();
  return counter;
}

/**
 * Throws forbidden unless the user signed in recently or enters the password. Throws sign_in_failed if the password is
 * wrong.
 */
export async function requireFresh(
  parts: PeopleParts,
  personId: number,
  { password, token }: { readonly token: string | undefined; readonly password: string | undefined },
): Promise<void> {
  if (password !== undefined) {
    await requirePassword(parts, personId, password);
    return;
  }
  const [session] = token === undefined ? [] : await sessionByToken(parts.db, sha256(token));
  if (session && session.age_seconds <= FRESH_SECONDS) return;
  throw new Refusal('forbidden', {
    message: 'This action requires a sign-in within the last 15 minutes.',
    fix: 'To confirm your identity, send your password as `password`, or sign in again.',
  });
}

function challengeOf({ response }: { readonly response: { readonly clientDataJSON: string } }): string | undefined {
  return response.clientDataJSON.length > MAX_CLIENT_DATA_CHARACTERS ? undefined : challengeIn(response.clientDataJSON);
}

/** Converts errors from the library to sign_in_failed, because the library throws for invalid input. */
async function orWrong<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw wrongPasskey();
  }
}

function wrongPasskey(): Refusal {
  return new Refusal('sign_in_failed', {
    message: 'The passkey is unknown or could not be verified.',
    fix: 'Try again within five minutes, or sign in with your password.',
  });
}

function transportsOf(given: readonly string[]): AuthenticatorTransport[] {
  // Safe cast: the filter only keeps values of the type.
  return given.filter((transport) => TRANSPORTS.has(transport)) as AuthenticatorTransport[];
}
