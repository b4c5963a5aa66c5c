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

export interface CssDeclaration {
  /** Property name, in lower case unless it is a custom property. */
  readonly property: string;
  /** Value without comments and `!important`. */
  readonly value: string;
  readonly isImportant: boolean;
  /**
   * Whether all quotes and parentheses in the value are closed, so that the value can be copied into a style attribute.
   */
  readonly isClosed: boolean;
  /** Offset where the value ends in the parsed text. */
  readonly end: number;
}

/** A complex selector with its rule's declarations, in source order. */
export interface CssRule extends CssSelector {
  /** Index of the selector in source order. */
  readonly order: number;
  readonly declarations: readonly CssDeclaration[];
  /**
   * The conditions of the style sheet and the enclosing at-rules, outermost first, such as `media (max-width:600px)`.
   * The last element is `nested` for a nested rule.
   */
  readonly conditions: readonly string[];
  /**
   * Whether the precedence of the rule is unknown, because the rule is nested, layered, or scoped, or has a selector
   * that is not analyzed.
   */
  readonly isOfUnknownStrength: boolean;
}

/** At-rules that contain rules with normal precedence. */
const CONDITIONAL = new Set(['media', 'supports', 'container', 'starting-style', 'document', '-moz-document']);
/** At-rules that change the precedence of their rules. */
const ORDERING = new Set(['layer', 'scope']);
/** Media queries that match on every screen on which people read email. */
const ALWAYS = new Set(['', 'all', 'screen', 'only screen']);
/** Maximum number of nesting levels that are parsed separately. */
const MAX_REREAD = 5;
/** CSS that replaces nested rules beyond the nesting limit: a rule that may change any property of any element. */
const TOO_DEEP = '*{all:unset}';
const OPTIONS = { parseValue: false, parseAtrulePrelude: false, parseCustomProperty: false, positions: true } as const;

/** Returns whether a media list matches every screen on which people read email. */
export function isForScreens(media: string): boolean {
  return ALWAYS.has(media.trim().toLowerCase().replaceAll(/\s+/g, ' '));
}

/**
 * Parses the rules of a style sheet. Ignores imported style sheets. `firstOrder` is the index of the first selector,
 * and `conditions` are the conditions of the whole style sheet.
 */
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
    // A nested rule may apply to elements that its parent rule does not select, so treat it as a rule for any element.
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

/** Returns an array with the condition of an at-rule. The array is empty if the at-rule always applies on screens. */
function conditionOf(name: string, { prelude }: Atrule): string[] {
  const text = prelude?.type === 'Raw' ? prelude.value : '';
  return name === 'media' && isForScreens(text) ? [] : [`${name} ${text}`];
}

/**
 * Yields the nested blocks of a block. Parses nested rules whose selector starts with an element type separately,
 * because css-tree leaves them unparsed.
 */
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

/** Parses the declarations in a style attribute. */
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

/** Removes comments from a value. Returns undefined if the value contains a malformed string or URL. */
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
