import type { Vault } from '../../../base/crypto.ts';
import { vaultColumn, type SealedColumn } from '../../../base/sealed-column.ts';
import { artifactPurpose } from './adapter.ts';
import { refreshPurpose } from './refreshes.ts';

/**
 * Returns the encrypted columns for OAuth: the data of grants, codes, and tokens, and the stored responses to
 * refreshes.
 */
export function sealedOauthColumns(vault: Vault): SealedColumn[] {
  const grants = { table: 'oauth_grant', column: 'payload', key: { grant_hash: 'bytea' } };
  const artifacts = { table: 'oauth_artifact', column: 'payload', key: { kind: 'text', id_hash: 'bytea' } };
  const refreshes = { table: 'oauth_refresh', column: 'answer', key: { request_hash: 'bytea' } };
  return [
    vaultColumn(vault, grants, (row) => artifactPurpose('Grant', bytesOf(row['grant_hash']))),
    vaultColumn(vault, artifacts, (row) => artifactPurpose(String(row['kind']), bytesOf(row['id_hash']))),
    vaultColumn(vault, refreshes, (row) => refreshPurpose(bytesOf(row['request_hash']))),
  ];
}

/** Casts the value of a bytea column. The cast is safe because the driver returns such values as buffers. */
function bytesOf(value: unknown): Buffer {
  return value as Buffer;
}
