import { Type } from 'typebox';
import { CONDITIONS, type Condition } from './conditions.ts';
import type { Resource } from './kinds.ts';

export type ConditionName = keyof typeof CONDITIONS;

/**
 * A filter over contacts, parsed: all of its conditions must hold. It names only what is known, and once it went through
 * `resolveFilter` only what is the account's.
 */
export type ContactFilter = { readonly [Name in ConditionName]?: ValueOf<(typeof CONDITIONS)[Name]> };
type ValueOf<Declared> = Declared extends Condition<infer Value> ? Value : never;

/** Several filters that all must hold (a filter and its segment), ready for SQL. */
export interface ResolvedFilter {
  readonly all: readonly ContactFilter[];
}

interface Named {
  readonly name: ConditionName;
  readonly condition: Condition<unknown>;
}

/** Every condition, in the order of their declaration. */
export const ALL_CONDITIONS: readonly Named[] = Object.entries(CONDITIONS).map(([name, condition]) => ({
  // The table has no other keys.
  name: name as ConditionName,
  condition,
}));

/** Names of the conditions that bulk actions and segments have, and listings have not. */
export const CAMPAIGN_CONDITIONS: readonly ConditionName[] = ALL_CONDITIONS.flatMap(({ condition, name }) =>
  condition.kind.of === 'campaign' ? [name] : [],
);

/** The conditions that a filter has, with their values; always in the same order. */
export function conditionsOf(filter: ContactFilter): (Named & { readonly value: unknown })[] {
  return ALL_CONDITIONS.flatMap(({ condition, name }) => {
    const value = filter[name];
    return value === undefined ? [] : [{ name, condition, value }];
  });
}

/** The ids in a filter that are of lists, of tags and so on, each once. */
export function idsOf(filter: ContactFilter, resource: Resource): number[] {
  const ofResource = conditionsOf(filter).filter(({ condition }) => condition.kind.of === resource);
  // Such a condition holds an id or several.
  return [...new Set(ofResource.flatMap(({ value }) => value as number | number[]))];
}

/** True when it has no condition, and so every contact keeps it. */
export function isEmptyFilter(filter: ContactFilter): boolean {
  return conditionsOf(filter).length === 0;
}

/** The filter as the API writes it, dates as ISO strings; `parseFilter` reads it back. Pure. */
export function filterToJson(filter: ContactFilter): Record<string, unknown> {
  return Object.fromEntries(
    conditionsOf(filter).map(({ name, value }) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

/** The shape of a filter, for documents and models. `except` names conditions that a use of filters does not have. */
export function filterSchemaFor(description: string, except: readonly string[] = []) {
  const conditions = ALL_CONDITIONS.filter(({ name }) => !except.includes(name));
  return Type.Object(Object.fromEntries(conditions.map(({ name }) => [name, conditionSchema(name)])), { description });
}

/** The shape of one condition's value. */
export function conditionSchema(name: ConditionName) {
  const { description, kind } = CONDITIONS[name];
  return Type.Optional({ ...kind.schema, description });
}

/**
 * Filters with each condition, in each form of its SQL, for the tests that prepare statements: none, words alone, and then all
 * conditions at once.
 */
export function sampleFilters(): ResolvedFilter[] {
  const samplesOf = ({ condition }: Named): readonly unknown[] => condition.kind.samples;
  const forms = Math.max(...ALL_CONDITIONS.map((each) => samplesOf(each).length));
  const full = Array.from({ length: forms }, (_none, form) =>
    Object.fromEntries(
      ALL_CONDITIONS.map((each) => [each.name, samplesOf(each)[form % samplesOf(each).length]] as const),
    ),
  );
  // Each sample is one of its condition's values.
  return [{}, { query: 'ann smith' }, ...(full as ContactFilter[])].map((filter) => ({ all: [filter] }));
}
