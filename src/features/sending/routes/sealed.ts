import type { Vault } from '../../../base/crypto.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';
import { relayPurpose } from './administration.ts';

/** Returns the encrypted columns of routes: the URLs of relays, which contain passwords. */
export function sealedRouteColumns(vault: Vault): SealedColumn[] {
  const relays = { table: 'route_relay', column: 'sealed_url', key: { name: 'text' } };
  return [vaultColumn(vault, relays, (row) => relayPurpose(String(row['name'])))];
}
