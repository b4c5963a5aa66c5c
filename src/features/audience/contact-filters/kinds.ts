import { Type, type TSchema } from 'typebox';
import { isFault } from '../../../mail/address.ts';
import { parseLanguage } from '../../../mail/languages/tags.ts';
import { contactAddressOf } from '../contacts/index.ts';
import { MOMENT_SCHEMA, parseMoment, type Complain, type Moment } from './moment.ts';

/** Engagement of a contact, or the reason why the contact receives no email. */
export const STATUSES = [
  'active',
  'engaged',
  'inactive',
  'new',
  'unconfirmed',
  'unsubscribed',
  'bounced',
  'invalid',
] as const;
export type ContactStatus = (typeof STATUSES)[number];

/** Kind of object that the IDs of a condition refer to. */
export type Resource = 'list' | 'tag' | 'segment' | 'campaign' | 'field' | 'form' | 'import';
/** ID of an object that a condition refers to. Imports have UUIDs, and all other objects have numbers. */
export type ObjectId = number | string;

/** Type of a condition's values. */
export interface Kind<Value> {
  /** Schema for API documentation and language models. `parse` validates values, and accepts numbers as strings. */
  readonly schema: TSchema;
  /**
   * Parses a value. Returns undefined if the value is empty and therefore sets no condition. If the value is invalid,
   * calls `complain` and returns undefined.
   */
  readonly parse: (given: unknown, complain: Complain) => Value | undefined;
  /** Sample values that cover each form of the generated SQL, for the tests that prepare statements. */
  readonly samples: readonly [Value, ...Value[]];
  readonly of?: Resource;
  /** Returns the IDs in a value. Required if `of` is set. */
  idsIn?(value: Value): readonly ObjectId[];
}

/** Maximum number of IDs in a condition. */
const MAX_IDS = 1_000;
/** Maximum length of a search text, in characters. */
const MAX_QUERY_CHARACTERS = 200;
const ID = /^[1-9]\d{0,15}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
export const ID_SCHEMA = Type.Integer({ minimum: 1 });
const IDS_SCHEMA = Type.Array(ID_SCHEMA, { minItems: 1 });

/** Words that must all occur in the address or a name. */
export const WORDS: Kind<string> = { schema: Type.String(), parse: parseWords, samples: ['ann smith', 'a'] };
/** A complete address, in the normalized form that identifies a contact. */
export const ADDRESS: Kind<string> = { schema: Type.String(), parse: parseAddress, samples: ['ann@example.com'] };
/** A BCP 47 tag in canonical form. */
export const LANGUAGE: Kind<string> = { schema: Type.String(), parse: parseTag, samples: ['de', 'pt-BR'] };
export const EITHER: Kind<boolean> = { schema: Type.Boolean(), parse: parseBoolean, samples: [true, false] };
export const STATUS: Kind<ContactStatus> = { schema: Type.Enum([...STATUSES]), parse: parseStatus, samples: STATUSES };
export const TIME: Kind<Moment> = {
  schema: MOMENT_SCHEMA,
  parse: parseMoment,
  samples: [new Date(0), '30 days ago'],
};
/**
 * Kind of a condition for contacts who have never done something, such as opening an email. The value false means that
 * there is no condition.
 */
export const NEVER: Kind<true> = {
  schema: Type.Boolean(),
  parse: (given, complain) => parseBoolean(given, complain) || undefined,
  samples: [true],
};

/** Returns a kind of condition that is met if at least one ID in a list matches. */
export function anyOf(of: Resource): Kind<readonly number[]> {
  return {
    ...noneOf(of),
    // Reject an empty list, which would match no contacts. A bulk action would then do nothing or, if the condition
    // were ignored, change all contacts.
    parse(given, complain) {
      if (isEmptyList(given)) complain('must contain at least one ID. Omit the condition if it is not needed.');
      return parseIds(given, complain);
    },
  };
}

/** Returns a kind of condition that is met if no ID in a list matches. */
export function noneOf(of: Resource): Kind<readonly number[]> {
  return { schema: IDS_SCHEMA, parse: parseIds, samples: [[1], [1, 2]], of, idsIn: (ids) => ids };
}

export function oneOf(of: Resource): Kind<number> {
  return { schema: ID_SCHEMA, parse: parseId, samples: [1], of, idsIn: (id) => [id] };
}

/** Value of a condition on the import that added the contact: the UUID of the import. */
export const IMPORT: Kind<string> = {
  schema: Type.String({ format: 'uuid' }),
  parse: parseUuid,
  samples: ['0192f0c1-a2b3-7c4d-8e5f-60718293a4b5'],
  of: 'import',
  idsIn: (id) => [id],
};

/** Returns whether the value is an empty array, which some languages send for an object without members. */
export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function parseWords(value: unknown, complain: Complain): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') complain('must be a string.');
  else if (text.length > MAX_QUERY_CHARACTERS) complain(`must have at most ${MAX_QUERY_CHARACTERS} characters.`);
  else return text.trim() || undefined;
  return undefined;
}

function parseAddress(value: unknown, complain: Complain): string | undefined {
  const address = typeof value === 'string' ? contactAddressOf(value) : { fault: 'must be a string.' };
  if (!isFault(address)) return address;
  complain(address.fault);
  return undefined;
}

function parseTag(value: unknown, complain: Complain): string | undefined {
  const parsed = typeof value === 'string' ? parseLanguage(value) : { fault: 'must be a string.' };
  if ('tag' in parsed) return parsed.tag;
  complain(parsed.fault);
  return undefined;
}

function parseBoolean(value: unknown, complain: Complain): boolean | undefined {
  if (value === true || value === 1 || value === 'true' || value === '1') return true;
  if (value === false || value === 0 || value === 'false' || value === '0') return false;
  complain('must be true or false.');
  return undefined;
}

function parseStatus(value: unknown, complain: Complain): ContactStatus | undefined {
  const status = STATUSES.find((known) => known === value);
  if (!status) complain(`must be one of ${STATUSES.join(', ')}.`);
  return status;
}

function parseUuid(value: unknown, complain: Complain): string | undefined {
  if (typeof value === 'string' && UUID.test(value.trim())) return value.trim().toLowerCase();
  complain('must be the ID of an import (a UUID).');
  return undefined;
}

function parseIds(value: unknown, complain: Complain): number[] | undefined {
  const given = Array.isArray(value) ? value : [value];
  const ids = given.flatMap((one) => idOf(one) ?? []);
  if (given.length === 0) return undefined;
  if (given.length > MAX_IDS) complain(`must have at most ${MAX_IDS} IDs.`);
  else if (ids.length < given.length) complain('must be a list of IDs (positive integers).');
  else return [...new Set(ids)];
  return undefined;
}

function parseId(value: unknown, complain: Complain): number | undefined {
  const id = idOf(value);
  if (id === undefined) complain('must be an ID (a positive integer).');
  return id;
}

/** Returns the value as an ID, or undefined. The value may be a string. */
export function idOf(value: unknown): number | undefined {
  const isText = typeof value === 'string' && ID.test(value.trim());
  const id = isText ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
