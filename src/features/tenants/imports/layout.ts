import { MAX_TITLE_ROWS } from './limits.ts';

/** Shape of a file, as far as its text tells without a person. */
export interface Shape {
  readonly delimiter: string;
  /** Cells that most rows have. */
  readonly width: number;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Lines by which a file is judged. */
const JUDGED_LINES = 100;
/** An address alone, with `mailto:`, or behind a name. */
const ADDRESS_CELL = /^(?:mailto:)?[^\s@<>,;|]+@[^\s@<>,;|]+$|<[^\s@<>]+@[^\s@<>]+>$/i;

/** The delimiter that a first line like `sep=;` names, as Excel reads and writes it. Pure. */
export function delimiterNamed(line: string): string | undefined {
  return /^\s*"?sep=(.)"?\s*$/i.exec(line)?.[1];
}

/**
 * What stands between the cells of a file, by its first lines: what leaves most cells that are addresses, then what most lines have
 * equally often, then what is more frequent; it stands in every other line at least. A list of one column has none, and takes the comma. Pure.
 */
export function shapeOf(text: string): Shape {
  const named = delimiterNamed(text.split(/\r\n|\n|\r/, 1)[0] ?? '');
  const bare = text.replaceAll(/"[^"\r\n]*"/g, (quoted) => (quoted.includes('@') ? 'a@b' : ''));
  const lines = bare.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const judged = lines.slice(0, JUDGED_LINES);
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

/** True for a cell that holds an address, alone, with a name, or with `mailto:`. Pure. */
export function isAddressCell(cell: string): boolean {
  return ADDRESS_CELL.test(cell.trim());
}

/**
 * How many of the first rows are titles: what stands above the headings and has cells for less than half of the columns, as
 * `Newsletter list` or a date do. None where no row has an address, or where the first row is as full as the others. Pure.
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

/** Of cells that make a file a list of addresses. */
const LIST_SHARE = 0.8;

/**
 * True for rows that are addresses for by far the most part, several a row: `a@x.example; b@x.example; c@x.example`, perhaps
 * below a heading of one cell. Pure.
 */
export function areAddresses(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = rows.map((cells) => cells.filter((cell) => cell.trim() !== ''));
  const isHeading = first.length === 1 && !first.some(isAddressCell);
  if (!isHeading && !first.some(isAddressCell)) return false;
  const lists = isHeading ? rest : [first, ...rest];
  const cells = lists.flat();
  return lists.some(({ length }) => length > 1) && cells.filter(isAddressCell).length >= cells.length * LIST_SHARE;
}
