import { compile, type Options } from 'css-select';
import { html as names, type DefaultTreeAdapterTypes } from 'parse5';
import { cssRules, isForScreens, type CssRule } from './css-rules.ts';
import { attributeValue, elementsOf, type HtmlDocument, type HtmlElement } from './html-document.ts';
import { COVER } from './template/cover.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** A rule in a style element. */
export interface StyleRule extends CssRule {
  /**
   * Offset of the style sheet in the HTML. Undefined if the style sheet may contain entities and comments, as in SVG.
   */
  readonly sheetAt: number | undefined;
}

/** A rule that matches or may match an element. */
export interface Match {
  readonly rule: StyleRule;
  /** False if the match depends on more than the document, for example on Liquid output. */
  readonly isCertain: boolean;
}

/** Number of remaining steps. A step is roughly a visit to a node. */
export interface MatchBudget {
  steps: number;
}

/** A rule that is tested against elements. */
interface Candidate {
  readonly rule: StyleRule;
  /** Returns true if the rule certainly matches the element, false if it may match, and undefined if it does not. */
  readonly test: (element: HtmlElement) => boolean | undefined;
}

type Index = ReadonlyMap<string, readonly Candidate[]>;

/** Cost of compiling a selector, in steps. */
const COMPILE_STEPS = 20;
/** Number of siblings, or of attribute characters, that can be examined in one step. */
const PER_STEP = 32;

/**
 * Returns the rules in all style elements of a document, in order. The document must have been parsed with source
 * locations, and Liquid in the source replaced by U+FDD0. `blocksAt` contains the offsets of Liquid tags. A style sheet
 * that contains such an offset gets the `liquid` condition.
 */
export function styleRules(document: HtmlDocument, source: string, blocksAt: readonly number[] = []): StyleRule[] {
  const rules: StyleRule[] = [];
  for (const element of elementsOf(document)) {
    if (!isStyleSheet(element)) continue;
    const [start, end] = insideOf(element);
    const media = attributeValue(element, 'media') ?? '';
    const conditions = [
      ...(isForScreens(media) ? [] : [`media ${media}`]),
      ...(blocksAt.some((at) => start <= at && at < end) ? ['liquid'] : []),
    ];
    const isRaw = element.namespaceURI === names.NS.HTML;
    const sheet = isRaw ? source.slice(start, end) : element.childNodes.map(textOf).join('');
    const sheetAt = isRaw ? start : undefined;
    for (const rule of cssRules(sheet, rules.length, conditions)) rules.push({ ...rule, sheetAt });
  }
  return rules;
}

function isStyleSheet(element: HtmlElement): boolean {
  return element.tagName === 'style' && /^\s*(?:text\/css\s*)?$/i.test(attributeValue(element, 'type') ?? '');
}

/** Returns the offsets where the content of an element begins and ends. */
function insideOf({ sourceCodeLocation: location }: HtmlElement): readonly [start: number, end: number] {
  const start = location?.startTag?.endOffset ?? 0;
  return [start, location?.endTag?.startOffset ?? location?.endOffset ?? start];
}

/**
 * Returns the rules that match or may match each element, weakest first by specificity and order, ignoring
 * `!important`. `hasBlocks` means that Liquid may omit elements. Returns undefined if the budget is exceeded.
 */
export function matchRules(
  document: HtmlDocument,
  rules: readonly StyleRule[],
  budget: MatchBudget,
  hasBlocks = false,
): ReadonlyMap<HtmlElement, readonly Match[]> | undefined {
  const options = optionsOf(document, budget);
  const elements = [...elementsOf(document)];
  const covered = new Set(elements.flatMap((element) => coveredNames(element)));
  const index = new Map<string, Candidate[]>();
  for (const rule of rules) {
    const isCovered = covered.has('*') || rule.attributes.some((name) => covered.has(name));
    const candidate = { rule, test: createTest(rule, isCovered, hasBlocks, options) };
    budget.steps -= COMPILE_STEPS;
    const key = keyOf(rule.key, options);
    const list = index.get(key);
    if (list) list.push(candidate);
    else index.set(key, [candidate]);
  }
  const found = new Map<HtmlElement, readonly Match[]>();
  for (const element of elements) {
    const matches: Match[] = [];
    for (const { rule, test } of candidatesFor(element, index, options)) {
      if (budget.steps <= 0) return undefined;
      budget.steps -= 1;
      const isCertain = test(element);
      if (isCertain === undefined) continue;
      matches.push({ rule, isCertain });
      budget.steps -= rule.declarations.length;
    }
    matches.sort((a, b) => a.rule.specificity - b.rule.specificity || a.rule.order - b.rule.order);
    if (matches.length > 0) found.set(element, matches);
  }
  return budget.steps <= 0 ? undefined : found;
}

type SelectOptions = Options<Node, HtmlElement>;

/**
 * Adapts css-select to parse5 documents. Once the budget is used up, returns no more nodes, so that matching ends soon.
 */
function optionsOf({ mode }: HtmlDocument, budget: MatchBudget): SelectOptions {
  const spend = (steps: number): boolean => (budget.steps -= 1 + Math.floor(steps / PER_STEP)) > 0;
  const isTag = (node: Node): node is HtmlElement => 'tagName' in node;
  const siblings = (node: Node): Node[] =>
    'parentNode' in node && node.parentNode && spend(node.parentNode.childNodes.length)
      ? node.parentNode.childNodes
      : [];
  return {
    quirksMode: mode === names.DOCUMENT_MODE.QUIRKS,
    adapter: {
      isTag,
      getAttributeValue: (element, name) => {
        const value = attributeValue(element, name) ?? (writesAttributes(element) ? COVER : undefined);
        return spend(value?.length ?? 0) ? value : undefined;
      },
      hasAttrib: (element, name) => attributeValue(element, name) !== undefined,
      getChildren: (node) => ('childNodes' in node ? node.childNodes : []),
      getName: ({ tagName }) => tagName,
      getParent: (element) => (spend(0) ? element.parentNode : null),
      getSiblings: siblings,
      // css-select requires these methods, but no supported selector uses them.
      getText: () => '',
      removeSubsets: (nodes) => nodes,
    },
  };
}

function createTest(
  rule: StyleRule,
  isCovered: boolean,
  hasBlocks: boolean,
  options: SelectOptions,
): Candidate['test'] {
  const isExact = rule.exact !== undefined && !(rule.isRelational && (isCovered || hasBlocks));
  const exact = isExact && rule.exact !== undefined ? compiled(rule.exact, options) : undefined;
  const widest = !exact || isCovered ? (compiled(rule.widest, options) ?? (() => true)) : undefined;
  return (element) => {
    if (exact?.(element) === true) return true;
    return widest?.(element) === true ? false : undefined;
  };
}

/** Compiles a selector. Returns undefined if css-select cannot parse it. */
function compiled(selector: string, options: SelectOptions): ((element: HtmlElement) => boolean) | undefined {
  try {
    return compile(selector, options);
  } catch {
    return undefined;
  }
}

/** Yields the rules whose last compound selector may match the element. */
function* candidatesFor(element: HtmlElement, index: Index, options: SelectOptions): Generator<Candidate> {
  const covered = coveredNames(element);
  if (['*', 'class', 'id'].some((name) => covered.includes(name))) {
    for (const candidates of index.values()) yield* candidates;
    return;
  }
  const id = attributeValue(element, 'id');
  const classes = attributeValue(element, 'class')?.split(/[ \t\n\f\r]+/) ?? [];
  const keys = new Set(['*', element.tagName.toLowerCase(), ...classes.map((name) => `.${name}`)]);
  if (id !== undefined) keys.add(`#${id}`);
  for (const key of new Set([...keys].map((name) => keyOf(name, options)))) yield* index.get(key) ?? [];
}

/** Normalizes a class name or an ID. In quirks mode, both are case-insensitive. */
function keyOf(key: string, { quirksMode }: SelectOptions): string {
  return quirksMode === true ? key.toLowerCase() : key;
}

/** Returns true if Liquid generates attributes of the element. */
function writesAttributes({ attrs }: HtmlElement): boolean {
  return attrs.some(({ name }) => name.includes(COVER));
}

/** Returns the attributes whose values contain Liquid, or `*` if Liquid generates attributes. */
function coveredNames({ attrs }: HtmlElement): string[] {
  return attrs.flatMap(({ name, value }) => (name.includes(COVER) ? ['*'] : value.includes(COVER) ? [name] : []));
}

function textOf(node: Node): string {
  return 'value' in node ? node.value : '';
}
