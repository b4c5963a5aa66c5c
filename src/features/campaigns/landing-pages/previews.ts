import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../../base/crypto.ts';

/** Creates and checks the keys of preview links, which show unpublished pages. */
export interface Previews {
  /** Returns the preview key of a page, which preview links contain in the `preview` query parameter. */
  keyOf(accountId: number, pageId: number): string;
  isKeyOf(accountId: number, pageId: number, given: string | undefined): boolean;
}

const BYTES = 15;

/** Derives preview keys from the master secret, so that they do not need to be stored. */
export function createPreviews(vault: Vault): Previews {
  const secrets = vault.deriveAll('previews of landing pages');
  const macsOf = (accountId: number, pageId: number): Buffer[] =>
    secrets.map((secret) => createHmac('sha256', secret).update(`${accountId} ${pageId}`).digest().subarray(0, BYTES));
  return {
    keyOf: (accountId, pageId) => macsOf(accountId, pageId)[0]?.toString('base64url') ?? '',
    isKeyOf(accountId, pageId, given = '') {
      const key = Buffer.from(given, 'base64url');
      // Base64url decoders ignore invalid characters, so compare the encoded form too.
      const isWhole = key.length === BYTES && key.toString('base64url') === given;
      return isWhole && macsOf(accountId, pageId).some((right) => timingSafeEqual(key, right));
    },
  };
}
