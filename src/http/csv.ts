/**
 * Matches text that a spreadsheet may run as a formula: text that starts with a formula character (including East Asian
 * full-width forms, also after whitespace), or with a tab or line break, which some programs drop. Leading apostrophes
 * are included, so that the guard can be removed again without changing apostrophes in the original text.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;
const TO_QUOTE = /[",\r\n]/;
const GUARD = "'";

/**
 * Returns a CSV record with its line break (RFC 4180 section 2). If a spreadsheet would run a cell as a formula, an
 * apostrophe is added before the cell, which `withoutGuard` removes on import. Pure.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * Returns a CSV cell without the apostrophe that guards against formulas in our exports and in those of many other
 * programs. Pure.
 */
export function withoutGuard(cell: string): string {
  const guarded = cell.slice(GUARD.length);
  return cell.startsWith(GUARD) && FORMULA.test(guarded) ? guarded : cell;
}

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? GUARD + text : text;
  return TO_QUOTE.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
