import { invalid, type Refusal } from '../../../base/refusal.ts';

/** An object of a request with where it stands. */
export interface Given {
  readonly at: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Names that an object may have: those that are read, those that change nothing here, and those that cannot be done. */
export interface Names {
  readonly taken: readonly string[];
  readonly ignored?: readonly string[];
  /** With what to do instead, as the end of a sentence. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** Whether a value is not given: frameworks write null, empty texts, lists and objects for nothing. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** A refusal that names a field. */
export function faultAt(field: string, sentence: string): Refusal {
  return invalid({ [field]: [sentence] });
}

/** An object; undefined for nothing. Throws validation_error for names that are not known: nothing is left out in silence. */
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

/** Where a member of an object stands. */
export function pathOf({ at }: Given, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

/** A text; undefined for nothing. Throws validation_error. */
export function textOf(given: Given | undefined, name: string): string | undefined {
  const value = given?.values[name];
  if (!given || isNothing(value)) return undefined;
  if (typeof value !== 'string') throw faultAt(pathOf(given, name), 'must be a string.');
  return value;
}

/** The items of a list, none for nothing. Throws validation_error. */
export function listOf(given: Given | undefined, name: string): readonly unknown[] {
  const value = given?.values[name];
  if (!given || isNothing(value)) return [];
  if (!Array.isArray(value)) throw faultAt(pathOf(given, name), 'must be an array.');
  return value;
}

/** A list of texts. Throws validation_error. */
export function textsOf(given: Given | undefined, name: string): string[] {
  return listOf(given, name).map((value, index) => {
    if (typeof value !== 'string') throw faultAt(`${name}.${index}`, 'must be a string.');
    return value;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
