/**
 * Matches text that a spreadsheet may run as a formula: text that starts with a formula character (also after white
 * space or invisible characters, or in East Asian full-width form), or with a tab or line break, which some spreadsheet
 * programs drop. Includes leading apostrophes, so that the guard can be removed without changing apostrophes of the
 * original text.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;
const TO_QUOTE = /[",\r\n]/;
const GUARD = "'";

/**
 * Returns a CSV record with its line break (RFC 4180 section 2). Puts an apostrophe before a cell that a spreadsheet
 * would run as a formula; `withoutGuard` removes it on import. Pure.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Returns a CSV cell without the leading apostrophe that guards against formula injection. Pure. */
export function withoutGuard(cell: string): string {
  const guarded = cell.slice(GUARD.length);
  return cell.startsWith(GUARD) && FORMULA.test(guarded) ? guarded : cell;
}

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? GUARD + text : text;
  return TO_QUOTE.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
