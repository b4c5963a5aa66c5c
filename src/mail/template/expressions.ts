import { TypeGuards, type Filter, type Token, type Value } from 'liquidjs';
import { unknownDirective } from './dates.ts';
import type { FaultList } from './faults.ts';
import { FILTER_ADVICE, FILTERS, FOR_VARIABLES } from './filters.ts';
import { nearest } from './names.ts';
import {
  MAX_EXPRESSION,
  MAX_STEPS,
  MAX_VARIABLE_CHARACTERS,
  MAX_VARIABLES,
  type KnownName,
  type KnownNames,
  type VariableUse,
} from './source.ts';
import { isReadable, isStructure } from './values.ts';

const OF_LOOP = /^(index|index0|rindex|rindex0|first|last|length)$/;
const OF_LOCAL = /^(size|first|last|-?\d{1,5})$/;
const PARTS: Readonly<Record<string, string>> = {
  forloop: 'index, index0, rindex, rindex0, first, last, length',
  list: 'size, first, last, and numbers: list[0]',
};

/** A known name that a template uses. */
export interface UsedName {
  readonly name: string;
  readonly path: readonly string[];
  readonly known: KnownName;
  /** Whether the template reads the whole value, and not one of its properties. */
  readonly isWhole: boolean;
}

/** The names in an expression, and its cost in steps. */
export interface Read {
  readonly names: UsedName[];
  weight: number;
}

/** Context in which an expression is analyzed. */
export interface Scope {
  readonly names: KnownNames;
  readonly links: number;
  /** Names that the template defines with assign, capture or for. */
  readonly locals: ReadonlySet<string>;
  /** Variables of loops over lists that the sender provides. The properties of the items are not known. */
  readonly items: ReadonlySet<string>;
  readonly faults: FaultList;
  /** Variables found so far in the template part. Undefined if unknown names are errors. */
  readonly variables: Map<string, VariableUse> | undefined;
}

/** Analyzes a value with its filters. */
export function readValue(value: Value, at: number, scope: Scope): Read {
  const read: Read = { names: [], weight: 0 };
  let operands = 0;
  for (const token of value.initial.postfix) {
    if (TypeGuards.isOperatorToken(token)) {
      operands -= token.operator === 'not' ? 0 : 1;
      read.weight += 1;
    } else {
      operands += 1;
      readOperand(token, at, scope, read);
    }
  }
  if (operands !== 1) {
    scope.faults.add(
      at,
      'Two values have no operator between them.',
      'Add an operator or a filter between the values.',
    );
  }
  for (const filter of value.filters) readFilter(filter, at, scope, read);
  if (read.weight > MAX_EXPRESSION) {
    scope.faults.add(
      at,
      `The tag contains ${read.weight} values, operators, and filters.`,
      `Use at most ${MAX_EXPRESSION} in each tag.`,
    );
  }
  const [first] = value.initial.postfix;
  if (value.filters[0]?.name === 'date' && TypeGuards.isQuotedToken(first) && /^(now|today)$/.test(first.content)) {
    scope.faults.add(
      at,
      `"${first.content}" can change between delivery attempts.`,
      'Use a fixed date, or a field that contains a date.',
    );
  }
  return read;
}

/** Analyzes an operand: a literal, a name or a range. */
export function readOperand(token: Token, at: number, scope: Scope, read: Read): void {
  read.weight += 1;
  if (TypeGuards.isRangeToken(token)) {
    readOperand(token.lhs, at, scope, read);
    readOperand(token.rhs, at, scope, read);
    const { lhs, rhs } = token;
    if (!TypeGuards.isNumberToken(lhs) || !TypeGuards.isNumberToken(rhs)) return;
    const turns = rhs.content - lhs.content + 1;
    if (turns > MAX_STEPS)
      scope.faults.add(at, `The range contains ${turns} numbers.`, `Use at most ${MAX_STEPS} numbers.`);
    return;
  }
  if (!TypeGuards.isPropertyAccessToken(token)) return;
  const path = token.props.map((prop) => {
    const isWritten = TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop) || TypeGuards.isNumberToken(prop);
    return isWritten ? String(prop.content) : undefined;
  });
  if (token.variable) {
    if (path.some((segment) => segment !== 'size')) {
      scope.faults.add(at, 'A literal has no properties except size.', 'Use {% assign %} and a filter.');
    }
    return;
  }
  if (TypeGuards.isWordToken(token.props[0]) || TypeGuards.isQuotedToken(token.props[0])) {
    readName(path, token.begin > at ? token.begin : at, scope, read);
  } else {
    scope.faults.add(at, 'Computed variable names are not supported.', 'Use a fixed name.');
  }
}

function readName(path: readonly (string | undefined)[], at: number, scope: Scope, read: Read): void {
  const [root = ''] = path;
  if (scope.items.has(root)) {
    readProperties(root, path.slice(1), at, scope);
    return;
  }
  if (scope.locals.has(root)) {
    readLocal(root, path.slice(1), at, scope);
    return;
  }
  const written = path.filter((segment) => segment !== undefined);
  if (written.length < path.length) {
    scope.faults.add(at, `Computed property names of ${root} are not supported.`, 'Use a fixed name.');
    return;
  }
  const found = resolve(written, scope) ?? variable(written, at, scope);
  if (!found) {
    addUnknownName(written.join('.'), at, scope);
    return;
  }
  read.names.push(found);
  if (isStructure(found.known)) readProperties(found.name, written.slice(found.path.length), at, scope);
}

/** Matches the name of a variable, as in `mergeTag` nodes of designs. */
const VARIABLE = /^[\w-]+(?:\.[\w-]+)*$/;

/**
 * Returns an unknown name as a variable. Returns undefined if unknown names are errors or the name is not a valid
 * variable name.
 */
function variable(path: readonly string[], at: number, { faults, variables }: Scope): UsedName | undefined {
  const whole = path.length > 1 && path.at(-1) === 'size' ? path.slice(0, -1) : path;
  const name = whole.join('.');
  if (!variables || name.length > MAX_VARIABLE_CHARACTERS || !VARIABLE.test(name)) return undefined;
  if (!variables.has(name)) {
    if (variables.size < MAX_VARIABLES) variables.set(name, { at, isPrinted: false, isLooped: false });
    else faults.add(at, `This part has more than ${MAX_VARIABLES} variables.`, 'Use fewer variables.');
  }
  const known = { kind: 'text', slot: name, isGiven: false } as const;
  return { name, path: whole, known, isWhole: whole === path };
}

/** Checks the properties of a name that the template defines. */
function readLocal(root: string, parts: readonly (string | undefined)[], at: number, { faults }: Scope): void {
  const [part, ...rest] = parts;
  if (parts.length === 0) return;
  const known = root === 'forloop' ? OF_LOOP : OF_LOCAL;
  if (part !== undefined && known.test(part) && rest.length === 0) return;
  faults.add(
    at,
    `${root} has no property ${(part ?? 'with a computed name').slice(0, 100)}.`,
    `Known properties: ${PARTS[root] ?? PARTS.list}.`,
  );
}

/** Checks the properties of a value whose properties are not known. */
function readProperties(root: string, parts: readonly (string | undefined)[], at: number, { faults }: Scope): void {
  const odd = parts.find((part) => part === undefined || !isReadable(part));
  if (!parts.includes(odd)) return;
  const name = odd === undefined ? 'with a computed name' : odd.slice(0, 100);
  faults.add(at, `${root} cannot have a property ${name}.`, 'Use a different name.');
}

function resolve(path: readonly string[], { links, names }: Scope): UsedName | undefined {
  const [root, number] = path;
  if (root === 'links' && path.length === 2 && /^\d{1,5}$/.test(number ?? '') && Number(number) < links) {
    return { name: path.join('.'), path, known: { kind: 'url', link: Number(number) }, isWhole: true };
  }
  const structures = path.map((_, index) => path.slice(0, index)).filter(({ length }) => length > 0);
  const whole = path.at(-1) === 'size' ? [path, path.slice(0, -1)] : [path];
  for (const candidate of [...structures, ...whole]) {
    const name = candidate.join('.');
    const known = Object.hasOwn(names, name) ? names[name] : undefined;
    if (!known || (!whole.includes(candidate) && !isStructure(known))) continue;
    return { name, path: candidate, known, isWhole: candidate === path };
  }
  return undefined;
}

function addUnknownName(name: string, at: number, { faults, locals, names }: Scope): void {
  if (faults.isFull()) return;
  const all = [...Object.keys(names), ...locals];
  if (all.some((known) => known.startsWith(`${name}.`))) {
    const example = all.find((known) => known.startsWith(`${name}.`));
    faults.add(at, `${name} contains several values.`, `Use one of its values, for example ${example}.`);
    return;
  }
  const meant = nearest(name, all);
  const fix =
    meant === undefined
      ? `Known names: ${all.slice(0, 12).join(', ')}${all.length > 12 ? ' and more' : ''}.`
      : `Did you mean ${meant}?`;
  faults.add(at, `${name.slice(0, 100)} is not a known name.`, fix);
}

function readFilter({ args, name }: Filter, at: number, scope: Scope, read: Read): void {
  read.weight += 1;
  const filter = FILTERS.get(name);
  if (!filter || (FOR_VARIABLES.has(name) && !scope.variables)) {
    addUnknownFilter(name, at, scope);
    return;
  }
  if (args.length < filter.needs || args.length > filter.takes) {
    const count = filter.needs === filter.takes ? `${filter.needs}` : `${filter.needs} to ${filter.takes}`;
    scope.faults.add(
      at,
      `The ${name} filter has ${args.length} ${args.length === 1 ? 'argument' : 'arguments'}.`,
      `Use ${count}.`,
    );
  }
  for (const arg of args) {
    if (Array.isArray(arg)) {
      scope.faults.add(at, `The ${name} filter has no option ${arg[0] ?? ''}.`, 'Remove the option.');
    } else {
      readOperand(arg, at, scope, read);
      if (name === 'date') readFormat(arg, at, scope);
    }
  }
}

function readFormat(format: Token, at: number, { faults }: Scope): void {
  const odd = TypeGuards.isQuotedToken(format) ? unknownDirective(format.content) : undefined;
  if (odd === undefined) return;
  faults.add(at, `The date format does not support ${odd}.`, 'Use a format like "%-d %B %Y, %H:%M".');
}

function addUnknownFilter(name: string, at: number, { faults }: Scope): void {
  if (faults.isFull()) return;
  const all = [...FILTERS.keys()];
  const meant = nearest(name, all);
  const near = meant === undefined ? `Known filters: ${all.join(', ')}.` : `Did you mean ${meant}?`;
  const advice = Object.hasOwn(FILTER_ADVICE, name) ? FILTER_ADVICE[name] : undefined;
  faults.add(at, `${name.slice(0, 100)} is not a known filter.`, advice ?? near);
}
