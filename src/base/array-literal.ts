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

const BYTEA_OID = 17;
const ARRAY_HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/**
 * An array of bytes in PostgreSQL's binary format (array_recv: dimensions, whether there are nulls, type, length, lower
 * bound, then each element behind its length). As text each byte would be two characters that the server reads one by
 * one: a third of what recording a kilobyte costs it.
 */
export function byteaArray(elements: readonly (Buffer | null)[]): Buffer {
  const size = elements.reduce((sum, element) => sum + LENGTH_BYTES + (element?.length ?? 0), ARRAY_HEADER_BYTES);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const word of [1, elements.includes(null) ? 1 : 0, BYTEA_OID, elements.length, 1]) {
    at = bytes.writeInt32BE(word, at);
  }
  for (const element of elements) {
    at = bytes.writeInt32BE(element?.length ?? -1, at);
    if (element) at += element.copy(bytes, at);
  }
  return bytes;
}

/** Whether an array of a parameter is one of bytes. */
export function isOfBytes(elements: readonly unknown[]): elements is readonly (Buffer | null)[] {
  return (
    elements.some((element) => Buffer.isBuffer(element)) &&
    elements.every((element) => element === null || Buffer.isBuffer(element))
  );
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
