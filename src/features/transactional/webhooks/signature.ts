import { createMac, type Mac } from '../../../base/hmac.ts';
import { decodedKey, wholeKey } from './secrets.ts';
import type { SigningSecrets, WebhookFormat } from './types.ts';

/**
 * Header in the native format: `t=<unix seconds>,v1=<hex>`. Has a second `v1` only if both secrets sign during a
 * rotation.
 */
export const NATIVE_HEADER = 'X-Service-Signature';

/** The two header prefixes that Standard Webhooks libraries accept. */
export const STANDARD_PREFIXES = ['svix', 'webhook'] as const;

/** Maximum clock skew that receivers tolerate, in seconds. */
export const TOLERANCE_SECONDS = 300;

/**
 * Returns the signature headers of a delivery. `id` (`whd_...`) is the same in each attempt, and the timestamp is the
 * time of the attempt. `body` has the bytes that are sent. The native header is signed with one secret: during a
 * rotation, with the previous one until the current one is activated. With `hasBothSignatures`, it contains a signature
 * for each secret. The compatible format sends the native header and its own headers. These contain two signatures for
 * each secret (`standardMacsOf`), or only one signature with `hasSingleSignature`.
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

/** Signs like `signatureHeaders`, with secrets that are set when the signer is created. */
export type Sign = (
  format: WebhookFormat,
  id: string,
  timestampSeconds: number,
  body: Uint8Array,
) => Record<string, string>;

/** Creates a signer that prepares the keys of the secrets once for all signatures. */
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

/** Returns the hex HMAC-SHA256 of `<t>.<body>`. */
export function nativeSignature(key: Uint8Array, timestampSeconds: number | string, body: Uint8Array): string {
  return createMac(key)(`${timestampSeconds}.`, body, 'hex');
}

/** Returns the base64 HMAC-SHA256 of `<id>.<t>.<body>` (Standard Webhooks, "Signature scheme"). */
export function standardSignature(
  key: Uint8Array,
  id: string,
  timestampSeconds: number | string,
  body: Uint8Array,
): string {
  return createMac(key)(`${id}.${timestampSeconds}.`, body, 'base64');
}

/**
 * Returns the MAC that libraries verify, computed with the decoded key. Unless `isSingle` is true, also returns a MAC
 * computed with the whole string as the key, for custom verifiers. Libraries accept both MACs, because they try each
 * signature.
 */
function standardMacsOf(secret: string, isSingle: boolean): Mac[] {
  const keys = isSingle ? [decodedKey(secret)] : [decodedKey(secret), wholeKey(secret)];
  return keys.map((key) => createMac(key));
}
