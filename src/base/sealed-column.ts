import type { Vault } from './crypto.ts';

/** A column whose values are sealed with the master secret, and must be sealed again when the secret changes. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns of the primary key, in order, with their types. */
  readonly key: Readonly<Record<string, string>>;
  /** Join clause after `from <table> t`, and the columns that are selected from the joined tables. */
  readonly beside?: { readonly join: string; readonly columns: string };
  /** SQL condition for the rows that have a sealed value. Absent if all rows have one. */
  readonly where?: string;
  /**
   * Returns the value sealed with the newest secret, or undefined if it is already sealed with that secret. Throws if
   * no known secret opens the value.
   */
  reseal(value: unknown, row: Readonly<Record<string, unknown>>): Promise<Buffer | string | undefined>;
}

/** Describes a column whose values a vault has sealed. `purposeOf` returns the purpose of the value in a row. */
export function vaultColumn(
  vault: Vault,
  column: Omit<SealedColumn, 'reseal'>,
  purposeOf: (row: Readonly<Record<string, unknown>>) => string,
): SealedColumn {
  return {
    ...column,
    reseal(value, row) {
      // Safe cast: columns with sealed values have the type bytea.
      const sealed = value as Buffer;
      if (vault.isNewest(sealed)) return Promise.resolve(undefined);
      const purpose = purposeOf(row);
      return Promise.resolve(vault.seal(purpose, vault.open(purpose, sealed)));
    },
  };
}
