import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets at rest. What was sealed for one purpose opens for no other. */
export interface Vault {
  /** AES-256-GCM of `plain`, bound to `purpose` (for example `domain:42:dkim`). */
  seal(purpose: string, plain: Uint8Array): Buffer;
  /** The inverse of `seal`; throws when the bytes, the purpose or the key are not the ones of sealing. */
  open(purpose: string, sealed: Uint8Array): Buffer;
  /** 32 bytes for one purpose outside sealing (for example `tracking links`): the same for all processes and for ever. */
  derive(purpose: string): Buffer;
  /** 16 bytes that identify the master secret without giving it away; compared at start. */
  readonly fingerprint: Buffer;
}

/** A vault under a master secret of any length of at least 16 characters. */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'postrider sealing key', 32));
  const fingerprint = Buffer.from(hkdfSync('sha256', secret, '', 'postrider fingerprint', 16));
  return {
    fingerprint,
    derive: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `postrider ${purpose}`, 32)),
    seal(purpose, plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      if (sealed[0] !== FORMAT) throw new Error(`Sealed value of unknown format ${String(sealed[0])}`);
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}

/** SHA-256 of the text's UTF-8 bytes. */
export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Unbiased random text of [A-Za-z0-9]: 43 characters hold 256 bits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}
