import { colorOf, type Color } from './contrast.ts';
import { attributeValue, type HtmlElement } from './html-document.ts';

/** Appearance of the text and images that an element contains directly. */
export interface Look {
  /** Whether the element and all its descendants are hidden, regardless of their own styles. */
  readonly isGone: boolean;
  /** Whether the element is hidden by `visibility`, which descendants may override. */
  readonly isInvisible: boolean;
  /** Whether the text is hidden by a font size of 0 or of less than 2 px, which descendants may override. */
  readonly isTiny: boolean;
  /** Whether the text is hidden by a text indent that moves it out of view, which descendants may override. */
  readonly isIndented: boolean;
  /**
   * Whether clients that support the element hide its content, as for `<video>`, or show it only after the user expands
   * it, as for `<details>`.
   */
  readonly isFolded: boolean;
  readonly isLarge: boolean;
  readonly color: Color;
  readonly ground: Color;
}

/** Values of the properties that `themeOf` reads, with shorthands expanded. */
export type Values = ReadonlyMap<string, string>;

/** Default appearance of an email without styles: black text on a white background. */
export const PAGE: Look = {
  isGone: false,
  isInvisible: false,
  isTiny: false,
  isIndented: false,
  isFolded: false,
  isLarge: false,
  color: '#000000',
  ground: '#ffffff',
};

/** CSS properties that affect the appearance of an element. */
export const LOOK_PROPERTIES: ReadonlySet<string> = new Set(
  (
    'display visibility opacity font-size font max-height height max-width width overflow overflow-x overflow-y position left top ' +
    'right bottom margin margin-left margin-top text-indent clip clip-path transform filter content-visibility mso-hide color ' +
    'background background-color background-image'
  ).split(' '),
);

/** Elements that are not rendered (HTML standard, section 15.3.1) or that email clients remove. */
const UNSEEN = new Set(
  'head title style script template noscript iframe noembed noframes datalist meta link base param source track area rp textarea select'.split(
    ' ',
  ),
);
/** Elements whose content is shown only by clients that do not support the element. */
const FOLDED = new Set(['video', 'audio', 'canvas', 'object']);
const CUT = /^(?:hidden|clip)$/;
const PLACED = /^(?:absolute|fixed)$/;
const FAR_PIXELS = 500;
const LARGE_PIXELS = 24;
const DISPLAYS =
  /^(?:none|block|inline|inline-block|flow-root|contents|list-item|inherit|initial|unset|revert|-webkit-.+|(?:inline-)?(?:flex|grid|table)|table-.+|ruby.*|run-in)$/;

type Part = readonly [property: string, value: string];

/**
 * Expands a declaration into relevant longhand properties. Returns an empty array for an invalid `display` value and
 * for a `font` value without a size. Does not check other values.
 */
export function partsOf(property: string, written: string): readonly Part[] {
  const value = written.toLowerCase();
  return SHORTHANDS.get(property)?.(value) ?? [[property, value]];
}

const SHORTHANDS = new Map<string, (value: string) => readonly Part[]>([
  ['display', (value) => (DISPLAYS.test(value) ? [['display', value]] : [])],
  [
    'overflow',
    (value) => [
      ['overflow-x', value],
      ['overflow-y', value.split(/\s+/).at(-1) ?? ''],
    ],
  ],
  [
    'margin',
    (value) => {
      const [top = '', right = top, , left = right] = value.split(/\s+/);
      return [
        ['margin-top', top],
        ['margin-left', left],
      ];
    },
  ],
  [
    'font',
    (value) => {
      const size = /(?:^|\s)([\d.]+(?:[a-z]+|%)?)(?=\s*\/|\s+\S)/.exec(value)?.[1];
      return size === undefined ? [] : [['font-size', size]];
    },
  ],
  [
    'background',
    (value) => [
      ['background-image', /url\(|gradient\(|image\(|-set\(/.test(value) ? value : 'none'],
      ['background-color', value.split(/\s+(?![^(]*\))/).find((part) => colorOf(part) !== undefined) ?? value],
    ],
  ],
]);

/**
 * Computes the appearance of an element from the appearance of its parent. `isOutlook` selects the behavior of Outlook
 * for Windows.
 */
export function themeOf(element: HtmlElement, values: Values, parent: Look, isOutlook = false): Look {
  const visibility = values.get('visibility') ?? '';
  return {
    isGone:
      parent.isGone ||
      isUnseen(element, values) ||
      isOffPage(values) ||
      (isOutlook && values.get('mso-hide') === 'all'),
    isInvisible: /^(?:hidden|collapse)$/.test(visibility)
      ? true
      : /^(?:visible|initial)$/.test(visibility)
        ? false
        : parent.isInvisible,
    isTiny: isTiny(values.get('font-size'), parent.isTiny),
    isIndented: isIndented(values, parent.isIndented),
    isFolded: parent.isFolded || isFolded(element),
    isLarge: isLarge(element, values, parent),
    color: inkOf(element, values, parent),
    ground: groundOf(element, values, parent),
  };
}

/** Returns whether an element looks like its parent if no styles apply to it. */
export function looksLikeParent(element: HtmlElement): boolean {
  const { attrs, tagName } = element;
  if (UNSEEN.has(tagName) || isFolded(element) || /^(?:a|dialog|h[12])$/.test(tagName)) return false;
  return !attrs.some(({ name }) => /^(?:hidden|color|bgcolor|background|text)$/.test(name));
}

function isUnseen(element: HtmlElement, values: Values): boolean {
  const isHidden = attributeValue(element, 'hidden') !== undefined;
  const isClosed = element.tagName === 'dialog' && attributeValue(element, 'open') === undefined;
  const display = values.get('display') ?? (isHidden || isClosed ? 'none' : '');
  return UNSEEN.has(element.tagName) || display === 'none' || values.get('content-visibility') === 'hidden';
}

/** Returns true if an element is transparent, has no size, or is moved off the page. */
function isOffPage(values: Values): boolean {
  if (values.size === 0) return false;
  return isTransparent(values) || isCutOff(values) || isMoved(values);
}

function isTransparent(values: Values): boolean {
  const opacity = /^([\d.]+)(%?)$/.exec(values.get('opacity') ?? '');
  const share = opacity ? Number(opacity[1]) / (opacity[2] === '%' ? 100 : 1) : 1;
  return share < 0.1 || /opacity\(\s*0(?:\.0\d*)?%?\s*\)/.test(values.get('filter') ?? '');
}

function isCutOff(values: Values): boolean {
  const of = (name: string): string => values.get(name) ?? '';
  const isCut = CUT.test(of('overflow-x')) || CUT.test(of('overflow-y'));
  if (isCut && ['max-height', 'height', 'max-width', 'width'].some((name) => isNothing(of(name)))) return true;
  if (PLACED.test(of('position')) && isClipped(of('clip'))) return true;
  return (
    /inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%|circle\(\s*0/.test(of('clip-path')) ||
    /scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]/.test(of('transform'))
  );
}

function isMoved(values: Values): boolean {
  const of = (name: string): string => values.get(name) ?? '';
  const lengths = /translate/.test(of('transform')) ? of('transform').match(/-?[\d.]+(?:px|r?em|vw|vh)/g) : null;
  if (lengths?.some((length) => isFar(length))) return true;
  if (['margin-left', 'margin-top'].some((name) => of(name).startsWith('-') && isFar(of(name)))) return true;
  const canMove = PLACED.test(of('position')) || of('position') === 'relative';
  return canMove && ['left', 'top', 'right', 'bottom'].some((name) => isFar(of(name)));
}

/** Returns whether a `rect(top, right, bottom, left)` has a width or height of at most one pixel. */
function isClipped(clip: string): boolean {
  const [top = 0, right = 0, bottom = 0, left = 0] = [...clip.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number));
  return clip.startsWith('rect(') && !clip.includes('auto') && (bottom - top <= 1 || right - left <= 1);
}

interface Length {
  readonly number: number;
  readonly unit: string;
}

function lengthOf(value: string | undefined): Length | undefined {
  const found = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z]*|%)$/.exec(value ?? '');
  return found ? { number: Number(found[1]), unit: found[2] ?? '' } : undefined;
}

function isNothing(value: string): boolean {
  const length = lengthOf(value);
  return length !== undefined && length.number <= (length.unit === 'px' ? 1 : 0);
}

function isFar(value: string): boolean {
  const length = lengthOf(value);
  if (!length) return false;
  const per = { '%': 5, vw: 5, vh: 5, em: 16, rem: 16, pt: 4 / 3 }[length.unit] ?? 1;
  return Math.abs(length.number * per) >= FAR_PIXELS;
}

function isTiny(size: string | undefined, parent: boolean): boolean {
  const length = lengthOf(size);
  if (!length) return /^(?:initial|medium|(?:xx?-)?(?:small|large)|xxx-large)$/.test(size ?? '') ? false : parent;
  if (length.number <= 0) return true;
  if (/^(?:em|ex|ch|%)$/.test(length.unit)) return parent;
  return length.unit === 'px' && length.number < 2;
}

function isIndented(values: Values, parent: boolean): boolean {
  const indent = values.get('text-indent');
  const length = lengthOf(indent);
  if (!length) return indent === 'initial' ? false : parent;
  const isPushedOut = length.unit === '%' && length.number >= 100 && CUT.test(values.get('overflow-x') ?? '');
  return isPushedOut || (length.number < 0 && isFar(indent ?? ''));
}

/**
 * Returns whether clients that support the element hide its content. A closed `<details>` element shows only its
 * summary.
 */
function isFolded({ parentNode, tagName }: HtmlElement): boolean {
  if (FOLDED.has(tagName)) return true;
  const isInDetails = parentNode !== null && 'tagName' in parentNode && parentNode.tagName === 'details';
  return isInDetails && tagName !== 'summary' && attributeValue(parentNode, 'open') === undefined;
}

function isLarge({ tagName }: HtmlElement, values: Values, parent: Look): boolean {
  const size = values.get('font-size');
  if (size === undefined) return parent.isLarge || tagName === 'h1' || tagName === 'h2';
  const length = lengthOf(size);
  return length?.unit === 'px' && length.number >= LARGE_PIXELS;
}

function inkOf(element: HtmlElement, values: Values, parent: Look): Color {
  const written = values.get('color') ?? colorAttribute(element, element.tagName === 'body' ? 'text' : 'color');
  if (written === 'inherit') return parent.color;
  // Clients choose the color of a link that does not set a color.
  if (written === undefined) return element.tagName === 'a' ? undefined : parent.color;
  const isClear =
    /^(?:transparent|(?:rgb|hsl)a?\(.*[,/]\s*0(?:\.0+)?%?\s*\))$/.test(written) && !/^(?:rgb|hsl)\(/.test(written);
  return isClear ? groundOf(element, values, parent) : colorOf(written);
}

/** Returns the color in an attribute. Color attributes may omit the leading #. */
function colorAttribute(element: HtmlElement, name: string): string | undefined {
  return attributeValue(element, name)
    ?.trim()
    .replace(/^(?=[0-9a-f]{6}$)/i, '#');
}

function groundOf(element: HtmlElement, values: Values, parent: Look): Color {
  const image = values.get('background-image');
  if ((image !== undefined && image !== 'none') || attributeValue(element, 'background') !== undefined)
    return undefined;
  const ground = values.get('background-color') ?? colorAttribute(element, 'bgcolor');
  if (ground === undefined || /^(?:transparent|none|inherit|initial|unset)$/.test(ground)) return parent.ground;
  return colorOf(ground);
}
