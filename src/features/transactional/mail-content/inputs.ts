import { Type, type TSchema } from 'typebox';
import { MAX_DESIGN_CHARACTERS } from '../../../mail/design/schema.ts';
import { input, type Fail, type Input } from '../../../http/resource/input.ts';

/**
 * Inputs for the content of an email that users write: subject, preview text, HTML or a design, and text. Campaigns,
 * automation emails and templates share these inputs.
 */

/** Maximum length of the title, subject, preview text, sender name and sender address, in characters. */
export const MAX_SHORT_CHARACTERS = 191;
/** Maximum length of the HTML and of the text part, in characters. */
const MAX_HTML_CHARACTERS = 1_000_000;

const SHORT = { maxLength: MAX_SHORT_CHARACTERS };
const LONG = { maxLength: MAX_HTML_CHARACTERS };
const TEXT = `At most ${MAX_HTML_CHARACTERS} characters.`;
const ONE_BODY =
  'Setting `html` removes the `design`, and setting `design` replaces the `html`. If both are given, `design` is used.';
const looseText = Type.Union([Type.String(), Type.Null()]);

type Read<Value> = (field: string, given: unknown, fail: Fail) => Value | undefined;

const orNull = (schema: TSchema, description: string, documentedAs: object = {}) =>
  Type.Union([schema, Type.Null()], { description, documentedAs });
/** An optional value. Empty input is parsed as null, because forms cannot send null. */
const nothing = <Value>(shown: TSchema, taken: TSchema, read: Read<Value>): Input<Value | null> =>
  input({ shown, taken, read: (given, field, fail) => nullable(given, (value) => read(field, value, fail)) });

export const previewText = nothing(
  orNull(
    Type.String(),
    `Preview text shown after the subject in the inbox. At most ${MAX_SHORT_CHARACTERS} characters.`,
    SHORT,
  ),
  looseText,
  oneLine,
);
export const html = nothing(
  orNull(
    Type.String(),
    `${TEXT} Can contain merge tags and conditions. Required unless \`design\` or \`text\` is given.`,
    LONG,
  ),
  looseText,
  long,
);
export const design = nothing(
  orNull(
    Type.Object({}),
    `Postrider extension. A document that consists of blocks. Postrider generates the HTML from this document. ${ONE_BODY}`,
  ),
  Type.Unknown(),
  designOf,
);
export const plainText = nothing(
  orNull(Type.String(), `Postrider extension. The plain text part. Default: generated from the HTML. ${TEXT}`, LONG),
  looseText,
  long,
);

/**
 * Returns the changes to add to an update of the body. HTML and a design replace each other: setting one of them sets
 * the other to null. If both are given, the design takes precedence, because the HTML was generated from it. Pure.
 */
export function oneBody({
  design: blocks,
  html: source,
}: {
  readonly html?: string | null;
  readonly design?: object | null;
}) {
  return {
    ...(typeof source === 'string' && { design: null }),
    ...(blocks && { html: null, design: blocks }),
  };
}

/** Matches subjects from which email clients infer that a message is a reply or was forwarded. */
const ANSWERS = /^\s*(?:re|fwd)\s*:/i;

/** Parses a subject like `oneLine`. Also reports an error if it starts with RE: or FWD:. */
export function subjectOf(field: string, given: unknown, fail: Fail): string | undefined {
  const subject = oneLine(field, given, fail);
  if (subject !== undefined && ANSWERS.test(subject)) {
    fail(field, 'must not start with RE: or FWD:, which mark replies and forwarded emails.');
  }
  return subject;
}

/**
 * Parses a single-line string of at most 191 characters, and removes surrounding whitespace. Returns undefined if it is
 * missing, null, or not a string. Reports errors to `fail`.
 */
export function oneLine(field: string, given: unknown, fail: Fail): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'string') {
    fail(field, 'must be a string.');
    return undefined;
  }
  const text = given.trim();
  if (isLonger(text, MAX_SHORT_CHARACTERS)) fail(field, `must have at most ${MAX_SHORT_CHARACTERS} characters.`);
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)) {
    fail(field, 'must not contain line breaks or control characters.');
  }
  return text;
}

export function long(field: string, given: unknown, fail: Fail): string | null {
  if (typeof given !== 'string') {
    fail(field, 'must be a string.');
    return null;
  }
  if (isLonger(given, MAX_HTML_CHARACTERS)) fail(field, `must have at most ${MAX_HTML_CHARACTERS} characters.`);
  return given;
}

/**
 * Parses a design without validating its blocks, because a draft may be unfinished. The blocks are validated before
 * sending.
 */
export function designOf(field: string, value: unknown, fail: Fail): object | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail(field, 'must be a JSON object.');
    return null;
  }
  if (JSON.stringify(value).length > MAX_DESIGN_CHARACTERS) {
    fail(field, `must have at most ${MAX_DESIGN_CHARACTERS} characters as JSON.`);
  }
  return value;
}

/**
 * Parses a value with `read`. Returns undefined if the value is missing. Returns null for null and for a blank string,
 * because forms cannot send null.
 */
export function nullable<T>(given: unknown, read: (value: unknown) => T | undefined): T | null | undefined {
  if (given === undefined) return undefined;
  if (given === null || (typeof given === 'string' && given.trim() === '')) return null;
  return read(given) ?? null;
}

/**
 * Returns whether a string has more than `most` code points. Counts them only if the string has more than `most` UTF-16
 * code units.
 */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (const _character of text) count += 1;
  return count > most;
}
