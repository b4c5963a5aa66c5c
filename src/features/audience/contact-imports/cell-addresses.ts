import type { Row } from '../../tenants/imports/index.ts';

/** What separates addresses in a cell, the safest first: what stands between addresses may also stand in names. */
const SEPARATORS = [/\s*[;\n\r]\s*/, /\s+:::\s+/, /\s*\|\s*/, /\s+\/\s+/, /\s*,\s*/, /\s+/];

/** The rows of a row: one for each of the addresses in its cell at `emailAt`. Pure. */
export function splitByAddress(row: Row, emailAt: number): readonly Row[] {
  const addresses = addressesIn(row.cells[emailAt] ?? '');
  return addresses.length < 2
    ? [row]
    : addresses.map((address) => ({ line: row.line, cells: row.cells.with(emailAt, address) }));
}

/** The addresses of a cell, each with its name; the cell itself where they cannot be told apart. Pure. */
export function addressesIn(cell: string): readonly string[] {
  if (cell.indexOf('@') === cell.lastIndexOf('@')) return [cell];
  for (const separator of SEPARATORS) {
    const parts = cell.split(separator).filter((part) => /[^\s,;|]/.test(part));
    if (parts.length > 1 && parts.every((part) => part.split('@').length === 2)) return parts;
  }
  return [cell];
}

/**
 * The address of a cell as programs write it, and the name beside it: `Ann Berg <ann@x.example>`, `mailto:ann@x.example`,
 * `ann@x.example (at home)`, in quotation marks, with a separator left at its end. Whether it is an address is not judged. Pure.
 */
export function addressCell(cell: string): { readonly address: string; readonly name: string | undefined } {
  const text = cell.trim().replace(/^[,;\s]+|[,;\s]+$/g, '');
  const [, before, inAngles] = /^([^<>]*)<\s*([^<>]+?)\s*>$/.exec(text) ?? [];
  const [, bare] = /^(\S+@\S+)\s+\([^()]*\)$/.exec(text) ?? [];
  const address = bareAddress(inAngles ?? bare ?? text);
  const name = unquoted(before ?? '').replaceAll(/\s+/g, ' ');
  // Mail programs put the address itself where they know no name.
  return { address, name: name === '' || name.includes('@') ? undefined : name };
}

function bareAddress(text: string): string {
  return unquoted(text.replace(/^mailto:([^?]*)(?:\?.*)?$/i, '$1'));
}

/** `"a b"@x.example` is an address whose local part is quoted: marks count around the whole alone. */
function unquoted(text: string): string {
  return (/^(["'])(.*)\1$/s.exec(text.trim())?.[2] ?? text).trim();
}
