import { generate, ident, type CssNode, type Rule, type Selector } from 'css-tree';
import { COVER } from './template/cover.ts';

/** A complex selector, with the data that is needed to find the elements that it matches. */
export interface CssSelector {
  /**
   * Selector for css-select. Undefined if the document alone does not determine the matching elements, as for
   * `a:hover`, or if the selector is not analyzed.
   */
  readonly exact: string | undefined;
  /** Selector that matches at least the same elements, in any state and for any Liquid output. */
  readonly widest: string;
  /** Key by which all matching elements can be found: `#id`, `.class`, a type in lower case, or `*`. */
  readonly key: string;
  /** Names of the attributes in the selector, in lower case, including `id` and `class`. */
  readonly attributes: readonly string[];
  /**
   * Whether the selector contains a sibling combinator or a pseudo-class. Additional elements or classes may then
   * reduce its matches.
   */
  readonly isRelational: boolean;
  /**
   * Specificity as a number. An ID outweighs any number of classes, and a class outweighs any number of types
   * (Selectors 4, section 17).
   */
  readonly specificity: number;
}

const ID = 1_000_000;
const CLASS = 1_000;
const MAX_SELECTOR_CHARACTERS = 500;
/** Used instead of a selector that is not analyzed. Such a selector may match any element. */
export const ANY_ELEMENT: CssSelector = {
  exact: undefined,
  widest: '*',
  key: '*',
  attributes: [],
  isRelational: true,
  specificity: 0,
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Pseudo-classes that depend only on the document. */
const JUDGED = words(
  'first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type nth-of-type nth-last-of-type root any-link not is where',
);
/** Other pseudo-classes that browsers support. An unknown pseudo-class makes the whole selector list invalid. */
const KNOWN = words(
  'link visited hover active focus focus-within focus-visible target checked disabled enabled empty lang dir has defined default indeterminate valid invalid required optional read-only read-write placeholder-shown scope',
);
/** Pseudo-elements that may be written with a single colon. */
const OLD_PSEUDO_ELEMENTS = words('before after first-line first-letter');
const PSEUDO_ELEMENTS = words('before after first-line first-letter marker selection placeholder backdrop');

/**
 * Returns the selectors of a rule that match elements. Omits those for pseudo-elements, because they do not style the
 * element itself.
 */
export function selectorsOf({ prelude }: Rule): CssSelector[] {
  if (prelude.type !== 'SelectorList') return [ANY_ELEMENT];
  const list = [...prelude.children].filter((node) => node.type === 'Selector');
  const isKnown = list.every((selector) => isValid(selector));
  return list
    .filter((selector) => !isOfPseudoElement(selector))
    .map((selector) => Object.assign(readSelector(selector), isKnown ? {} : { exact: undefined }));
}

function isValid({ children }: Selector): boolean {
  return [...children].every((node, at) => {
    const element = pseudoElementOf(node);
    // Selectors that continue after a pseudo-element count as invalid, although browsers allow some pseudo-classes
    // there.
    if (element !== undefined) return at === children.size - 1 && isKnownElement(element);
    if (node.type !== 'PseudoClassSelector') return true;
    const name = node.name.toLowerCase();
    return JUDGED.has(name) || KNOWN.has(name);
  });
}

function isOfPseudoElement({ children }: Selector): boolean {
  return [...children].some((node) => pseudoElementOf(node) !== undefined);
}

function pseudoElementOf(node: CssNode): string | undefined {
  if (node.type !== 'PseudoElementSelector' && node.type !== 'PseudoClassSelector') return undefined;
  const name = node.name.toLowerCase();
  return node.type === 'PseudoElementSelector' || OLD_PSEUDO_ELEMENTS.has(name) ? name : undefined;
}

function isKnownElement(name: string): boolean {
  return PSEUDO_ELEMENTS.has(name) || name.startsWith('-webkit-');
}

interface Reading {
  isJudged: boolean;
  isRelational: boolean;
  /** Prefix of `widest` that ends with the last combinator. Empty after a sibling combinator. */
  before: string;
  compound: string;
  key: string;
  readonly attributes: Set<string>;
}

function readSelector(selector: Selector): CssSelector {
  const text = generate(selector);
  if (text.length > MAX_SELECTOR_CHARACTERS || text.includes(COVER)) return ANY_ELEMENT;
  const reading: Reading = {
    isJudged: true,
    isRelational: false,
    before: '',
    compound: '',
    key: '*',
    attributes: new Set(),
  };
  for (const node of selector.children) readPart(node, reading);
  const { attributes, before, compound, isJudged, isRelational, key } = reading;
  return {
    exact: isJudged ? text : undefined,
    widest: before + (compound === '' ? '*' : compound),
    key,
    attributes: [...attributes],
    isRelational,
    specificity: specificityOf(selector),
  };
}

function readPart(node: CssNode, reading: Reading): void {
  if (node.type === 'Combinator') {
    readCombinator(node.name, reading);
  } else if (node.type === 'TypeSelector') {
    readType(node.name, reading);
  } else if (node.type === 'IdSelector') {
    addAttribute(node, 'id', reading);
    reading.key = `#${ident.decode(node.name)}`;
  } else if (node.type === 'ClassSelector') {
    addAttribute(node, 'class', reading);
    if (!reading.key.startsWith('#')) reading.key = `.${ident.decode(node.name)}`;
  } else if (node.type === 'AttributeSelector') {
    addAttribute(node, node.name.name.toLowerCase(), reading);
  } else if (node.type === 'PseudoClassSelector') {
    reading.isRelational = true;
    if (!isJudged(node)) reading.isJudged = false;
    for (const name of attributesIn(node)) reading.attributes.add(name);
  } else {
    reading.isJudged = false;
  }
}

function readType(name: string, reading: Reading): void {
  if (name === '*') return;
  // Do not analyze selectors with namespaces, because namespaces are not resolved.
  if (name.includes('|')) {
    reading.isJudged = false;
    return;
  }
  reading.compound += name;
  if (reading.key === '*') reading.key = ident.decode(name).toLowerCase();
}

function readCombinator(name: string, reading: Reading): void {
  const isVertical = name === ' ' || name === '>';
  // Ignore conditions on siblings, because Liquid may omit siblings.
  reading.before = isVertical ? `${reading.before}${reading.compound === '' ? '*' : reading.compound}${name}` : '';
  if (!isVertical) reading.isRelational = true;
  if (!isVertical && name !== '+' && name !== '~') reading.isJudged = false;
  reading.compound = '';
  reading.key = '*';
}

/** Adds an attribute selector that also matches attributes of the same name whose value contains Liquid. */
function addAttribute(node: CssNode, name: string, reading: Reading): void {
  reading.attributes.add(name);
  reading.compound += `:is(${generate(node)},[${name}*="${COVER}"])`;
}

/** Returns whether the document alone determines which elements the selector and its nested selectors match. */
function isJudged(node: CssNode): boolean {
  if (node.type === 'PseudoClassSelector') {
    if (!JUDGED.has(node.name.toLowerCase())) return false;
  } else if (node.type === 'Nth') {
    return !node.selector;
  } else if (node.type === 'PseudoElementSelector' || node.type === 'NestingSelector' || node.type === 'Raw') {
    return false;
  } else if (node.type === 'TypeSelector') {
    return !node.name.includes('|');
  }
  return [...childrenOf(node)].every((child) => isJudged(child));
}

function attributesIn(node: CssNode): string[] {
  if (node.type === 'IdSelector') return ['id'];
  if (node.type === 'ClassSelector') return ['class'];
  if (node.type === 'AttributeSelector') return [node.name.name.toLowerCase()];
  return [...childrenOf(node)].flatMap((child) => attributesIn(child));
}

function childrenOf(node: CssNode): Iterable<CssNode> {
  return 'children' in node && node.children ? node.children : [];
}

function specificityOf(node: CssNode): number {
  switch (node.type) {
    case 'IdSelector':
      return ID;
    case 'ClassSelector':
    case 'AttributeSelector':
      return CLASS;
    case 'TypeSelector':
      return /^(?:.*\|)?\*$/.test(node.name) ? 0 : 1;
    case 'PseudoElementSelector':
      return 1;
    case 'Selector':
      return [...childrenOf(node)].reduce((sum, child) => sum + specificityOf(child), 0);
    case 'Nth':
      return node.selector ? specificityOf(node.selector) : 0;
    default:
      return specificityOfMost(node);
  }
}

/**
 * Returns the highest specificity of the nested selectors. A pseudo-class also counts as a class, except `:not()`,
 * `:is()`, and `:has()`. The specificity of `:where()` is 0 (Selectors Level 4, section 17).
 */
function specificityOfMost(node: CssNode): number {
  const most = Math.max(0, ...[...childrenOf(node)].map((child) => specificityOf(child)));
  if (node.type !== 'PseudoClassSelector') return most;
  const name = node.name.toLowerCase();
  if (name === 'where') return 0;
  return ['not', 'is', 'has'].includes(name) ? most : CLASS + most;
}
