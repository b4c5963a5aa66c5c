import type { TProperties } from 'typebox';
import type { Db, Tx } from '../../../base/db.ts';
import type { Parser } from '../../../http/parser.ts';
import type { Encoding } from './encodings.ts';

/** Layout of a file. Optional properties are absent in imports that an earlier version started. */
export interface Layout {
  readonly delimiter: string;
  /** Number of cells in most rows. */
  readonly width?: number;
  /** Line number of the header or, without a header, of the first data row. Rows above it are titles. */
  readonly firstLine?: number;
  /** Whether the file is a list of email addresses, several per line. Each cell is then a separate row. */
  readonly isAddressList?: boolean;
  /** Whether the row at `firstLine` is a header with the column names. */
  readonly hasHeader: boolean;
  /** Index of each used column by its name. */
  readonly columns: Readonly<Record<string, number>>;
}

/** A row of a file with the number of its first line. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that was rejected. */
export interface Reject {
  readonly line: number;
  readonly value: string;
  /** Error message without its subject, such as `must be an address.` */
  readonly reason: string;
}

/** A row that was imported without some of its values. */
export interface LeftOut {
  readonly line: number;
  /** The contact or other object that the row describes. */
  readonly of: string;
  /** The omitted values, with their column headers and reasons. A reason has the same format as for rejected rows. */
  readonly values: readonly { readonly column: string; readonly value: string; readonly reason: string }[];
}

/** Results of processing rows. Each processed row was added, was already known, or was rejected. */
export interface Taken {
  readonly added: number;
  /** Number of rows whose objects already existed. */
  readonly known: number;
  readonly rejects: readonly Reject[];
  /**
   * Rows that were imported without some of their values. They are listed with the rejected rows, but not counted as
   * rejected.
   */
  readonly leftOut?: readonly LeftOut[] | undefined;
  /** Set if the import must stop before the row at this line. Contains the reason. */
  readonly endsBefore?: { readonly line: number; readonly sentence: string } | undefined;
}

/** Data about an import that is available while its rows are processed. */
export interface About {
  readonly importId: string;
  readonly layout: Layout;
  readonly fileName: string;
  readonly note: string | undefined;
  /** The result of `ImportSetup.start`. */
  readonly settings: unknown;
}

/** Result of an undo step. */
export interface Undone {
  /** Number of deleted objects that the import had created. */
  readonly undone: number;
  /** Number of objects that the import created and that are not deleted, because they have been changed since. */
  readonly kept: number;
  readonly members: number;
}

/** Functions for undoing an import, one step per transaction. */
export interface UndoKind {
  /** Number of days for which a finished import can be undone. */
  readonly days: number;
  /** Undoes one step. Returns undefined if nothing is left to undo. */
  step(tx: Tx, accountId: number, importId: string): Promise<Undone | undefined>;
  /** Deletes the data that is needed to undo an import. */
  forget(db: Db, accountId: number, importId: string): Promise<void>;
}

/** Processes the rows of a file. Each feature that supports imports has its own import kind. */
export interface ImportKind {
  /** Name of the kind in the database and in paths, for example `suppressions`. */
  readonly name: string;
  /**
   * Finds the columns to import in the first rows of a file. Returns an error message if it finds none. Pure. If an
   * import kind does not have this function, the user selects the columns before the import starts (`ImportSetup`).
   */
  readonly columnsOf?: (sample: readonly (readonly string[])[]) => Pick<Layout, 'hasHeader' | 'columns'> | string;
  /**
   * Processes rows, which may occur more than once in a file. Called in the transaction that records how much of the
   * file has been processed.
   */
  take(tx: Tx, accountId: number, rows: readonly Row[], about: About): Promise<Taken>;
  readonly undo?: UndoKind | undefined;
}

/** First rows of a file, for the preview before an import. */
export interface Sample {
  readonly fileName: string;
  readonly rows: readonly (readonly string[])[];
}

/** First rows of a file, and the result of `ImportSetup.profiler` for the whole file. */
export interface ProfiledSample extends Sample {
  readonly profile: unknown;
}

/** Reads a whole file row by row, including the header, and summarizes its contents in bounded memory. */
export interface Profiler {
  take(cells: readonly string[]): void;
  end(): unknown;
}

/**
 * Settings for reading the file in previews and imports, from `encodingOption`. Each kind of import adds its own
 * settings.
 */
export interface Reading {
  readonly encoding: Encoding | undefined;
}

/** Functions that preview and start imports that users must configure first. */
export interface ImportSetup {
  /** Parses the request body that starts an import. */
  readonly body: Parser<Reading>;
  readonly bodyExample: unknown;
  /** Parses the query of a preview request. The query specifies how the file would be imported. */
  readonly previewQuery: Parser<Reading>;
  /** Properties of the preview response besides the encoding and the delimiter. */
  readonly previewProperties: TProperties;
  readonly previewExample: Readonly<Record<string, unknown>>;
  /** Creates a profiler, which reads each file before it is previewed or imported. */
  profiler(): Profiler;
  /**
   * Returns the settings detected for a file, and the problems that the requested settings cause in its first `shown`
   * rows. Throws validation_error if the settings cannot be used for this file.
   */
  preview(
    db: Db,
    accountId: number,
    sample: ProfiledSample,
    asked: { readonly given: unknown; readonly shown: number; readonly now: Date },
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Returns the settings of the import, in the transaction that starts it. Throws validation_error if the settings
   * cannot be used for this file.
   */
  start(
    tx: Tx,
    accountId: number,
    sample: ProfiledSample,
    given: unknown,
    now: Date,
  ): Promise<{ readonly hasHeader: boolean; readonly settings: Readonly<Record<string, unknown>> }>;
}

/** Path and names in the API for one kind of import. */
export interface ImportPlace {
  /** Name of the `ImportKind`. */
  readonly kind: string;
  /** Path of the imports, for example `/contacts/imports`. */
  readonly path: string;
  readonly scopes: { readonly read: string | readonly string[]; readonly write: string };
  /** Group of the operations in the API reference. */
  readonly group: string;
  /** First lines of an example file, which the API reference shows. */
  readonly example: string;
  /** Plural noun for the imported objects. */
  readonly things: string;
  /** Noun for an import, in the singular. */
  readonly noun: string;
  /** If set, users must configure imports before they start. Otherwise, imports start immediately. */
  readonly setup?: ImportSetup | undefined;
  /** Number of days for which a finished import can be undone. */
  readonly undoDays?: number | undefined;
}
