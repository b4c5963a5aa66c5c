import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { FindSigner } from '../../../http/signed.ts';
import type { SigningKeys } from '../../tenants/access/index.ts';
import { readClaim, sha256Hex, signatureOf, type Claim } from './signature.ts';

const SERVICE = 'ses';
/** Maximum clock skew of a client, in milliseconds. Also the lifetime of a signature. */
const SKEW_MS = 15 * 60_000;
const HASH = /^[0-9a-f]{64}$/;

/** Dependencies of signature verification. */
export interface SignerParts {
  readonly clock: Clock;
  readonly signingKeys: SigningKeys;
}

/**
 * Returns a function that identifies the signer of a request with Signature Version 4 for the service `ses` in any
 * region. The hash of the body may also be in a header. In all cases, the hash must match the received body.
 */
export function createFindSigner({ clock, signingKeys }: SignerParts): FindSigner {
  return async (head) => {
    const claim = readClaim(head.headers);
    if (claim === undefined) throw noSignature();
    if (typeof claim === 'string') throw wrong(claim);
    requireRecent(claim, clock.now());
    if (claim.service !== SERVICE)
      throw wrong(`The request is signed for the service ${claim.service}. Sign the request for ${SERVICE}.`);
    const found = await signingKeys(claim.accessKeyId);
    if (!found)
      throw new Refusal('invalid_api_key', {
        message: 'The access key ID is unknown, or its API key is no longer valid.',
      });
    const said = head.headers['x-amz-content-sha256'];
    // Reject invalid headers before the body is read.
    if (typeof said === 'string' && HASH.test(said)) requireSame(signatureOf(found.secret, head, claim, said), claim);
    return {
      principal: found.principal,
      requireBody(body) {
        const hash = sha256Hex(body);
        if (said !== undefined && said !== hash)
          throw wrong('X-Amz-Content-Sha256 does not match the hash of the body.');
        if (said === undefined) requireSame(signatureOf(found.secret, head, claim, hash), claim);
      },
    };
  };
}

function requireSame(signature: string, claim: Claim): void {
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(claim.signature))) throw new Refusal('invalid_signature');
}

function requireRecent({ atMs, time }: Claim, nowMs: number): void {
  if (Math.abs(nowMs - atMs) <= SKEW_MS) return;
  const now = new Date(nowMs).toISOString();
  throw wrong(
    `The request was signed at ${time}, but the server time is ${now}. The time difference must be at most 15 minutes.`,
  );
}

function noSignature(): Refusal {
  return new Refusal('missing_api_key', {
    message: 'The request is not signed.',
    fix: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to the values that `postrider key create --signing` shows.',
  });
}

function wrong(message: string): Refusal {
  return new Refusal('invalid_signature', { message });
}
