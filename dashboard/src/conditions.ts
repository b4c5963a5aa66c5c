import type { Choice } from './components/choice.ts';
import type { Addressed } from './filter-parts.ts';

/**
 * A condition of a list. Its name is the parameter of the API (`tag`, `filter[status]`) and of the URL. Names of
 * conditions with several values end with `[]`. A `flag` is either set or absent, and a `yesno` can be set to both
 * values.
 */
export type Condition = {
  readonly name: string;
  readonly label: string;
  /** Help text below the field. */
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

/** Returns the choices of a condition, or undefined if its value is typed. */
export function choicesOf(condition: Condition): readonly Choice[] | undefined {
  if (condition.kind === 'yesno') return YES_OR_NO;
  return 'choices' in condition ? condition.choices : undefined;
}

/** Returns the changes that remove all of these conditions. */
export function noneOf(conditions: readonly Condition[]): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(conditions.map(({ kind, name }) => [name, kind === 'many' ? [] : '']));
}

/** Returns the change that sets a condition to these values, or removes it if there are none. */
export function changeTo(
  { kind, name }: Condition,
  values: readonly string[],
): Readonly<Record<string, string | readonly string[]>> {
  return { [name]: kind === 'many' ? values : (values[0] ?? '') };
}

/** Returns the values of a condition in a URL. */
export function valuesOf({ kind, name }: Condition, { filters, lists }: Addressed): readonly string[] {
  if (kind === 'many') return lists[name] ?? [];
  const value = filters[name];
  return value === undefined || value === '' ? [] : [value];
}
