import { createHmac } from 'node:crypto';
import { bodiesAfter } from './verify-body.ts';
import { decodedKey, wholeKey } from './secrets.ts';
import { nativeSignature, standardSignature } from './signature.ts';
import type { Claim } from './verify-claim.ts';

/** A common mistake in a verifier's code, and the value that the verifier computes because of it. */
interface Mistake {
  readonly value: string;
  readonly message: string;
}

/**
 * Returns the correct signatures of a body under the scheme of the request, one for each key that the scheme accepts.
 */
export function signaturesOf(claim: Claim, secret: string, body: Uint8Array): string[] {
  const { id, timestamp } = claim;
  if (id === undefined) return [nativeSignature(wholeKey(secret), timestamp, body)];
  return [decodedKey(secret), wholeKey(secret)].map((key) => standardSignature(key, id, timestamp, body));
}

/** Returns the values that common mistakes produce with the right secret and body. */
export function mistakesOf(claim: Claim, secret: string, body: Buffer): Mistake[] {
  const { id, timestamp } = claim;
  const encoding = id === undefined ? 'hex' : 'base64';
  const key = id === undefined ? wholeKey(secret) : decodedKey(secret);
  const full = id === undefined ? `${timestamp}.` : `${id}.${timestamp}.`;
  const hmac = (withKey: Uint8Array, before: string, written: 'hex' | 'base64' = encoding, algorithm = 'sha256') =>
    createHmac(algorithm, withKey).update(before).update(body).digest(written);
  const shape = id === undefined ? '<t>.<body>' : '<id>.<timestamp>.<body>';
  const mistakes: Mistake[] = [
    {
      value: hmac(key, ''),
      message: `The signature was computed over the body only. The signature must be computed over ${shape}.`,
    },
    {
      value: hmac(key, full, encoding === 'hex' ? 'base64' : 'hex'),
      message: `The signature must be encoded as ${encoding}.`,
    },
    {
      value: hmac(key, full, encoding, 'sha512'),
      message: 'The signature was computed with SHA-512. The signature must be computed with SHA-256.',
    },
    {
      value: hmac(key, full, encoding, 'sha1'),
      message: 'The signature was computed with SHA-1. The signature must be computed with SHA-256.',
    },
    {
      value: hmac(key, full.replace(timestamp, `${timestamp}000`)),
      message: 'The timestamp was in milliseconds. The timestamp must be in seconds.',
    },
    {
      value: hmac(wholeKey(secret.slice('whsec_'.length)), full),
      message: keyFault(claim, 'the string without whsec_'),
    },
  ];
  if (id === undefined) {
    mistakes.push({ value: hmac(decodedKey(secret), full), message: keyFault(claim, 'the decoded base64') });
  } else {
    mistakes.push({
      value: hmac(key, `${timestamp}.`),
      message: `The signature was computed without the ID. The signature must be computed over ${shape}.`,
    });
  }
  return mistakes;
}

/** Returns the signatures that result from common changes to the body. */
export function bodyMistakesOf(claim: Claim, secret: string, body: string): Mistake[] {
  return bodiesAfter(body).flatMap(({ bytes, change }) =>
    signaturesOf(claim, secret, bytes).map((value) => ({
      value,
      message: `The signature was computed over a body that differs from the received body. ${change}`,
    })),
  );
}

function keyFault({ id }: Claim, used: string): string {
  const right = id === undefined ? 'the whole string, including whsec_' : 'the part after whsec_, decoded from base64';
  return `The key was ${used}. The key must be ${right}.`;
}
