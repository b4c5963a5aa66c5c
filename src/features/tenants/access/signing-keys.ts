import type { Clock } from '../../../base/clock.ts';
import { randomText, type Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { Principal } from '../../../http/principal.ts';
import type { Callers } from './authenticate.ts';
import { findSigningKey, insertSigningKey } from './signing-queries.ts';

/** Formats of access key IDs and secrets. AWS clients expect these lengths. The prefix identifies the product. */
const PREFIX = 'PRAK';
const NAME_CHARACTERS = 16;
const SECRET_CHARACTERS = 40;
const NAME = /^PRAK[A-Z0-9]{16}$/;
/**
 * Time in milliseconds for which signing secrets are cached. A secret never changes. Whether its key is still active is
 * checked separately.
 */
const KNOWN_MS = 1_000;

/** Access key ID and secret for signing requests, with the names that AWS clients use. */
export interface SigningPair {
  readonly access_key_id: string;
  /** The secret is shown only once. */
  readonly secret_access_key: string;
}

/**
 * Returns the principal and the secret for an access key ID, or undefined if the ID does not belong to an active key.
 */
export type SigningKeys = (
  accessKeyId: string,
) => Promise<{ readonly principal: Principal; readonly secret: string } | undefined>;

/**
 * Creates a signing secret for one of the account's keys, which must not have one yet. The secret has the permissions
 * of the key.
 */
export async function createSigningKey(db: Db, vault: Vault, accountId: number, keyId: number): Promise<SigningPair> {
  const accessKeyId = PREFIX + randomText(NAME_CHARACTERS).toUpperCase();
  const secret = randomText(SECRET_CHARACTERS);
  await insertSigningKey(db, accessKeyId, accountId, keyId, vault.seal(purposeOf(accessKeyId), Buffer.from(secret)));
  return { access_key_id: accessKeyId, secret_access_key: secret };
}

/**
 * Returns a function that looks up the principal and the secret for an access key ID. After a key is revoked or
 * expires, all processes reject its signatures within one second.
 */
export function createSigningKeys(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly callers: Pick<Callers, 'ofHash'>;
}): SigningKeys {
  const { callers, clock, db, vault } = parts;
  const known = createShortCache<{ readonly secret: string; readonly keyHash: Buffer } | undefined>(clock, KNOWN_MS);
  return async (accessKeyId) => {
    if (!NAME.test(accessKeyId)) return undefined;
    const found = await known.get(accessKeyId, async () => {
      const [row] = await findSigningKey(db, accessKeyId);
      return row && { secret: vault.open(purposeOf(accessKeyId), row.secret).toString(), keyHash: row.key_hash };
    });
    const principal = found && (await callers.ofHash(found.keyHash));
    return principal && { principal, secret: found.secret };
  };
}

/** Returns the encrypted columns of signing keys. Only the secrets are encrypted. */
export function sealedSigningColumns(vault: Vault): SealedColumn[] {
  const key = { access_key_id: 'text' };
  return [
    vaultColumn(vault, { table: 'signing_key', column: 'secret', key }, (row) =>
      purposeOf(String(row['access_key_id'])),
    ),
  ];
}

function purposeOf(accessKeyId: string): string {
  return `signing key ${accessKeyId}`;
}
