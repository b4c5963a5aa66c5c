import type { Vault } from '../../../../base/crypto.ts';
import type { Db } from '../../../../base/db.ts';
import { vaultColumn, type SealedColumn } from '../../../../base/sealed-column.ts';
import type { Vendor } from '../types.ts';
import { signingVersion, type HookRow } from './queries.ts';
import type { Hook, HookSettings, NewHook } from './types.ts';

/** The key with which an account's events are signed for a vendor's clients: 32 hex digits. It is derived, and stored nowhere. */
export async function readSigningKey(
  parts: { readonly db: Db; readonly vault: Vault },
  accountId: number,
  vendor: Vendor,
): Promise<string> {
  const [row] = await signingVersion(parts.db, accountId, vendor);
  return signingKeyOf(parts.vault, accountId, vendor, row?.version ?? 0);
}

/** A webhook as it is kept, opened. */
export function openHook(vault: Vault, accountId: number, row: HookRow): Hook {
  const { domain, events, id, kind, settings, url, vendor } = row;
  // Sealed by `columnsOf`.
  const opened = settings ? (JSON.parse(vault.open(purposeOf(accountId), settings).toString()) as HookSettings) : {};
  return { id, vendor, domain: domain ?? undefined, kind, url, events, settings: opened };
}

/** What of these webhooks is sealed: the settings that only their vendor has, passwords among them. */
export function sealedHookColumns(vault: Vault): SealedColumn[] {
  const key = { account_id: 'bigint', id: 'bigint' };
  return [
    vaultColumn(vault, { table: 'vendor_hook', column: 'settings', key }, (row) =>
      purposeOf(Number(row['account_id'])),
    ),
  ];
}

/** The key of a version. */
export function signingKeyOf(vault: Vault, accountId: number, vendor: Vendor, version: number): string {
  return vault.derive(`vendor signing key ${vendor} ${accountId} ${version}`).toString('hex').slice(0, 32);
}

/** What is written of a webhook. */
export function columnsOf(vault: Vault, accountId: number, { domain, events, kind, settings, url }: NewHook) {
  const isPlain = Object.keys(settings).length === 0;
  const sealed = isPlain ? null : vault.seal(purposeOf(accountId), Buffer.from(JSON.stringify(settings)));
  return [domain ?? null, kind, url, events, sealed] as const;
}

function purposeOf(accountId: number): string {
  return `account:${accountId}:vendor hook`;
}
