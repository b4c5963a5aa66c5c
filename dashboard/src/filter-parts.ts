/** Conditions in a URL that have one value. */
export type Filters = Readonly<Record<string, string | undefined>>;
/** Conditions with names that end with `[]`, which have several values. */
export type Lists = Readonly<Record<string, readonly string[] | undefined>>;
/** Changes of conditions. An empty string or array removes one. */
export type FilterChanges = Readonly<Record<string, string | readonly string[]>>;

/** The conditions in a URL. */
export interface Addressed {
  readonly filters: Filters;
  readonly lists: Lists;
}

/** Separates conditions with one value from those with several. */
export function partsOf(held: Readonly<Record<string, string | readonly string[] | undefined>>): Addressed {
  const entries = Object.entries(held);
  return {
    filters: Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    lists: Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'object' ? [[name, value]] : []))),
  };
}
