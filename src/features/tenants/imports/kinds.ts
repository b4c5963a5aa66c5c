import type { TProperties } from 'typebox';
import type { Db, Tx } from '../../../base/db.ts';
import type { Parser } from '../../../http/parser.ts';
import type { Encoding } from './encodings.ts';

/** How a file is read. What is optional is missing in imports that an earlier version started. */
export interface Layout {
  readonly delimiter: string;
  /** Cells of most rows. */
  readonly width?: number;
  /** The line of the headings, or of the first row; what stands above it are titles. */
  readonly firstLine?: number;
  /** Each cell is a row: the file has addresses and nothing else, several a line. */
  readonly isAddressList?: boolean;
  /** The row in `firstLine` says what the columns are. */
  readonly hasHeader: boolean;
  /** The place of each column that counts, by its name. */
  readonly columns: Readonly<Record<string, number>>;
}

/** A row of a file, by the line in which it begins. */
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

/** A row that was taken without some of its values. */
export interface LeftOut {
  readonly line: number;
  /** Of whom or what the row is. */
  readonly of: string;
  /** Each with the heading of its column, and the reason as in rejects. */
  readonly values: readonly { readonly column: string; readonly value: string; readonly reason: string }[];
}

/** What became of rows; those that are in neither number were rejected. */
export interface Taken {
  readonly added: number;
  /** Already there. */
  readonly known: number;
  readonly rejects: readonly Reject[];
  /** Listed beside the rejects, in none of the numbers. */
  readonly leftOut?: readonly LeftOut[] | undefined;
  /** The import ends before the row of this line, which was not taken, and why. */
  readonly endsBefore?: { readonly line: number; readonly sentence: string } | undefined;
}

/** What is known of an import while its rows are taken. */
export interface About {
  readonly importId: string;
  readonly layout: Layout;
  readonly fileName: string;
  readonly note: string | undefined;
  /** What `ImportSetup.start` resolved with. */
  readonly settings: unknown;
}

/** What a piece of undoing came to. */
export interface Undone {
  /** Things that the import made and that are gone. */
  readonly undone: number;
  /** Things that it made and that stay, since they were changed. */
  readonly kept: number;
  readonly members: number;
}

/** How an import of a kind is undone, a piece a transaction. */
export interface UndoKind {
  /** Days for which an import that ended can be undone. */
  readonly days: number;
  /** Undoes a piece; undefined when there is nothing left. */
  step(tx: Tx, accountId: number, importId: string): Promise<Undone | undefined>;
  /** Forgets what undoing needs. */
  forget(db: Db, accountId: number, importId: string): Promise<void>;
}

/** What the rows of a file become: each part of the product that people bring lists to has one. */
export interface ImportKind {
  /** As it stands in the table and in paths: `suppressions`. */
  readonly name: string;
  /**
   * Finds what counts in the first rows of a file; a sentence when there is nothing. Pure. Kinds without it are told by who
   * starts the import (`ImportSetup`).
   */
  readonly columnsOf?: (sample: readonly (readonly string[])[]) => Pick<Layout, 'hasHeader' | 'columns'> | string;
  /** Takes rows, in one transaction with the note that they are taken. The same row may come twice. */
  take(tx: Tx, accountId: number, rows: readonly Row[], about: About): Promise<Taken>;
  readonly undo?: UndoKind | undefined;
}

/** The beginning of a file, as it is shown before an import is started. */
export interface Sample {
  readonly fileName: string;
  readonly rows: readonly (readonly string[])[];
}

/** A file before its import starts: its beginning, and what `ImportSetup.profiler` gathered of the whole. */
export interface ProfiledSample extends Sample {
  readonly profile: unknown;
}

/** Takes a whole file, row by row with the headings, and tells what it holds, in memory that has a bound. */
export interface Profiler {
  take(cells: readonly string[]): void;
  end(): unknown;
}

/** What a preview and a start say of the file itself: `encodingOption`, beside what the kind makes of it. */
export interface Reading {
  readonly encoding: Encoding | undefined;
}

/** How the import of a kind is shown and told what to do before it starts. */
export interface ImportSetup {
  /** What starts it. */
  readonly body: Parser<Reading>;
  readonly bodyExample: unknown;
  /** What a preview is asked with: how the file would be taken. */
  readonly previewQuery: Parser<Reading>;
  /** What the preview says beside encoding and delimiter. */
  readonly previewProperties: TProperties;
  readonly previewExample: Readonly<Record<string, unknown>>;
  /** What looks at each file before it is shown or started. */
  profiler(): Profiler;
  /** What is guessed of a file, and what of its `shown` first rows would be refused as it was asked; throws validation_error. */
  preview(
    db: Db,
    accountId: number,
    sample: ProfiledSample,
    asked: { readonly given: unknown; readonly shown: number; readonly now: Date },
  ): Promise<Readonly<Record<string, unknown>>>;
  /** What the import goes by; throws validation_error. In the transaction that starts it. */
  start(
    tx: Tx,
    accountId: number,
    sample: ProfiledSample,
    given: unknown,
    now: Date,
  ): Promise<{ readonly hasHeader: boolean; readonly settings: Readonly<Record<string, unknown>> }>;
}

/** Of which part of the product imports are. */
export interface ImportPlace {
  /** Name of the kind (`ImportKind`). */
  readonly kind: string;
  /** For example `/contacts/imports`. */
  readonly path: string;
  readonly scopes: { readonly read: string | readonly string[]; readonly write: string };
  /** Heading of the API document. */
  readonly group: string;
  /** The beginning of a file, for the API document. */
  readonly example: string;
  /** What the rows become, in plural. */
  readonly things: string;
  /** Imports wait to be told how; without it they start at once. */
  readonly setup?: ImportSetup | undefined;
  /** Days for which an import that ended can be undone. */
  readonly undoDays?: number | undefined;
}
