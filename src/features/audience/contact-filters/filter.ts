import { Type } from 'typebox';
import { CONDITIONS, type Condition } from './conditions.ts';
import type { Resource } from './kinds.ts';

export type ConditionName = keyof typeof CONDITIONS;

/**
 * A parsed filter for contacts. A contact must match all conditions. The filter contains only known conditions and,
 * after `resolveFilter`, refers only to objects of the account.
 */
export type ContactFilter = { readonly [Name in ConditionName]?: ValueOf<(typeof CONDITIONS)[Name]> };
type ValueOf<Declared> = Declared extends Condition<infer Value> ? Value : never;

/** Filters that must all match, such as a filter and its segment, ready for conversion to SQL. */
export interface ResolvedFilter {
  readonly all: readonly ContactFilter[];
}

interface Named {
  readonly name: ConditionName;
  readonly condition: Condition<unknown>;
}

/** All conditions, in the order of their declaration. */
export const ALL_CONDITIONS: readonly Named[] = Object.entries(CONDITIONS).map(([name, condition]) => ({
  // The cast is safe because the table has no other keys.
  name: name as ConditionName,
  condition,
}));

/** Names of the conditions that only bulk actions and segments support. */
export const CAMPAIGN_CONDITIONS: readonly ConditionName[] = ALL_CONDITIONS.flatMap(({ condition, name }) =>
  condition.kind.of === 'campaign' ? [name] : [],
);

/** Returns the conditions of a filter with their values, always in the same order. */
export function conditionsOf(filter: ContactFilter): (Named & { readonly value: unknown })[] {
  return ALL_CONDITIONS.flatMap(({ condition, name }) => {
    const value = filter[name];
    return value === undefined ? [] : [{ name, condition, value }];
  });
}

/** Returns the distinct IDs of one kind of resource in a filter. */
export function idsOf(filter: ContactFilter, resource: Resource): number[] {
  const ofResource = conditionsOf(filter).filter(({ condition }) => condition.kind.of === resource);
  // The cast is safe because a condition on a resource contains one ID or an array of IDs.
  return [...new Set(ofResource.flatMap(({ value }) => value as number | number[]))];
}

/** Returns whether the filter has no conditions and therefore matches every contact. */
export function isEmptyFilter(filter: ContactFilter): boolean {
  return conditionsOf(filter).length === 0;
}

/** Converts a filter to the JSON format of the API, which `parseFilter` reads. Dates become ISO strings. Pure. */
export function filterToJson(filter: ContactFilter): Record<string, unknown> {
  return Object.fromEntries(
    conditionsOf(filter).map(({ name, value }) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

/**
 * Returns the schema of a filter for API documentation and language models. `except` names conditions to omit, because
 * not all uses of filters support all conditions.
 */
export function filterSchemaFor(description: string, except: readonly string[] = []) {
  const conditions = ALL_CONDITIONS.filter(({ name }) => !except.includes(name));
  return Type.Object(Object.fromEntries(conditions.map(({ name }) => [name, conditionSchema(name)])), { description });
}

/** Returns the schema of a condition's value. */
export function conditionSchema(name: ConditionName) {
  const { description, kind } = CONDITIONS[name];
  return Type.Optional({ ...kind.schema, description });
}

/**
 * Returns sample filters for the tests that prepare statements: an empty filter, a search, and filters with all
 * conditions that cover each form of their SQL.
 */
export function sampleFilters(): ResolvedFilter[] {
  const samplesOf = ({ condition }: Named): readonly unknown[] => condition.kind.samples;
  const forms = Math.max(...ALL_CONDITIONS.map((each) => samplesOf(each).length));
  const full = Array.from({ length: forms }, (_none, form) =>
    Object.fromEntries(
      ALL_CONDITIONS.map((each) => [each.name, samplesOf(each)[form % samplesOf(each).length]] as const),
    ),
  );
  // The cast is safe because each sample is a value of its condition.
  return [{}, { query: 'ann smith' }, ...(full as ContactFilter[])].map((filter) => ({ all: [filter] }));
}
