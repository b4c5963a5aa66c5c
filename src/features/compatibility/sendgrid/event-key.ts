import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Vault } from '../../../base/crypto.ts';

/** Name of P-256 in `createECDH`. */
const CURVE = 'prime256v1';
/**
 * Length in bytes of each of the two coordinates that follow the prefix of an uncompressed public key (SEC 1, section
 * 2.3.3).
 */
const COORDINATE_BYTES = 32;

/** Returns the key that signs an account's events (ECDSA, P-256). The key is derived and never stored. */
export function eventKeyOf(vault: Vault, accountId: number): KeyObject {
  for (let turn = 0; ; turn += 1) {
    const secret = vault.derive(`sendgrid event key ${accountId} ${turn}`);
    const ecdh = createECDH(CURVE);
    try {
      ecdh.setPrivateKey(secret);
    } catch {
      // About one in four billion values of this length is too large to be a private key for the curve. Try the next
      // value.
      continue;
    }
    const whole = ecdh.getPublicKey();
    const coordinate = (at: number): string => whole.subarray(at, at + COORDINATE_BYTES).toString('base64url');
    const [x, y] = [coordinate(1), coordinate(1 + COORDINATE_BYTES)];
    return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x, y } });
  }
}

/**
 * Returns the public key for receivers in SendGrid's format: SubjectPublicKeyInfo in Base64, without the PEM header and
 * footer.
 */
export function publicKeyOf(vault: Vault, accountId: number): string {
  const key = createPublicKey(eventKeyOf(vault, accountId).export({ type: 'pkcs8', format: 'pem' }));
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
