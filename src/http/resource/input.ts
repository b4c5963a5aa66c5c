import { parsePageLanguage } from '../../mail/languages/tags.ts';
import { Type, type Static, type TSchema } from 'typebox';
import { flagOf as strictFlagOf, flagSchema } from '../account/flags.ts';
import { idOf, idSchema, idsOf, idsSchema } from '../account/ids.ts';

export type Fail = (field: string, sentence: string) => void;

/** Input that a request may contain for a field of a resource. */
export interface Input<Value> {
  readonly shown: TSchema;
  /**
   * Accepted schema. It may accept more than the documented one, because forms and lenient clients send text instead of
   * other types.
   */
  readonly taken: TSchema;
  /** Whether a request for a new object must contain the field. */
  readonly isRequired: boolean;
  /** Error message if a request for a new object lacks the field. Default: `is required.` */
  readonly missing?: string;
  /**
   * Converts a value, which is never undefined. Returns undefined to leave the field unchanged. Calls `fail` for each
   * problem.
   */
  readonly read: (given: unknown, field: string, fail: Fail) => Value | undefined;
}

/** Declares an input. `read` receives only values that match `taken`. */
export function input<Taken extends TSchema, Value>(spec: {
  readonly shown: TSchema;
  readonly taken: Taken;
  readonly isRequired?: boolean;
  readonly missing?: string;
  readonly read: (given: Static<Taken>, field: string, fail: Fail) => Value | undefined;
}): Input<Value> {
  // Safe cast: the parser validates values with `taken` before it calls `read`.
  const read = spec.read as Input<Value>['read'];
  return { ...spec, isRequired: spec.isRequired ?? false, read };
}

/**
 * Control characters that a single line of text must not contain. Multiline text (`LINES`) may contain tabs and line
 * feeds.
 */
export const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;
const LINES = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/;

const looseText = Type.Union([Type.String(), Type.Null()]);
const looseFlag = Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]);

interface TextRules {
  readonly description: string;
  /** Maximum number of code points after trimming. */
  readonly most: number;
  /** Additional keywords for the API document. */
  readonly documentedAs?: object;
}

/** Declares the required name of an object. The name is trimmed. */
export function name({ most, ...shown }: TextRules): Input<string> {
  const schema = Type.String(shown);
  const read = (given: string, field: string, fail: Fail): string => {
    const text = given.trim().toWellFormed();
    if (text === '') fail(field, 'is required.');
    else requireShort(text, field, most, fail);
    return text;
  };
  return input({ shown: schema, taken: schema, isRequired: true, read });
}

/** Declares a required name that is converted to composed Unicode form (NFC). */
export function composedName(rules: TextRules): Input<string> {
  const { read, ...rest } = name(rules);
  const composed = (given: unknown) => (typeof given === 'string' ? given.normalize('NFC') : given);
  return { ...rest, read: (given, ...where) => read(composed(given), ...where) };
}

/** Declares a required single-line text field. */
export function requiredLine({ most, ...shown }: TextRules): Input<string> {
  const read = (given: string | null, field: string, fail: Fail): string => {
    const line = lineOf(given, field, most, fail);
    if (line === '') fail(field, 'is required.');
    return line;
  };
  return input({ shown: Type.String(shown), taken: looseText, isRequired: true, read });
}

/** Declares a single-line text field that may be empty. */
export function line({ most, ...shown }: TextRules): Input<string> {
  return input({
    shown: Type.String(shown),
    taken: looseText,
    read: (given, field, fail) => lineOf(given, field, most, fail),
  });
}

/** Declares a single-line text field. Empty text becomes null. */
export function lineOrNull({ most, ...shown }: TextRules): Input<string | null> {
  const read = (given: string | null, field: string, fail: Fail) => lineOf(given, field, most, fail) || null;
  return input({ shown: Type.Union([Type.String(), Type.Null()], shown), taken: looseText, read });
}

/** Declares a multiline text field that may be empty. */
export function lines({ most, ...shown }: TextRules): Input<string> {
  return input({
    shown: Type.String(shown),
    taken: looseText,
    read: (given, field, fail) => linesOf(given, field, most, fail),
  });
}

/** Declares a multiline text field. Empty text becomes null. */
export function linesOrNull({ most, ...shown }: TextRules): Input<string | null> {
  const read = (given: string | null, field: string, fail: Fail) => linesOf(given, field, most, fail) || null;
  return input({ shown: Type.Union([Type.String(), Type.Null()], shown), taken: looseText, read });
}

/** Declares a field for the language of pages, a BCP 47 tag. Empty text becomes null. */
export function pageLanguageOrNull(description: string): Input<string | null> {
  const read = (given: string | null, field: string, fail: Fail): string | null => {
    if (given === null || given.trim() === '') return null;
    const parsed = parsePageLanguage(given);
    if ('tag' in parsed) return parsed.tag;
    fail(field, parsed.fault);
    return null;
  };
  return input({ shown: Type.Union([Type.String(), Type.Null()], { description }), taken: looseText, read });
}

/** Declares a boolean field. */
export function flag(description: string): Input<boolean> {
  return input({ shown: Type.Boolean({ description }), taken: flagSchema, read: strictFlagOf });
}

/** Declares a boolean. An empty value, as in forms, becomes `blank`. */
export function flagOr<Blank extends boolean | null>(blank: Blank, description: string): Input<boolean | Blank> {
  const shown =
    blank === null ? Type.Union([Type.Boolean(), Type.Null()], { description }) : Type.Boolean({ description });
  const read = (given: Static<typeof looseFlag>, field: string, fail: Fail) =>
    given === null || String(given).trim() === '' ? blank : strictFlagOf(given, field, fail);
  return input({ shown, taken: looseFlag, read });
}

/** Declares the ID of another object. */
export function id(shown: object, isRequired = false): Input<number> {
  return input({ shown: Type.Integer({ minimum: 1, ...shown }), taken: idSchema, isRequired, read: numberOf });
}

/** Declares the ID of another object. Null means no object. */
export function idOrNull(description: string): Input<number | null> {
  return input({
    shown: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description }),
    taken: Type.Union([idSchema, Type.Null()]),
    read: (given, field, fail) => (given === null || given === '' ? null : numberOf(given, field, fail)),
  });
}

/**
 * Declares a list of IDs of other objects. The list is required on creation and must not be empty. `noun` names the
 * other objects in error messages.
 */
export function someIds(description: string, { most, noun }: { most: number; noun: string }): Input<readonly number[]> {
  const read = (given: Static<typeof idsSchema>, field: string, fail: Fail): readonly number[] => {
    let hasFailed = false;
    const note: Fail = (...fault) => {
      hasFailed = true;
      fail(...fault);
    };
    const ids = idsOf(given, field, note, most) ?? [];
    if (ids.length === 0 && !hasFailed) fail(field, `must have at least one ${noun}.`);
    return ids;
  };
  const shown = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, description });
  return input({ shown, taken: idsSchema, isRequired: true, read });
}

function numberOf(given: string | number, field: string, fail: Fail): number {
  const number = idOf(given);
  if (number === undefined) fail(field, 'must be an ID (a positive integer).');
  return number ?? 0;
}

function lineOf(given: string | null, field: string, most: number, fail: Fail): string {
  const line = given?.trim().toWellFormed() ?? '';
  if (requireShort(line, field, most, fail) && CONTROLS.test(line)) {
    fail(field, 'must not contain line breaks or control characters.');
  }
  return line;
}

function linesOf(given: string | null, field: string, most: number, fail: Fail): string {
  const text = given?.trim().replaceAll(/\r\n?/g, '\n').toWellFormed() ?? '';
  if (requireShort(text, field, most, fail) && LINES.test(text)) fail(field, 'must not contain control characters.');
  return text;
}

function requireShort(text: string, field: string, most: number, fail: Fail): boolean {
  const isShort = Array.from(text).length <= most;
  if (!isShort) fail(field, `must have at most ${most} characters.`);
  return isShort;
}
