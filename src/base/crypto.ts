import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** First byte of a sealed value. The secret's ID, the nonce, the tag and the ciphertext follow. */
const FORMAT = 2;
/** First byte of a sealed value in the older format, which does not contain the secret's ID. */
const FORMAT_WITHOUT_ID = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets at rest. A value sealed for one purpose cannot be opened for another. */
export interface Vault {
  /**
   * Encrypts `plain` with AES-256-GCM for a purpose, for example `domain:42:dkim`. Uses the newest secret and stores
   * its ID.
   */
  seal(purpose: string, plain: Uint8Array): Buffer;
  /**
   * Decrypts a sealed value with any known secret. Throws if the bytes, the purpose, or the secret differ from those
   * used for sealing.
   */
  open(purpose: string, sealed: Uint8Array): Buffer;
  /** Returns whether a value was sealed with the newest secret. */
  isNewest(sealed: Uint8Array): boolean;
  /**
   * Derives 32 bytes for a purpose other than sealing, for example `tracking links`. The bytes are the same in all
   * processes and change only with the master secret.
   */
  derive(purpose: string): Buffer;
  /**
   * Derives bytes from every known secret, newest first, so that data created with an earlier secret can still be read.
   */
  deriveAll(purpose: string): readonly Buffer[];
  /**
   * 16 bytes that identify the newest secret without revealing it. Compared at startup with the fingerprint that is
   * stored in the database.
   */
  readonly fingerprint: Buffer;
  /** Fingerprints of all known secrets, newest first. */
  readonly fingerprints: readonly Buffer[];
}

interface SealingKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

/** Creates a vault that seals values with a master secret. It also opens values sealed with `previous` secrets. */
export function createVault(secret: string, previous: readonly string[] = []): Vault {
  const secrets = [...new Set([secret, ...previous])];
  const derive = (from: string, info: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', from, '', `postrider ${info}`, bytes));
  const keyOf = (from: string): SealingKey => ({
    id: derive(from, 'sealing key id', KEY_ID_BYTES),
    key: derive(from, 'sealing key', 32),
  });
  const newest = keyOf(secret);
  const keys = [newest, ...secrets.slice(1).map(keyOf)];
  const fingerprints = secrets.map((known) => derive(known, 'fingerprint', 16));
  const header = Buffer.concat([Buffer.from([FORMAT]), newest.id]);
  return {
    fingerprint: derive(secret, 'fingerprint', 16),
    fingerprints,
    derive: (purpose) => derive(secret, purpose, 32),
    deriveAll: (purpose) => secrets.map((known) => derive(known, purpose, 32)),
    isNewest: (sealed) => header.equals(sealed.subarray(0, header.length)),
    seal: (purpose, plain) => Buffer.concat([header, encrypt(newest.key, purpose, plain)]),
    open(purpose, sealed) {
      if (sealed[0] === FORMAT_WITHOUT_ID) return openWithAny(keys, purpose, sealed.subarray(1));
      if (sealed[0] !== FORMAT) throw new Error(`Encrypted value has an unknown format ${String(sealed[0])}`);
      const id = Buffer.from(sealed.subarray(1, header.length));
      const found = keys.find((known) => known.id.equals(id));
      if (!found) throw new Error(`Encrypted with the key ${id.toString('hex')}, which this process does not have`);
      return decrypt(found.key, purpose, sealed.subarray(header.length));
    },
  };
}

/** Decrypts a value without a secret ID by trying each secret. */
function openWithAny(keys: readonly SealingKey[], purpose: string, sealed: Uint8Array): Buffer {
  let refusal: unknown;
  for (const { key } of keys) {
    try {
      return decrypt(key, purpose, sealed);
    } catch (error) {
      // The value was sealed with another secret. Try the next one.
      refusal = error;
    }
  }
  throw refusal;
}

function encrypt(key: Buffer, purpose: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, purpose: string, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Returns the SHA-256 digest of the bytes, or of the text's UTF-8 bytes. */
export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Returns a uniformly distributed random string of the characters [A-Za-z0-9]. 43 characters have 256 bits of entropy.
 */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}
