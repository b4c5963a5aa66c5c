import {
  parse,
  tokenize,
  tokenTypes,
  type Atrule,
  type Block,
  type CssNode,
  type DeclarationList,
  type Rule,
} from 'css-tree';
import { ANY_ELEMENT, selectorsOf, type CssSelector } from './css-selectors.ts';

/** A property with its value. */
export interface CssDeclaration {
  /** In lower case, but for custom properties. */
  readonly property: string;
  /** Without comments and `!important`. */
  readonly value: string;
  readonly isImportant: boolean;
  /** Whether its value can stand elsewhere: with all quotes and parentheses closed. */
  readonly isClosed: boolean;
  /** Where its value ends in what was read. */
  readonly end: number;
}

/** One complex selector with the declarations of its rule, in the order in which they are written. */
export interface CssRule extends CssSelector {
  /** Grows from rule to rule. */
  readonly order: number;
  readonly declarations: readonly CssDeclaration[];
  /** The at-rules around it, outermost first: `media (max-width:600px)`; none where it always applies. */
  readonly conditions: readonly string[];
  /** Whether specificity and order do not tell how strong it is: it is nested, layered or scoped. */
  readonly isOfUnknownStrength: boolean;
}

/** At-rules that hold rules, which are as strong as others. */
const CONDITIONAL = new Set(['media', 'supports', 'container', 'starting-style', 'document', '-moz-document']);
/** At-rules that hold rules which are weaker or stronger than they look. */
const ORDERING = new Set(['layer', 'scope']);
/** Media that mails are read on. */
const ALWAYS = new Set(['', 'all', 'screen', 'only screen']);
/** Each reading of nested blocks takes as long as the block is. */
const MAX_REREAD = 5;
/** Says that nothing is known of an element. */
const TOO_DEEP = '*{all:unset}';
const OPTIONS = { parseValue: false, parseAtrulePrelude: false, parseCustomProperty: false, positions: true } as const;

/** Whether a list of media holds wherever mails are read on a screen. */
export function isForScreens(media: string): boolean {
  return ALWAYS.has(media.trim().toLowerCase().replaceAll(/\s+/g, ' '));
}

/** The rules of a style sheet. Linear in the text, whatever is wrong with it; what is imported is not known. */
export function cssRules(sheet: string, firstOrder: number, conditions: readonly string[] = []): CssRule[] {
  const rules: CssRule[] = [];
  const add = (
    selectors: readonly CssSelector[],
    block: Block,
    around: readonly string[],
    isUnknown: boolean,
  ): void => {
    const declarations = declarationsIn(block);
    if (declarations.length === 0) return;
    for (const selector of selectors) {
      const order = firstOrder + rules.length;
      rules.push({ ...selector, order, declarations, conditions: around, isOfUnknownStrength: isUnknown });
    }
  };
  const addRule = (rule: Rule, around: readonly string[], isUnknown: boolean): void => {
    const selectors = selectorsOf(rule);
    add(selectors, rule.block, around, isUnknown || selectors.includes(ANY_ELEMENT));
    // What is nested in a rule is for what its parents select, and more.
    for (const block of nestedBlocks(rule.block)) add([ANY_ELEMENT], block, [...around, 'nested'], true);
  };
  const walk = (nodes: Iterable<CssNode>, around: readonly string[], isUnknown: boolean): void => {
    for (const node of nodes) {
      if (node.type === 'Rule') addRule(node, around, isUnknown);
      if (node.type !== 'Atrule' || !node.block) continue;
      const name = node.name.toLowerCase();
      if (!CONDITIONAL.has(name) && !ORDERING.has(name)) continue;
      walk(node.block.children, [...around, ...conditionOf(name, node)], isUnknown || ORDERING.has(name));
    }
  };
  const ast = parse(sheet, OPTIONS);
  if (ast.type === 'StyleSheet') walk(ast.children, conditions, false);
  return rules;
}

/** The condition that an at-rule puts on its rules; none where it always holds on screens. */
function conditionOf(name: string, { prelude }: Atrule): string[] {
  const text = prelude?.type === 'Raw' ? prelude.value : '';
  return name === 'media' && isForScreens(text) ? [] : [`${name} ${text}`];
}

/** The blocks within a block. css-tree leaves one alone whose selector begins with a type: its declarations are read on. */
function* nestedBlocks(block: Block, depth = 0): Generator<Block> {
  for (const node of block.children) {
    if (node.type === 'Raw' && node.value.includes('{')) {
      const ast = parse(depth < MAX_REREAD ? node.value : TOO_DEEP, OPTIONS);
      if (ast.type === 'StyleSheet') yield* nestedBlocks({ type: 'Block', children: ast.children }, depth + 1);
    } else if ((node.type === 'Rule' || node.type === 'Atrule') && node.block) {
      yield node.block;
      yield* nestedBlocks(node.block, depth);
    }
  }
}

/** The declarations of a style attribute. */
export function declarationsOf(style: string): CssDeclaration[] {
  const ast = parse(style, { ...OPTIONS, context: 'declarationList' });
  return ast.type === 'DeclarationList' ? declarationsIn(ast) : [];
}

function declarationsIn({ children }: Block | DeclarationList): CssDeclaration[] {
  const declarations: CssDeclaration[] = [];
  for (const node of children) {
    if (node.type !== 'Declaration' || node.value.type !== 'Raw') continue;
    const property = node.property.startsWith('--') ? node.property : node.property.toLowerCase();
    const value = readValue(node.value.value);
    if (!/^(?:--.|-?[a-z])/.test(property) || !value || value.text === '') continue;
    const end = node.value.loc?.end.offset ?? 0;
    declarations.push({
      property,
      value: value.text,
      isClosed: value.isClosed,
      isImportant: node.important !== false,
      end,
    });
  }
  return declarations;
}

/** A value without comments; undefined for one that no program takes. */
function readValue(raw: string): { readonly text: string; readonly isClosed: boolean } | undefined {
  const pieces: string[] = [];
  let depth = 0;
  let isBroken = false;
  let isClosed = true;
  tokenize(raw, (type, start, end) => {
    const text = raw.slice(start, end);
    pieces.push(type === tokenTypes.Comment ? '' : text);
    if (type === tokenTypes.BadString || type === tokenTypes.BadUrl) isBroken = true;
    if (type === tokenTypes.String && !/^(["'])(?:\\[\s\S]|(?!\1)[^\\])*\1$/.test(text)) isClosed = false;
    if (type === tokenTypes.Url && !text.endsWith(')')) isClosed = false;
    if (/[([{]$/.test(text) && type !== tokenTypes.Url && type !== tokenTypes.String) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
  });
  return isBroken
    ? undefined
    : { text: pieces.join('').trim(), isClosed: isClosed && depth === 0 && !raw.endsWith('\\') };
}
