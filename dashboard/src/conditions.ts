import type { Choice } from './components/choice.ts';

/** The conditions that an address holds: `useFilters` gives them. */
interface Addressed {
  readonly filters: Readonly<Record<string, string | undefined>>;
  readonly lists: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * A condition that a list can be narrowed by. Its name is the parameter of the API (`tag`, `filter[status]`), and stands in
 * the address as it is; the name of one that takes several values ends with `[]`.
 */
export type Condition = {
  readonly name: string;
  readonly label: string;
  /** A sentence below the field. */
  readonly hint?: string;
} & (
  | { readonly kind: 'text'; readonly placeholder?: string }
  | { readonly kind: 'date' }
  | { readonly kind: 'one' | 'many'; readonly choices: readonly Choice[] }
);

/** What takes all of these conditions away. */
export function noneOf(conditions: readonly Condition[]): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(conditions.map(({ kind, name }) => [name, kind === 'many' ? [] : '']));
}

/** The values of a condition in an address. */
export function valuesOf({ kind, name }: Condition, { filters, lists }: Addressed): readonly string[] {
  if (kind === 'many') return lists[name] ?? [];
  const value = filters[name];
  return value === undefined || value === '' ? [] : [value];
}
