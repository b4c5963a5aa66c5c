import { MAX_TITLE_ROWS } from './limits.ts';

/** Automatically detected layout of a file. */
export interface Shape {
  readonly delimiter: string;
  /** Number of cells in most rows. */
  readonly width: number;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Maximum number of lines used to detect the layout. */
const EXAMINED_LINES = 100;
/** Matches a cell with an email address: alone, after `mailto:`, or after a name. */
const ADDRESS_CELL = /^(?:mailto:)?[^\s@<>,;|]+@[^\s@<>,;|]+$|<[^\s@<>]+@[^\s@<>]+>$/i;

/** Returns the delimiter if the first line specifies one, as in `sep=;`, which Excel reads and writes. Pure. */
export function delimiterNamed(line: string): string | undefined {
  return /^\s*"?sep=(.)"?\s*$/i.exec(line)?.[1];
}

/**
 * Detects the delimiter from the first lines. If the first line names a delimiter, uses this one. Otherwise prefers the
 * delimiter that yields the most cells with email addresses, then the one that yields the same number of cells on the
 * most lines, then the one that yields the most cells per line. It must occur in at least half of the lines. Returns a
 * comma for files with one column. Pure.
 */
export function shapeOf(text: string): Shape {
  const named = delimiterNamed(text.split(/\r\n|\n|\r/, 1)[0] ?? '');
  const bare = text.replaceAll(/"[^"\r\n]*"/g, (quoted) => (quoted.includes('@') ? 'a@b' : ''));
  const lines = bare.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const judged = lines.slice(0, EXAMINED_LINES);
  const candidates = (named === undefined ? DELIMITERS : [named]).map((delimiter) => judgementOf(judged, delimiter));
  const [best = judgementOf([], ',')] = candidates
    .filter(({ share }) => named !== undefined || share >= 0.5)
    .toSorted((a, b) => b.addresses - a.addresses || b.alike - a.alike || b.width - a.width);
  return { delimiter: best.delimiter, width: best.width };
}

function judgementOf(lines: readonly string[], delimiter: string) {
  const rows = lines.map((line) => line.split(delimiter)).filter(({ length }) => length > 1);
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, alike] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  const addresses = rows.flat().filter(isAddressCell).length;
  return { delimiter, width, alike, addresses, share: rows.length / Math.max(1, lines.length) };
}

/** Returns whether a cell contains an email address: alone, after `mailto:`, or after a name. Pure. */
export function isAddressCell(cell: string): boolean {
  return ADDRESS_CELL.test(cell.trim());
}

/**
 * Returns the number of title rows at the start of a file, such as `Newsletter list` or a date. Titles precede the
 * header and fill at most half as many cells as the fullest row with data. Returns 0 if no row has an address, if the
 * first row fills more cells than that, or if there would be more than `MAX_TITLE_ROWS` titles. Pure.
 */
export function titlesIn(rows: readonly (readonly string[])[]): number {
  const firstContact = rows.findIndex((cells) => cells.some(isAddressCell));
  const widest = Math.max(0, ...rows.slice(Math.max(0, firstContact)).map(filledIn));
  const titles = rows.slice(0, Math.max(0, firstContact)).findIndex((cells) => filledIn(cells) * 2 > widest);
  return titles > 0 && titles <= MAX_TITLE_ROWS ? titles : 0;
}

function filledIn(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/**
 * Share of the cells, from 0 to 1, that must contain an email address for a file to be treated as a list of addresses.
 */
const LIST_SHARE = 0.8;

/**
 * Returns whether almost all cells are email addresses, several per row: `a@x.example; b@x.example; c@x.example`. The
 * first row may be a header with one cell. Pure.
 */
export function areAddresses(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = rows.map((cells) => cells.filter((cell) => cell.trim() !== ''));
  const isHeading = first.length === 1 && !first.some(isAddressCell);
  if (!isHeading && !first.some(isAddressCell)) return false;
  const lists = isHeading ? rest : [first, ...rest];
  const cells = lists.flat();
  return lists.some(({ length }) => length > 1) && cells.filter(isAddressCell).length >= cells.length * LIST_SHARE;
}
