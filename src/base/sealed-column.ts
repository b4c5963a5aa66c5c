import type { Vault } from './crypto.ts';

/** A column whose values are sealed under the master secret, and so have to be sealed anew when that is another one. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of its primary key, in their order, with their types. */
  readonly key: Readonly<Record<string, string>>;
  /** What is needed of other tables, to stand behind `from <table> t`, and the columns of it. */
  readonly beside?: { readonly join: string; readonly columns: string };
  /** Which of the table's rows hold a sealed value, where not all do. */
  readonly where?: string;
  /** The value sealed under the newest secret; undefined when it is already. Throws when no known secret opens it. */
  reseal(value: unknown, row: Readonly<Record<string, unknown>>): Promise<Buffer | string | undefined>;
}

/** A column of what a vault sealed. `purposeOf` makes of a row, with what stands beside it, what its value was sealed for. */
export function vaultColumn(
  vault: Vault,
  column: Omit<SealedColumn, 'reseal'>,
  purposeOf: (row: Readonly<Record<string, unknown>>) => string,
): SealedColumn {
  return {
    ...column,
    reseal(value, row) {
      // The columns that vaults write to are of bytes.
      const sealed = value as Buffer;
      if (vault.isNewest(sealed)) return Promise.resolve(undefined);
      const purpose = purposeOf(row);
      return Promise.resolve(vault.seal(purpose, vault.open(purpose, sealed)));
    },
  };
}
