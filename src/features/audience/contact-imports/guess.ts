import { isFault } from '../../../mail/address.ts';
import { addressCell, addressesIn } from '../../tenants/imports/index.ts';
import { contactAddressOf } from '../contacts/index.ts';
import { hasConsentWords, TARGET_OF, topicOf } from './consent.ts';
import { MAX_COLUMNS } from './limits.ts';
import { type ColumnProfile, type FileProfile, NO_VALUES } from './profile.ts';
import type { ConsentStatus } from './consent-status.ts';
import { isRepeatable, type PlainTarget } from './targets.ts';
import { keyOf, OWN_EXPORT, type Vendor } from './vendor.ts';
import { BEEHIIV, BUTTONDOWN, KIT, MAILCHIMP, SENDFOX } from './vendors-hosted.ts';
import { LISTMONK, MAILTRAIN, PHPLIST } from './vendors-self-hosted.ts';

const VENDORS = [MAILCHIMP, LISTMONK, MAILTRAIN, PHPLIST, BUTTONDOWN, BEEHIIV, SENDFOX, KIT];

/** Common headings by target, normalized with `keyOf`. `topicOf` recognizes headings about consent. */
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
  language: ['language', 'lang', 'locale', 'preferredlanguage', 'sprache', 'langue', 'idioma', 'lingua', 'taal'],
  timezone: ['timezone', 'tz', 'zeitzone', 'fuseauhoraire', 'zonahoraria'],
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
    'joined',
    'creationdate',
  ],
  confirmed_at: ['confirmtime', 'confirmdate', 'confirmationdate'],
  lists: ['list', 'lists', 'listname', 'groups', 'group'],
  tags: ['tag', 'tags', 'labels'],
};
const BY_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([target, keys]) => keys.map((key) => [key, target] as const)),
);

/** A custom field of the account, with the properties that are needed to guess a mapping. */
export interface KnownField {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date';
}

export interface Guess {
  readonly vendor: Vendor | undefined;
  readonly hasHeader: boolean;
  readonly headings: readonly string[];
  /** One target per column. */
  readonly mapping: readonly string[];
  /** Status of contacts whose rows do not state a status. */
  readonly consentStatus: ConsentStatus;
}

/** Data about a file that is used to guess the target of each column. */
export interface Beginning {
  /** First rows of the file. */
  readonly rows: readonly (readonly string[])[];
  readonly fileName: string;
  readonly profile: FileProfile;
}

/**
 * Guesses the content of a file. `header` is true if the first row contains headings, false if not, and undefined if
 * the user did not specify this. Pure.
 */
export function guessOf(
  { fileName, profile, rows }: Beginning,
  fields: readonly KnownField[],
  header: boolean | undefined,
): Guess {
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map((cells) => cells.length)));
  const [first = []] = rows;
  const hasHeader = header ?? isHeader(first, rows.length);
  const headings = Array.from({ length: width }, (_, at) => (hasHeader ? (first[at] ?? '').trim() : ''));
  const profiles = profile.columns(hasHeader);
  const columns = headings.map((heading, at) => ({
    heading,
    profile: profiles[at] ?? NO_VALUES,
    cells: rows.slice(hasHeader ? 1 : 0).map((cells) => cells[at]?.trim() ?? ''),
  }));
  const vendor = hasHeader ? vendorOf(headings) : undefined;
  const known = columns.map((column, at) =>
    EXPORTED_FIELD.test(column.heading) || (isRepeated(headings, at) && ownField(column.heading, fields))
      ? undefined
      : knownTarget(column, vendor),
  );
  const emailAt = emailColumn(known, columns);
  const taken = unrepeated(
    known.map((target, at) => (at === emailAt ? 'email' : target === 'email' ? undefined : target)),
  );
  const mapping = taken.map((target, at) => target ?? ownTarget(columns[at], vendor, fields));
  return {
    vendor,
    hasHeader,
    headings,
    mapping: unrepeated(mapping).map((target) => target ?? 'ignore'),
    consentStatus: consentStatusFor(vendor, columns, fileName),
  };
}

/** Matches the heading that our own export gives to a custom field with the name of another column. */
const EXPORTED_FIELD = /^field:(.+)$/;

/** Properties of a column that determine its target. */
interface Column {
  readonly heading: string;
  readonly profile: ColumnProfile;
  /** Cells of the first rows, without the header. */
  readonly cells: readonly string[];
}

/**
 * Returns whether the first row contains headings. A row that contains an at sign is not a heading row. If the file has
 * a single row, at least one of its cells must be a known heading.
 */
function isHeader(first: readonly string[], rows: number): boolean {
  if (first.some((cell) => cell.includes('@'))) return false;
  return rows > 1 || first.some((cell) => targetNamed(cell) !== undefined);
}

function isAddress(cell: string): boolean {
  return cell.includes('@') && !isFault(contactAddressOf(addressCell(addressesIn(cell)[0] ?? '').address));
}

/**
 * Returns the usual target of a column, according to the exporting service or to common headings. Does not consider
 * custom fields.
 */
function knownTarget({ heading, profile }: Column, vendor: Vendor | undefined): string | undefined {
  const key = keyOf(heading);
  const ofVendor = vendor && Object.hasOwn(vendor.columns, key) ? vendor.columns[key] : undefined;
  if (ofVendor !== undefined) return ofVendor;
  const topic = topicOf(heading);
  const named = targetNamed(heading);
  // A column named `Subscribed` that contains only dates states when the contact subscribed.
  const isSince =
    topic === 'agreed' && named !== undefined && profile.isWhole && profile.values.size === 0 && profile.dates > 0;
  if (topic !== undefined && !isSince) return TARGET_OF[topic];
  return named ?? (hasConsentWords(heading, profile) ? 'status' : undefined);
}

/**
 * Returns the index of the column with the most addresses. If several columns have equally many, prefers a column with
 * an email heading. If no column contains addresses, returns the first column with an email heading.
 */
function emailColumn(targets: readonly (string | undefined)[], columns: readonly Column[]): number {
  const weights = columns.map(({ cells }, at) => {
    const addresses = cells.filter((cell) => isAddress(cell)).length;
    return addresses * 2 + (targets[at] === 'email' && addresses > 0 ? 1 : 0);
  });
  const most = Math.max(0, ...weights);
  return most > 0 ? weights.indexOf(most) : targets.indexOf('email');
}

/**
 * Returns whether an earlier column has the same heading, according to `keyOf`. In our own export, this happens if the
 * name of a custom field is `firstname`, for example, because `first_name` is a built-in column.
 */
function isRepeated(headings: readonly string[], at: number): boolean {
  return headings.findIndex((heading) => keyOf(heading) === keyOf(headings[at] ?? '')) < at;
}

function ownField(heading: string, fields: readonly KnownField[]): KnownField | undefined {
  const key = keyOf(heading);
  return key === '' ? undefined : fields.find(({ label, name }) => keyOf(name) === key || keyOf(label) === key);
}

/**
 * Returns the account's field with the name of the column. For an export of a known service, returns a new field if the
 * account has no such field.
 */
function ownTarget(column: Column | undefined, vendor: Vendor | undefined, fields: readonly KnownField[]): string {
  if (!column) return 'ignore';
  const exported = EXPORTED_FIELD.exec(column.heading)?.[1];
  const heading = exported ?? column.heading;
  if (keyOf(heading) === '') return 'ignore';
  const own = ownField(heading, fields);
  if (own) return `field:${own.name}`;
  // In an export of a known service, columns without a known target are custom fields. Columns without values are
  // ignored, except in our own export.
  const isField = exported !== undefined || vendor?.name === OWN_EXPORT || column.cells.some((cell) => cell !== '');
  return isField && (vendor || exported !== undefined) ? `new_field:${heading}` : 'ignore';
}

/**
 * Returns the targets without duplicates: if a target can be assigned to only one column, only the first column with
 * this target keeps it.
 */
function unrepeated(targets: readonly (string | undefined)[]): (string | undefined)[] {
  return targets.map((target, at) =>
    target !== undefined && !isRepeatable(target) && targets.indexOf(target) < at ? undefined : target,
  );
}

function consentStatusFor(vendor: Vendor | undefined, columns: readonly Column[], fileName: string): ConsentStatus {
  const part = vendor?.parts?.find(({ heading, name }) => {
    const { profile = NO_VALUES } = columns.find((column) => keyOf(column.heading) === heading) ?? {};
    return name.test(fileName) || (heading !== '' && profile.empty === 0 && profile.dates > 0);
  });
  return part?.consentStatus ?? 'subscribed';
}

/** Returns the usual target of a heading, or undefined for an unknown heading. Pure. */
function targetNamed(heading: string): string | undefined {
  return BY_HEADING.get(keyOf(heading));
}

/** Returns the service whose exports have these headings, or undefined if the headings match no known service. Pure. */
function vendorOf(headings: readonly string[]): Vendor | undefined {
  const keys = headings.map(keyOf);
  return VENDORS.find(({ isOf }) => isOf(keys));
}
