import { createMac, type Mac } from '../../../base/hmac.ts';
import { decodedKey, wholeKey } from './secrets.ts';
import type { SigningSecrets, WebhookFormat } from './types.ts';

/** Header of the native way: `t=<unix seconds>,v1=<hex>`; a second `v1` only where both secrets of a rotation are to sign. */
export const NATIVE_HEADER = 'X-Service-Signature';

/** The two names under which the headers of Standard Webhooks go out; its libraries read either. */
export const STANDARD_PREFIXES = ['svix', 'webhook'] as const;

/** Greatest difference between the clocks of sender and receiver that a receiver accepts. */
export const TOLERANCE_SECONDS = 300;

/**
 * The headers that prove a delivery: `id` (`whd_...`) is the same in each attempt, the timestamp is that of the attempt.
 * The bytes of `body` are signed as they are sent. Natively one secret signs: during a rotation the one before, which
 * receivers have, until the current one is activated; both where that is switched on. The compatible format carries the
 * native header too, and in the list of its own the signatures of both, unless a single one is wanted.
 */
export function signatureHeaders(
  format: WebhookFormat,
  id: string,
  timestampSeconds: number,
  body: Uint8Array,
  signing: SigningSecrets,
): Record<string, string> {
  return createSigner(signing)(format, id, timestampSeconds, body);
}

/** `signatureHeaders` with the same secrets each time. */
export type Sign = (
  format: WebhookFormat,
  id: string,
  timestampSeconds: number,
  body: Uint8Array,
) => Record<string, string>;

/** Makes the keys of secrets ready, which takes as long as a signature, once for all that is signed with them. */
export function createSigner({ hasBothSignatures, hasSingleSignature, secrets }: SigningSecrets): Sign {
  const one = secrets.slice(-1);
  const nativeMacs = (hasBothSignatures ? secrets : one).map((secret) => createMac(wholeKey(secret)));
  const standardSecrets = hasSingleSignature ? one : secrets;
  const standardMacs = standardSecrets.flatMap((secret) => standardMacsOf(secret, hasSingleSignature));
  return (format, id, timestampSeconds, body) => {
    let native = `t=${timestampSeconds}`;
    for (const mac of nativeMacs) native += `,v1=${mac(`${timestampSeconds}.`, body, 'hex')}`;
    const headers: Record<string, string> = { [NATIVE_HEADER]: native };
    if (format === 'native') return headers;
    const signature = standardMacs.map((mac) => `v1,${mac(`${id}.${timestampSeconds}.`, body, 'base64')}`).join(' ');
    for (const prefix of STANDARD_PREFIXES) {
      headers[`${prefix}-id`] = id;
      headers[`${prefix}-timestamp`] = String(timestampSeconds);
      headers[`${prefix}-signature`] = signature;
    }
    return headers;
  };
}

/** Hex HMAC-SHA256 of `<t>.<body>`. */
export function nativeSignature(key: Uint8Array, timestampSeconds: number | string, body: Uint8Array): string {
  return createMac(key)(`${timestampSeconds}.`, body, 'hex');
}

/** Base64 HMAC-SHA256 of `<id>.<t>.<body>` (Standard Webhooks, "Signature scheme"). */
export function standardSignature(
  key: Uint8Array,
  id: string,
  timestampSeconds: number | string,
  body: Uint8Array,
): string {
  return createMac(key)(`${id}.${timestampSeconds}.`, body, 'base64');
}

/** The decoded key signs for the libraries, which try each signature; the whole string for verifiers written by hand. */
function standardMacsOf(secret: string, isSingle: boolean): Mac[] {
  const keys = isSingle ? [decodedKey(secret)] : [decodedKey(secret), wholeKey(secret)];
  return keys.map((key) => createMac(key));
}
