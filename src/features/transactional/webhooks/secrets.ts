import { randomText, type Vault } from '../../../base/crypto.ts';
import type { WebhookRow } from './queries.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';

const PREFIX = 'whsec_';
/** 44 of 62 characters are 262 bits, decode from base64 to 33 bytes without padding, and are selected by a double click. */
const CHARACTERS = 44;
/** Standard Webhooks asks for keys of 24 to 64 bytes: 32 to 88 characters of base64. */
const IMPORTED = /^whsec_[A-Za-z0-9+/]{32,84}={0,2}$/;
/** What of a secret is shown after its first day. */
const HINT_CHARACTERS = 4;

/** A new signing secret: `whsec_` and 44 of [A-Za-z0-9]. The whole string is a key, and so is what the rest decodes to. */
export function newSecret(): string {
  return PREFIX + randomText(CHARACTERS);
}

/** What is wrong with a secret that was made elsewhere, as the end of a sentence; undefined when it may be used. */
export function faultOfSecret(secret: string): string | undefined {
  if (!secret.startsWith(PREFIX)) return 'must start with whsec_.';
  if (IMPORTED.test(secret) && (secret.length - PREFIX.length) % 4 === 0) return undefined;
  return (
    'must be whsec_ followed by 24 to 64 random bytes in padded base64, for example by 44 letters and ' +
    'digits. Do not use base64url, because most verifiers reject the characters "-" and "_".'
  );
}

/** The last four characters: enough to tell secrets apart, of no use to anybody else. */
export function hintOf(secret: string): string {
  return secret.slice(-HINT_CHARACTERS);
}

/** The key of the native way: the bytes of the whole string. */
export function wholeKey(secret: string): Buffer {
  return Buffer.from(secret);
}

/** The key of Standard Webhooks: what follows `whsec_`, decoded from base64. */
export function decodedKey(secret: string): Buffer {
  return Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
}

/** Purpose under which the secrets of an account's webhook are sealed. */
export function sealPurpose(accountId: number): string {
  return `webhook:${accountId}`;
}

/** The sealed secret before the current one, while the overlap of a rotation lasts. */
export function overlappingSecret(
  { previous_secret: previous, previous_until: until }: Pick<WebhookRow, 'previous_secret' | 'previous_until'>,
  nowMs: number,
): Buffer | undefined {
  return previous && until && nowMs < until.getTime() ? previous : undefined;
}

/** What of webhooks is sealed: the secrets that sign, and those before them. */
export function sealedWebhookColumns(vault: Vault): SealedColumn[] {
  return ['secret', 'previous_secret'].map((column) =>
    vaultColumn(vault, { table: 'webhook', column, key: { account_id: 'bigint' } }, (row) =>
      sealPurpose(Number(row['account_id'])),
    ),
  );
}
