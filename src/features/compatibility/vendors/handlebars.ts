import { faultAt } from '../fields/index.ts';

/** Matches the tags of Handlebars: comments, unescaped values, and all others. */
const TAGS = /\{\{!--[\s\S]*?--\}\}|\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g;
const PATH = /^[a-z_][\w-]*(?:\.[\w-]+)*$/i;
const VALUE = /"[^"]*"|'[^']*'|[^\s"']+/g;

/** Blocks of Handlebars and of the helpers that SendGrid adds, as conditions of Liquid. */
const BLOCKS: Readonly<Record<string, { readonly tag: 'if' | 'unless'; readonly operator?: string }>> = {
  if: { tag: 'if' },
  unless: { tag: 'unless' },
  equals: { tag: 'if', operator: '==' },
  notEquals: { tag: 'if', operator: '!=' },
  greaterThan: { tag: 'if', operator: '>' },
  lessThan: { tag: 'if', operator: '<' },
  and: { tag: 'if', operator: 'and' },
  or: { tag: 'if', operator: 'or' },
};

/** A block that is not closed yet. */
interface Open {
  readonly name: string;
  readonly tag: 'if' | 'unless';
}

/**
 * Converts a Handlebars template to Liquid. Supports values, the blocks in `BLOCKS` with `else`, comments, and
 * `insert`. Text that is already Liquid stays unchanged. Throws a validation_error on `field` that names the tag if the
 * template contains anything else. Pure.
 */
export function liquidOf(source: string, field: string): string {
  const open: Open[] = [];
  const refuse = (tag: string, sentence: string) =>
    faultAt(field, `contains ${tag}${lineIn(source, tag)}, which ${sentence}`);
  const converted = source.replace(TAGS, (tag) => {
    if (tag.startsWith('{{!')) return '';
    if (tag.startsWith('{{{'))
      throw refuse(tag, 'is not supported, because values are always escaped. Use two braces.');
    const inner = tag.slice(2, -2).trim().replace(/^~|~$/g, '').trim();
    if (inner.startsWith('#')) return openBlock(inner.slice(1).trim(), open, (sentence) => refuse(tag, sentence));
    if (inner.startsWith('/')) return closeBlock(inner.slice(1).trim(), open, (sentence) => refuse(tag, sentence));
    if (/^(?:else|\^)\b|^\^$/.test(inner))
      return elseOf(inner.replace(/^(?:else|\^)/, '').trim(), open, (sentence) => refuse(tag, sentence));
    return valueOf(inner, tag, (sentence) => refuse(tag, sentence));
  });
  const last = open.at(-1);
  if (last) throw faultAt(field, `contains {{#${last.name}}} without {{/${last.name}}}.`);
  return converted;
}

type Refuse = (sentence: string) => Error;

function openBlock(inner: string, open: Open[], refuse: Refuse): string {
  const [name = '', ...values] = inner.match(VALUE) ?? [];
  const block = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (!block) throw refuse(`is not supported. The supported blocks are ${Object.keys(BLOCKS).join(', ')}.`);
  open.push({ name, tag: block.tag });
  return `{% ${block.tag} ${conditionOf(block.operator, values, refuse)} %}`;
}

function conditionOf(operator: string | undefined, values: readonly string[], refuse: Refuse): string {
  const wanted = operator === undefined ? 1 : 2;
  if (values.length !== wanted) throw refuse(`needs ${wanted === 1 ? 'one value' : 'two values'}.`);
  for (const value of values) requireValue(value, refuse);
  // In Handlebars, 0 is false. Liquid evaluates `or` before `and`, so the values of `or` stay as they are.
  if (operator === undefined || operator === 'and') return values.map(whether).join(' and ');
  return values.join(` ${operator} `);
}

function whether(value: string): string {
  return PATH.test(value) ? `${value} and ${value} != 0` : value;
}

function closeBlock(name: string, open: Open[], refuse: Refuse): string {
  const last = open.pop();
  if (!last) throw refuse('ends no block.');
  if (last.name !== name) throw refuse(`does not end {{#${last.name}}}.`);
  return `{% end${last.tag} %}`;
}

function elseOf(rest: string, open: readonly Open[], refuse: Refuse): string {
  if (open.length === 0) throw refuse('is outside of a block.');
  if (rest === '') return '{% else %}';
  const [name = '', ...values] = rest.match(VALUE) ?? [];
  const block = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (block?.tag !== 'if') throw refuse('is not supported.');
  return `{% elsif ${conditionOf(block.operator, values, refuse)} %}`;
}

/** Converts a value. Liquid values with filters stay unchanged. */
function valueOf(inner: string, tag: string, refuse: Refuse): string {
  if (inner.includes('|')) return tag;
  const [first = '', ...more] = inner.match(VALUE) ?? [];
  if (/^[&>^]/.test(first)) throw refuse('is not supported.');
  if (first === 'insert' && more.length > 0) return insertOf(more, refuse);
  if (more.length > 0) throw refuse('uses a helper that is not supported.');
  requireValue(first, refuse);
  return `{{ ${first} }}`;
}

/** Converts the helper `insert`, whose second argument is a default value. */
function insertOf([name = '', otherwise, ...more]: readonly string[], refuse: Refuse): string {
  requireValue(name, refuse);
  if (otherwise === undefined) return `{{ ${name} }}`;
  const [, text] = /^["']default=(.*)["']$/s.exec(otherwise) ?? [];
  if (text === undefined || more.length > 0) throw refuse('is not supported.');
  return `{{ ${name} | default: ${quoted(text)} }}`;
}

/** Throws if a value is neither a path, a number, nor a string. Loop variables such as `this` have no counterpart. */
function requireValue(value: string, refuse: Refuse): void {
  if (/^["']/.test(value) || /^-?\d+(?:\.\d+)?$/.test(value)) return;
  if (!PATH.test(value) || /^this\b/.test(value)) throw refuse('is not supported.');
}

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

function lineIn(source: string, tag: string): string {
  const line = source.slice(0, source.indexOf(tag)).split('\n').length;
  return source.includes('\n') ? ` on line ${line}` : '';
}
