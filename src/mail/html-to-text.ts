import { htmlTokens, type HtmlToken } from './html-tokens.ts';

const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote']);
const BLOCKS = new Set([...PARAGRAPHS, 'div', 'tr', 'section', 'article', 'header', 'footer', 'pre']);
const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'col', 'source']);

interface State {
  /** In pieces: looking at the end of a text that grows would copy all of it each time. */
  readonly out: string[];
  /** Characters that were written. */
  written: number;
  /** The last character that was written; empty in the beginning. */
  last: string;
  /** Line breaks owed before the next text. */
  owed: number;
  isSpaceOwed: boolean;
  link: { readonly href: string; readonly startsAt: number } | undefined;
  /** Name of the hidden element and how deep its like is nested in it. */
  hidden: { readonly name: string; depth: number } | undefined;
  preformatted: number;
  /** Numbers of the open lists; 0 for an unnumbered one. */
  readonly lists: { isNumbered: boolean; count: number }[];
}

/**
 * Readable plain text of an HTML mail: links with their addresses, lists, paragraphs. Linear, never throws. One that has come to
 * more than `most` characters is as good as any that is too long: it ends there.
 */
export function htmlToText(html: string, most = Infinity): string {
  const state: State = {
    out: [],
    written: 0,
    last: '',
    owed: 0,
    isSpaceOwed: false,
    link: undefined,
    hidden: undefined,
    preformatted: 0,
    lists: [],
  };
  for (const token of htmlTokens(html)) {
    if (state.hidden) skipHidden(state, token);
    else if (token.kind === 'text') writeText(state, token.text);
    else if (token.kind === 'open') openTag(state, token);
    else closeTag(state, token.name);
    if (state.written > most) return state.out.join('');
  }
  return `${state.out.join('').trim()}\n`;
}

type Tag = Exclude<HtmlToken, { kind: 'text' }>;

function skipHidden(state: State, token: HtmlToken): void {
  if (!state.hidden || token.kind === 'text' || token.name !== state.hidden.name) return;
  state.hidden.depth += token.kind === 'open' ? 1 : -1;
  if (state.hidden.depth === 0) state.hidden = undefined;
}

function openTag(state: State, tag: Tag): void {
  const { name } = tag;
  if (tag.hidden && !VOID.has(name)) {
    state.hidden = { name, depth: 1 };
    return;
  }
  if (BLOCKS.has(name)) owe(state, PARAGRAPHS.has(name) ? 2 : 1);
  OPENERS.get(name)?.(state, tag);
}

/** What opening an element does beyond beginning a line. */
const OPENERS = new Map<string, (state: State, tag: Tag) => void>([
  ['br', (state) => void (state.owed += 1)],
  ['hr', (state) => writeBlock(state, '----------')],
  ['pre', (state) => void (state.preformatted += 1)],
  ['ul', (state) => void state.lists.push({ isNumbered: false, count: 0 })],
  ['ol', (state) => void state.lists.push({ isNumbered: true, count: 0 })],
  ['li', (state) => openItem(state)],
  ['a', (state, tag) => openLink(state, tag)],
]);

function openLink(state: State, { href }: Tag): void {
  if (href !== undefined) state.link = { href, startsAt: state.out.length };
}

function closeTag(state: State, name: string): void {
  if (name === 'a') closeLink(state);
  if (name === 'td' || name === 'th') state.isSpaceOwed = true;
  if (name === 'pre') state.preformatted = Math.max(0, state.preformatted - 1);
  if (name === 'ul' || name === 'ol') state.lists.pop();
  if (BLOCKS.has(name) || name === 'li') owe(state, PARAGRAPHS.has(name) ? 2 : 1);
}

function openItem(state: State): void {
  owe(state, 1);
  const list = state.lists.at(-1);
  if (list) list.count += 1;
  const mark = list?.isNumbered ? `${list.count}.` : '-';
  write(state, `${'  '.repeat(Math.min(10, Math.max(0, state.lists.length - 1)))}${mark}`);
  state.isSpaceOwed = true;
}

function closeLink(state: State): void {
  const { link } = state;
  state.link = undefined;
  // A noncharacter of Unicode begins the mark of a slot (template.ts), which is an address for each recipient.
  if (!link || !/^(https?:|mailto:|tel:|\ufdd0)/i.test(link.href)) return;
  const label = state.out.slice(link.startsAt).join('').trim();
  const address = link.href.replace(/^(mailto:|tel:)/i, '');
  if (label === '') writeText(state, address);
  else if (label !== address) write(state, ` (${address})`);
}

function writeText(state: State, text: string): void {
  if (state.preformatted > 0) {
    if (text.trim() !== '') write(state, text.replaceAll(/\r\n?/g, '\n'));
    return;
  }
  const words = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
  if (words === ' ' || words === '') {
    state.isSpaceOwed ||= words === ' ';
    return;
  }
  state.isSpaceOwed ||= words.startsWith(' ');
  write(state, words.trim());
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
