import { lexer } from 'css-tree';
import { TypeGuards } from 'liquidjs';
import type { CssDeclaration } from '../css-rules.ts';
import { matchRules, styleRules } from '../html-cascade.ts';
import { attributeValue, elementsOf, parseHtml, type HtmlDocument, type HtmlElement } from '../html-document.ts';
import { escapeHtml } from '../template.ts';
import { coverLiquid, tokensOf } from '../template/cover.ts';
import { planInlining, type InlineStyles } from './inline-plan.ts';

/** Maximum number of steps for one message. A step is roughly a visit to a node, attribute, or declaration. */
const MAX_STEPS = 1_000_000;
/** Maximum total length of the style attributes that are written, in characters. */
const MAX_ADDED_CHARACTERS = 1_000_000;
const MAX_NAME_CHARACTERS = 200;
/** Cost of checking a value against its property's grammar, in steps. */
const GRAMMAR_STEPS = 20;
/** Properties with keywords that only some email clients support. */
const UNEVEN = new Set(['display', 'position', 'overflow', 'cursor', 'width', 'height', 'background-image']);
/** Matches values that consist of keywords, hex colors, and numbers in basic units. */
const PLAIN = /^(?:(?:[a-z]+|#[\da-f]{3}|#[\da-f]{6}|[+-]?[\d.]+(?:px|em|pt|%)?)(?:\s*[\s,]\s*|$))+$/i;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Copies declarations from style elements into the style attributes of matching elements, for email clients that drop
 * style elements. Does not change how a browser renders the message.
 *
 * Keeps the style elements, and makes declarations there `!important` if they must override inlined ones. Liquid in the
 * HTML must be valid. Returns undefined if the HTML or the work exceeds a limit.
 */
export function inlineCss(html: string): string | undefined {
  if (!/<style/i.test(html)) return html;
  const tokens = tokensOf(html);
  const covered = coverLiquid(html, tokens);
  const document = parseHtml(covered, { hasPlaces: true });
  if (!document) return undefined;
  const blocksAt = tokens.filter((token) => TypeGuards.isTagToken(token)).map(({ begin }) => begin);
  const rules = styleRules(document, covered, blocksAt);
  if (rules.length === 0) return html;
  const budget = { steps: MAX_STEPS };
  const matches = matchRules(document, rules, budget, blocksAt.length > 0);
  if (!matches) return undefined;
  const { marked, styles } = planInlining(matches);
  const edits = marked.map(({ declaration, rule }): Edit => {
    const at = (rule.sheetAt ?? 0) + declaration.end;
    return { start: at, end: at, text: ' !important' };
  });
  const isTaken = createGrammar(budget);
  let added = 0;
  for (const edit of editsOf(document, html, covered, styles, isTaken)) {
    added += edit.text.length;
    if (budget.steps <= 0 || added > MAX_ADDED_CHARACTERS) return undefined;
    edits.push(edit);
  }
  return edited(html, edits);
}

/** Returns whether a declaration makes earlier declarations of its property redundant in every email client. */
type Grammar = (declaration: CssDeclaration) => boolean;

function createGrammar(budget: { steps: number }): Grammar {
  const known = new Map<string, boolean>();
  return ({ property, value }) => {
    if (property.startsWith('-') || UNEVEN.has(property) || !PLAIN.test(value)) return false;
    const key = `${property}:${value}`;
    let isTaken = known.get(key);
    if (isTaken === undefined) {
      budget.steps -= GRAMMAR_STEPS;
      isTaken = budget.steps > 0 && lexer.matchProperty(property, value).error === null;
      known.set(key, isTaken);
    }
    return isTaken;
  };
}

/**
 * Returns the edits of start tags. If the parser created several elements from one tag, as for `<b>` around blocks,
 * edits the tag only if all of them need the same edit.
 */
function editsOf(
  document: HtmlDocument,
  html: string,
  covered: string,
  styles: ReadonlyMap<HtmlElement, InlineStyles>,
  isTaken: Grammar,
): Edit[] {
  const byTag = new Map<number, Edit | undefined>();
  for (const element of elementsOf(document)) {
    const tag = element.sourceCodeLocation?.startTag?.startOffset;
    if (tag === undefined) continue;
    const inline = styles.get(element);
    const edit = inline && editOf(element, html, covered, inline, isTaken);
    const isSame = !byTag.has(tag) || byTag.get(tag)?.text === edit?.text;
    byTag.set(tag, isSame ? edit : undefined);
  }
  return [...byTag.values()].filter((edit) => edit !== undefined);
}

/**
 * Returns the edit that adds inlined declarations to an element's style attribute: normal ones before the element's own
 * style, important ones after it. Returns undefined if the attribute cannot be edited.
 */
function editOf(
  element: HtmlElement,
  html: string,
  covered: string,
  { important, normal }: InlineStyles,
  isTaken: Grammar,
): Edit | undefined {
  const before = styleOf(normal, isTaken);
  const after = styleOf(important, isTaken);
  const own = element.sourceCodeLocation?.attrs?.['style'];
  if (!own) return newAttribute(element, html, joined(before, after));
  const { endOffset: end, startOffset: start } = own;
  const equals = /^[^=]*=\s*/.exec(covered.slice(start, end))?.[0].length;
  if (equals === undefined) return { start, end, text: `style="${joined(before, after)}"` };
  const at = start + equals;
  const given = /["']/.exec(html.charAt(at))?.[0];
  const [from, to] = given === undefined ? [at, end] : [at + 1, end - 1];
  // An unquoted value may contain quotation marks.
  const quote = given ?? ['"', "'"].find((mark) => !html.slice(from, to).includes(mark));
  if (quote === undefined) return undefined;
  const kept = html.slice(from, to).trim().replace(/;$/, '');
  return { start: at, end, text: `${quote}${joined(before, kept, after)}${quote}` };
}

/** Adds a style attribute after the tag name of an element that has none. */
function newAttribute(element: HtmlElement, html: string, style: string): Edit | undefined {
  // The element can have a style attribute that is not in this tag: the parser adds the attributes of a second <body>
  // tag to the first element. A style in this tag would override that style.
  if (attributeValue(element, 'style') !== undefined) return undefined;
  const tag = element.sourceCodeLocation?.startTag?.startOffset ?? 0;
  const at = tag + (/^<[^\s/>]+/.exec(html.slice(tag, tag + MAX_NAME_CHARACTERS))?.[0].length ?? 0);
  return { start: at, end: at, text: ` style="${style}"` };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(';');
}

/**
 * Formats declarations for a style attribute. Omits declarations that a later declaration of the same property replaces
 * in every email client.
 */
function styleOf(declarations: readonly CssDeclaration[], isTaken: Grammar): string {
  const replaced = new Set<string>();
  const kept: string[] = [];
  for (const declaration of declarations.toReversed()) {
    const { property, value } = declaration;
    if (replaced.has(property)) continue;
    kept.push(`${property}:${escapeHtml(value)}`);
    if (isTaken(declaration)) replaced.add(property);
  }
  return kept.toReversed().join(';');
}

function edited(html: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { end, start, text } of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(html.slice(at, start), text);
    at = end;
  }
  return pieces.join('') + html.slice(at);
}
