import { isIP } from 'node:net';
import { storable } from '../../../base/stored-text.ts';
import { isFault } from '../../../mail/address.ts';
import type { Reject, Row } from '../../tenants/imports/index.ts';
import { fieldValueOf } from '../contact-fields/index.ts';
import { contactAddressOf, type ContactAddress, type NewContact } from '../contacts/index.ts';
import { timeOf } from './dates.ts';
import { MAX_NAME_CHARACTERS } from './limits.ts';
import { namesIn, splitName } from './names.ts';
import type { Settings } from './settings.ts';
import { standingOf, type Standing } from './standing.ts';
import { targetOf, type Target } from './targets.ts';
import { vendorNamed } from './vendors.ts';

/** Somebody whom a row brings, and the names of lists and tags that are to be found. */
export interface Person {
  readonly line: number;
  readonly contact: NewContact;
  readonly lists: readonly string[];
  readonly tags: readonly string[];
}

/** A row that is wrong, and in which column; null where it is the row as a whole. */
export interface RowFault extends Reject {
  readonly column: number | null;
}

/** What is gathered of a row, cell by cell. */
interface Draft {
  email: ContactAddress | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  ipAddress: string | undefined;
  fields: Record<number, string | null>;
  standing: Standing | undefined;
  createdAt: Date | undefined;
  confirmedAt: Date | undefined;
  unsubscribedAt: Date | undefined;
  bouncedAt: Date | undefined;
  invalidAt: Date | undefined;
  lists: readonly string[];
  tags: readonly string[];
}

/** Puts a cell that is not empty into the draft; a sentence without its beginning when it is wrong. */
type CellReader = (cell: string, draft: Draft) => string | undefined;

/** Reads rows as people, by what the import was started with. A row that is wrong is a reject. Pure. */
export function createRowReader(settings: Settings): (row: Row) => Person | RowFault {
  const readers = settings.mapping.flatMap((given, at) => {
    const target = targetOf(given);
    const read = target && readerOf(target, settings);
    return read ? [{ at, name: given, read }] : [];
  });
  const emailAt = settings.mapping.indexOf('email');
  const startedAt = new Date(settings.started_at);
  const tellsConfirmed = settings.mapping.includes('confirmed_at');
  return ({ cells, line }) => {
    const draft = emptyDraft();
    const value = cells[emailAt]?.trim() || cells.join(' ');
    for (const { at, name, read } of readers) {
      const cell = cells[at]?.trim() ?? '';
      if (cell === '') continue;
      const fault = read(cell, draft);
      if (fault !== undefined) {
        return { line, value, reason: name === 'email' ? fault : `${name} ${fault}`, column: at };
      }
    }
    if (draft.email === undefined) return { line, value, reason: 'must have an address.', column: null };
    const standing = draft.standing ?? settings.status;
    return personOf(line, draft.email, draft, { standing, startedAt, tellsConfirmed });
  };
}

/** True for a row that was not taken. */
export function isReject(read: Person | RowFault): read is RowFault {
  return 'reason' in read;
}

function emptyDraft(): Draft {
  return {
    email: undefined,
    firstName: undefined,
    lastName: undefined,
    ipAddress: undefined,
    fields: {},
    standing: undefined,
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
  {
    standing,
    startedAt,
    tellsConfirmed,
  }: {
    readonly standing: Standing;
    readonly startedAt: Date;
    readonly tellsConfirmed: boolean;
  },
): Person {
  // Of a file that says when people confirmed, someone who left before confirming has yet to confirm.
  const isUnconfirmed =
    standing === 'unconfirmed' || (tellsConfirmed && standing !== 'subscribed' && draft.confirmedAt === undefined);
  const since = (time: Date | undefined, is: Standing): Date | undefined =>
    time ?? (standing === is ? startedAt : undefined);
  return {
    line,
    lists: draft.lists,
    tags: draft.tags,
    contact: {
      email,
      firstName: draft.firstName,
      lastName: draft.lastName,
      ipAddress: draft.ipAddress,
      fields: Object.keys(draft.fields).length > 0 ? draft.fields : undefined,
      createdAt: draft.createdAt,
      confirmedAt: isUnconfirmed ? null : draft.confirmedAt,
      unsubscribedAt: since(draft.unsubscribedAt, 'unsubscribed'),
      bouncedAt: since(draft.bouncedAt, 'bounced'),
      invalidAt: since(draft.invalidAt, 'invalid'),
    },
  };
}

function readerOf(target: Target, settings: Settings): CellReader | undefined {
  switch (target.kind) {
    case 'ignore':
    case 'new_field':
      return undefined;
    case 'field':
      return fieldReader(target.name, settings);
    case 'status':
      return statusReader(settings);
    case 'created_at':
      return timeReader('createdAt', settings);
    case 'confirmed_at':
      return timeReader('confirmedAt', settings);
    case 'unsubscribed_at':
    case 'bounced_at':
    case 'invalid_at':
      return sinceReader(SINCE[target.kind], settings);
    case 'attributes':
      return (cell, draft) => readAttributes(cell, draft, settings);
    default:
      return PLAIN_READERS[target.kind];
  }
}

const SINCE = { unsubscribed_at: 'unsubscribedAt', bounced_at: 'bouncedAt', invalid_at: 'invalidAt' } as const;

function statusReader({ vendor }: Settings): CellReader {
  const words = vendorNamed(vendor ?? undefined)?.words;
  return (cell, draft) => {
    draft.standing = standingOf(cell, words);
    if (draft.standing) return undefined;
    return `has the value ${JSON.stringify(cell.slice(0, 50))}, which says nothing known.`;
  };
}

const PLAIN_READERS: Readonly<
  Record<'email' | 'name' | 'first_name' | 'last_name' | 'ip_address' | 'lists' | 'tags', CellReader>
> = {
  email(cell, draft) {
    const address = contactAddressOf(cell);
    if (isFault(address)) return address.fault;
    draft.email = address;
    return undefined;
  },
  name(cell, draft) {
    const { firstName, lastName } = splitName(cell);
    draft.firstName ??= firstName;
    draft.lastName ??= lastName;
    return faultOfName(firstName) ?? faultOfName(lastName);
  },
  first_name(cell, draft) {
    draft.firstName = cell.replaceAll(/\s+/g, ' ');
    return faultOfName(draft.firstName);
  },
  last_name(cell, draft) {
    draft.lastName = cell.replaceAll(/\s+/g, ' ');
    return faultOfName(draft.lastName);
  },
  ip_address(cell, draft) {
    draft.ipAddress = cell;
    return isIP(cell) === 0 ? 'must be an IP address.' : undefined;
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
/** Clocks differ, and dates without a zone are a day apart at most. */
const MAX_AHEAD_MS = 86_400_000;

function timeReader(key: 'createdAt' | 'confirmedAt', { date_order, started_at }: Settings): CellReader {
  const latestMs = Date.parse(started_at) + MAX_AHEAD_MS;
  return (cell, draft) => {
    const time = timeOf(cell, date_order);
    if (!time) return NO_TIME;
    if (time.getTime() > latestMs) return 'must not lie in the future.';
    draft[key] = time;
    return undefined;
  };
}

const NO = /^(?:no|false|0|n|-)$/i;
const YES = /^(?:yes|true|1|y)$/i;

/** A time since when, or whether at all. */
function sinceReader(key: 'unsubscribedAt' | 'bouncedAt' | 'invalidAt', settings: Settings): CellReader {
  return (cell, draft) => {
    if (NO.test(cell)) return undefined;
    draft[key] = YES.test(cell) ? new Date(settings.started_at) : timeOf(cell, settings.date_order);
    return draft[key] ? undefined : NO_TIME;
  };
}

function fieldReader(name: string, { date_order, fields }: Settings): CellReader | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return undefined;
  return (cell, draft) => {
    // Files have dates in more ways than the API takes them.
    const given = field.type === 'date' ? (timeOf(cell, date_order)?.toISOString().slice(0, 10) ?? cell) : cell;
    const kept = fieldValueOf(field.type, given);
    if ('fault' in kept) return kept.fault;
    draft.fields[field.id] = kept.value;
    return undefined;
  };
}

/** An object of JSON: what has the name of a field is its value; what is nested has no place. */
function readAttributes(cell: string, draft: Draft, settings: Settings): string | undefined {
  const object = attributesOf(cell);
  if (!object) return 'must be an object of JSON.';
  for (const [name, value] of Object.entries(object)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const fault = fieldReader(name.toLowerCase(), settings)?.(storable(String(value)).trim(), draft);
    if (fault !== undefined) return `${name.slice(0, 50)} ${fault}`;
  }
  return undefined;
}

/** The object that a cell holds as JSON. Pure. */
export function attributesOf(cell: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(cell);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined;
  } catch {
    // What is no JSON is refused with the row.
    return undefined;
  }
}
