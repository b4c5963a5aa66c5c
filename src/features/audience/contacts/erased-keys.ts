import type { Vault } from '../../../base/crypto.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { erasedKeysFact, keepErasedKeysFact } from './erased-queries.ts';

const PURPOSE = 'erased addresses';
/**
 * Name of the row in `installation` that stores the keys of earlier master secrets, and the encryption purpose of its
 * value.
 */
export const ERASED_KEYS_FACT = 'erased_addresses_keys';
export const ERASED_KEYS_PURPOSE = 'installation:erased addresses';

/** The functions of a vault that are needed to store keys. */
type KeyVault = Pick<Vault, 'deriveAll' | 'open' | 'seal'>;

/**
 * Returns all keys that were ever used to hash the addresses of erased people. New hashes use the first key. Hashes
 * cannot be recomputed without the addresses, so the keys of earlier master secrets are stored, encrypted, for as long
 * as the installation exists.
 */
export async function erasedKeys(db: Db, vault: KeyVault): Promise<readonly Buffer[]> {
  const known = vault.deriveAll(PURPOSE);
  const [fact] = await erasedKeysFact(db, ERASED_KEYS_FACT);
  if (!fact) return known;
  // The cast is safe because only `keepErasedKeys` writes this value.
  const kept = JSON.parse(vault.open(ERASED_KEYS_PURPOSE, fact.value).toString()) as string[];
  const hexes = new Set([...known.map((key) => key.toString('hex')), ...kept]);
  return [...hexes].map((hex) => Buffer.from(hex, 'hex'));
}

/** Stores the keys of all current secrets, so that earlier secrets may be removed. */
export async function keepErasedKeys(tx: Tx, vault: KeyVault): Promise<void> {
  const hexes = (await erasedKeys(tx, vault)).map((key) => key.toString('hex'));
  await keepErasedKeysFact(tx, ERASED_KEYS_FACT, vault.seal(ERASED_KEYS_PURPOSE, Buffer.from(JSON.stringify(hexes))));
}
