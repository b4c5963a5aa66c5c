/** Conditions with a single value. */
export type Filters = Readonly<Record<string, string | undefined>>;
/** Conditions with several values. Their names end with `[]`. */
export type Lists = Readonly<Record<string, readonly string[] | undefined>>;
/** Changes to conditions. An empty string or array removes a condition. */
export type FilterChanges = Readonly<Record<string, string | readonly string[]>>;

/** All conditions in a URL. */
export interface Addressed {
  readonly filters: Filters;
  readonly lists: Lists;
}

/** Separates conditions that have one value from those that have several. */
export function partsOf(held: Readonly<Record<string, string | readonly string[] | undefined>>): Addressed {
  const entries = Object.entries(held);
  return {
    filters: Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    lists: Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'object' ? [[name, value]] : []))),
  };
}
