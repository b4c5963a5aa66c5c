import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Vault } from '../../../base/crypto.ts';

/** As `createECDH` calls P-256. */
const CURVE = 'prime256v1';
/** A public key in full is a mark and two coordinates of this many bytes (SEC 1, section 2.3.3). */
const COORDINATE_BYTES = 32;

/** The key that an account's events are signed with (ECDSA, P-256): derived, and stored nowhere. */
export function eventKeyOf(vault: Vault, accountId: number): KeyObject {
  for (let turn = 0; ; turn += 1) {
    const secret = vault.derive(`sendgrid event key ${accountId} ${turn}`);
    const ecdh = createECDH(CURVE);
    try {
      ecdh.setPrivateKey(secret);
    } catch {
      // One of four thousand million numbers of this length is too great for the curve.
      continue;
    }
    const whole = ecdh.getPublicKey();
    const coordinate = (at: number): string => whole.subarray(at, at + COORDINATE_BYTES).toString('base64url');
    const [x, y] = [coordinate(1), coordinate(1 + COORDINATE_BYTES)];
    return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x, y } });
  }
}

/** What receivers check with, as the vendor shows it: SubjectPublicKeyInfo in Base64, without the lines of PEM. */
export function publicKeyOf(vault: Vault, accountId: number): string {
  const key = createPublicKey(eventKeyOf(vault, accountId).export({ type: 'pkcs8', format: 'pem' }));
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
