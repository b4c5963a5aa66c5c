import type { Filter } from '../contacts/contact-filters.ts';
import type { Conditions, RuleKind } from './rule-kinds.ts';

/** A condition that the user is editing. `kind` is empty until the user chooses one. */
export interface Rule {
  readonly key: number;
  readonly kind: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** A group of rules. `how` determines whether all, any, or none of them must match. */
export interface Group {
  readonly key: number;
  readonly how: How;
  readonly rules: readonly Rule[];
}
export type How = 'all' | 'any' | 'none';

/** The rules of a segment and its groups. Groups cannot be nested. */
export interface Rules {
  readonly how: 'all' | 'any';
  readonly rules: readonly Rule[];
  readonly groups: readonly Group[];
}

let keys = 0;

/** Returns a key that identifies a rule or group while it is edited. */
export function newKey(): number {
  keys += 1;
  return keys;
}

export function emptyRule(): Rule {
  return { key: newKey(), kind: '', operator: '', values: [] };
}

/** Returns whether the rule has an operator and, if the operator requires one, a value. */
export function isComplete(kinds: readonly RuleKind[], { kind, operator, values }: Rule): boolean {
  const found = kinds.find(({ id }) => id === kind)?.operators.find(({ id }) => id === operator);
  return found !== undefined && (found.input === 'none' || (values[0] ?? '').trim() !== '');
}

/** Returns whether any rule is incomplete. */
export function hasGap(kinds: readonly RuleKind[], { groups, rules }: Rules): boolean {
  return [...rules, ...groups.flatMap((group) => group.rules)].some((rule) => !isComplete(kinds, rule));
}

/** Returns the filter that the API stores. Omits incomplete rules. */
export function filterOfRules(kinds: readonly RuleKind[], { groups, how, rules }: Rules): Filter {
  const members = [
    ...conditionsOf(kinds, rules),
    ...groups.flatMap((group): Filter[] => {
      const own = conditionsOf(kinds, group.rules);
      if (own.length === 0) return [];
      if (group.how === 'none') return [{ not: own.length === 1 ? { ...own[0] } : { any: own } }];
      return [{ [group.how]: own }];
    }),
  ];
  if (how === 'any') return members.length === 0 ? {} : { any: members };
  const names = members.flatMap((member) => Object.keys(member));
  // If no condition occurs twice, use the short form of the filter without `all`, as the contact list does.
  if (new Set(names).size === names.length) return Object.assign({}, ...members) as Filter;
  return { all: members };
}

function conditionsOf(kinds: readonly RuleKind[], rules: readonly Rule[]): Conditions[] {
  return rules
    .filter((rule) => isComplete(kinds, rule))
    .flatMap(({ kind, operator, values }) => {
      const found = kinds.find(({ id }) => id === kind)?.operators.find(({ id }) => id === operator);
      return found ? [found.write(values.map((value) => value.trim()))] : [];
    });
}

/** Returns the rules for a filter, or undefined if the filter has conditions or groups that the form cannot show. */
export function rulesOf(kinds: readonly RuleKind[], filter: Filter): Rules | undefined {
  const { any, ...others } = filter;
  const isAny = any !== undefined && Object.keys(others).length === 0;
  const parts = (isAny ? any : membersOf(filter)).map((member) => partOf(kinds, member, isAny));
  if (parts.includes(undefined)) return undefined;
  return {
    how: isAny ? 'any' : 'all',
    rules: parts.flatMap((part) => part?.rules ?? []),
    groups: parts.flatMap((part) => part?.group ?? []),
  };
}

/** Returns the filters that must all match: the filter's own conditions, and its groups. */
function membersOf({ all = [], any, not, ...own }: Filter): readonly Filter[] {
  return [own, ...all, ...(any ? [{ any }] : []), ...(not ? [{ not }] : [])];
}

interface Part {
  readonly rules: readonly Rule[];
  readonly group?: Group;
}

/** Converts a member of a filter to rules or to a group. Returns undefined if the form cannot show it. */
function partOf(kinds: readonly RuleKind[], member: Filter, isAny: boolean): Part | undefined {
  const read = isAny || !isFlat(member) ? undefined : rulesIn(kinds, member);
  if (read) return { rules: read };
  const group = groupOf(kinds, member);
  const isSingle = group?.rules.length === 1 && group.how !== 'none';
  return group && (isSingle ? { rules: group.rules } : { rules: [], group });
}

function isFlat({ all, any, not }: Filter): boolean {
  return all === undefined && any === undefined && not === undefined;
}

/**
 * Converts a member of a filter to a group. The group contains the conditions of the member, or those of its only
 * group.
 */
function groupOf(kinds: readonly RuleKind[], member: Filter): Group | undefined {
  const { all, any, not, ...own } = member;
  if (isFlat(member)) return grouped(kinds, 'all', [own]);
  if (Object.keys(member).length > 1) return undefined;
  if (not === undefined) return all ? grouped(kinds, 'all', all) : grouped(kinds, 'any', any ?? []);
  const { any: excluded, ...alone } = not as Filter;
  if (excluded && Object.keys(alone).length === 0) return grouped(kinds, 'none', excluded);
  return excluded === undefined && Object.keys(alone).length === 1 ? grouped(kinds, 'none', [alone]) : undefined;
}

/**
 * Converts members of a filter to a group. Returns undefined if a member cannot be shown as a rule, or if a member has
 * several conditions in a group that requires any or none of its members to match.
 */
function grouped(kinds: readonly RuleKind[], how: How, members: readonly Filter[]): Group | undefined {
  if (how !== 'all' && members.some((member) => Object.keys(member).length !== 1)) return undefined;
  const rules = members.map((member) => (isFlat(member) ? rulesIn(kinds, member) : undefined));
  return rules.includes(undefined) ? undefined : { key: newKey(), how, rules: rules.flatMap((read) => read ?? []) };
}

function rulesIn(kinds: readonly RuleKind[], conditions: Conditions): readonly Rule[] | undefined {
  const rules = Object.entries(conditions).map(([name, value]) => ruleOf(kinds, { [name]: value }));
  return rules.includes(undefined) ? undefined : rules.flatMap((rule) => rule ?? []);
}

function ruleOf(kinds: readonly RuleKind[], condition: Conditions): Rule | undefined {
  for (const { id: kind, operators } of kinds) {
    for (const { id: operator, read } of operators) {
      const values = read(condition);
      if (values) return { key: newKey(), kind, operator, values };
    }
  }
  return undefined;
}
