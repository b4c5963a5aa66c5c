import type { Vault } from '../../../../base/crypto.ts';
import type { Db } from '../../../../base/db.ts';
import { vaultColumn, type SealedColumn } from '../../../../base/sealed-column.ts';
import type { Vendor } from '../types.ts';
import { signingVersion, type HookRow } from './queries.ts';
import type { Hook, HookSettings, NewHook } from './types.ts';

/**
 * Returns the key that signs an account's events for a vendor's clients: 32 hex digits. The key is derived and never
 * stored.
 */
export async function readSigningKey(
  parts: { readonly db: Db; readonly vault: Vault },
  accountId: number,
  vendor: Vendor,
): Promise<string> {
  const [row] = await signingVersion(parts.db, accountId, vendor);
  return signingKeyOf(parts.vault, accountId, vendor, row?.version ?? 0);
}

/** Decrypts a stored webhook. */
export function openHook(vault: Vault, accountId: number, row: HookRow): Hook {
  const { domain, events, id, kind, settings, url, vendor } = row;
  // Safe cast: only `columnsOf` writes the settings.
  const opened = settings ? (JSON.parse(vault.open(purposeOf(accountId), settings).toString()) as HookSettings) : {};
  return { id, vendor, domain: domain ?? undefined, kind, url, events, settings: opened };
}

/** Returns the list of encrypted columns for webhooks: the vendor-specific settings, which may contain passwords. */
export function sealedHookColumns(vault: Vault): SealedColumn[] {
  const key = { account_id: 'bigint', id: 'bigint' };
  return [
    vaultColumn(vault, { table: 'vendor_hook', column: 'settings', key }, (row) =>
      purposeOf(Number(row['account_id'])),
    ),
  ];
}

/** Derives the given version of an account's signing key. */
export function signingKeyOf(vault: Vault, accountId: number, vendor: Vendor, version: number): string {
  return vault.derive(`vendor signing key ${vendor} ${accountId} ${version}`).toString('hex').slice(0, 32);
}

/**
 * Returns a webhook's column values: domain, kind, URL, events, and encrypted settings (null if there are no settings).
 */
export function columnsOf(vault: Vault, accountId: number, { domain, events, kind, settings, url }: NewHook) {
  const isPlain = Object.keys(settings).length === 0;
  const sealed = isPlain ? null : vault.seal(purposeOf(accountId), Buffer.from(JSON.stringify(settings)));
  return [domain ?? null, kind, url, events, sealed] as const;
}

function purposeOf(accountId: number): string {
  return `account:${accountId}:vendor hook`;
}
