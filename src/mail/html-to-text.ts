import { attributeValue, childrenOf, parseHtml, type HtmlElement, type HtmlNode } from './html-document.ts';
import { usualLooks, visibilityOf, type Visibility } from './html-styles.ts';
import { textBetweenTags } from './html-tags.ts';

const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table', 'blockquote']);
const BLOCKS = new Set([
  ...PARAGRAPHS,
  ...(
    'div tr caption section article header footer main nav aside address center pre form fieldset figure figcaption ' +
    'details summary dt dd li'
  ).split(' '),
]);
/** Matches a comment that `textOfHtml` inserts instead of a template tag or output. */
const MARK = /^\?(\ufdd0\d+\ufdd1)$/;

export interface TextParts {
  /** Whether the text contains link addresses, each after the link text. */
  readonly addresses: boolean;
  /** Whether the text contains the alt text of images. */
  readonly alts: boolean;
}

interface State extends TextParts {
  readonly visibility: Visibility;
  readonly most: number;
  /** Chunks of the text, joined at the end. */
  readonly out: string[];
  written: number;
  /** The last character that was written. Empty at the start. */
  last: string;
  /** Number of line breaks to write before the next text. */
  owed: number;
  isSpaceOwed: boolean;
  isPreformatted: boolean;
  /** Whether the open link contains an image. */
  hasPicture: boolean;
  /** Open lists, with the innermost list last. */
  readonly lists: List[];
}

interface List {
  /** Number of the next item. Undefined in an unordered list. */
  next: number | undefined;
  readonly step: number;
}

/**
 * Converts an HTML email to readable plain text with link addresses, lists, paragraphs, and alt text. Omits content
 * that the email's styles hide. Stops once the text is longer than `most` characters.
 */
export function htmlToText(html: string, most = Infinity): string {
  const document = parseHtml(html, { hasPlaces: hasHidingSheet(html) });
  if (!document) return `${textBetweenTags(html)}\n`;
  const visibility = visibilityOf(usualLooks(document, html, { isColored: false }));
  return writeNodes(document.childNodes, visibility, { addresses: true, alts: true }, most);
}

/** Matches style sheets that may hide content. */
const HIDING =
  /none|hidden|collapse|opacity|(?:font|size|height|width)\s*:\s*[01]|scale|rect\(|inset\(|circle\(|-\d{3}/i;

/** Returns whether a style sheet may hide content. If not, style sheets need not be evaluated. */
function hasHidingSheet(html: string): boolean {
  const [, ...sheets] = html.split(/<style\b/i);
  return sheets.some((sheet) => HIDING.test(sheet.split(/<\/style\b/i, 1)[0] ?? ''));
}

/** Writes the nodes of a document as text, in the same way as `htmlToText`. */
export function writeNodes(
  nodes: readonly HtmlNode[],
  visibility: Visibility,
  parts: TextParts,
  most = Infinity,
): string {
  const state: State = {
    ...parts,
    visibility,
    most,
    out: [],
    written: 0,
    last: '',
    owed: 0,
    isSpaceOwed: false,
    isPreformatted: false,
    hasPicture: false,
    lists: [],
  };
  writeAll(nodes, undefined, state);
  return state.written > most ? state.out.join('') : `${state.out.join('').trim()}\n`;
}

function writeAll(nodes: readonly HtmlNode[], parent: HtmlElement | undefined, state: State): void {
  for (const node of nodes) {
    if (state.written > state.most) return;
    if ('tagName' in node) writeElement(node, state);
    else if (parent && !state.visibility.hasText(parent)) continue;
    else if (node.nodeName === '#text' && 'value' in node) writeText(state, node.value);
    else if ('data' in node) writeMark(state, node.data);
  }
}

function writeMark(state: State, comment: string): void {
  const mark = MARK.exec(comment)?.[1];
  if (mark !== undefined) writeText(state, mark);
}

function writeElement(element: HtmlElement, state: State): void {
  const { tagName: name } = element;
  if (state.visibility.isGone(element)) {
    // If `</head>` is missing, the parser moves a Liquid block that precedes the first visible content into the head.
    if (name === 'head') for (const node of element.childNodes) if ('data' in node) writeMark(state, node.data);
    return;
  }
  if (BLOCKS.has(name)) owe(state, PARAGRAPHS.has(name) ? 2 : 1);
  const write = WRITERS.get(name);
  if (write) write(state, element);
  else writeAll(childrenOf(element), element, state);
  if (BLOCKS.has(name)) owe(state, PARAGRAPHS.has(name) ? 2 : 1);
}

/** Writers for elements whose output is more than the text of their content. */
const WRITERS = new Map<string, (state: State, element: HtmlElement) => void>([
  ['br', (state) => void (state.owed += 1)],
  ['hr', (state) => writeBlock(state, '----------')],
  ['img', writePicture],
  ['pre', writePreformatted],
  ['ul', (state, element) => writeList(state, element, { next: undefined, step: 1 })],
  ['ol', (state, element) => writeList(state, element, numbersOf(element))],
  ['li', writeItem],
  ['td', writeCell],
  ['th', writeCell],
  ['a', writeLink],
]);

function writeCell(state: State, cell: HtmlElement): void {
  writeAll(childrenOf(cell), cell, state);
  state.isSpaceOwed = true;
}

function writePreformatted(state: State, element: HtmlElement): void {
  const before = state.isPreformatted;
  state.isPreformatted = true;
  writeAll(childrenOf(element), element, state);
  state.isPreformatted = before;
}

/** Writes the alt text of an image, unless the image is hidden or a tracking pixel. */
function writePicture(state: State, picture: HtmlElement): void {
  if (!state.visibility.hasPicture(picture)) return;
  state.hasPicture = true;
  const alt = attributeValue(picture, 'alt')?.replaceAll(/\s+/g, ' ').trim() ?? '';
  if (state.alts && alt !== '') writeText(state, alt);
}

function writeList(state: State, element: HtmlElement, list: List): void {
  state.lists.push(list);
  writeAll(childrenOf(element), element, state);
  state.lists.pop();
}

/**
 * Returns the number of a list's first item, and the increment from one item to the next: 1, or -1 if the list is
 * reversed (HTML standard, section 4.4.5).
 */
function numbersOf(list: HtmlElement): List {
  const isReversed = attributeValue(list, 'reversed') !== undefined;
  const items = list.childNodes.filter(({ nodeName }) => nodeName === 'li').length;
  return { next: integerOf(list, 'start') ?? (isReversed ? items : 1), step: isReversed ? -1 : 1 };
}

function integerOf(element: HtmlElement, name: string): number | undefined {
  const number = Number.parseInt(attributeValue(element, name) ?? '', 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

function writeItem(state: State, item: HtmlElement): void {
  const list = state.lists.at(-1);
  if (list?.next !== undefined) list.next = integerOf(item, 'value') ?? list.next;
  const mark = list?.next === undefined ? '-' : `${list.next}.`;
  if (list?.next !== undefined) list.next += list.step;
  write(state, `${'  '.repeat(Math.min(10, Math.max(0, state.lists.length - 1)))}${mark}`);
  state.isSpaceOwed = true;
  writeAll(childrenOf(item), item, state);
}

function writeLink(state: State, link: HtmlElement): void {
  const startsAt = state.out.length;
  state.hasPicture = false;
  writeAll(childrenOf(link), link, state);
  const { hasPicture } = state;
  state.hasPicture = false;
  // Like browsers, remove surrounding white space, tabs, and line breaks from URLs (WHATWG URL, section 4.4).
  const href =
    attributeValue(link, 'href')
      ?.trim()
      .replaceAll(/[\t\r\n]+/g, '') ?? '';
  // The noncharacter U+FDD0 starts the marker of a slot (template.ts), which may become a web address.
  if (!state.addresses || !/^(https?:|mailto:|tel:|\ufdd0)/i.test(href)) return;
  const label = state.out.slice(startsAt).join('').trim();
  // Encode spaces, because a space would end the URL in plain text.
  const address = /^http/i.test(href) ? href.replaceAll(' ', '%20') : href.replace(/^(mailto:|tel:)/i, '');
  if (label === '') {
    if (hasPicture) writeText(state, address);
  } else if (label !== address) {
    write(state, state.owed > 0 || state.isSpaceOwed ? `(${address})` : ` (${address})`);
  }
}

function writeText(state: State, text: string): void {
  if (state.isPreformatted) {
    if (text.trim() !== '') write(state, text.replaceAll(/\r\n?/g, '\n'));
    return;
  }
  const words = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
  if (words.trim() === '') {
    state.isSpaceOwed ||= words !== '';
    return;
  }
  state.isSpaceOwed ||= words.startsWith(' ');
  write(state, words.replaceAll(/^ | $/g, ''));
  state.isSpaceOwed = words.endsWith(' ');
}

function writeBlock(state: State, text: string): void {
  owe(state, 2);
  write(state, text);
  owe(state, 2);
}

function write(state: State, text: string): void {
  if (state.last !== '' && state.owed > 0) state.out.push('\n'.repeat(Math.min(2, state.owed)));
  else if (state.isSpaceOwed && state.last !== '' && state.last !== ' ') state.out.push(' ');
  state.owed = 0;
  state.isSpaceOwed = false;
  state.out.push(text);
  state.written += text.length;
  state.last = text.at(-1) ?? state.last;
}

function owe(state: State, lines: number): void {
  state.owed = Math.max(state.owed, lines);
  state.isSpaceOwed = false;
}
