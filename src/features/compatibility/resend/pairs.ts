import { isObject } from './absent.ts';

/** A name and the value given for it. */
export interface Pair {
  /** Dotted path of the pair, for error messages. */
  readonly path: string;
  readonly name: unknown;
  readonly value: unknown;
}

/**
 * Returns the pairs from a value in any of the formats that clients send: an object, a list of `{name, value}`, or a
 * list of objects with the names as their keys. Returns undefined for other values.
 */
export function pairsOf(field: string, given: unknown): Pair[] | undefined {
  if (isObject(given)) return entriesOf(field, given);
  if (!Array.isArray(given)) return undefined;
  const lists = given.map((element: unknown, index) => pairsOfElement(`${field}.${index}`, element));
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

function pairsOfElement(path: string, element: unknown): Pair[] | undefined {
  if (!isObject(element)) return undefined;
  if (!Object.hasOwn(element, 'name')) return entriesOf(path, element);
  return [{ path, name: element['name'], value: element['value'] }];
}

function entriesOf(field: string, object: Record<string, unknown>): Pair[] {
  return Object.entries(object).map(([name, value]) => ({ path: `${field}.${name}`, name, value }));
}
