import type { Vault } from './crypto.ts';

/** A column whose values are sealed with the master secret and must be resealed when the secret changes. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns of the primary key, in order, with their types. */
  readonly key: Readonly<Record<string, string>>;
  /** Join clause that follows `from <table> t`, and the columns selected from the joined tables. */
  readonly beside?: { readonly join: string; readonly columns: string };
  /** Condition for rows that contain a sealed value, if not all rows do. */
  readonly where?: string;
  /**
   * Returns the value sealed with the newest secret; undefined if it already is. Throws if no known secret opens it.
   */
  reseal(value: unknown, row: Readonly<Record<string, unknown>>): Promise<Buffer | string | undefined>;
}

/** Describes a column of values sealed by a vault. `purposeOf` returns the purpose of a row's value. */
export function vaultColumn(
  vault: Vault,
  column: Omit<SealedColumn, 'reseal'>,
  purposeOf: (row: Readonly<Record<string, unknown>>) => string,
): SealedColumn {
  return {
    ...column,
    reseal(value, row) {
      // Columns that vaults write to have the type bytea.
      const sealed = value as Buffer;
      if (vault.isNewest(sealed)) return Promise.resolve(undefined);
      const purpose = purposeOf(row);
      return Promise.resolve(vault.seal(purpose, vault.open(purpose, sealed)));
    },
  };
}
