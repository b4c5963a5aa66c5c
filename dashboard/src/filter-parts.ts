/** Conditions of an address, each a text. */
export type Filters = Readonly<Record<string, string | undefined>>;
/** Those of names that end with `[]`, which hold several. */
export type Lists = Readonly<Record<string, readonly string[] | undefined>>;
/** What sets conditions; an empty text or list takes one away. */
export type FilterChanges = Readonly<Record<string, string | readonly string[]>>;

/** The conditions that an address holds. */
export interface Addressed {
  readonly filters: Filters;
  readonly lists: Lists;
}

/** Filters as they are set, told apart by what they hold. */
export function partsOf(held: Readonly<Record<string, string | readonly string[] | undefined>>): Addressed {
  const entries = Object.entries(held);
  return {
    filters: Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    lists: Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'object' ? [[name, value]] : []))),
  };
}
