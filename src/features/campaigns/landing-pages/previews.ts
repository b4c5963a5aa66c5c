import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../../base/crypto.ts';

/** What shows a page that is not published to those who were given its link. */
export interface Previews {
  /** Behind `?preview=`. */
  keyOf(accountId: number, pageId: number): string;
  isKeyOf(accountId: number, pageId: number, given: string | undefined): boolean;
}

const BYTES = 15;

/** Keys under the master secret, the same for as long as there is the page: no table has to remember them. */
export function createPreviews(vault: Vault): Previews {
  const secrets = vault.deriveAll('previews of landing pages');
  const macsOf = (accountId: number, pageId: number): Buffer[] =>
    secrets.map((secret) => createHmac('sha256', secret).update(`${accountId} ${pageId}`).digest().subarray(0, BYTES));
  return {
    keyOf: (accountId, pageId) => macsOf(accountId, pageId)[0]?.toString('base64url') ?? '',
    isKeyOf(accountId, pageId, given = '') {
      const key = Buffer.from(given, 'base64url');
      // Readers of base64url pass over what they do not know.
      const isWhole = key.length === BYTES && key.toString('base64url') === given;
      return isWhole && macsOf(accountId, pageId).some((right) => timingSafeEqual(key, right));
    },
  };
}
