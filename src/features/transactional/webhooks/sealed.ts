import type { Vault } from '../../../base/crypto.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';
import { sealPurpose } from './secrets.ts';

/** What of webhooks is sealed: the secrets that sign, and those before them. */
export function sealedWebhookColumns(vault: Vault): SealedColumn[] {
  return ['secret', 'previous_secret'].map((column) =>
    vaultColumn(vault, { table: 'webhook', column, key: { account_id: 'bigint' } }, (row) =>
      sealPurpose(Number(row['account_id'])),
    ),
  );
}
