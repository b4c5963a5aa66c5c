import { isFault } from '../../../mail/address.ts';
import { contactAddressOf } from '../contacts/index.ts';
import { orderOf, type DateOrder } from './dates.ts';
import { MAX_COLUMNS } from './limits.ts';
import type { Standing } from './standing.ts';
import { standingOf } from './standing.ts';
import type { PlainTarget } from './targets.ts';
import { keyOf, vendorOf, type Vendor } from './vendors.ts';

/** A field of the account, as far as it matters here. */
export interface KnownField {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date';
}

/** What a file seems to hold. */
export interface Guess {
  readonly vendor: Vendor | undefined;
  readonly hasHeader: boolean;
  readonly headings: readonly string[];
  /** A target a column. */
  readonly mapping: readonly string[];
  /** Of who is in a row that says nothing else. */
  readonly standing: Standing;
  readonly dateOrder: DateOrder;
}

/** Headings of other files, without case, spaces and marks. */
const HEADINGS: Readonly<Partial<Record<PlainTarget, readonly string[]>>> = {
  email: [
    'email',
    'emailaddress',
    'emailaddresses',
    'mail',
    'emailid',
    'useremail',
    'primaryemail',
    'subscriber',
    'contact',
    'recipient',
    'address',
    'epost',
    'correo',
    'courriel',
  ],
  name: ['name', 'fullname', 'contactname', 'displayname'],
  first_name: ['firstname', 'fname', 'first', 'givenname', 'forename', 'vorname', 'prénom', 'prenom', 'nombre'],
  last_name: ['lastname', 'lname', 'last', 'surname', 'familyname', 'nachname', 'nom', 'apellido', 'apellidos'],
  ip_address: ['ip', 'ipaddress', 'optinip', 'signupip', 'ipsignup'],
  created_at: [
    'createdat',
    'created',
    'createdon',
    'datecreated',
    'dateadded',
    'dateregistered',
    'addedat',
    'added',
    'addedtime',
    'subscribedat',
    'subscribed',
    'subscribeddate',
    'subscribedate',
    'subscriptiondate',
    'signupdate',
    'signupat',
    'optintime',
    'optindate',
  ],
  confirmed_at: ['confirmedat', 'confirmtime', 'confirmdate', 'confirmationdate'],
  status: ['status', 'state', 'subscriptionstatus', 'subscriberstatus', 'emailstatus'],
  unsubscribed_at: ['unsubscribedat', 'unsubscribed', 'unsubscribedate', 'unsubtime', 'optoutdate', 'optouttime'],
  bounced_at: ['bouncedat', 'cleantime', 'bouncedate'],
  invalid_at: ['invalidat'],
  lists: ['list', 'lists', 'listname', 'groups', 'group'],
  tags: ['tag', 'tags', 'labels'],
};
const BY_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([target, keys]) => keys.map((key) => [key, target] as const)),
);

/** What a file seems to hold, by its first rows and its name. Pure. */
export function guessOf(
  sample: readonly (readonly string[])[],
  fileName: string,
  fields: readonly KnownField[],
): Guess {
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...sample.map((cells) => cells.length)));
  const [first = []] = sample;
  const hasHeader = isHeader(first, sample.length);
  const headings = Array.from({ length: width }, (_, at) => (hasHeader ? (first[at] ?? '').trim() : ''));
  const columns = headings.map((_, at) => sample.slice(hasHeader ? 1 : 0).map((cells) => cells[at]?.trim() ?? ''));
  const vendor = hasHeader ? vendorOf(headings) : undefined;
  const mapping = unrepeated(headings.map((heading, at) => targetFor(heading, columns[at] ?? [], vendor, fields)));
  const withEmail = mapping.includes('email') ? mapping : withAddresses(mapping, columns);
  return {
    vendor,
    hasHeader,
    headings,
    mapping: withEmail,
    standing: standingFor(vendor, headings, columns, fileName),
    dateOrder: orderOf(columns.flat()) ?? 'month_first',
  };
}

/** A row without an address; alone it is a header when its words are known. */
function isHeader(first: readonly string[], rows: number): boolean {
  if (first.some((cell) => isAddress(cell))) return false;
  return rows > 1 || first.some((cell) => BY_HEADING.has(keyOf(cell)));
}

function isAddress(cell: string | undefined): boolean {
  return cell !== undefined && cell.includes('@') && !isFault(contactAddressOf(cell));
}

/** How our own export names a field whose name another column has. */
const EXPORTED_FIELD = /^field:(.+)$/;

function targetFor(
  heading: string,
  cells: readonly string[],
  vendor: Vendor | undefined,
  fields: readonly KnownField[],
): string {
  const [, exported] = EXPORTED_FIELD.exec(heading) ?? [];
  const key = keyOf(exported ?? heading);
  if (key === '') return 'ignore';
  const field = fields.find(({ label, name }) => keyOf(name) === key || keyOf(label) === key);
  const own = field && `field:${field.name}`;
  if (exported !== undefined) return own ?? `new_field:${exported}`;
  if (vendor) return vendorTarget(vendor, heading, cells, own);
  return own ?? plainTarget(key, cells);
}

function vendorTarget(
  { columns, name }: Vendor,
  heading: string,
  cells: readonly string[],
  own: string | undefined,
): string {
  const key = keyOf(heading);
  const known = (Object.hasOwn(columns, key) ? columns[key] : undefined) ?? own;
  if (known !== undefined) return known;
  // What the service kept for its users is theirs; columns without a single value are nobody's, but in our own export.
  return name === 'sendfox' || cells.some((cell) => cell !== '') ? `new_field:${heading}` : 'ignore';
}

function plainTarget(key: string, cells: readonly string[]): string {
  const target = BY_HEADING.get(key);
  if (target === undefined || (target === 'status' && !isOfStatuses(cells))) return 'ignore';
  return target;
}

/** Columns that many programs call `status` say something else. */
function isOfStatuses(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => cell !== '');
  return told.length > 0 && told.every((cell) => standingOf(cell, undefined) !== undefined);
}

/** The first column of a kind counts. */
function unrepeated(targets: readonly string[]): string[] {
  return targets.map((target, at) =>
    target !== 'lists' && target !== 'tags' && targets.indexOf(target) < at ? 'ignore' : target,
  );
}

/** The column with the most addresses. */
function withAddresses(mapping: readonly string[], columns: readonly (readonly string[])[]): string[] {
  const counts = columns.map((cells) => cells.filter((cell) => isAddress(cell)).length);
  const most = Math.max(0, ...counts);
  const at = most > 0 ? counts.indexOf(most) : -1;
  return mapping.map((target, index) => (index === at ? 'email' : target));
}

function standingFor(
  vendor: Vendor | undefined,
  headings: readonly string[],
  columns: readonly (readonly string[])[],
  fileName: string,
): Standing {
  const part = vendor?.parts?.find(({ heading, name }) => {
    const at = headings.findIndex((each) => keyOf(each) === heading);
    const cells = columns[at] ?? [];
    return name.test(fileName) || (cells.length > 0 && cells.every((cell) => cell !== ''));
  });
  return part?.standing ?? 'subscribed';
}
