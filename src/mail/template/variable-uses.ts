import { TypeGuards, type ForTag, type Value } from 'liquidjs';
import type { Read, Scope } from './expressions.ts';
import type { FaultList } from './faults.ts';
import type { VariableUse } from './source.ts';
import { isStructure } from './values.ts';

/** A variable of a template. The sender provides its value. */
export interface Variable {
  readonly name: string;
  /** Whether a missing value would leave a visible gap in the email. */
  readonly required: boolean;
  /** Whether the template inserts the value as text, and does not loop over it. */
  readonly isText: boolean;
  /** Whether the template reads a list or an object: it loops over the value, or reads properties of the value. */
  readonly isStructure: boolean;
}

interface Part {
  readonly variables: ReadonlyMap<string, VariableUse>;
  readonly gaps: ReadonlySet<string>;
}

/** Returns the variables of all parts in the order of their first use. Pure. */
export function variablesOf(parts: readonly Part[]): Variable[] {
  const names = [...new Set(parts.flatMap(({ variables }) => [...variables.keys()]))];
  return names.map((name) => {
    const uses = parts.flatMap(({ variables }) => variables.get(name) ?? []);
    const [isPrinted, isLooped] = [uses.some((use) => use.isPrinted), uses.some((use) => use.isLooped)];
    return {
      name,
      required: parts.some(({ gaps }) => gaps.has(name)),
      isText: isPrinted && !isLooped,
      isStructure: isLooped || (!isPrinted && names.some((other) => other.startsWith(`${name}.`))),
    };
  });
}

/**
 * Reports an error for each variable that is a property of a variable that the same part inserts as text, as in `order`
 * and `order.total`, because a text has no properties.
 */
export function reportConflicts(variables: ReadonlyMap<string, VariableUse>, faults: FaultList): void {
  const seen: string[] = [];
  for (const [name, { at }] of variables) {
    const group = seen.find((other) => isConflict(name, other, variables) || isConflict(other, name, variables));
    if (group !== undefined) {
      faults.add(at, `${name} and ${group} cannot both be variables.`, 'Rename one of the two variables.');
    }
    seen.push(name);
  }
}

function isConflict(name: string, inside: string, variables: ReadonlyMap<string, VariableUse>): boolean {
  return inside.startsWith(`${name}.`) && variables.get(name)?.isPrinted === true;
}

/** Filters that can read a list, so their value need not be text. */
const OF_LISTS = new Set(['first', 'join', 'last', 'size']);

/** Records that the template uses these names as text, unless the first filter can read a list. */
export function markPrinted(value: Value, { names }: Read, { variables }: Pick<Scope, 'variables'>): void {
  if (OF_LISTS.has(value.filters[0]?.name ?? '')) return;
  for (const { isWhole, name } of names) {
    const use = variables?.get(name);
    if (use && isWhole) use.isPrinted = true;
  }
}

/** Records the variable that a loop reads. Returns whether the items of the loop come from the sender. */
export function markLooped(
  { collection }: ForTag,
  { names }: Read,
  { items, variables }: Pick<Scope, 'items' | 'variables'>,
): boolean {
  if (!TypeGuards.isPropertyAccessToken(collection)) return false;
  const [used] = names;
  if (!used) return items.has(collection.getText().split(/[.[]/, 1)[0] ?? '');
  const use = variables?.get(used.name);
  if (use && used.isWhole) use.isLooped = true;
  return use !== undefined || isStructure(used.known);
}
