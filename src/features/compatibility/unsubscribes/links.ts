import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Vault } from '../../../base/crypto.ts';
import { PAGE_PATHS } from '../../../mail/link-purpose.ts';

/** The address that a link unsubscribes, and the audience that the link unsubscribes it from. */
export interface Unsubscription {
  readonly accountId: number;
  readonly vendor: string;
  /**
   * Audience that the link unsubscribes from. If empty, the link adds the address to the account's suppression list.
   */
  readonly audience: string;
  readonly address: string;
}

/** Creates the unsubscribe links of emails, and reads their tokens. */
export interface UnsubscribeLinks {
  /** Returns the URL of the unsubscribe page. The same unsubscription always has the same URL. */
  address(baseUrl: string, of: Unsubscription): string;
  /** Returns undefined for a token that this installation did not create. */
  read(token: string): Unsubscription | undefined;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Matches tokens that are longer than any campaign token (`tracking/tokens.ts`) and short enough for a header line. */
const TOKEN = /^[\w-]{61,900}$/;

/**
 * Creates the links for an installation. The token contains the encrypted unsubscription, so that a link works as long
 * as the email exists, although records of vendor requests are deleted after 30 days. The initialization vector is an
 * HMAC of the content, because retried requests must create the same email.
 */
export function createUnsubscribeLinks(vault: Vault): UnsubscribeLinks {
  const keys = vault.deriveAll('vendor unsubscribe links');
  const newest = vault.derive('vendor unsubscribe links');
  return {
    address: (baseUrl, { accountId, address, audience, vendor }) => {
      const plain = JSON.stringify([accountId, vendor, audience, address]);
      return `${baseUrl}${PAGE_PATHS.unsubscribe}${seal(newest, plain)}`;
    },
    read(token) {
      if (!TOKEN.test(token)) return undefined;
      for (const key of keys) {
        const plain = open(key, Buffer.from(token, 'base64url'));
        if (plain === undefined) continue;
        // Safe cast: only `address` creates tokens that can be decrypted.
        const [accountId, vendor, audience, address] = JSON.parse(plain) as [number, string, string, string];
        return { accountId, vendor, audience, address };
      }
      return undefined;
    },
  };
}

function seal(key: Buffer, plain: string): string {
  const iv = createHmac('sha256', key).update(plain).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url');
}

function open(key: Buffer, sealed: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
