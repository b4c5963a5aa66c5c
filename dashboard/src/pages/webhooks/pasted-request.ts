/** A request that the user has copied from a log and pasted. */
export interface PastedRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the request, if it was pasted together with the headers. */
  readonly body: string | undefined;
}

const HEADER = /^\s*(?:-H\s+)?["']?([A-Za-z0-9-]+)["']?\s*(?::|=>|=)\s*(.*)$/;
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/[\d.]+$/;

/**
 * Parses headers in the formats of logs and tools: `Name: value` lines, `-H` options of curl, and objects in JSON or a
 * programming language. The body follows an empty line (RFC 9112 section 2.1). Other lines are ignored. Pure.
 */
export function readPastedRequest(text: string): PastedRequest {
  const object = headersOfJson(text.trim());
  if (object) return { headers: object, body: undefined };
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '');
  const head = end < 0 ? lines : lines.slice(0, end);
  const body = end < 0 ? undefined : lines.slice(end + 1).join('\n');
  const pairs = head.filter((line) => !REQUEST_LINE.test(line.trim())).flatMap(headerOfLine);
  return { headers: Object.fromEntries(pairs), body: body === undefined || body === '' ? undefined : body };
}

function headerOfLine(line: string): [string, string][] {
  const [, name, value] = HEADER.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [[name, unquoted(value)]];
}

/** Removes the quotation marks, commas, and backslashes of the programming language from a copied header. */
function unquoted(value: string): string {
  const plain = value
    .trim()
    .replace(/[,;\\]\s*$/, '')
    .trim();
  return /^(["']).*\1$/.test(plain) ? plain.slice(1, -1) : plain.replace(/["']$/, '');
}

function headersOfJson(text: string): Record<string, string> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, [value].flat().join(', ')]));
  } catch {
    return undefined;
  }
}
