import { createPublicKey, timingSafeEqual, verify, type JsonWebKey } from 'node:crypto';
import { sha256 } from '../../../base/crypto.ts';
import type { RelyingParty } from './relying-party.ts';

/** The response from a passkey at sign-in, each part in base64url (WebAuthn section 5.2.2). */
export interface Assertion {
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** A decoded COSE public key. Its fields have numeric labels (RFC 9052 section 7). */
export type CoseKey = ReadonlyMap<number, unknown>;

/** Expected properties of an assertion. */
export interface Expected {
  readonly challenge: string;
  readonly party: RelyingParty;
  readonly key: CoseKey;
}

const RP_HASH_BYTES = 32;
const FLAGS_AT = 32;
const COUNTER_AT = 33;
const MIN_DATA_BYTES = 37;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
/** COSE algorithms requested for passkeys: EdDSA, ES256, and RS256 (RFC 9053, RFC 8812). */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];
const FIELD = { kind: 1, algorithm: 3, first: -1, second: -2, third: -3 } as const;
const EDDSA = -8;
const ES256 = -7;
const RS256 = -257;

/**
 * Verifies an assertion (WebAuthn section 7.2, steps 7 to 22). It must contain the expected challenge and origin, have
 * the flags for user presence and user verification, and be signed with the key. Returns the authenticator's counter,
 * or undefined if the assertion is invalid.
 */
export function counterOfAssertion(assertion: Assertion, { challenge, key, party }: Expected): number | undefined {
  const clientData = Buffer.from(assertion.clientDataJSON, 'base64url');
  const data = Buffer.from(assertion.authenticatorData, 'base64url');
  if (!isAboutUs(clientData, challenge, party.origin) || data.length < MIN_DATA_BYTES) return undefined;
  const isOurParty = timingSafeEqual(data.subarray(0, RP_HASH_BYTES), sha256(party.id));
  const flags = data.readUInt8(FLAGS_AT);
  const isVerified = (flags & USER_PRESENT) !== 0 && (flags & USER_VERIFIED) !== 0;
  if (!isOurParty || !isVerified) return undefined;
  const signed = Buffer.concat([data, sha256(clientData)]);
  return isSigned(key, signed, Buffer.from(assertion.signature, 'base64url'))
    ? data.readUInt32BE(COUNTER_AT)
    : undefined;
}

/** Returns the challenge in the client data, if there is one. */
export function challengeIn(clientDataJSON: string): string | undefined {
  const challenge = parse(Buffer.from(clientDataJSON, 'base64url'))?.['challenge'];
  return typeof challenge === 'string' ? challenge : undefined;
}

function isAboutUs(clientData: Buffer, challenge: string, origin: string): boolean {
  const given = parse(clientData);
  return (
    given?.['type'] === 'webauthn.get' &&
    given['challenge'] === challenge &&
    given['origin'] === origin &&
    given['crossOrigin'] !== true
  );
}

function parse(clientData: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(clientData.toString('utf8'));
    // Safe cast: each field is checked when it is read.
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined;
  } catch {
    // Browsers always send JSON, so anything else is invalid.
    return undefined;
  }
}

function isSigned(key: CoseKey, signed: Buffer, signature: Buffer): boolean {
  const algorithm = key.get(FIELD.algorithm);
  const jwk = jwkOf(key);
  if (!jwk) return false;
  try {
    const publicKey = createPublicKey({ format: 'jwk', key: jwk });
    return verify(algorithm === EDDSA ? null : 'sha256', signed, publicKey, signature);
  } catch {
    // A key or signature that does not fit the algorithm fails verification.
    return false;
  }
}

function jwkOf(key: CoseKey): JsonWebKey | undefined {
  switch (key.get(FIELD.algorithm)) {
    case ES256:
      return { kty: 'EC', crv: 'P-256', x: textOf(key, FIELD.second), y: textOf(key, FIELD.third) };
    case EDDSA:
      return { kty: 'OKP', crv: 'Ed25519', x: textOf(key, FIELD.second) };
    case RS256:
      return { kty: 'RSA', n: textOf(key, FIELD.first), e: textOf(key, FIELD.second) };
    default:
      return undefined;
  }
}

function textOf(key: CoseKey, field: number): string {
  const value = key.get(field);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : '';
}
