import type { Choice } from './components/choice.ts';
import type { Addressed } from './filter-parts.ts';

/**
 * A condition that a list can be narrowed by. Its name is the parameter of the API (`tag`, `filter[status]`), and stands in
 * the address as it is; the name of one that takes several values ends with `[]`. A `flag` holds or is not asked for, a
 * `yesno` is asked for either way.
 */
export type Condition = {
  readonly name: string;
  readonly label: string;
  /** A sentence below the field. */
  readonly hint?: string;
} & (
  | { readonly kind: 'text' | 'number'; readonly placeholder?: string }
  | { readonly kind: 'date' | 'flag' | 'yesno' }
  | { readonly kind: 'one' | 'many'; readonly choices: readonly Choice[] }
);

const YES_OR_NO: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** What can be chosen of a condition; undefined where its value is written. */
export function choicesOf(condition: Condition): readonly Choice[] | undefined {
  if (condition.kind === 'yesno') return YES_OR_NO;
  return 'choices' in condition ? condition.choices : undefined;
}

/** What takes all of these conditions away. */
export function noneOf(conditions: readonly Condition[]): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(conditions.map(({ kind, name }) => [name, kind === 'many' ? [] : '']));
}

/** What sets a condition to these values; none takes it away. */
export function changeTo(
  { kind, name }: Condition,
  values: readonly string[],
): Readonly<Record<string, string | readonly string[]>> {
  return { [name]: kind === 'many' ? values : (values[0] ?? '') };
}

/** The values of a condition in an address. */
export function valuesOf({ kind, name }: Condition, { filters, lists }: Addressed): readonly string[] {
  if (kind === 'many') return lists[name] ?? [];
  const value = filters[name];
  return value === undefined || value === '' ? [] : [value];
}
