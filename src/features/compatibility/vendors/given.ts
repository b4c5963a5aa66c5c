import { invalid, type Refusal } from '../../../base/refusal.ts';

/** An object in a request, and its path. */
export interface Given {
  readonly at: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Property names of an object: supported properties, properties that are accepted but have no effect, and rejected
 * properties.
 */
export interface Names {
  readonly taken: readonly string[];
  readonly ignored?: readonly string[];
  /** Alternatives to the rejected properties, as the end of a sentence. */
  readonly refused?: Readonly<Record<string, string>>;
}

/**
 * Returns whether a value counts as absent. Frameworks send null and empty strings, arrays, and objects for omitted
 * values.
 */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** Creates a validation error that names a field. */
export function faultAt(field: string, sentence: string): Refusal {
  return invalid({ [field]: [sentence] });
}

/**
 * Parses an object. Returns undefined if the object is absent. Throws validation_error for unknown properties, so that
 * nothing is silently ignored.
 */
export function objectOf(value: unknown, at: string, { ignored = [], refused = {}, taken }: Names): Given | undefined {
  if (isNothing(value)) return undefined;
  if (!isObject(value)) throw faultAt(at === '' ? 'body' : at, 'must be an object.');
  const errors = Object.keys(value).flatMap((name): [string, string[]][] => {
    if (taken.includes(name) || ignored.includes(name) || isNothing(value[name])) return [];
    const shown = name === '' ? '""' : name;
    const path = at === '' ? shown : `${at}.${shown}`;
    return [[path, [(Object.hasOwn(refused, name) ? refused[name] : undefined) ?? 'is not supported.']]];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
  return { at, values: value };
}

/** Returns the path of a property. */
export function pathOf({ at }: Given, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

/** Parses a string. Returns undefined if the string is absent. Throws validation_error. */
export function textOf(given: Given | undefined, name: string): string | undefined {
  const value = given?.values[name];
  if (!given || isNothing(value)) return undefined;
  if (typeof value !== 'string') throw faultAt(pathOf(given, name), 'must be a string.');
  return value;
}

/** Parses an array. Returns an empty array if the array is absent. Throws validation_error. */
export function listOf(given: Given | undefined, name: string): readonly unknown[] {
  const value = given?.values[name];
  if (!given || isNothing(value)) return [];
  if (!Array.isArray(value)) throw faultAt(pathOf(given, name), 'must be an array.');
  return value;
}

/** Parses an array of strings. Throws validation_error. */
export function textsOf(given: Given | undefined, name: string): string[] {
  return listOf(given, name).map((value, index) => {
    if (typeof value !== 'string') throw faultAt(`${name}.${index}`, 'must be a string.');
    return value;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
