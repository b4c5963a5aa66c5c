import { Type } from 'typebox';
import { CONDITIONS, type Condition } from './conditions.ts';
import type { ObjectId, Resource } from './kinds.ts';

export const MAX_DEPTH = 3;

export type ConditionName = keyof typeof CONDITIONS;

/** Conditions without groups, as in `filter[...]` query parameters. */
export type Conditions = { readonly [Name in ConditionName]?: ValueOf<(typeof CONDITIONS)[Name]> };

/**
 * Groups of filters. All filters in `all` must match, and at least one in `any`. Contacts that match `not` are
 * excluded.
 */
export interface Groups {
  readonly all?: readonly ContactFilter[];
  readonly any?: readonly ContactFilter[];
  readonly not?: ContactFilter;
}

/**
 * A parsed filter for contacts. A contact must match all conditions and all groups. The filter contains only known
 * conditions and, after `resolveFilter`, refers only to objects of the account.
 */
export type ContactFilter = Conditions & Groups;
type ValueOf<Declared> = Declared extends Condition<infer Value> ? Value : never;

/** Filters that must all match, such as a filter and the filter of its segment, ready for conversion to SQL. */
export interface ResolvedFilter {
  readonly all: readonly ContactFilter[];
}

interface Named {
  readonly name: ConditionName;
  readonly condition: Condition<unknown>;
}

/** All conditions, in the order of their declaration. */
export const ALL_CONDITIONS: readonly Named[] = Object.entries(CONDITIONS).map(([name, condition]) => ({
  // The cast is safe because all keys of `CONDITIONS` are condition names.
  name: name as ConditionName,
  condition,
}));

/** Names of the conditions on campaigns, which the `filter[...]` query parameters of the API do not support. */
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

/** A condition of a filter or of its groups, with its path, such as `any.0.status`. */
export interface Placed extends Named {
  readonly value: unknown;
  readonly path: string;
}

/** Returns the conditions of a filter and of its groups. */
export function conditionsWithin(filter: ContactFilter, prefix = ''): Placed[] {
  return [
    ...conditionsOf(filter).map(({ condition, name, value }) => ({ condition, name, value, path: prefix + name })),
    ...groupsOf(filter).flatMap(({ members, path }) =>
      members.flatMap((member, index) => conditionsWithin(member, `${prefix}${path(index)}.`)),
    ),
  ];
}

/** Returns the groups of a filter with their members, always in the same order. */
export function groupsOf({ all, any, not }: Groups): {
  readonly name: keyof Groups;
  readonly members: readonly ContactFilter[];
  readonly path: (index: number) => string;
}[] {
  return [
    ...(all ? [{ name: 'all' as const, members: all, path: (index: number) => `all.${index}` }] : []),
    ...(any ? [{ name: 'any' as const, members: any, path: (index: number) => `any.${index}` }] : []),
    ...(not ? [{ name: 'not' as const, members: [not], path: () => 'not' }] : []),
  ];
}

/** Returns the filter with each member of its groups replaced by the result of `convert`. */
export function withMembers(
  { all, any, not, ...own }: ContactFilter,
  convert: (member: ContactFilter) => ContactFilter,
): ContactFilter {
  return {
    ...own,
    ...(all && { all: all.map(convert) }),
    ...(any && { any: any.map(convert) }),
    ...(not && { not: convert(not) }),
  };
}

/** Returns the distinct IDs of one kind of resource in a filter and in its groups. */
export function idsOf(filter: ContactFilter, resource: Resource): ObjectId[] {
  const ofResource = conditionsWithin(filter).filter(({ condition }) => condition.kind.of === resource);
  return [...new Set(ofResource.flatMap(({ condition, value }) => condition.kind.idsIn?.(value) ?? []))];
}

/** Returns whether the filter has no conditions and so matches every contact. */
export function isEmptyFilter(filter: ContactFilter): boolean {
  return conditionsWithin(filter).length === 0;
}

/**
 * Returns whether the filter can be written as `filter[name]=value`. This requires that it has no groups and that no
 * value is an object.
 */
export function isFlatFilter(filter: ContactFilter): boolean {
  return (
    groupsOf(filter).length === 0 && conditionsOf(filter).every(({ condition }) => !isStructured(condition.kind.schema))
  );
}

/** Returns true if the values of a condition with this schema are objects. */
export function isStructured(schema: object): boolean {
  return 'properties' in schema;
}

/** Converts a filter to the JSON format of the API, which `parseFilter` reads. Dates become ISO strings. Pure. */
export function filterToJson(filter: ContactFilter): Record<string, unknown> {
  const { all, any, not } = filter;
  return {
    ...Object.fromEntries(conditionsOf(filter).map(({ name, value }) => [name, jsonOf(value)])),
    ...(all && { all: all.map(filterToJson) }),
    ...(any && { any: any.map(filterToJson) }),
    ...(not && { not: filterToJson(not) }),
  };
}

function jsonOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, jsonOf(each)]));
}

/**
 * Returns the schema of a filter for API documentation and language models. `except` names conditions to omit, because
 * not all uses of filters support all conditions.
 */
export function filterSchemaFor(description: string, except: readonly string[] = []) {
  const conditions = ALL_CONDITIONS.filter(({ name }) => !except.includes(name));
  return Type.Object(
    { ...Object.fromEntries(conditions.map(({ name }) => [name, conditionSchema(name)])), ...groupSchemas() },
    { description },
  );
}

/** Returns the schemas of the groups. The filters in a group have the same properties as the outer filter. */
function groupSchemas() {
  const member = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
  return {
    all: Type.Optional(
      Type.Array(member('A filter with conditions and groups.'), {
        minItems: 1,
        description: `Postrider extension. Filters that must all match. Groups can be nested ${MAX_DEPTH} levels deep.`,
      }),
    ),
    any: Type.Optional(
      Type.Array(member('A filter with conditions and groups.'), {
        minItems: 1,
        description: 'Postrider extension. Filters, at least one of which must match.',
      }),
    ),
    not: Type.Optional(member('Postrider extension. A filter that must not match.')),
  };
}

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
  // The cast is safe because each sample is a valid value of its condition.
  const conditions = full as ContactFilter[];
  const grouped = conditions.map((all, index) => ({ any: [all, { not: all }], all: [conditions[index - 1] ?? all] }));
  return [{}, { query: 'ann smith' }, ...conditions, ...grouped].map((filter) => ({ all: [filter] }));
}
