import { randomText, type Vault } from '../../../base/crypto.ts';
import type { WebhookRow } from './queries.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';

const PREFIX = 'whsec_';
/**
 * 44 characters from an alphabet of 62 have 262 bits of entropy. They are valid base64 for 33 bytes, without padding.
 */
const CHARACTERS = 44;
/** Standard Webhooks requires keys of 24 to 64 bytes: 32 to 88 characters of base64. */
const IMPORTED = /^whsec_[A-Za-z0-9+/]{32,84}={0,2}$/;
/** Number of characters at the end of a secret that are still shown after its creation. */
const HINT_CHARACTERS = 4;

/**
 * Generates a signing secret: `whsec_` and 44 characters of [A-Za-z0-9]. Both the whole string and the bytes that are
 * encoded after `whsec_` are valid keys.
 */
export function newSecret(): string {
  return PREFIX + randomText(CHARACTERS);
}

/**
 * Returns the error in an imported secret, without a subject (`must start with ...`), or undefined if the secret is
 * valid.
 */
export function faultOfSecret(secret: string): string | undefined {
  if (!secret.startsWith(PREFIX)) return 'must start with whsec_.';
  if (IMPORTED.test(secret) && (secret.length - PREFIX.length) % 4 === 0) return undefined;
  return (
    'must be whsec_ followed by 24 to 64 random bytes in padded base64. ' +
    'Do not use base64url, because most verifiers reject the characters "-" and "_".'
  );
}

/** Returns the last four characters of a secret. */
export function hintOf(secret: string): string {
  return secret.slice(-HINT_CHARACTERS);
}

/** Returns the signing key of the native format: the bytes of the whole secret. */
export function wholeKey(secret: string): Buffer {
  return Buffer.from(secret);
}

/** Returns the signing key of a Standard Webhooks secret: the part after `whsec_`, decoded from base64. */
export function decodedKey(secret: string): Buffer {
  return Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
}

/** Returns the purpose for which the secrets of an account's webhook are encrypted. */
export function sealPurpose(accountId: number): string {
  return `webhook:${accountId}`;
}

/** Returns the encrypted previous secret while it is still valid after a rotation, otherwise undefined. */
export function overlappingSecret(
  { previous_secret: previous, previous_until: until }: Pick<WebhookRow, 'previous_secret' | 'previous_until'>,
  nowMs: number,
): Buffer | undefined {
  return previous && until && nowMs < until.getTime() ? previous : undefined;
}

/** Returns the encrypted columns of webhooks. */
export function sealedWebhookColumns(vault: Vault): SealedColumn[] {
  return ['secret', 'previous_secret'].map((column) =>
    vaultColumn(vault, { table: 'webhook', column, key: { account_id: 'bigint' } }, (row) =>
      sealPurpose(Number(row['account_id'])),
    ),
  );
}
