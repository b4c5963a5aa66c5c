import type { Vault } from '../../../base/crypto.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { erasedKeysFact, keepErasedKeysFact } from './erased-queries.ts';

const PURPOSE = 'erased addresses';
/** The fact of the installation that holds keys of earlier secrets, and what it is sealed for. */
export const ERASED_KEYS_FACT = 'erased_addresses_keys';
export const ERASED_KEYS_PURPOSE = 'installation:erased addresses';

/** What of a vault these keys need. */
type KeyVault = Pick<Vault, 'deriveAll' | 'open' | 'seal'>;

/**
 * The keys under which addresses of erased people were ever hashed, that for new ones first. A hash cannot be made anew
 * without the address, so the keys of earlier master secrets stay, sealed, for as long as the installation does.
 */
export async function erasedKeys(db: Db, vault: KeyVault): Promise<readonly Buffer[]> {
  const known = vault.deriveAll(PURPOSE);
  const [fact] = await erasedKeysFact(db, ERASED_KEYS_FACT);
  if (!fact) return known;
  // Written by `keepErasedKeys` alone.
  const kept = JSON.parse(vault.open(ERASED_KEYS_PURPOSE, fact.value).toString()) as string[];
  const hexes = new Set([...known.map((key) => key.toString('hex')), ...kept]);
  return [...hexes].map((hex) => Buffer.from(hex, 'hex'));
}

/** Keeps the keys of all secrets that are known now, so that the earlier ones may be forgotten. */
export async function keepErasedKeys(tx: Tx, vault: KeyVault): Promise<void> {
  const hexes = (await erasedKeys(tx, vault)).map((key) => key.toString('hex'));
  await keepErasedKeysFact(tx, ERASED_KEYS_FACT, vault.seal(ERASED_KEYS_PURPOSE, Buffer.from(JSON.stringify(hexes))));
}
