/** What an array of a statement's parameters may hold. */
export type ArrayElement = string | number | boolean | Date | Buffer | null | undefined;

/**
 * An array as PostgreSQL reads it (documentation, 8.15.2), for any type of element. The driver's own takes five times as
 * long, and arrays are most of what is sent: whatever is written in groups goes as one array a column. Throws RangeError
 * for a date that is none.
 */
export function arrayLiteral(elements: readonly ArrayElement[]): string {
  let text = '{';
  let separator = '';
  for (const element of elements) {
    text += separator + elementText(element);
    separator = ',';
  }
  return `${text}}`;
}

function elementText(element: ArrayElement): string {
  if (element === null || element === undefined) return 'NULL';
  if (typeof element === 'string') return quoted(element);
  if (typeof element !== 'object') return String(element);
  return element instanceof Date ? `"${element.toISOString()}"` : `"\\\\x${element.toString('hex')}"`;
}

function quoted(text: string): string {
  if (!text.includes('\\') && !text.includes('"')) return `"${text}"`;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
