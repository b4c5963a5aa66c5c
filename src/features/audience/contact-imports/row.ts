import { isIP } from 'node:net';
import { storable } from '../../../base/stored-text.ts';
import { timeZoneNamed } from '../../../base/time-zone.ts';
import { isFault } from '../../../mail/address.ts';
import { parseLanguage } from '../../../mail/languages/tags.ts';
import { addressCell, type LeftOut, type Reject, type Row } from '../../tenants/imports/index.ts';
import { fieldValueOf } from '../contact-fields/index.ts';
import { contactAddressOf, type ContactAddress, type NewContact } from '../contacts/index.ts';
import { consentReader } from './consent-cell.ts';
import { isConsentTarget } from './consent.ts';
import { readDate } from './dates.ts';
import type { CellFault, CellReader, Draft } from './draft.ts';
import { MAX_NAME_CHARACTERS } from './limits.ts';
import { namesIn, splitName } from './names.ts';
import type { Settings } from './settings.ts';
import type { ConsentStatus } from './consent-status.ts';
import { nameOf } from './statuses.ts';
import { targetOf, type Target } from './targets.ts';
import { fieldText, textOf } from './values.ts';
import { OWN_EXPORT } from './vendor.ts';

/** A contact from a row, with the names of its lists and tags. */
export interface Person {
  readonly line: number;
  readonly contact: NewContact;
  readonly lists: readonly string[];
  readonly tags: readonly string[];
  /** Errors in cells whose values were ignored. The contact is imported without these values. */
  readonly leftOut: readonly (LeftOut['values'][number] & { readonly at: number })[];
}

/** A rejected row and the column that contains the error. `column` is null if the error concerns the whole row. */
export interface RowFault extends Reject {
  readonly column: number | null;
}

/**
 * Creates a reader that converts rows to contacts according to the import settings. An error marked `isVital` rejects
 * the row. Any other error only omits the value. Pure.
 */
export function createRowReader(settings: Settings): (row: Row) => Person | RowFault {
  const readers = settings.mapping.flatMap((given, at) => {
    const target = targetOf(given);
    const readInto = target && readerOf(target, at, settings);
    return readInto ? [{ at, name: given, readInto, takesNothing: isConsentTarget(given) }] : [];
  });
  const emailAt = settings.mapping.indexOf('email');
  const read = settings.vendor === OWN_EXPORT ? (cell: string | undefined) => cell?.trim() ?? '' : textOf;
  return ({ cells, line }) => {
    const draft = emptyDraft();
    const value = cells[emailAt]?.trim() || cells.join(' ');
    const leftOut: Person['leftOut'][number][] = [];
    for (const { at, name, readInto, takesNothing } of readers) {
      const text = read(cells[at]);
      const fault = text === '' && !takesNothing ? undefined : readInto(text, draft);
      if (!fault) continue;
      const { isVital, reason } = fault;
      if (isVital) return { line, value, reason: name === 'email' ? reason : `${name} ${reason}`, column: at };
      leftOut.push({ at, column: nameOf(settings.headings[at] ?? '', at), value: text, reason });
    }
    if (draft.email === undefined) return { line, value, reason: 'must have an email address.', column: null };
    return { ...personOf(line, draft.email, draft, settings), leftOut };
  };
}

/** Returns whether the row was rejected. */
export function isReject(read: Person | RowFault): read is RowFault {
  return 'reason' in read;
}

function emptyDraft(): Draft {
  return {
    email: undefined,
    nameBeside: undefined,
    firstName: undefined,
    lastName: undefined,
    language: undefined,
    timezone: undefined,
    ipAddress: undefined,
    fields: {},
    consentStatuses: new Set(),
    createdAt: undefined,
    confirmedAt: undefined,
    unsubscribedAt: undefined,
    bouncedAt: undefined,
    invalidAt: undefined,
    lists: [],
    tags: [],
  };
}

function personOf(
  line: number,
  email: ContactAddress,
  draft: Draft,
  { at_least: atLeast, started_at: startedAt, status }: Settings,
): Omit<Person, 'leftOut'> {
  const isOf = (consentStatus: ConsentStatus): boolean =>
    atLeast === consentStatus ||
    draft.consentStatuses.has(consentStatus) ||
    (draft.consentStatuses.size === 0 && status === consentStatus);
  const since = (time: Date | undefined, is: ConsentStatus): Date | undefined =>
    time ?? (isOf(is) ? new Date(startedAt) : undefined);
  return {
    line,
    lists: draft.lists,
    tags: draft.tags,
    contact: {
      email,
      ...namesOf(draft),
      language: draft.language,
      timezone: draft.timezone,
      ipAddress: draft.ipAddress,
      fields: Object.keys(draft.fields).length > 0 ? draft.fields : undefined,
      createdAt: draft.createdAt,
      confirmedAt: isOf('unconfirmed') ? null : draft.confirmedAt,
      unsubscribedAt: since(draft.unsubscribedAt, 'unsubscribed'),
      bouncedAt: since(draft.bouncedAt, 'bounced'),
      invalidAt: since(draft.invalidAt, 'invalid'),
    },
  };
}

function namesOf({ firstName, lastName, nameBeside }: Draft): Pick<NewContact, 'firstName' | 'lastName'> {
  const isNamed = firstName !== undefined || lastName !== undefined || nameBeside === undefined;
  return isNamed ? { firstName, lastName } : splitName(nameBeside);
}

function readerOf(target: Target, at: number, settings: Settings): CellReader | undefined {
  if (isConsentTarget(target.kind)) return consentReader(target.kind, at, settings);
  switch (target.kind) {
    case 'ignore':
    case 'new_field':
      return undefined;
    case 'field':
      return optional(fieldReader(target.name, settings));
    case 'created_at':
      return optional(createdReader(settings));
    case 'attributes':
      return optional((text, draft) => readAttributes(text, draft, settings));
    case 'email':
      return readEmail;
    default:
      return optional(PLAIN_READERS[target.kind]);
  }
}

/** Reads a value into the draft. If the value is invalid, returns an error message without a subject. */
type ValueReader = (text: string, draft: Draft) => string | undefined;

function optional(read: ValueReader | undefined): CellReader | undefined {
  return (
    read &&
    ((text, draft) => {
      const reason = read(text, draft);
      return reason === undefined ? undefined : { reason, isVital: false };
    })
  );
}

function readEmail(text: string, draft: Draft): CellFault | undefined {
  const { address: given, name } = addressCell(text);
  const address = contactAddressOf(given);
  if (isFault(address)) return { reason: address.fault, isVital: true };
  draft.email = address;
  if (faultOfName(name ?? '') === undefined) draft.nameBeside = name;
  return undefined;
}

const PLAIN_READERS: Readonly<
  Record<'name' | 'first_name' | 'last_name' | 'language' | 'timezone' | 'ip_address' | 'lists' | 'tags', ValueReader>
> = {
  name(text, draft) {
    const { firstName, lastName } = splitName(text);
    const fault = faultOfName(firstName) ?? faultOfName(lastName);
    if (fault !== undefined) return fault;
    draft.firstName ??= firstName;
    draft.lastName ??= lastName;
    return undefined;
  },
  first_name(text, draft) {
    const name = text.replaceAll(/\s+/g, ' ');
    const fault = faultOfName(name);
    if (fault === undefined) draft.firstName = name;
    return fault;
  },
  last_name(text, draft) {
    const name = text.replaceAll(/\s+/g, ' ');
    const fault = faultOfName(name);
    if (fault === undefined) draft.lastName = name;
    return fault;
  },
  language(text, draft) {
    // Other services also write language tags with an underscore, such as `de_AT`.
    const parsed = parseLanguage(text.replaceAll('_', '-'));
    if ('fault' in parsed) return parsed.fault;
    draft.language = parsed.tag;
    return undefined;
  },
  timezone(text, draft) {
    const zone = timeZoneNamed(text);
    if (zone === undefined) return 'must be an IANA time zone name, for example Europe/Berlin.';
    draft.timezone = zone;
    return undefined;
  },
  ip_address(text, draft) {
    if (isIP(text) === 0) return 'must be an IP address.';
    draft.ipAddress = text;
    return undefined;
  },
  lists(cell, draft) {
    const names = namesIn(cell);
    if ('fault' in names) return names.fault;
    draft.lists = [...draft.lists, ...names];
    return undefined;
  },
  tags(cell, draft) {
    const names = namesIn(cell);
    if ('fault' in names) return names.fault;
    draft.tags = [...draft.tags, ...names];
    return undefined;
  },
};

function faultOfName(name: string): string | undefined {
  return name.length > MAX_NAME_CHARACTERS ? `must have at most ${MAX_NAME_CHARACTERS} characters.` : undefined;
}

const NO_TIME = 'must be a date like 2026-01-31 or 2026-01-31 08:15:00.';
/**
 * Maximum number of milliseconds that a timestamp may be in the future. Allows for clock skew, and for dates without a
 * time zone, which are off by up to a day.
 */
const MAX_AHEAD_MS = 86_400_000;
/** Earliest accepted time: January 1, 1970. */
const EARLIEST_MS = 0;

function createdReader({ date_order: order, started_at: startedAt }: Settings): ValueReader {
  const latestMs = Date.parse(startedAt) + MAX_AHEAD_MS;
  return (text, draft) => {
    const at = readDate(text, order)?.at;
    if (!at) return NO_TIME;
    if (at.getTime() > latestMs) return 'must not be in the future.';
    if (at.getTime() < EARLIEST_MS) return 'must not be before 1970.';
    draft.createdAt = at;
    return undefined;
  };
}

function fieldReader(name: string, { date_order: order, fields }: Settings): ValueReader | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return undefined;
  return (text, draft) => {
    // Convert the text first, because files contain more date and number formats than the API accepts.
    const kept = fieldValueOf(field.type, fieldText(field.type, text, order));
    if ('fault' in kept) return kept.fault;
    draft.fields[field.id] = kept.value;
    return undefined;
  };
}

/** Reads a JSON object whose keys are field names. Skips nested and invalid values, and returns the first error. */
function readAttributes(cell: string, draft: Draft, settings: Settings): string | undefined {
  const object = attributesOf(cell);
  if (!object) return 'must be a JSON object.';
  const faults: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const fault = fieldReader(name.toLowerCase(), settings)?.(textOf(storable(String(value))), draft);
    if (fault !== undefined) faults.push(`${name.slice(0, 50)} ${fault}`);
  }
  return faults[0];
}

/** Parses the JSON object in a cell. Returns undefined if the cell contains no JSON object. Pure. */
export function attributesOf(cell: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(cell);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined;
  } catch {
    // The cell is not JSON.
    return undefined;
  }
}
