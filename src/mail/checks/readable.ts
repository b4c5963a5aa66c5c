import { contrastOf, READABLE_CONTRAST } from '../contrast.ts';
import type { HtmlTag } from '../html-tags.ts';
import { fine, found, type Finding } from './finding.ts';
import { attributeOf, type HtmlFacts } from './html-facts.ts';

/** The least contrast of large text (WCAG 2.2, 1.4.3). */
const LARGE_CONTRAST = 3;
const LARGE_PIXELS = 24;
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const UNREAD = new Set(['head', 'style', 'script', 'title']);
const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  red: '#ff0000',
  maroon: '#800000',
  yellow: '#ffff00',
  orange: '#ffa500',
  green: '#008000',
  lime: '#00ff00',
  blue: '#0000ff',
  navy: '#000080',
  teal: '#008080',
  purple: '#800080',
};

/** A colour as #rrggbb; undefined where it cannot be told. */
type Color = string | undefined;

/** How text looks within an element. */
interface Look {
  readonly name: string;
  readonly color: Color;
  readonly ground: Color;
  readonly isLarge: boolean;
  readonly isHidden: boolean;
  readonly above: Look | undefined;
}

/** Mails are shown as black on white where they say nothing else. */
const PAGE: Look = { name: '', color: '#000000', ground: '#ffffff', isLarge: false, isHidden: false, above: undefined };

/** Whether text can be told from its ground, by the styles of elements; what style sheets and pictures do is not looked at. */
export function judgeContrast({ covered, tags }: HtmlFacts): Finding {
  const faint = new Set<string>();
  let look: Look = PAGE;
  for (const [index, tag] of tags.entries()) {
    look = tag.isClose ? behindClose(look, tag.name) : VOID.has(tag.name) ? look : within(look, tag);
    const pair = faintPair(look);
    if (pair === undefined) continue;
    const next = tags[index + 1]?.start ?? covered.length;
    const words = covered
      .slice(tag.end, Math.min(next, tag.end + 200))
      .replace(/<!--[^]*/, '')
      .replaceAll(/&[#\w]+;|\s+/g, ' ')
      .trim();
    if (words !== '') faint.add(pair);
  }
  if (faint.size === 0) return fine('contrast', 'All text whose colours are known can be told from its ground.');
  const message = 'Some text can hardly be told from its ground.';
  const fix = 'Take colours with a contrast of 4.5 at least, 3 for large text.';
  return found('contrast', 'warning', message, { fix, where: [...faint] });
}

/** The colours of an element whose text can hardly be told from its ground; undefined where it can, or nobody knows. */
function faintPair({ color, ground, isHidden, isLarge }: Look): string | undefined {
  if (isHidden || color === undefined || ground === undefined) return undefined;
  const ratio = contrastOf(color, ground);
  return ratio >= (isLarge ? LARGE_CONTRAST : READABLE_CONTRAST)
    ? undefined
    : `${color} on ${ground} (${ratio.toFixed(1)})`;
}

function within(above: Look, tag: HtmlTag): Look {
  const style = stylesOf(attributeOf(tag, 'style')?.value ?? '');
  const color = style.get('color') ?? attributeOf(tag, 'color')?.value;
  // Of links that say nothing else, the program chooses the colour.
  const usual = tag.name === 'a' ? undefined : above.color;
  return {
    name: tag.name,
    color: color === undefined ? usual : colorOf(color),
    ground: groundOf(above, tag, style),
    isLarge: isLarge(above, tag, style),
    isHidden: above.isHidden || UNREAD.has(tag.name) || style.get('display') === 'none',
    above,
  };
}

type Styles = ReadonlyMap<string, string>;

function groundOf(above: Look, tag: HtmlTag, style: Styles): Color {
  if (style.has('background-image') || attributeOf(tag, 'background')) return undefined;
  const ground = style.get('background-color') ?? style.get('background') ?? attributeOf(tag, 'bgcolor')?.value;
  return ground === undefined ? above.ground : colorOf(ground);
}

function isLarge(above: Look, { name }: HtmlTag, style: Styles): boolean {
  const size = style.get('font-size');
  if (size === undefined) return above.isLarge || name === 'h1' || name === 'h2';
  return size.endsWith('px') && Number.parseFloat(size) >= LARGE_PIXELS;
}

/** What is open behind a closing tag; one that closes nothing counts for nothing. */
function behindClose(look: Look, name: string): Look {
  let open: Look | undefined = look;
  for (let looked = 0; open && looked < 20; looked += 1) {
    if (open.name === name) return open.above ?? PAGE;
    open = open.above;
  }
  return look;
}

function stylesOf(style: string): Map<string, string> {
  const styles = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0)
      styles.set(
        declaration.slice(0, colon).trim().toLowerCase(),
        declaration
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      );
  }
  return styles;
}

function colorOf(written: string): Color {
  const color = written
    .replace(/\s*!important$/, '')
    .trim()
    .toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(color)) return color;
  if (/^#[0-9a-f]{3}$/.test(color)) return color.replaceAll(/[0-9a-f]/g, '$&$&');
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(color);
  if (rgb)
    return `#${rgb
      .slice(1)
      .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
      .join('')}`;
  return Object.hasOwn(NAMED, color) ? NAMED[color] : undefined;
}
