import { faultAt } from '../fields/index.ts';
import { contextAt, expressionOf, loopNames, ROOT, type Context } from './template-paths.ts';
import { MAX_DEPTH, replaceTags, type Tag } from './template-tags.ts';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const VALUE = /"[^"]*"|'[^']*'|[^\s"']+/g;
/** Matches tags that only Handlebars has. Templates without them that contain Liquid tags stay unchanged. */
const OWN_TAG = /\{\{~?\s*(?:[#/^&!>{@.]|(?:else|insert|this)\b)/;
const CURRENT = ['this', '.'];
/** Data variables of Handlebars in loops, as names of Liquid. */
const LOOP_DATA: Readonly<Record<string, string>> = {
  '@index': 'forloop.index0',
  '@first': 'forloop.first',
  '@last': 'forloop.last',
};

type BlockTag = 'if' | 'unless' | 'for';

/** Blocks of Handlebars and of the helpers that SendGrid adds, as tags of Liquid. */
const BLOCKS: Readonly<Record<string, { readonly tag: BlockTag; readonly operator?: string }>> = {
  if: { tag: 'if' },
  unless: { tag: 'unless' },
  each: { tag: 'for' },
  with: { tag: 'if' },
  equals: { tag: 'if', operator: '==' },
  notEquals: { tag: 'if', operator: '!=' },
  greaterThan: { tag: 'if', operator: '>' },
  lessThan: { tag: 'if', operator: '<' },
  and: { tag: 'if', operator: 'and' },
  or: { tag: 'if', operator: 'or' },
};

/** Differences between a vendor's templates and Handlebars. */
export interface Flavor {
  /** Text that replaces tags with these names, such as a placeholder for the unsubscribe link. */
  readonly literals?: Readonly<Record<string, string>>;
  /** Whether values are inserted without escaping. */
  readonly isRaw?: boolean;
}

/** A block that is not closed yet. */
interface Open {
  readonly name: string;
  readonly tag: BlockTag;
  /** Context after the block, and in its `else`. */
  readonly outside: Context;
  readonly isInLoop: boolean;
}

interface State {
  context: Context;
  /** Whether the current position is in a loop. */
  isInLoop: boolean;
  readonly open: Open[];
  readonly nextName: () => string;
  readonly flavor: Flavor;
}

/**
 * Converts a Handlebars template to Liquid. Supports values, paths, the blocks in `BLOCKS` with `else`, comments, and
 * `insert`. Text that is already Liquid stays unchanged. Throws a validation_error on `field` that names the tag and
 * its position if the template contains anything else. Pure.
 */
export function liquidOf(source: string, field: string, flavor: Flavor = {}): string {
  if (source.includes('{%') && !OWN_TAG.test(source)) return source;
  const state: State = { context: ROOT, isInLoop: false, open: [], nextName: loopNames(source), flavor };
  const converted = replaceTags(source, field, (tag) => {
    const { inner } = tag;
    if (tag.isComment) return '';
    if (!tag.isRaw && inner.startsWith('#')) return openBlock(inner.slice(1).trim(), tag, state);
    if (!tag.isRaw && inner.startsWith('/')) return closeBlock(inner.slice(1).trim(), tag, state);
    if (/^(?:else|\^)\b|^\^$/.test(inner)) return elseOf(inner.replace(/^(?:else|\^)/, '').trim(), tag, state);
    return valueOf(tag, state);
  });
  const last = state.open.at(-1);
  if (last) throw faultAt(field, `contains {{#${last.name}}} without {{/${last.name}}}.`);
  return converted;
}

function openBlock(inner: string, tag: Tag, state: State): string {
  const [name = '', ...values] = inner.match(VALUE) ?? [];
  const block = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (!block) throw tag.refuse(`is not supported. The supported blocks are ${Object.keys(BLOCKS).join(', ')}.`);
  if (state.open.length >= MAX_DEPTH) throw tag.refuse(`is nested more than ${MAX_DEPTH} levels deep.`);
  const { context: outside, isInLoop } = state;
  const condition = block.tag === 'for' ? undefined : conditionOf(block.operator, values, tag, state);
  const value = name === 'each' || name === 'with' ? contextOf(values, tag, state) : undefined;
  state.open.push({ name, tag: block.tag, outside, isInLoop });
  if (!value) return tag.liquid('%', `${block.tag} ${condition}`);
  if (block.tag === 'if') {
    state.context = { ...value, parent: outside };
    return tag.liquid('%', `if ${condition}`);
  }
  const variable = state.nextName();
  state.context = { base: variable, path: [], parent: outside };
  state.isInLoop = true;
  return tag.liquid('%', `for ${variable} in ${expressionOf(value)}`);
}

function contextOf([path = '', ...more]: readonly string[], tag: Tag, { context }: State): Context {
  if (more.length > 0 || (path === '' && tag.inner.startsWith('#'))) throw tag.refuse('needs one value.');
  const found = path.startsWith('@root.')
    ? contextAt(path.slice('@root.'.length), ROOT, [])
    : contextAt(path, context, CURRENT);
  if (!found || expressionOf(found) === undefined) throw tag.refuse('is not supported.');
  return found;
}

function conditionOf(operator: string | undefined, given: readonly string[], tag: Tag, state: State): string {
  const wanted = operator === undefined ? 1 : 2;
  if (given.length !== wanted) throw tag.refuse(`needs ${wanted === 1 ? 'one value' : 'two values'}.`);
  const values = given.map((value) => expression(value, tag, state));
  // In Handlebars, 0 is false. Liquid evaluates `or` before `and`, so the values of `or` stay as they are.
  if (operator === undefined || operator === 'and') return values.map(whether).join(' and ');
  return values.join(` ${operator} `);
}

function whether(value: string): string {
  return /^["']|^-?\d/.test(value) || /^forloop\.(?:first|last)$/.test(value) ? value : `${value} and ${value} != 0`;
}

function closeBlock(name: string, tag: Tag, state: State): string {
  const last = state.open.pop();
  if (!last) throw tag.refuse('does not close any block.');
  if (last.name !== name) throw tag.refuse(`does not end {{#${last.name}}}.`);
  leave(last, state);
  return tag.liquid('%', `end${last.tag}`);
}

function leave({ isInLoop, outside }: Open, state: State): void {
  state.context = outside;
  state.isInLoop = isInLoop;
}

function elseOf(rest: string, tag: Tag, state: State): string {
  const last = state.open.at(-1);
  if (!last) throw tag.refuse('is outside a block.');
  leave(last, state);
  if (rest === '') return tag.liquid('%', 'else');
  const [name = '', ...values] = rest.match(VALUE) ?? [];
  const block = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (block?.tag !== 'if' || name === 'with' || last.tag === 'for') throw tag.refuse('is not supported.');
  return tag.liquid('%', `elsif ${conditionOf(block.operator, values, tag, state)}`);
}

/** Converts a value. Liquid values with filters stay unchanged. */
function valueOf(tag: Tag, state: State): string {
  const { inner, isRaw, whole } = tag;
  const { flavor } = state;
  const literal = Object.entries(flavor.literals ?? {}).find(([name]) => name === inner)?.[1];
  if (literal !== undefined) return literal;
  if (inner.includes('|') && !isRaw) return whole;
  const value = plainValueOf(inner.match(VALUE) ?? [], tag, state);
  return tag.liquid('{', isRaw || flavor.isRaw ? `${value} | raw` : value);
}

function plainValueOf([first = '', ...more]: readonly string[], tag: Tag, state: State): string {
  if (/^[>^]/.test(first)) throw tag.refuse('is not supported.');
  if (first === 'insert' && more.length > 0) return insertOf(more, tag, state);
  if (more.length > 0) throw tag.refuse('uses a helper that is not supported.');
  return expression(first, tag, state);
}

/** Converts the helper `insert`, whose second argument is a default value. */
function insertOf([name = '', otherwise, ...more]: readonly string[], tag: Tag, state: State): string {
  const value = expression(name, tag, state);
  if (otherwise === undefined) return value;
  const [, text] = /^["']default=(.*)["']$/s.exec(otherwise) ?? [];
  if (text === undefined || more.length > 0) throw tag.refuse('is not supported.');
  return `${value} | default: ${text.includes('"') ? `'${text}'` : `"${text}"`}`;
}

/** Converts a path, a number, or a string. */
function expression(value: string, tag: Tag, state: State): string {
  if (/^["']/.test(value) || NUMBER.test(value)) return value;
  if (state.isInLoop && Object.hasOwn(LOOP_DATA, value)) return LOOP_DATA[value] ?? '';
  return expressionOf(contextOf([value], tag, state)) ?? value;
}
