import type { Db } from '../../../base/db.ts';
import { hasLabels, READER_VALUES, readerValues } from '../../../mail/campaign/reader-language.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { OwnTexts } from '../../../mail/languages/texts.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { MAX_DATA_BYTES, type NewRecipient } from '../../sending/mailings/index.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import { recipientRows, type RecipientRow } from './queries.ts';

type Values = Record<string, string>;

/** Slots that every contact has. Other slots are event properties or custom fields of the account. */
const OF_ALL = ['email', 'first_name', 'last_name', 'language', ...READER_VALUES] as const;
/** JSON overhead of a name and a value, in bytes. */
const AROUND_BYTES = 6;
const OF_EVENT = 'event.';
const OF_FIELD = /^(\d+):(.*)$/;

/**
 * Converts template slots to the form that `recipients` expects. Custom fields are identified by ID, so that renaming a
 * field while recipients are being added does not lose its values.
 */
export async function slotsToRead(db: Db, accountId: number, slots: readonly string[]): Promise<readonly string[]> {
  const ids = new Map((await accountFields(db, accountId)).map(({ id, name }) => [name, id]));
  return slots.flatMap((slot) => {
    if (isOfAll(slot) || isOfEvent(slot)) return [slot];
    const id = ids.get(slot);
    return id === undefined ? [] : [`${id}:${slot}`];
  });
}

/** Returns whether a slot is a property of an event, such as `event.order_total`. */
function isOfEvent(slot: string): boolean {
  return slot.startsWith(OF_EVENT);
}

/** Event properties of each contact, by contact ID. */
type EventsOf = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

/** Recipient values that are not stored with the contacts. */
export interface RecipientContext {
  readonly events?: EventsOf | undefined;
  /**
   * Whether the email is a confirmation email. If the language of a contact is unknown, the language of the sign-up is
   * used.
   */
  readonly isSigningUp?: boolean;
}

/**
 * Reads contacts as recipients of a mailing, in the order of their IDs, with only the values of the slots. Deleted
 * contacts are left out. Contacts that have no event in `events` get no values for event properties.
 */
export async function readRecipients(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  slots: readonly string[],
  { events, isSigningUp = false }: RecipientContext = {},
): Promise<NewRecipient[]> {
  const own = slots.flatMap((slot) => {
    const [, id, name] = OF_FIELD.exec(slot) ?? [];
    return id === undefined || name === undefined ? [] : [{ id, name }];
  });
  const ofAll = OF_ALL.filter((name) => slots.includes(name));
  const ofEvent = slots.filter(isOfEvent);
  const rows = await recipientRows(
    db,
    accountId,
    contactIds,
    own.map(({ id }) => id),
    isSigningUp,
  );
  const texts = hasLabels(ofAll) ? (await readCampaignSettings(db, accountId)).texts : {};
  return rows.map((row) => ({
    // Safe cast: the contacts feature validated the address before it stored the contact.
    address: row.email as EmailAddress,
    values: fitted({ ...valuesOf(row, texts, ofAll, own), ...eventValues(events?.get(row.id), ofEvent) }),
    ref: row.id,
  }));
}

function isOfAll(slot: string): slot is (typeof OF_ALL)[number] {
  return OF_ALL.some((name) => name === slot);
}

function valuesOf(
  row: RecipientRow,
  texts: OwnTexts,
  ofAll: readonly (typeof OF_ALL)[number][],
  own: readonly { readonly name: string }[],
): Values {
  const values: Values = {};
  const { email, first_name, language, last_name } = row;
  const known = { email, first_name, last_name, language, ...readerValues(language, texts) };
  for (const name of ofAll) {
    const value = known[name];
    if (value) values[name] = value;
  }
  for (const [index, { name }] of own.entries()) {
    const value = row.own[index];
    if (value) values[name] = value;
  }
  return values;
}

/** Returns event properties as strings, by slot. Only strings, numbers, and booleans are included. */
function eventValues(properties: Readonly<Record<string, unknown>> | undefined, slots: readonly string[]): Values {
  const values: Values = {};
  for (const slot of properties ? slots : []) {
    const value = slot.slice(OF_EVENT.length).split('.').reduce(propertyOf, properties);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values[slot] = String(value);
  }
  return values;
}

function propertyOf(value: unknown, name: string): unknown {
  // The cast is safe because the value is an object with this property.
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/**
 * Truncates long values of a recipient if the values together exceed the size limit, so that the other recipients of
 * the campaign still receive their messages.
 */
function fitted(values: Values): Values {
  const entries = Object.entries(values);
  const characters = entries.reduce((sum, [name, value]) => sum + name.length + value.length + AROUND_BYTES, 2);
  // A character takes at most six bytes in JSON.
  if (characters * 6 <= MAX_DATA_BYTES || Buffer.byteLength(JSON.stringify(values)) <= MAX_DATA_BYTES) return values;
  const names = entries.reduce((sum, [name]) => sum + Buffer.byteLength(JSON.stringify(name)) + AROUND_BYTES, 2);
  const share = Math.floor((MAX_DATA_BYTES - names) / entries.length);
  return Object.fromEntries(entries.map(([name, value]) => [name, cut(value, share)]));
}

function cut(value: string, bytes: number): string {
  let size = 0;
  let kept = '';
  for (const character of value) {
    size += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}
