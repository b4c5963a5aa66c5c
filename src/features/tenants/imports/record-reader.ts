import { closingAt, readLine, readLoosely, type Escape, type OpenRecord } from './csv.ts';
import type { Row } from './kinds.ts';
import { isAddressCell } from './layout.ts';
import { MAX_ROW_BYTES, MAX_VALUE_CHARACTERS } from './limits.ts';
import type { Line } from './lines.ts';

/** A row and the position of the next row. */
export interface FileRecord extends Row {
  /** Offset of the next row, in bytes from the start of the file. */
  readonly endsAt: number;
  /** Number of lines that precede the next row. */
  readonly endsLine: number;
  /**
   * Error message, without a subject, if the row cannot be split into cells. The row then has one cell with the start
   * of its text.
   */
  readonly fault?: string;
}

/** Layout that determines how a file is split into rows. */
export interface Cutting {
  readonly delimiter: string;
  /** Number of cells in most rows, if known. */
  readonly width?: number | undefined;
}

/** Combines lines into rows. */
export interface RecordReader {
  /** Adds the next lines, and returns the rows that they complete. */
  push(lines: readonly Line[]): FileRecord[];
  /** Called at the end of the file. Returns the remaining rows. */
  end(): FileRecord[];
}

const UNCLOSED = 'has a quotation mark that is not closed.';
const STRAY = 'has a quotation mark in the middle of a cell, so the row cannot be split into columns.';
const TOO_LONG = `is longer than ${MAX_ROW_BYTES} bytes.`;

/** A line that is not part of a row yet, with its number. */
interface Waiting {
  readonly line: Line;
  readonly at: number;
}

/** The row at the start of the buffered lines: the number of its lines, and its cells or the error. */
type Found = { readonly lines: number } & ({ readonly cells: readonly string[] } | { readonly fault: string });

/**
 * Creates a reader that combines the lines of a file into rows. The first line has the number `firstLine`. Skips rows
 * with only blank cells. If a quotation mark is not closed, or is closed only by a mark in a later row, rejects the row
 * that contains it and continues on the next line.
 */
export function createRecordReader(cutting: Cutting, firstLine: number): RecordReader {
  let waiting: Waiting[] = [];
  let attempts: Attempts | undefined;
  let lineNumber = firstLine - 1;

  function records(isEnd: boolean): FileRecord[] {
    const found: FileRecord[] = [];
    let from = 0;
    for (;;) {
      const first = waiting[from];
      if (!first) break;
      const row = plainRow(first.line, cutting) ?? (attempts ??= createAttempts(cutting)).read(waiting, from, isEnd);
      if (!row) break;
      attempts = undefined;
      const last = waiting[from + row.lines - 1] ?? first;
      const cells = 'cells' in row ? withoutNulls(row.cells) : [first.line.text.slice(0, MAX_VALUE_CHARACTERS)];
      const place = { line: first.at, endsLine: last.at, endsAt: last.line.endsAt };
      if ('fault' in row) found.push({ ...place, cells, fault: row.fault });
      else if (!isBlank(cells)) found.push({ ...place, cells });
      from += row.lines;
    }
    waiting = waiting.slice(from);
    return found;
  }

  return {
    push(lines) {
      for (const line of lines) {
        lineNumber += 1;
        waiting.push({ line, at: lineNumber });
      }
      return records(false);
    },
    end: () => records(true),
  };
}

/** Parses a row that consists of one line without quotation marks. */
function plainRow({ isTooLong, text }: Line, { delimiter }: Cutting): Found | undefined {
  if (isTooLong) return { lines: 1, fault: TOO_LONG };
  return text.includes('"') ? undefined : { lines: 1, cells: text.split(delimiter) };
}

type Attempts = ReturnType<typeof createAttempts>;

/** Parses one row with quotation marks. The row may continue on further lines. */
function createAttempts(cutting: Cutting) {
  const strict = createAttempt('doubled', cutting);
  const withBackslashes = createAttempt('backslash', cutting);
  return {
    read(waiting: readonly Waiting[], from: number, isEnd: boolean): Found | undefined {
      const attempt = strict.resume(waiting, from) === 'misplaced' ? withBackslashes : strict;
      const read = attempt.resume(waiting, from);
      if (read === 'open' && !isEnd && !attempt.isTooLong()) return undefined;
      if (typeof read === 'object' && !attempt.hidesRow(waiting, from)) return { lines: attempt.lines(), cells: read };
      if (strict.isOpenedInFirst()) return { lines: 1, fault: UNCLOSED };
      const cells = readLoosely(waiting[from]?.line.text ?? '', cutting.delimiter, cutting.width);
      return cells ? { lines: 1, cells } : { lines: 1, fault: STRAY };
    },
  };
}

/**
 * The cells of a row, `open` if the row continues on the next line, or `misplaced` if a quotation mark is misplaced.
 */
type Reading = readonly string[] | 'open' | 'misplaced';

/**
 * Creates a parser that reads one row, using one kind of escaping. Each line is read only once, even if the row
 * continues on later lines.
 */
function createAttempt(escape: Escape, { delimiter, width }: Cutting) {
  let reading: Reading = 'open';
  let open: OpenRecord | undefined;
  let lines = 0;
  let characters = 0;
  let isOpenedInFirst = false;
  return {
    resume(waiting: readonly Waiting[], from: number): Reading {
      while (reading === 'open' && characters <= MAX_ROW_BYTES) {
        const line = waiting[from + lines]?.line;
        if (!line) break;
        const read = line.isTooLong ? undefined : readLine(line.text, delimiter, escape, open);
        if (read === undefined) reading = 'misplaced';
        else if ('cells' in read) open = { cells: read.cells, text: read.text + line.ending };
        else reading = read;
        isOpenedInFirst ||= lines === 0 && reading === 'open';
        characters += line.text.length;
        lines += 1;
      }
      return reading;
    },
    lines: () => lines,
    isTooLong: () => characters > MAX_ROW_BYTES,
    isOpenedInFirst: () => isOpenedInFirst,
    /**
     * Returns whether the quoted text contains a line that looks like a row: it has as many cells as other rows, one of
     * them with an email address. This happens if two rows each lack one quotation mark.
     */
    hidesRow: (waiting: readonly Waiting[], from: number): boolean =>
      width !== undefined &&
      width > 1 &&
      waiting
        .slice(from + 1, from + lines)
        .some(({ line: { text } }) => isRow(text, closingAt(text, 0, escape), delimiter, width)),
  };
}

function isRow(text: string, closesAt: number, delimiter: string, width: number): boolean {
  const cells = text.split(delimiter);
  let endsAt = -1;
  return (
    cells.length === width &&
    cells.some((cell) => {
      endsAt += cell.length + 1;
      return (closesAt < 0 || endsAt <= closesAt) && isAddressCell(cell.replaceAll('"', ''));
    })
  );
}

/** Replaces `\N`, which MySQL and PostgreSQL write for null, with an empty cell. */
function withoutNulls(cells: readonly string[]): readonly string[] {
  return cells.includes('\\N') ? cells.map((cell) => (cell === '\\N' ? '' : cell)) : cells;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
