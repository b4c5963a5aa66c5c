import { isUtf8 } from 'node:buffer';
import { invalid, Refusal } from '../base/refusal.ts';
import { shown } from './shown.ts';
import { findDuplicateKey, findJsonFault, measureJson } from './json-source.ts';

/** Maximum depth of arrays and objects in a body. */
export const MAX_DEPTH = 32;

/**
 * Maximum number of values in a body. This limits the memory used for parsing more effectively than a limit on the size
 * in bytes.
 */
export const MAX_VALUES = 250_000;

/**
 * Decodes a JSON body (RFC 8259). Returns undefined if it is empty or contains only white space. Throws
 * validation_error for invalid UTF-8 or JSON, repeated keys, the key `__proto__`, nesting that is too deep, too many
 * values, numbers out of range, and strings or keys with NUL characters or unpaired surrogates. Later code need not
 * check for these.
 */
export function decodeJson(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') return undefined;
  const measure = measureJson(text);
  if (measure.depth > MAX_DEPTH) throw malformed(`is nested deeper than ${MAX_DEPTH} levels`);
  if (measure.values > MAX_VALUES) throw malformed(`has more than ${MAX_VALUES} values`);
  const value = parse(text);
  const keys = { count: 0 };
  const fault = faultOf(value, keys);
  if (fault) throw invalid({ [shown(fault.path.join('.')) || 'body']: [fault.sentence] });
  if (keys.count !== measure.keys) throw repeated(text);
  return value;
}

/** Decodes UTF-8 bytes and removes a byte order mark. Throws validation_error for invalid UTF-8 (RFC 3629). */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new Refusal('validation_error', {
      message: 'The body is not valid UTF-8.',
      fix: 'Encode the body in UTF-8 (RFC 3629).',
    });
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    // Our parser accepts the same grammar as JSON.parse. If the two disagree, use the error message of JSON.parse.
    if (!fault) throw malformed(`cannot be parsed: ${(error as Error).message}`);
    const { position, line, column, expected } = fault;
    throw new Refusal('validation_error', {
      message: `The body is not valid JSON: expected ${expected} at line ${line}, column ${column} (position ${position}).`,
      fix: 'Generate the body with a JSON library and send it unmodified.',
    });
  }
}

function malformed(what: string): Refusal {
  return new Refusal('validation_error', {
    message: `The JSON body ${what}.`,
    fix: 'Send fewer values per request, or use fewer nesting levels.',
  });
}

function repeated(text: string): Refusal {
  const path = shown(findDuplicateKey(text) ?? 'body');
  return new Refusal('validation_error', {
    message: `The body contains the key ${path} more than once.`,
    errors: { [path]: ['must be given only once.'] },
  });
}

/** A problem with a value, and the location of the value. */
interface ValueFault {
  /** Keys that lead to the value, outermost first. */
  readonly path: string[];
  readonly sentence: string;
}

/** Returns the first problem in a parsed tree, and counts the tree's keys. MAX_DEPTH limits the recursion. */
function faultOf(value: unknown, keys: { count: number }): ValueFault | undefined {
  if (typeof value === 'string') {
    const sentence = faultOfText(value);
    return sentence === undefined ? undefined : { path: [], sentence };
  }
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? undefined
      : { path: [], sentence: 'must be a number between -1.7e308 and 1.7e308.' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? faultOfArray(value, keys) : faultOfObject(value as Record<string, unknown>, keys);
}

function faultOfArray(items: readonly unknown[], keys: { count: number }): ValueFault | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const fault = faultOf(items[index], keys);
    if (fault) return within(String(index), fault);
  }
  return undefined;
}

function faultOfObject(object: Record<string, unknown>, keys: { count: number }): ValueFault | undefined {
  // This loop visits only own keys, because JSON.parse creates plain objects, whose inherited properties are not
  // enumerable.
  for (const key in object) {
    keys.count += 1;
    if (key === '__proto__') return { path: [], sentence: 'must not have the key __proto__.' };
    const sentence = faultOfText(key);
    if (sentence !== undefined) return { path: [], sentence: `has a key that ${sentence}` };
    const fault = faultOf(object[key], keys);
    if (fault) return within(key, fault);
  }
  return undefined;
}

function within(key: string, fault: ValueFault): ValueFault {
  fault.path.unshift(key);
  return fault;
}

/** Returns the reason why PostgreSQL cannot store the text, as the end of a sentence, or undefined if it can. */
export function faultOfText(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the NUL character.';
  if (!text.isWellFormed()) return 'must not contain an unpaired surrogate.';
  return undefined;
}
