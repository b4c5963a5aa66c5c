import { Type, type Static } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import { parseIsoTime } from '../../../base/iso-time.ts';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import { pageParameters, pageQueryOf, type PageQuery } from '../../../http/account/page.ts';
import { parserOf, type Parser } from '../../../http/parser.ts';
import { contactAddressOf, type ContactAddress } from '../contacts/index.ts';
import {
  FUTURE_TOLERANCE_MS,
  MAX_BATCH,
  MAX_KEY_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_QUERY_CHARACTERS,
  MAX_SEARCHED_NAMES,
} from './limits.ts';
import { faultOfProperties, type Properties } from './properties.ts';

/** An event as reported by an application. */
export interface EventInput {
  readonly name: string;
  readonly contact: { readonly email: ContactAddress } | { readonly id: number };
  readonly properties: Properties;
  readonly idempotencyKey: string | null;
  /** Time of the event. Undefined means now. */
  readonly occurredAt: Date | undefined;
  /** Whether to create a contact if none has the address. */
  readonly createsContact: boolean;
}

type Fail = (field: string, sentence: string) => void;

const eventSchema = Type.Object({
  name: Type.String({
    description: `Name of the event, for example \`order.placed\`. At most ${MAX_NAME_CHARACTERS} characters, case-sensitive.`,
  }),
  email: Type.Optional(
    Type.String({ description: 'Email address of the contact. Required unless `contact_id` is given.' }),
  ),
  contact_id: Type.Optional(
    Type.Union(idSchema.anyOf, { description: 'ID of the contact. Required unless `email` is given.' }),
  ),
  properties: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Details of the event. At most 16 KB as JSON, with at most five levels of nesting.',
    }),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      description: `Idempotency key of the event. If you send an event again with the same idempotency key, Postrider does not store the event again. At most ${MAX_KEY_CHARACTERS} characters.`,
    }),
  ),
  occurred_at: Type.Optional(
    Type.String({
      description:
        'When the event occurred, as an ISO 8601 date-time. Default: now. Events that occurred more than 24 hours ago do not start automations.',
      documentedAs: { format: 'date-time' },
    }),
  ),
  create_contact: Type.Optional(
    Type.Boolean({
      description:
        'Whether to add a contact if no contact has this email address. With double opt-in, the contact must confirm the subscription. Requires the `account` scope. Default: false.',
    }),
  ),
});

export function newEvent(clock: Clock): Parser<EventInput> {
  return parserOf(eventSchema, (given, fail) => eventOf(given, clock.now(), fail));
}

/** Returns the parser for a batch of events. */
export function newEvents(clock: Clock): Parser<readonly EventInput[]> {
  const schema = Type.Object({ events: Type.Array(eventSchema, { minItems: 1, maxItems: MAX_BATCH }) });
  return parserOf(schema, ({ events }, fail) =>
    events.map((given, index) =>
      eventOf(given, clock.now(), (field, sentence) => fail(`events.${index}.${field}`, sentence)),
    ),
  );
}

function eventOf(given: Static<typeof eventSchema>, nowMs: number, fail: Fail): EventInput {
  const properties = given.properties ?? {};
  const fault = faultOfProperties(properties);
  if (fault !== undefined) fail('properties', fault);
  const contact = contactOf(given, fail);
  const createsContact = given.create_contact ?? false;
  if (createsContact && 'id' in contact) fail('create_contact', 'can be used only with `email`.');
  return {
    name: nameOf(given.name, fail),
    contact,
    properties,
    idempotencyKey: keyOf(given.idempotency_key, fail),
    occurredAt: timeOf(given.occurred_at, nowMs, fail),
    createsContact,
  };
}

function nameOf(given: string, fail: Fail): string {
  const fault = faultOfEventName(given.trim());
  if (fault !== undefined) fail('name', fault);
  return given.trim();
}

/**
 * Returns the reason why an event name is invalid, worded as the end of a sentence. Returns undefined if the name is
 * valid. Pure.
 */
export function faultOfEventName(name: string): string | undefined {
  if (name === '') return 'is required.';
  if (Array.from(name).length > MAX_NAME_CHARACTERS) return `must have at most ${MAX_NAME_CHARACTERS} characters.`;
  if (hasControls(name)) return 'must not contain line breaks or control characters.';
  return name.isWellFormed() ? undefined : 'must be valid Unicode text.';
}

function hasControls(text: string): boolean {
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);
}

function contactOf(given: Static<typeof eventSchema>, fail: Fail): EventInput['contact'] {
  if ((given.email === undefined) === (given.contact_id === undefined)) {
    fail('email', 'or `contact_id` is required, but not both.');
    return { id: 0 };
  }
  if (given.contact_id !== undefined) {
    const id = idOf(given.contact_id);
    if (id === undefined) fail('contact_id', 'must be an ID (a positive integer).');
    return { id: id ?? 0 };
  }
  const address = contactAddressOf(given.email ?? '');
  if (typeof address === 'string') return { email: address };
  fail('email', given.email?.trim() === '' ? 'is required.' : address.fault);
  return { id: 0 };
}

function keyOf(given: string | undefined, fail: Fail): string | null {
  if (given === undefined) return null;
  if (given === '' || Array.from(given).length > MAX_KEY_CHARACTERS) {
    fail('idempotency_key', `must have 1 to ${MAX_KEY_CHARACTERS} characters.`);
  } else if (hasControls(given) || !given.isWellFormed()) {
    fail('idempotency_key', 'must not contain line breaks or control characters.');
  }
  return given;
}

function timeOf(given: string | undefined, nowMs: number, fail: Fail): Date | undefined {
  if (given === undefined) return undefined;
  const ms = parseIsoTime(given);
  if (ms === undefined) fail('occurred_at', 'must be an ISO 8601 date-time, for example 2026-11-22T08:15:00Z.');
  else if (ms > nowMs + FUTURE_TOLERANCE_MS) fail('occurred_at', 'must not be in the future.');
  return new Date(ms ?? 0);
}

/** A parsed request for a page of events. Null means that events are not filtered by this property. */
export interface EventQuery extends PageQuery {
  readonly name: string | null;
  readonly email: string | null;
  /** Part of an event name, or the email address of a contact. */
  readonly text: string | null;
}

/** Parses the query parameters of the event log. Empty values count as absent. */
export const eventQuery: Parser<EventQuery> = parserOf(
  Type.Object({
    ...pageParameters(),
    name: Type.Optional(Type.String({ description: 'Only events with exactly this name.' })),
    email: Type.Optional(Type.String({ description: 'Only events of the contact with this email address.' })),
    query: Type.Optional(
      Type.String({
        description: `Only events whose name contains this text, ignoring case, or events of the contact with this email address. If events have more than ${MAX_SEARCHED_NAMES} different names, searches the first ${MAX_SEARCHED_NAMES} in alphabetical order. At most ${MAX_QUERY_CHARACTERS} characters.`,
      }),
    ),
  }),
  (given, fail) => {
    const name = given.name?.trim() || null;
    const fault = name === null ? undefined : faultOfEventName(name);
    if (fault !== undefined) fail('name', fault);
    const address = given.email?.trim() ? contactAddressOf(given.email) : null;
    if (address !== null && typeof address !== 'string') fail('email', address.fault);
    const email = typeof address === 'string' ? address : null;
    return { ...pageQueryOf(given, fail), name, email, text: searchTextOf(given.query, fail) };
  },
);

function searchTextOf(given: string | undefined, fail: Fail): string | null {
  const text = given?.trim() ?? '';
  if (Array.from(text).length > MAX_QUERY_CHARACTERS) {
    fail('query', `must have at most ${MAX_QUERY_CHARACTERS} characters.`);
  } else if (hasControls(text) || !text.isWellFormed()) {
    fail('query', 'must not contain line breaks or control characters.');
  }
  return text === '' ? null : text;
}
