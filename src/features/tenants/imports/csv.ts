/**
 * How quotation marks in quoted cells are escaped: `doubled` means `""` (RFC 4180), and `backslash` means `\"`, as in
 * MySQL and C programs.
 */
export type Escape = 'doubled' | 'backslash';

/** A record whose last cell is quoted and continues on the next line. */
export interface OpenRecord {
  readonly cells: string[];
  /** Text of the open cell so far. */
  readonly text: string;
}

/**
 * Parses a line, or the next line of an open record. Returns the cells, the record that is still open, or undefined if
 * a quotation mark is misplaced. Removes spaces around quoted cells. Quotation marks within unquoted cells are text.
 * Pure.
 */
export function readLine(
  line: string,
  delimiter: string,
  escape: Escape,
  open?: OpenRecord,
): readonly string[] | OpenRecord | undefined {
  const cells = open ? [...open.cells] : [];
  let at = 0;
  let quoted = open?.text;
  for (;;) {
    if (quoted === undefined) {
      const begins = skipBlanks(line, at, delimiter);
      if (line[begins] !== '"') {
        const ends = line.indexOf(delimiter, at);
        cells.push(ends < 0 ? line.slice(at) : line.slice(at, ends));
        if (ends < 0) return cells;
        at = ends + 1;
        continue;
      }
      quoted = '';
      at = begins + 1;
    }
    const closes = closingAt(line, at, escape);
    if (closes < 0) return { cells, text: quoted + unescaped(line.slice(at), escape) };
    cells.push(quoted + unescaped(line.slice(at, closes), escape));
    quoted = undefined;
    const next = skipBlanks(line, closes + 1, delimiter);
    if (next === line.length) return cells;
    if (line[next] !== delimiter) return undefined;
    at = next + 1;
  }
}

/**
 * Parses a line with misplaced quotation marks in a file with `width` columns. Tries two interpretations. In the first,
 * a quoted cell ends at the first mark before a delimiter, and other marks are text. In the second, all marks are text.
 * Returns undefined if neither yields `width` cells. Pure.
 */
export function readLoosely(line: string, delimiter: string, width: number | undefined): readonly string[] | undefined {
  const isFitting = (cells: readonly string[]): boolean => width === undefined || cells.length === width;
  return [cellsBetweenMarks(line, delimiter), line.split(delimiter)].find(isFitting);
}

function cellsBetweenMarks(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const begins = skipBlanks(line, at, delimiter);
    const closes = line[begins] === '"' ? looseClosingAt(line, begins + 1, delimiter) : -1;
    const delimiterAt = line.indexOf(delimiter, closes < 0 ? at : closes);
    const ends = delimiterAt < 0 ? line.length : delimiterAt;
    cells.push(closes < 0 ? line.slice(at, ends) : unescaped(line.slice(begins + 1, closes), 'doubled'));
    at = ends + 1;
  }
  return cells;
}

function looseClosingAt(line: string, from: number, delimiter: string): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 1)) {
    const next = skipBlanks(line, at + 1, delimiter);
    if (next === line.length || line[next] === delimiter) return at;
  }
  return -1;
}

/**
 * Returns the index of the mark that closes a quoted cell starting at `from`, or -1 if the cell continues on the next
 * line. Pure.
 */
export function closingAt(line: string, from: number, escape: Escape): number {
  let at = line.indexOf('"', from);
  while (at >= 0) {
    if (escape === 'backslash' && isEscaped(line, at, from)) at = line.indexOf('"', at + 1);
    else if (line[at + 1] === '"') at = line.indexOf('"', at + 2);
    else return at;
  }
  return -1;
}

function isEscaped(line: string, at: number, from: number): boolean {
  let backslashes = 0;
  while (at - backslashes > from && line[at - backslashes - 1] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function unescaped(text: string, escape: Escape): string {
  const marks = text.includes('"') ? text.replaceAll('""', '"') : text;
  return escape === 'backslash' ? marks.replaceAll(/\\(["\\])/g, '$1') : marks;
}

function skipBlanks(line: string, from: number, delimiter: string): number {
  let at = from;
  while (line[at] === ' ' || (line[at] === '\t' && delimiter !== '\t')) at += 1;
  return at;
}
