import { storable } from '../../../base/stored-text.ts';
import { isFault, type EmailAddress } from '../../../mail/address.ts';
import {
  addressCell,
  addressesIn,
  splitByAddress,
  type ImportKind,
  type ImportPlace,
  type Reject,
} from '../../tenants/imports/index.ts';
import { MAX_DETAIL_CHARACTERS } from './limits.ts';
import { importSuppressions } from './queries.ts';
import { parseSuppressible } from './suppressible.ts';

/** Headings that other services use for address columns, in lower case and reduced to letters. */
const HEADINGS = [
  'email',
  'emailaddress',
  'emailaddresses',
  'address',
  'recipient',
  'mail',
  'subscriber',
  'contact',
  'emailid',
  'useremail',
  'primaryemail',
];

/** The path of suppression imports in the API and in the dashboard. */
export const SUPPRESSION_IMPORTS: ImportPlace = {
  kind: 'suppressions',
  path: '/dashboard/suppressions/imports',
  scopes: { read: 'dashboard:read', write: 'dashboard:write' },
  group: 'Dashboard: suppressions',
  example: 'email\nann@customer.example\n',
  things: 'suppressed addresses',
  noun: 'suppression import',
};

/** Creates the import kind that adds the addresses of a file to the suppression list. */
export function suppressionImport(sandboxDomain: string): ImportKind {
  return {
    name: SUPPRESSION_IMPORTS.kind,
    columnsOf: (sample) => columnsOf(sample, sandboxDomain),
    async take(tx, accountId, rows, { fileName, layout, note }) {
      const addresses: EmailAddress[] = [];
      const rejects: Reject[] = [];
      const place = layout.columns['address'] ?? 0;
      for (const { cells, line } of rows.flatMap((row) => splitByAddress(row, place))) {
        const value = cells[place] ?? '';
        const parsed =
          value.trim() === ''
            ? { fault: 'must contain an email address.' }
            : parseSuppressible(addressCell(value).address, sandboxDomain);
        if (isFault(parsed)) rejects.push({ line, value: value || cells.join(' '), reason: parsed.fault });
        else addresses.push(parsed);
      }
      const detail = storable(note ?? `Imported from ${fileName}`)
        .slice(0, MAX_DETAIL_CHARACTERS)
        .toWellFormed();
      const added = (await importSuppressions(tx, accountId, addresses, detail)).length;
      return { added, known: addresses.length - added, rejects };
    },
  };
}

/**
 * Returns the column with a known heading, or otherwise the column with the most addresses. Returns an error message if
 * no column contains addresses. Pure.
 */
export function columnsOf(
  sample: readonly (readonly string[])[],
  sandboxDomain: string,
): { hasHeader: boolean; columns: { address: number } } | string {
  const [first = []] = sample;
  const named = first.findIndex((cell) => HEADINGS.includes(cell.toLowerCase().replaceAll(/[^a-z]/g, '')));
  if (named >= 0) return { hasHeader: true, columns: { address: named } };
  const isAddress = (cell = ''): boolean =>
    cell.includes('@') && !isFault(parseSuppressible(addressCell(addressesIn(cell)[0] ?? '').address, sandboxDomain));
  const width = Math.max(...sample.map((cells) => cells.length));
  const counts = Array.from({ length: width }, (_, place) => sample.filter((cells) => isAddress(cells[place])).length);
  const most = Math.max(0, ...counts);
  if (most === 0) {
    return `None of the first ${sample.length} rows contains an email address. Add a column with the header "email".`;
  }
  const address = counts.indexOf(most);
  // A first row without an address, followed by rows with addresses, is a header.
  return {
    hasHeader: sample.length > 1 && !isAddress(first[address]) && !first[address]?.includes('@'),
    columns: { address },
  };
}
