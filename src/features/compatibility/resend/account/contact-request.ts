import { invalid } from '../../../../base/refusal.ts';
import { isObject } from '../absent.ts';
import { faultAt, listOf, objectOf, textOf, type Given, type Names } from '../../fields/index.ts';
import { fieldId } from './objects.ts';
import { CONTACT, IN_PATH } from './operations.ts';

/** Values of contact properties, keyed by property. Null clears a value. */
type Properties = Readonly<Record<string, string | number | null>>;

/** A parsed request to add or change a contact. */
export interface ContactRequest {
  readonly email: string | undefined;
  /** Fields of a request to Postrider's own API. Absent fields stay unchanged. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly properties: Properties;
  readonly isUnsubscribed: boolean | undefined;
}

/**
 * Parses a request to add a contact, both to the segments in the body and to the segment in the path, if any. Throws
 * validation_error.
 */
export function readNewContact(body: unknown, segment: number | undefined): ContactRequest {
  const given = objectOf(body, '', CONTACT.objects['']) ?? { at: '', values: {} };
  const segments = listOf(given, 'segments').map((each, index) => segmentIn(each, `segments.${index}`));
  const { audience_id: audience } = given.values;
  // Older clients send the audience of the path in the body too.
  const own = segment ?? (audience === undefined ? undefined : fieldId('segment', audience, 'audience_id'));
  const lists = own === undefined ? segments : [own, ...segments];
  const [first, last] = [textOf(given, 'first_name'), textOf(given, 'last_name')];
  return {
    email: textOf(given, 'email') ?? '',
    fields: {
      ...(first !== undefined && { first_name: first }),
      ...(last !== undefined && { last_name: last }),
      ...(lists.length > 0 && { lists }),
    },
    properties: propertiesIn(given),
    isUnsubscribed: flagIn(given, 'unsubscribed'),
  };
}

/**
 * Parses changes to the contact with an address. Null deletes a name. Throws validation_error, also for another address.
 */
export function readContactChange(body: unknown, address: string): ContactRequest {
  const given = objectOf(body, '', CONTACT_CHANGE) ?? { at: '', values: {} };
  const email = textOf(given, 'email');
  if (email !== undefined && email.toLowerCase() !== address) {
    throw faultAt('email', 'cannot be changed. Add another contact with the new address instead.');
  }
  const names = ['first_name', 'last_name'].filter((name) => given.values[name] !== undefined);
  return {
    email: undefined,
    fields: Object.fromEntries(names.map((name) => [name, textOf(given, name) ?? null])),
    properties: propertiesIn(given),
    isUnsubscribed: flagIn(given, 'unsubscribed'),
  };
}

const CONTACT_CHANGE: Names = {
  taken: CONTACT.objects[''].taken.filter((name) => !['segments', 'topics', 'audience_id'].includes(name)),
  ignored: { id: IN_PATH, audience_id: IN_PATH },
  refused: {
    segments: 'cannot be set here. Add the contact to a segment with POST /contacts/{contact}/segments/{segment}.',
    topics: 'cannot be set here. Use PATCH /contacts/{contact}/topics.',
  },
};

function segmentIn(value: unknown, at: string): number {
  return fieldId('segment', typeof value === 'string' ? value : objectOf(value, at, SEGMENT_ID)?.values['id'], at);
}

const SEGMENT_ID: Names = { taken: ['id'] };

function flagIn(given: Given, name: string): boolean | undefined {
  const value = given.values[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw faultAt(name, 'must be true or false.');
  return value;
}

function propertiesIn(given: Given): Properties {
  const value = given.values['properties'];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw faultAt('properties', 'must be an object.');
  return Object.fromEntries(
    Object.entries(value).map(([name, each]): [string, string | number | null] => {
      if (each === null || typeof each === 'string' || typeof each === 'number') return [name, each];
      if (typeof each === 'boolean') return [name, String(each)];
      throw invalid({ [`properties.${name}`]: ['must be a string, a number, a boolean, or null.'] });
    }),
  );
}
