import { contrastOf } from './contrast.ts';
import { matchRules, styleRules, type Match, type StyleRule } from './html-cascade.ts';
import {
  attributeValue,
  childrenOf,
  elementsOf,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
} from './html-document.ts';
import { LOOK_PROPERTIES, themeOf, looksLikeParent, PAGE, partsOf, type Look } from './html-look.ts';
import { createStyleReader, type StyleReader, type Written } from './style-attribute.ts';
import { COVER } from './template/cover.ts';

/** Visibility of a document's elements. */
export interface Visibility {
  /** Returns true if the element is hidden in a way that also hides all its descendants. */
  readonly isGone: (element: HtmlElement) => boolean;
  /** Returns true if the styles of the element make its own text visible. Does not check whether it contains text. */
  readonly hasText: (element: HtmlElement) => boolean;
  /** Returns true if an image is visible and is not a tracking pixel. */
  readonly hasPicture: (element: HtmlElement) => boolean;
}

/** A reading environment that affects which elements are visible. */
export interface Environment {
  /** Conditional at-rules that match in this environment. */
  readonly conditions: ReadonlySet<string>;
  /** Whether the client supports style elements. Some clients remove them. */
  readonly hasSheets: boolean;
  readonly isOutlook: boolean;
  /** Whether to ignore declarations whose effect cannot be determined from the document alone. */
  readonly isCertain: boolean;
}

/** The computed styles of a document. */
export interface Styles {
  /**
   * Returns the environments in which email clients may render the document differently. The most common environment
   * comes first.
   */
  readonly environments: () => readonly Environment[];
  /** Returns the computed style of each element in an environment. */
  readonly looksIn: (environment: Environment) => ReadonlyMap<HtmlElement, Look>;
  /** Returns the elements that Liquid or uncertain declarations may hide, and all of their descendants. */
  readonly unsure: () => ReadonlySet<HtmlElement>;
}

/** A declaration that may affect how an element looks or whether it is visible. */
interface Declared {
  readonly property: string;
  readonly value: string;
  readonly condition: string | undefined;
  readonly isCertain: boolean;
  readonly isOfSheet: boolean;
}

/** The environment with a large screen and a client that supports style elements. */
const USUAL: Environment = { conditions: new Set(), hasSheets: true, isOutlook: false, isCertain: true };
/** Maximum total length of style elements, in characters. */
const MAX_SHEET_CHARACTERS = 250_000;
/** Maximum number of steps for matching selectors. */
const MAX_STEPS = 2_000_000;
/** Maximum number of conditions, such as media queries, that are evaluated separately. The others share a group. */
const MAX_CONDITIONS = 8;
/** Properties that can hide an element regardless of colors. */
const HIDING = new Set([...LOOK_PROPERTIES].filter((property) => !/^(?:color|background.*|mso-hide)$/.test(property)));
const NONE: Matched = new Map();
/** Matches media queries for media types that are not used to read email, such as `print`. */
const NOT_READ = /^media\s+(?:only\s+)?(?:print|speech|aural|braille|embossed|tty)\b[^,]*$/i;
const UNSEEN_CONTRAST = 1.1;

/**
 * Computes the appearance of a document's elements on a large screen. Ignores conditional rules, and all style sheets
 * if they are too expensive to evaluate. If `isColored` is false, evaluates only the properties that can hide an
 * element regardless of its colors.
 */
export function usualLooks(
  document: HtmlDocument,
  source: string,
  { blocksAt = [], isColored = true }: { readonly blocksAt?: readonly number[]; readonly isColored?: boolean } = {},
): ReadonlyMap<HtmlElement, Look> {
  const wanted = isColored ? LOOK_PROPERTIES : HIDING;
  const rules = rulesFor(wanted, document, source, blocksAt)?.filter(({ conditions }) => conditions.length === 0) ?? [];
  const matched = rules.length === 0 ? NONE : (matchRules(document, rules, { steps: MAX_STEPS }) ?? NONE);
  return stylesOf(document, matched, wanted).looksIn(USUAL);
}

/** Returns functions that determine the visibility of elements from their computed styles, ignoring colors. */
export function visibilityOf(looks: ReadonlyMap<HtmlElement, Look>): Visibility {
  const styleOf = (element: HtmlElement): Look => looks.get(element) ?? PAGE;
  return {
    isGone: (element) => styleOf(element).isGone,
    hasText: (element) => isTextSeen(styleOf(element)),
    hasPicture: (element) => !styleOf(element).isGone && !styleOf(element).isInvisible && !isPixel(element),
  };
}

/**
 * Computes the styles of a document that was parsed with source locations. `source` is the parsed text with
 * placeholders instead of Liquid, and `blocksAt` contains the offsets of Liquid tags. Returns undefined if evaluating
 * the style sheets is too expensive.
 */
export function createStyles(
  document: HtmlDocument,
  source: string,
  blocksAt: readonly number[] = [],
): Styles | undefined {
  const rules = rulesFor(LOOK_PROPERTIES, document, source, blocksAt);
  const matched = rules && matchRules(document, rules, { steps: MAX_STEPS }, blocksAt.length > 0);
  return matched && stylesOf(document, matched, LOOK_PROPERTIES);
}

/** Returns the rules that set any of the properties. Returns undefined if the style sheets are too long. */
function rulesFor(
  wanted: ReadonlySet<string>,
  document: HtmlDocument,
  source: string,
  blocksAt: readonly number[],
): StyleRule[] | undefined {
  const sheets = elementsOf(document).filter(({ tagName }) => tagName === 'style');
  const characters = sheets.reduce(
    (sum, { sourceCodeLocation: at }) => sum + (at ? at.endOffset - at.startOffset : 0),
    0,
  );
  if (characters > MAX_SHEET_CHARACTERS) return undefined;
  return styleRules(document, source, blocksAt).filter(({ declarations }) =>
    declarations.some(({ property }) => wanted.has(property)),
  );
}

type Matched = ReadonlyMap<HtmlElement, readonly Match[]>;

function stylesOf(document: HtmlDocument, matched: Matched, wanted: ReadonlySet<string>): Styles {
  const elements = elementsOf(document);
  const read = createStyleReader(wanted);
  const declared = new Map(elements.map((element) => [element, declaredBy(element, matched.get(element) ?? [], read)]));
  const all = [...declared.values()].flat();
  const leftOut = hiddenFromOutlook(document);
  const looksIn = (environment: Environment): Map<HtmlElement, Look> => {
    const looks = new Map<HtmlElement, Look>();
    for (const element of elements) {
      const { parentNode: parent } = element;
      const above = (parent && 'tagName' in parent ? looks.get(parent) : undefined) ?? PAGE;
      const look = lookIn(element, declared.get(element) ?? [], above, environment);
      looks.set(element, environment.isOutlook && leftOut.has(element) ? { ...look, isGone: true } : look);
    }
    return looks;
  };
  return {
    environments: () => environmentsOf(all, leftOut.size > 0),
    looksIn,
    unsure: () => {
      const isUncertain = all.some(({ isCertain }) => !isCertain);
      const usual = looksIn(USUAL);
      return unsureOf(elements, usual, isUncertain ? looksIn({ ...USUAL, isCertain: false }) : usual);
    },
  };
}

/** Returns true if text is visible, regardless of its color. */
export function isTextSeen({ isGone, isIndented, isInvisible, isTiny }: Look): boolean {
  return !isGone && !isInvisible && !isTiny && !isIndented;
}

/** Returns whether the colors of the text and its background are known and almost equal. */
export function isFaint({ color, ground }: Look): boolean {
  return color !== undefined && ground !== undefined && contrastOf(color, ground) < UNSEEN_CONTRAST;
}

/** Returns true if the attributes of an image make it at most one pixel wide or high, like a tracking pixel. */
export function isPixel(picture: HtmlElement): boolean {
  return ['width', 'height'].some((name) => /^\s*[01](?:px)?\s*$/.test(attributeValue(picture, name) ?? ''));
}

/**
 * Returns the declarations of an element in cascade order. Important declarations override normal ones. Within each
 * group, the style attribute overrides style sheets (CSS Cascade 5, section 6).
 */
function declaredBy(element: HtmlElement, matches: readonly Match[], read: StyleReader): Declared[] {
  const style = attributeValue(element, 'style');
  const own = style === undefined ? [] : read(style);
  if (matches.length === 0 && own.length === 0) return [];
  const ofWeight = (isImportant: boolean): Declared[] => {
    const ofElement = own.filter((declaration) => declaration.isImportant === isImportant);
    return matches
      .flatMap((match) => declaredInSheet(match, isImportant))
      .concat(ofElement.flatMap((declaration) => declaredHere(declaration)));
  };
  return ofWeight(false).concat(ofWeight(true));
}

function declaredInSheet({ isCertain, rule }: Match, isImportant: boolean): Declared[] {
  const condition = rule.conditions.length === 0 ? undefined : rule.conditions.join(' and ');
  return rule.declarations
    .filter((declaration) => declaration.isImportant === isImportant && LOOK_PROPERTIES.has(declaration.property))
    .flatMap((declaration) => partsOf(declaration.property, declaration.value))
    .map(([property, value]) => ({
      property,
      value,
      condition,
      isCertain: isCertain && !rule.isOfUnknownStrength,
      isOfSheet: true,
    }));
}

function declaredHere({ property: name, value: written }: Written): Declared[] {
  // A declaration with Liquid is uncertain, except for colors: these always apply, but their values are unknown.
  const isCertain = !written.includes(COVER) || /^(?:color|background)/.test(name);
  return partsOf(name, written).map(([property, value]) => ({
    property,
    value,
    condition: undefined,
    isCertain,
    isOfSheet: false,
  }));
}

function lookIn(
  element: HtmlElement,
  declared: readonly Declared[],
  parent: Look,
  { conditions, hasSheets, isCertain, isOutlook }: Environment,
): Look {
  if (declared.length === 0 && looksLikeParent(element)) return parent;
  const values = new Map<string, string>();
  for (const each of declared) {
    if (each.isOfSheet && !hasSheets) continue;
    if (each.condition !== undefined && !conditions.has(each.condition)) continue;
    if (isCertain && !each.isCertain) continue;
    values.set(each.property, each.value);
  }
  return themeOf(element, values, parent, isOutlook);
}

function environmentsOf(declared: readonly Declared[], hasLeftOut: boolean): Environment[] {
  const conditions = new Set<string>();
  for (const { condition } of declared)
    if (condition !== undefined && !NOT_READ.test(condition)) conditions.add(condition);
  const all = [...conditions];
  const groups = all.slice(0, MAX_CONDITIONS).map((condition) => [condition]);
  if (all.length > MAX_CONDITIONS) groups.push(all.slice(MAX_CONDITIONS));
  return [
    USUAL,
    ...(hasLeftOut || declared.some(({ property }) => property === 'mso-hide') ? [{ ...USUAL, isOutlook: true }] : []),
    ...(declared.some(({ isOfSheet }) => isOfSheet) ? [{ ...USUAL, hasSheets: false }] : []),
    ...groups.map((group): Environment => Object.assign({}, USUAL, { conditions: new Set(group) })),
  ];
}

/** Returns the elements that Liquid or uncertain declarations may hide, and all of their descendants. */
function unsureOf(
  elements: readonly HtmlElement[],
  certain: ReadonlyMap<HtmlElement, Look>,
  possible: ReadonlyMap<HtmlElement, Look>,
): Set<HtmlElement> {
  const unsure = new Set<HtmlElement>();
  for (const element of elements) {
    const { parentNode: parent } = element;
    const [one, other] = [certain.get(element) ?? PAGE, possible.get(element) ?? PAGE];
    const isWithin = parent !== null && 'tagName' in parent && unsure.has(parent);
    if (isWithin || (isTextSeen(one) && !isTextSeen(other)) || hasLiquidStyle(element)) unsure.add(element);
  }
  return unsure;
}

/**
 * Returns whether Liquid may write declarations or values that hide the element. Liquid is harmless in the values of
 * properties that cannot hide it.
 */
function hasLiquidStyle(element: HtmlElement): boolean {
  if (element.attrs.some(({ name }) => name.includes(COVER))) return true;
  const style = attributeValue(element, 'style') ?? '';
  if (!style.includes(COVER)) return false;
  return style.split(';').some((declaration) => {
    const property = /^\s*([a-z-]+)\s*:/i.exec(declaration)?.[1]?.toLowerCase();
    const isHarmless =
      property !== undefined &&
      (!LOOK_PROPERTIES.has(property) || /^(?:color|background.*|width|margin)$/.test(property));
    return declaration.includes(COVER) && !isHarmless;
  });
}

/**
 * Returns the elements that Outlook for Windows omits because of conditional comments, such as `<!--[if !mso]><!-->`.
 */
function hiddenFromOutlook(document: HtmlDocument): ReadonlySet<HtmlElement> {
  const hidden = new Set<HtmlElement>();
  let isOut = false;
  const waiting: HtmlNode[] = document.childNodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('data' in node) {
      if (/^\[if [^\]]*!\s*\(?\s*(?:[gl]te?\s+)?(?:mso|vml)[^\]]*\](?:>\s*<!.*)?$/i.test(node.data)) isOut = true;
      else if (/^(?:<!)?\[endif\]$/i.test(node.data.trim())) isOut = false;
    }
    if (isOut && 'tagName' in node) hidden.add(node);
    for (const child of childrenOf(node).toReversed()) waiting.push(child);
  }
  return hidden;
}
