/**
 * Returns the names in a cell that contains a JSON array (`["VIP","Blog, two"]`, or objects with a `name`) or a
 * PostgreSQL array (`{VIP,"Blog, two",NULL}`). Returns undefined for other cells. Pure.
 */
export function arrayIn(cell: string): readonly string[] | undefined {
  const text = cell.trim();
  if (text.startsWith('[') && text.endsWith(']')) return jsonArray(text);
  return text.startsWith('{') && text.endsWith('}') ? postgresArray(text.slice(1, -1)) : undefined;
}

function jsonArray(text: string): readonly string[] | undefined {
  const parsed = parsedJson(text);
  if (!Array.isArray(parsed)) return undefined;
  const names = parsed.filter((each) => each !== null).map(nameOf);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The cell is not JSON. For example, `[VIP]` is a name in brackets.
    return undefined;
  }
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;
}

const ELEMENT = /\s*(?:"((?:[^"\\]|\\.)*)"|([^",{}]*))\s*(?:,|$)/sy;

/**
 * Parses the elements of a PostgreSQL array, which are separated by commas and quoted with backslash escapes if
 * necessary (PostgreSQL 18 documentation, 8.15.6).
 */
function postgresArray(inner: string): readonly string[] | undefined {
  const names: string[] = [];
  let at = 0;
  while (at < inner.length) {
    ELEMENT.lastIndex = at;
    const found = ELEMENT.exec(inner);
    if (!found) return undefined;
    const [whole, quoted, bare = ''] = found;
    if (quoted !== undefined) names.push(quoted.replaceAll(/\\(.)/gs, '$1'));
    else if (bare.trim() !== 'NULL') names.push(bare.trim());
    at += whole.length;
  }
  return names;
}
