import type { Tx } from '../../../base/db.ts';

/** How a file is read. */
export interface Layout {
  readonly delimiter: string;
  /** The first row says what the columns are. */
  readonly hasHeader: boolean;
  /** The place of each column that counts, by its name. */
  readonly columns: Readonly<Record<string, number>>;
}

/** A row of a file, by the line at which it ends. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that was not taken. */
export interface Reject {
  readonly line: number;
  readonly value: string;
  /** A sentence without its beginning, as in errors of fields: `must be an address.` */
  readonly reason: string;
}

/** What became of rows; those that are in neither number were rejected. */
export interface Taken {
  readonly added: number;
  /** Already there. */
  readonly known: number;
  readonly rejects: readonly Reject[];
}

/** What the rows of a file become: each part of the product that people bring lists to has one. */
export interface ImportKind {
  /** As it stands in the table and in paths: `suppressions`. */
  readonly name: string;
  /** Finds what counts in the first rows of a file; a sentence when there is nothing. Pure. */
  columnsOf(sample: readonly (readonly string[])[]): Omit<Layout, 'delimiter'> | string;
  /** Takes rows, in one transaction with the note that they are taken. The same row may come twice. */
  take(
    tx: Tx,
    accountId: number,
    rows: readonly Row[],
    about: { readonly layout: Layout; readonly fileName: string; readonly note: string | undefined },
  ): Promise<Taken>;
}

/** Of which part of the product imports are: `/dashboard/<path>/imports`. */
export interface ImportPlace {
  /** Name of the kind (`ImportKind`). */
  readonly kind: string;
  readonly path: string;
  /** Heading of the API document. */
  readonly group: string;
  /** The beginning of a file, for the API document. */
  readonly example: string;
  /** What the rows become, in plural. */
  readonly things: string;
}
