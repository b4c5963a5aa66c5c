import type { Clock } from '../../../base/clock.ts';
import { randomText, type Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import type { Principal } from '../../../http/principal.ts';
import type { Callers } from './authenticate.ts';
import { findSigningKey, insertSigningKey } from './signing-queries.ts';

/** As long as clients expect the two to be; the name says whose it is. */
const PREFIX = 'PRAK';
const NAME_CHARACTERS = 16;
const SECRET_CHARACTERS = 40;
const NAME = /^PRAK[A-Z0-9]{16}$/;
/** Whether the key still lets somebody in is asked each time, and more often: here is only what never changes. */
const KNOWN_MS = 1_000;

/** What a program signs its requests with, in the words of its clients. */
export interface SigningPair {
  readonly access_key_id: string;
  /** Told once. */
  readonly secret_access_key: string;
}

/** Finds who signs under a name, and with which secret; undefined for names that let nobody in. */
export type SigningKeys = (
  accessKeyId: string,
) => Promise<{ readonly principal: Principal; readonly secret: string } | undefined>;

/** Makes a secret to sign requests with, beside a key of the account that has none. It may do what the key may. */
export async function createSigningKey(db: Db, vault: Vault, accountId: number, keyId: number): Promise<SigningPair> {
  const accessKeyId = PREFIX + randomText(NAME_CHARACTERS).toUpperCase();
  const secret = randomText(SECRET_CHARACTERS);
  await insertSigningKey(db, accessKeyId, accountId, keyId, vault.seal(purposeOf(accessKeyId), Buffer.from(secret)));
  return { access_key_id: accessKeyId, secret_access_key: secret };
}

/** Finds signers; one whose key is revoked or has ended is unknown to every process within a second. */
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

/** What of these is sealed: the secrets. */
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
