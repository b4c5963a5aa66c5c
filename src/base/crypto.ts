import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** First byte of what is sealed: then come the id of the secret, nonce, tag and text. */
const FORMAT = 2;
/** Of what was sealed before seals named their secret. */
const FORMAT_WITHOUT_ID = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets at rest. What was sealed for one purpose opens for no other. */
export interface Vault {
  /** AES-256-GCM of `plain`, bound to `purpose` (for example `domain:42:dkim`), under the newest secret, whose id it bears. */
  seal(purpose: string, plain: Uint8Array): Buffer;
  /** The inverse of `seal`, under any known secret; throws when the bytes, the purpose or the key are not those of sealing. */
  open(purpose: string, sealed: Uint8Array): Buffer;
  /** Whether the newest secret sealed it, as far as its id says. */
  isNewest(sealed: Uint8Array): boolean;
  /** 32 bytes for one purpose outside sealing (for example `tracking links`): the same for all processes and for ever. */
  derive(purpose: string): Buffer;
  /** The same of every known secret, the newest first: what was made under an earlier one is still read. */
  deriveAll(purpose: string): readonly Buffer[];
  /** 16 bytes that identify the newest secret without giving it away; compared at start. */
  readonly fingerprint: Buffer;
  /** Those of all known secrets, the newest first. */
  readonly fingerprints: readonly Buffer[];
}

interface SealingKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

/** A vault under a master secret of any length of at least 16 characters; what `previous` ones sealed it opens too. */
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

/** What was sealed before seals named their secret is tried with each. */
function openWithAny(keys: readonly SealingKey[], purpose: string, sealed: Uint8Array): Buffer {
  let refusal: unknown;
  for (const { key } of keys) {
    try {
      return decrypt(key, purpose, sealed);
    } catch (error) {
      // Another secret may be the one.
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

/** SHA-256 of the text's UTF-8 bytes. */
export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Unbiased random text of [A-Za-z0-9]: 43 characters hold 256 bits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}
