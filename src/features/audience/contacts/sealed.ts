import type { Vault } from '../../../base/crypto.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';
import { ERASED_KEYS_FACT, ERASED_KEYS_PURPOSE } from './erased-keys.ts';

/** Returns this feature's encrypted column. It stores the keys that hash the addresses of erased people. */
export function sealedContactColumns(vault: Vault): SealedColumn[] {
  const where = `t.name = '${ERASED_KEYS_FACT}'`;
  const keys = { table: 'installation', column: 'value', key: { name: 'text' }, where };
  return [vaultColumn(vault, keys, () => ERASED_KEYS_PURPOSE)];
}
