import type { Choice } from './components/choice.ts';
import type { Addressed } from './filter-parts.ts';

/**
 * A condition of a list. Its name is both the API parameter (`tag`, `filter[status]`) and the URL parameter. If a
 * condition has several values, its name ends with `[]`. A `flag` is set or absent. A `yesno` is yes, no, or absent.
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

/** Returns the choices of a condition, or undefined if the user types the value. */
export function choicesOf(condition: Condition): readonly Choice[] | undefined {
  if (condition.kind === 'yesno') return YES_OR_NO;
  return 'choices' in condition ? condition.choices : undefined;
}

/** Returns the changes that remove all of these conditions. */
export function noneOf(conditions: readonly Condition[]): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(conditions.map(({ kind, name }) => [name, kind === 'many' ? [] : '']));
}

/** Returns the change that sets a condition to the given values, or removes the condition if there are no values. */
export function changeTo(
  { kind, name }: Condition,
  values: readonly string[],
): Readonly<Record<string, string | readonly string[]>> {
  return { [name]: kind === 'many' ? values : (values[0] ?? '') };
}

/** Returns the values of a condition in the URL. */
export function valuesOf({ kind, name }: Condition, { filters, lists }: Addressed): readonly string[] {
  if (kind === 'many') return lists[name] ?? [];
  const value = filters[name];
  return value === undefined || value === '' ? [] : [value];
}
