import { invalid, type Refusal } from '../../../base/refusal.ts';

/** An object in a request, and its path. */
export interface Given {
  readonly at: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Property names of an object, grouped into supported, ignored, and rejected properties. */
export interface Names {
  readonly taken: readonly string[];
  /** Accepted properties that have no effect, each with the reason. */
  readonly ignored?: Readonly<Record<string, string>>;
  /** Rejected properties. Each value completes the error message by naming the alternative. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Properties that are rejected only if they are objects with `enable: true`, each with the alternative. */
  readonly refusedIfEnabled?: Readonly<Record<string, string>>;
}

/**
 * The properties of one request of a vendor's API, keyed by the path of the object that contains them. The path of the
 * request body is empty. The parser reads these names, a test compares them with the types of the vendor's client, and
 * the documentation and the dashboard list them.
 */
export interface Operation {
  readonly request: string;
  readonly objects: Readonly<Record<string, Names>>;
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
 * Parses an object. Returns undefined if the object is absent. Throws validation_error for rejected and unknown
 * properties, so that nothing is silently ignored.
 */
export function objectOf(value: unknown, at: string, names: Names): Given | undefined {
  if (isNothing(value)) return undefined;
  if (!isObject(value)) throw faultAt(at === '' ? 'body' : at, 'must be an object.');
  const errors = Object.entries(value).flatMap(([name, each]): [string, string[]][] => {
    const sentence = isNothing(each) ? undefined : rejectionOf(names, name, each);
    const shown = name === '' ? '""' : name;
    return sentence === undefined ? [] : [[at === '' ? shown : `${at}.${shown}`, [sentence]]];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
  return { at, values: value };
}

/** Returns the end of the error message for a rejected property, or undefined if the property is accepted. */
export function rejectionOf(
  { ignored = {}, refused = {}, refusedIfEnabled = {}, taken }: Names,
  name: string,
  value: unknown,
): string | undefined {
  if (taken.includes(name) || Object.hasOwn(ignored, name)) return undefined;
  if (!Object.hasOwn(refusedIfEnabled, name))
    return (Object.hasOwn(refused, name) ? refused[name] : undefined) ?? 'is not supported.';
  return isEnabled(value) ? refusedIfEnabled[name] : undefined;
}

/** Returns whether a setting is an object whose `enable` is true or the string `true` in any case. */
export function isEnabled(setting: unknown): boolean {
  const enable = isObject(setting) ? setting['enable'] : undefined;
  return enable === true || (typeof enable === 'string' && enable.toLowerCase() === 'true');
}

export function pathOf({ at }: Given, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

/** Parses a string. Returns undefined if the string is absent. Throws validation_error for other types. */
export function textOf(given: Given | undefined, name: string): string | undefined {
  const value = given?.values[name];
  if (!given || isNothing(value)) return undefined;
  if (typeof value !== 'string') throw faultAt(pathOf(given, name), 'must be a string.');
  return value;
}

/** Parses an array. Returns an empty array if the array is absent. Throws validation_error for other types. */
export function listOf(given: Given | undefined, name: string): readonly unknown[] {
  const value = given?.values[name];
  if (!given || isNothing(value)) return [];
  if (!Array.isArray(value)) throw faultAt(pathOf(given, name), 'must be an array.');
  return value;
}

/** Parses an array of strings. Returns an empty array if it is absent. Throws validation_error for other types. */
export function textsOf(given: Given | undefined, name: string): string[] {
  return listOf(given, name).map((value, index) => {
    if (typeof value !== 'string') {
      throw faultAt(`${given ? pathOf(given, name) : name}.${index}`, 'must be a string.');
    }
    return value;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
