/** What spreadsheets take for the beginning of a formula, in the widths of East Asian keyboards too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const TO_QUOTE = /[",\r\n]/;

/**
 * A record of a CSV file with its line break (RFC 4180 section 2). A cell that a spreadsheet would run as a formula begins
 * with an apostrophe instead. Pure.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return TO_QUOTE.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
