import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { contactAddressOf, type ContactAddress } from '../../audience/contacts/index.ts';
import { fieldValueOf, type ContactField } from '../../audience/contact-fields/index.ts';
import { MAX_NAME_CHARACTERS } from './limits.ts';

type Given = Readonly<Record<string, unknown>>;

/** What was entered, as texts; '' where nothing was. */
export interface Entered {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly hasConsented: boolean;
  /** The honeypot: people leave it empty, because they do not see it; their browsers may not. */
  readonly trap: string;
  /** When its page was shown; '' on pages of others. */
  readonly stamp: string;
  /** Values of fields of the account, or of whatever else, by name. */
  readonly more: ReadonlyMap<string, string>;
}

/** Who signs up. */
export interface SignedUp {
  readonly email: ContactAddress;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
}

/** Names that are no fields of accounts, or already have a meaning. */
const OWN = new Set(['email', 'first_name', 'last_name', 'gdpr', 'a_password', 'stamp', 'contact_fields']);
// oxlint-disable-next-line no-control-regex -- These are what is looked for.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const BRACKETS = /^contact_fields\[([^[\]]+)\]$/;

/**
 * Parser of a form that is sent in, by our page, by embeds of any age or by programs. Nothing is refused here: it is people who
 * read what is wrong.
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

/** Who signs up with what was entered; `fail` is called with a sentence for what is missing or wrong. Pure. */
export function signedUpOf(
  { email, firstName, hasConsented, lastName }: Entered,
  { isConsentNeeded }: { readonly isConsentNeeded: boolean },
  fail: (sentence: string) => void,
): SignedUp | undefined {
  const address = email === '' ? undefined : contactAddressOf(email);
  if (address === undefined) fail('Please enter your email address.');
  // At a host without a dot nobody can be written to from elsewhere; it was not finished.
  else if (typeof address !== 'string' || !/@.+\../.test(address))
    fail('Please check the email address. The address is incomplete or contains a mistake.');
  for (const [label, name] of [
    ['first name', firstName],
    ['last name', lastName],
  ] as const) {
    if (Array.from(name).length > MAX_NAME_CHARACTERS) {
      fail(`The ${label} is too long. A name can have at most ${MAX_NAME_CHARACTERS} characters.`);
    }
  }
  if (isConsentNeeded && !hasConsented) fail('Please check the box. We need your consent to email you.');
  if (typeof address !== 'string') return undefined;
  return { email: address, firstName: firstName || undefined, lastName: lastName || undefined };
}

/** Values of the account's fields by their id; what is empty or no field says nothing. `fail` as above. Pure. */
export function valuesOf(
  { more }: Entered,
  fields: readonly ContactField[],
  fail: (sentence: string) => void,
): Record<number, string | null> {
  const values: Record<number, string | null> = {};
  for (const { id, label, name, type } of fields) {
    const given = more.get(name);
    if (given === undefined) continue;
    const kept = fieldValueOf(type, given);
    if ('fault' in kept) fail(`${label} ${kept.fault}`);
    else if (kept.value !== null) values[id] = kept.value;
  }
  return values;
}

/** Nested by what decodes urlencoded forms, in names with brackets in the others, or under their own names. */
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

/** In one line, as browsers send it; programs may say anything. */
function lineOf(value: unknown): string {
  return textOf(value).replaceAll(CONTROLS, ' ').trim();
}

/** The last one where it comes several times. */
function textOf(value: unknown): string {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' ? last.trim() : '';
}
