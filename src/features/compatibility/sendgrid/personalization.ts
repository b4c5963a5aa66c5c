import { invalid } from '../../../base/refusal.ts';
import { isFault, parseMailbox, presentMailbox } from '../../../mail/address.ts';
import { isObject, nativeMailbox, scalarText } from '../resend/index.ts';
import { faultAt, listOf, objectOf, pathOf, textOf, type Given } from '../fields/index.ts';
import { MAIL_SEND } from './operations.ts';

/**
 * Period in milliseconds. A delivery time within this period from now is ignored, and the email is sent immediately.
 * Later times are rejected.
 */
const SOON_MS = 60_000;

/** An address, both parsed and as written in the request. */
export interface Named {
  readonly mailbox: string;
  readonly written: string;
}

/** Strings, keyed by name. */
export type Texts = Readonly<Record<string, string>>;

/** Recipients of a message and the values that apply to them. */
export interface Personalization {
  readonly at: string;
  readonly to: readonly Named[];
  readonly cc: readonly Named[];
  readonly bcc: readonly Named[];
  readonly subject: string | undefined;
  readonly headers: Texts;
  readonly substitutions: Texts;
  readonly customArgs: Texts;
}

/** Parses a personalization. Throws a validation_error that names the invalid field. */
export function readPersonalization(value: unknown, at: string, nowMs: number): Personalization {
  const given = objectOf(value, at, MAIL_SEND.objects.personalizations) ?? { at, values: {} };
  requireNow(given, nowMs);
  const [to, cc, bcc] = [namedList(given, 'to'), namedList(given, 'cc'), namedList(given, 'bcc')];
  if (to.length === 0) throw faultAt(`${at}.to`, 'is required.');
  return {
    at,
    to,
    cc,
    bcc,
    subject: textOf(given, 'subject'),
    headers: textsByName(given, 'headers'),
    substitutions: textsByName(given, 'substitutions'),
    customArgs: textsByName(given, 'custom_args'),
  };
}

/** Throws validation_error for a delivery time more than a minute in the future. */
export function requireNow(given: Given, nowMs: number): void {
  const at = given.values['send_at'];
  if (at === undefined || at === null) return;
  if (typeof at !== 'number') throw faultAt(pathOf(given, 'send_at'), 'must be a Unix timestamp in seconds.');
  if (at * 1_000 <= nowMs + SOON_MS) return;
  throw faultAt(
    pathOf(given, 'send_at'),
    'must not be in the future. Scheduling is not supported. Send the request when the email should be sent.',
  );
}

/** Parses a list of addresses. Throws validation_error. */
export function namedList(given: Given, name: string): Named[] {
  return listOf(given, name).map((each, index) => namedOf(each, `${pathOf(given, name)}.${index}`));
}

/** Parses an address with an optional name. Throws validation_error. */
export function namedOf(value: unknown, at: string): Named {
  const given = objectOf(value, at, { taken: ['email', 'name'] });
  const written = textOf(given, 'email')?.trim() ?? '';
  const mailbox = parseMailbox(written);
  if (isFault(mailbox)) throw invalid({ [`${at}.email`]: [mailbox.fault] });
  const name = textOf(given, 'name');
  const whole = name === undefined ? mailbox : { ...mailbox, name };
  // The parser later reports characters in the name that are not allowed in headers.
  return { mailbox: nativeMailbox(presentMailbox(whole), { domain: '', aliases: [] }), written };
}

/**
 * Parses an object with string values. Converts numbers and booleans to strings, as in JSON. Throws validation_error.
 */
export function textsByName(given: Given, name: string): Texts {
  const value = given.values[name];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw faultAt(pathOf(given, name), 'must be an object.');
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const text = each === null ? '' : scalarText(each);
      if (text === undefined) throw faultAt(`${pathOf(given, name)}.${key}`, 'must be a string.');
      return [key, text];
    }),
  );
}
