import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { contactAddressOf, type ContactAddress } from '../../audience/contacts/index.ts';
import { fieldValueOf, MAX_TEXT_CHARACTERS, type ContactField } from '../../audience/contact-fields/index.ts';
import type { TextKey } from '../../../mail/languages/catalog.ts';
import { MAX_NAME_CHARACTERS } from './limits.ts';

/** Error for an invalid value of a custom field, by field type. */
const FAULTS: Readonly<Record<ContactField['type'], TextKey>> = {
  text: 'form.error.text',
  number: 'form.error.number',
  date: 'form.error.date',
};

type Given = Readonly<Record<string, unknown>>;

/** Submitted values as strings. Missing values are empty strings. */
export interface Entered {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly hasConsented: boolean;
  /** Value of the honeypot field. The field is hidden, so people leave it empty, but some browsers fill it in. */
  readonly trap: string;
  /** Signed timestamp at which the page was shown. Empty for embeds. */
  readonly stamp: string;
  /** Values of custom fields or of unknown fields, by name. */
  readonly more: ReadonlyMap<string, string>;
}

/** A parsed subscriber. */
export interface SignedUp {
  readonly email: ContactAddress;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
}

/** Reserved field names. Custom fields cannot have these names. */
const OWN = new Set(['email', 'first_name', 'last_name', 'gdpr', 'a_password', 'stamp', 'contact_fields']);
// oxlint-disable-next-line no-control-regex -- The pattern matches control characters on purpose.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const BRACKETS = /^contact_fields\[([^[\]]+)\]$/;

/**
 * Parses a form submission from the sign-up page, an embed of any version, or a script. Never rejects a submission,
 * because the page shows errors to the visitor.
 */
export const entered = parserOf(Type.Record(Type.String(), Type.Unknown()), (given): Entered => ({
  email: textOf(given['email']),
  firstName: lineOf(given['first_name']),
  lastName: lineOf(given['last_name']),
  hasConsented: ['1', 'on', 'true', 'yes'].includes(textOf(given['gdpr']).toLowerCase()),
  trap: textOf(given['a_password']),
  stamp: textOf(given['stamp']),
  more: moreOf(given),
}));

/**
 * Returns the subscriber, or undefined if the address is missing or invalid. For each missing or invalid value, calls
 * `fail` with the name of an error message. Pure.
 */
export function signedUpOf(
  { email, firstName, hasConsented, lastName }: Entered,
  { isConsentNeeded }: { readonly isConsentNeeded: boolean },
  fail: (key: TextKey, values?: Readonly<Record<string, string | number>>) => void,
): SignedUp | undefined {
  const address = email === '' ? undefined : contactAddressOf(email);
  if (address === undefined) fail('form.error.email.missing');
  // A domain without a dot cannot receive email from the internet, so the address is incomplete.
  else if (typeof address !== 'string' || !/@.+\../.test(address)) fail('form.error.email.invalid');
  const isTooLong = (name: string): boolean => Array.from(name).length > MAX_NAME_CHARACTERS;
  if (isTooLong(firstName)) fail('form.error.first_name', { max: MAX_NAME_CHARACTERS });
  if (isTooLong(lastName)) fail('form.error.last_name', { max: MAX_NAME_CHARACTERS });
  if (isConsentNeeded && !hasConsented) fail('form.error.consent');
  if (typeof address !== 'string') return undefined;
  return { email: address, firstName: firstName || undefined, lastName: lastName || undefined };
}

/**
 * Returns the values of custom fields by field ID. Skips empty values and unknown fields. For each invalid value, calls
 * `fail` with the name of an error message. Pure.
 */
export function valuesOf(
  { more }: Entered,
  fields: readonly ContactField[],
  fail: (key: TextKey, values?: Readonly<Record<string, string | number>>) => void,
): Record<number, string | null> {
  const values: Record<number, string | null> = {};
  for (const { id, label, name, type } of fields) {
    const given = more.get(name);
    if (given === undefined) continue;
    const kept = fieldValueOf(type, given);
    if ('fault' in kept) fail(FAULTS[type], { label, max: MAX_TEXT_CHARACTERS });
    else if (kept.value !== null) values[id] = kept.value;
  }
  return values;
}

/**
 * Collects custom fields. They may be nested (decoded urlencoded forms), have names in brackets, or have plain names.
 */
function moreOf(given: Given): ReadonlyMap<string, string> {
  const more = new Map<string, string>();
  for (const [key, value] of Object.entries(given)) if (!OWN.has(key) && !BRACKETS.test(key)) put(more, key, value);
  const nested = given['contact_fields'];
  if (typeof nested === 'object' && nested !== null) {
    for (const [key, value] of Object.entries(nested)) put(more, key, value);
  }
  for (const [key, value] of Object.entries(given)) {
    const name = BRACKETS.exec(key)?.[1];
    if (name !== undefined) put(more, name, value);
  }
  return more;
}

function put(more: Map<string, string>, name: string, value: unknown): void {
  const text = textOf(value);
  if (text !== '') more.set(name.toLowerCase(), text);
}

/** Returns the trimmed text of a field, with each run of control characters and line breaks replaced by a space. */
function lineOf(value: unknown): string {
  return textOf(value).replaceAll(CONTROLS, ' ').trim();
}

/** Returns the value of a field as trimmed text. If the field is repeated, returns the last value. */
function textOf(value: unknown): string {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' ? last.trim() : '';
}
