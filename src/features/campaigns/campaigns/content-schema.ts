import type { Fail } from '../../../http/resource/input.ts';
import { isFault, parseAddress } from '../../../mail/address.ts';
import { MAX_DESIGN_CHARACTERS } from '../../../mail/design/schema.ts';
import { MAX_HTML_CHARACTERS, MAX_SHORT_CHARACTERS, MAX_VARIANTS } from './limits.ts';

/** A variant of the content of a campaign. Null fields are taken from the campaign. */
export interface VariantContent {
  readonly subject: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: object | null;
  readonly plain_text: string | null;
}

/** Mail programs treat a message whose subject starts like this as a reply or a forwarded message. */
const ANSWERS = /^\s*(?:re|fwd)\s*:/i;

/** Parses the variants of an A/B test. */
export function variantsOf(given: unknown, fail: Fail): readonly VariantContent[] {
  if (given === null || given === '') return [];
  if (!Array.isArray(given) || given.length > MAX_VARIANTS) {
    fail('variants', `must be an array of at most ${MAX_VARIANTS} variants.`);
    return [];
  }
  return given.map((variant: unknown, index) => variantOf(variant, `variants.${index}`, fail));
}

function variantOf(given: unknown, field: string, fail: Fail): VariantContent {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  // Every field is validated when it is read.
  const parts = isObject ? (given as Readonly<Record<string, unknown>>) : {};
  const part = <T>(name: string, read: (field: string, value: unknown, fail: Fail) => T | undefined) =>
    nullable(parts[name], (value) => read(`${field}.${name}`, value, fail)) ?? null;
  const [html, design] = [part('html', long), part('design', designOf)];
  const variant = {
    subject: part('subject', subjectOf),
    preview_text: part('preview_text', oneLine),
    // If both are given, the design wins because the HTML was generated from the design.
    html: design ? null : html,
    design,
    plain_text: part('text', long),
  };
  if (Object.values(variant).every((value) => value === null)) {
    fail(field, 'must have its own `subject`, `preview_text`, `html`, `design`, or `text`.');
  }
  return variant;
}

/** Parses a subject, which is a single line and must not look like a reply. */
export function subjectOf(field: string, given: unknown, fail: Fail): string | undefined {
  const subject = oneLine(field, given, fail);
  if (subject !== undefined && ANSWERS.test(subject)) {
    fail(field, 'must not start with RE: or FWD:, which mark replies and forwarded emails.');
  }
  return subject;
}

/** Parses a short text on a single line and removes surrounding whitespace. */
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

/** Parses and normalizes a sender address. Returns undefined for an empty string. */
export function senderAddress(field: string, given: unknown, fail: Fail): string | undefined {
  const text = oneLine(field, given, fail);
  if (text === undefined || text === '') return undefined;
  const parsed = parseAddress(text);
  if (!isFault(parsed)) return parsed;
  fail(field, parsed.fault);
  return undefined;
}

export function long(field: string, given: unknown, fail: Fail): string | null {
  if (typeof given !== 'string') {
    fail(field, 'must be a string.');
    return null;
  }
  if (isLonger(given, MAX_HTML_CHARACTERS)) fail(field, `must have at most ${MAX_HTML_CHARACTERS} characters.`);
  return given;
}

/** Parses a design without validating its blocks, because a draft may be unfinished. The blocks are validated before sending. */
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

/** Returns null for an empty string, because forms cannot send null. */
export function nullable<T>(given: unknown, read: (value: unknown) => T | undefined): T | null | undefined {
  if (given === undefined) return undefined;
  if (given === null || (typeof given === 'string' && given.trim() === '')) return null;
  return read(given) ?? null;
}

/** Counts code points. Most texts are short enough in UTF-16 code units, so that they do not have to be counted. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (const _character of text) count += 1;
  return count > most;
}
