/**
 * What a spreadsheet may take for the beginning of a formula: its marks, in the widths of East Asian keyboards too, also behind
 * blanks, and the tab and line breaks that some drop. Apostrophes before it are those of a guarded cell, so that the guard
 * can be taken away again without touching any that were there.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;
const TO_QUOTE = /[",\r\n]/;
const GUARD = "'";

/**
 * A record of a CSV file with its line break (RFC 4180 section 2). A cell that a spreadsheet would run as a formula begins
 * with an apostrophe; `withoutGuard` removes it when the file comes back. Pure.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** A cell of a CSV file without the apostrophe that guards it in our exports and in those of many others. Pure. */
export function withoutGuard(cell: string): string {
  const guarded = cell.slice(GUARD.length);
  return cell.startsWith(GUARD) && FORMULA.test(guarded) ? guarded : cell;
}

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? GUARD + text : text;
  return TO_QUOTE.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
