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
/** A tag or an output of a template, as a comment that `textOfHtml` puts in its place. */
const MARK = /^\?(\ufdd0\d+\ufdd1)$/;

/** What is written besides the text itself. */
export interface TextParts {
  /** Addresses of links, after their text. */
  readonly addresses: boolean;
  /** Texts that stand for pictures. */
  readonly alts: boolean;
}

interface State extends TextParts {
  readonly visibility: Visibility;
  readonly most: number;
  /** In pieces: looking at the end of a text that grows would copy all of it each time. */
  readonly out: string[];
  /** Characters that were written. */
  written: number;
  /** The last character that was written; empty in the beginning. */
  last: string;
  /** Line breaks owed before the next text. */
  owed: number;
  isSpaceOwed: boolean;
  isPreformatted: boolean;
  /** Whether a picture was passed in the link that is open. */
  hasPicture: boolean;
  /** Open lists. */
  readonly lists: List[];
}

interface List {
  /** The number of the next item; undefined in an unnumbered list. */
  next: number | undefined;
  readonly step: number;
}

/**
 * Returns readable plain text of an HTML mail: links with their addresses, lists, paragraphs, texts of pictures; without what its styles
 * hide. Linear, never throws. A text over `most` characters is as good as any that is too long: it ends there.
 */
export function htmlToText(html: string, most = Infinity): string {
  const document = parseHtml(html, { hasPlaces: hasHidingSheet(html) });
  if (!document) return `${textBetweenTags(html)}\n`;
  const visibility = visibilityOf(usualLooks(document, html, { isColored: false }));
  return writeNodes(document.childNodes, visibility, { addresses: true, alts: true }, most);
}

/** What a style sheet has somewhere that hides something. */
const HIDING =
  /none|hidden|collapse|opacity|(?:font|size|height|width)\s*:\s*[01]|scale|rect\(|inset\(|circle\(|-\d{3}/i;

/** Whether a style sheet may hide something: to look at them takes longer than all the rest. */
function hasHidingSheet(html: string): boolean {
  const [, ...sheets] = html.split(/<style\b/i);
  return sheets.some((sheet) => HIDING.test(sheet.split(/<\/style\b/i, 1)[0] ?? ''));
}

/** Writes nodes of a document as text, as `htmlToText` does. */
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
    // Where the end of the head is left out, a block of Liquid that begins what is shown is in it.
    if (name === 'head') for (const node of element.childNodes) if ('data' in node) writeMark(state, node.data);
    return;
  }
  if (BLOCKS.has(name)) owe(state, PARAGRAPHS.has(name) ? 2 : 1);
  const write = WRITERS.get(name);
  if (write) write(state, element);
  else writeAll(childrenOf(element), element, state);
  if (BLOCKS.has(name)) owe(state, PARAGRAPHS.has(name) ? 2 : 1);
}

/** How elements are written that are more than what is in them. */
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

/** A picture of a pixel is there to be fetched, not to be seen. */
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

/** HTML standard, section 4.4.5. */
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
  // As a browser reads it (WHATWG URL, section 4.4).
  const href =
    attributeValue(link, 'href')
      ?.trim()
      .replaceAll(/[\t\r\n]+/g, '') ?? '';
  // A noncharacter of Unicode begins the mark of a slot (template.ts), which is an address for each recipient.
  if (!state.addresses || !/^(https?:|mailto:|tel:|\ufdd0)/i.test(href)) return;
  const label = state.out.slice(startsAt).join('').trim();
  // A space would end an address in a text.
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
