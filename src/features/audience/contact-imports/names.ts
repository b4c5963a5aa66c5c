import { arrayIn } from './cell-arrays.ts';
import { MAX_GROUPS_OF_ROW, MAX_NAME_CHARACTERS } from './limits.ts';

const QUOTED = /"((?:[^"]|"")*)"|[^,;|"]+/g;

/**
 * Returns the names of lists or tags in a cell, such as `VIP, Blog`, `VIP|Blog`, quoted names as Mailchimp writes them,
 * or a JSON or PostgreSQL array. Returns an error if a name is too long or the cell contains too many names. Pure.
 */
export function namesIn(cell: string): readonly string[] | { readonly fault: string } {
  const names = new Map<string, string>();
  for (const given of arrayIn(cell) ?? separatedNames(cell)) {
    const name = given.trim().normalize('NFC');
    if (name === '') continue;
    if (name.length > MAX_NAME_CHARACTERS)
      return { fault: `contains a name with more than ${MAX_NAME_CHARACTERS} characters.` };
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  if (names.size > MAX_GROUPS_OF_ROW) return { fault: `contains more than ${MAX_GROUPS_OF_ROW} names.` };
  return [...names.values()];
}

function separatedNames(cell: string): readonly string[] {
  return [...cell.matchAll(QUOTED)].map(([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole);
}

/** Splits a full name at the first space into first and last name. Pure. */
export function splitName(whole: string): { readonly firstName: string; readonly lastName: string } {
  const [firstName = '', ...rest] = whole.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
