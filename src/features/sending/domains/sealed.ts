import type { Vault } from '../../../base/crypto.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';
import { sealPurpose } from './keys.ts';
import { SANDBOX_PAIR, SANDBOX_PURPOSE } from './sandbox.ts';

/** Returns the encrypted columns that hold the keys of sender domains and the key of the sandbox sender. */
export function sealedDomainColumns(vault: Vault): SealedColumn[] {
  const keys = {
    table: 'domain_key',
    column: 'private_key',
    key: { account_id: 'bigint', domain_id: 'bigint', selector: 'text' },
    beside: { join: 'join domain d on d.account_id = t.account_id and d.id = t.domain_id', columns: 'd.name' },
  };
  const sandbox = {
    table: 'installation',
    column: 'value',
    key: { name: 'text' },
    where: `t.name = '${SANDBOX_PAIR}'`,
  };
  return [
    vaultColumn(vault, keys, (row) => sealPurpose(Number(row['account_id']), String(row['name']))),
    vaultColumn(vault, sandbox, () => SANDBOX_PURPOSE),
  ];
}
