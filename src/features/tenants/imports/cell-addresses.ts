import type { Row } from './kinds.ts';

/** Separators between addresses in a cell, safest first. The later ones may also occur in names. */
const SEPARATORS = [/\s*[;\n\r]\s*/, /\s+:::\s+/, /\s*\|\s*/, /\s+\/\s+/, /\s*,\s*/, /\s+/];

/** Splits a row into one row for each address in its cell at `emailAt`. Pure. */
export function splitByAddress(row: Row, emailAt: number): readonly Row[] {
  const addresses = addressesIn(row.cells[emailAt] ?? '');
  return addresses.length < 2
    ? [row]
    : addresses.map((address) => ({ line: row.line, cells: row.cells.with(emailAt, address) }));
}

/**
 * Returns the addresses in a cell, including their names, or the whole cell if the addresses cannot be separated. Pure.
 */
export function addressesIn(cell: string): readonly string[] {
  if (cell.indexOf('@') === cell.lastIndexOf('@')) return [cell];
  for (const separator of SEPARATORS) {
    const parts = cell.split(separator).filter((part) => /[^\s,;|]/.test(part));
    if (parts.length > 1 && parts.every((part) => part.split('@').length === 2)) return parts;
  }
  return [cell];
}

/**
 * Returns the address and the name in a cell. Accepts the forms that other software writes: `Ann Berg <ann@x.example>`,
 * `mailto:ann@x.example`, `ann@x.example (at home)`, quotation marks, and a leading or trailing separator. Does not
 * validate the address. Pure.
 */
export function addressCell(cell: string): { readonly address: string; readonly name: string | undefined } {
  const text = cell.trim().replace(/^[,;\s]+|[,;\s]+$/g, '');
  const [, before, inAngles] = /^([^<>]*)<\s*([^<>]+?)\s*>$/.exec(text) ?? [];
  const [, bare] = /^(\S+@\S+)\s+\([^()]*\)$/.exec(text) ?? [];
  const address = bareAddress(inAngles ?? bare ?? text);
  const name = unquoted(before ?? '').replaceAll(/\s+/g, ' ');
  // Ignore a name that contains an address, because email clients put the address there if they do not know the name.
  return { address, name: name === '' || name.includes('@') ? undefined : name };
}

function bareAddress(text: string): string {
  return unquoted(text.replace(/^mailto:([^?]*)(?:\?.*)?$/i, '$1'));
}

/**
 * Removes quotation marks only around the whole text, because `"a b"@x.example` is an address with a quoted local part.
 */
function unquoted(text: string): string {
  return (/^(["'])(.*)\1$/s.exec(text.trim())?.[2] ?? text).trim();
}
