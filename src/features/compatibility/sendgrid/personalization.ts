import { invalid } from '../../../base/refusal.ts';
import { isFault, parseMailbox, presentMailbox } from '../../../mail/address.ts';
import { isObject, nativeMailbox, scalarText } from '../resend/index.ts';
import { faultAt, listOf, objectOf, pathOf, textOf, type Given, type Names } from '../vendors/index.ts';

/** So far ahead a time of delivery may lie that means now. */
const SOON_MS = 60_000;
const NO_TEMPLATES = 'is not supported. Use content instead.';

const NAMES: Names = {
  taken: ['to', 'cc', 'bcc', 'subject', 'headers', 'substitutions', 'custom_args', 'send_at'],
  refused: {
    dynamic_template_data: NO_TEMPLATES,
    from: 'is not supported in a personalization. Set it at the top level of the request.',
  },
};

/** An address as it is parsed, and as it was written. */
export interface Named {
  readonly mailbox: string;
  readonly written: string;
}

/** Texts by their names. */
export type Texts = Readonly<Record<string, string>>;

/** Whom a message goes to, and what is theirs of it. */
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

/** Reads one of the personalizations. Throws validation_error naming the field at fault. */
export function readPersonalization(value: unknown, at: string, nowMs: number): Personalization {
  const given = objectOf(value, at, NAMES) ?? { at, values: {} };
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

/** Throws validation_error for a time of delivery that is not now. */
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

/** A list of addresses. Throws validation_error. */
export function namedList(given: Given, name: string): Named[] {
  return listOf(given, name).map((each, index) => namedOf(each, `${pathOf(given, name)}.${index}`));
}

/** An address with its name. Throws validation_error. */
export function namedOf(value: unknown, at: string): Named {
  const given = objectOf(value, at, { taken: ['email', 'name'] });
  const written = textOf(given, 'email')?.trim() ?? '';
  const mailbox = parseMailbox(written);
  if (isFault(mailbox)) throw invalid({ [`${at}.email`]: [mailbox.fault] });
  const name = textOf(given, 'name');
  const whole = name === undefined ? mailbox : { ...mailbox, name };
  // Whatever a name holds that a header may not is left for the parser to name.
  return { mailbox: nativeMailbox(presentMailbox(whole), { domain: '', aliases: [] }), written };
}

/** An object of texts; numbers and truth values are written as JSON writes them. Throws validation_error. */
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
