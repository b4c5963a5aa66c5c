import { decodeHTML } from 'entities';

/** An attribute, with the position of its value in the HTML, including quotes. */
export interface HtmlAttribute {
  readonly name: string;
  /** Value without quotes. Entities are not decoded. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A tag with its name, in lower case, and its position. */
export interface HtmlTag {
  readonly name: string;
  readonly isClose: boolean;
  readonly attributes: readonly HtmlAttribute[];
  readonly start: number;
  readonly end: number;
}

/** Elements whose content is not parsed as markup (HTML standard, section 13.1.2). */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);
const SPACE = ' \t\n\f\r';

/**
 * Yields the tags outside comments and raw-text elements, as browsers tokenize them. An unclosed tag ends the
 * iteration.
 */
export function* htmlTags(html: string): Generator<HtmlTag> {
  let at = html.indexOf('<');
  while (at !== -1) {
    let next: number;
    if (/[a-zA-Z]/.test(html[html[at + 1] === '/' ? at + 2 : at + 1] ?? '')) {
      const tag = readTag(html, at);
      if (!tag) return;
      yield tag;
      next = RAW.has(tag.name) && !tag.isClose ? endOfRaw(html, tag) : tag.end;
    } else {
      next = afterOther(html, at);
    }
    at = html.indexOf('<', next);
  }
}

/** Returns the text between the tags. Used for HTML that is too deeply nested or too large for the parser. */
export function textBetweenTags(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  let isRaw = false;
  for (const { end, isClose, name, start } of htmlTags(html)) {
    if (!isRaw) pieces.push(beforeMarkup(html.slice(at, start)));
    isRaw = RAW.has(name) && !isClose;
    at = end;
  }
  if (!isRaw) pieces.push(beforeMarkup(html.slice(at)));
  return decodeHTML(pieces.join(' ')).replaceAll(/\s+/g, ' ').trim();
}

/** Returns the text before the first '<', which usually starts a comment. */
function beforeMarkup(text: string): string {
  const at = text.indexOf('<');
  return at === -1 ? text : text.slice(0, at);
}

function readTag(html: string, start: number): HtmlTag | undefined {
  const isClose = html[start + 1] === '/';
  const nameStart = start + (isClose ? 2 : 1);
  const nameEnd = find(html, nameStart, `${SPACE}/>`);
  const name = html.slice(nameStart, nameEnd).toLowerCase();
  const attributes: HtmlAttribute[] = [];
  let at = skip(html, nameEnd, `${SPACE}/`);
  while (at < html.length && html[at] !== '>') {
    const attribute = readAttribute(html, at);
    attributes.push(attribute);
    at = skip(html, attribute.end, `${SPACE}/`);
  }
  return at < html.length ? { name, isClose, attributes, start, end: at + 1 } : undefined;
}

/** Parses the attribute that starts at `from`. An equals sign in the first position is part of its name. */
function readAttribute(html: string, from: number): HtmlAttribute {
  const nameEnd = find(html, from + 1, `${SPACE}/>=`);
  const name = html.slice(from, nameEnd).toLowerCase();
  const equals = skip(html, nameEnd, SPACE);
  if (html[equals] !== '=') return { name, value: '', start: nameEnd, end: nameEnd };
  const start = skip(html, equals + 1, SPACE);
  const quote = html[start];
  if (quote !== '"' && quote !== "'") {
    const end = find(html, start, `${SPACE}>`);
    return { name, value: html.slice(start, end), start, end };
  }
  const close = html.indexOf(quote, start + 1);
  const end = close === -1 ? html.length : close + 1;
  return { name, value: html.slice(start + 1, end - 1), start, end };
}

/** Returns the offset after a comment, a declaration or a '<' that is text. */
function afterOther(html: string, start: number): number {
  if (html.startsWith('<!--', start)) {
    const isEmpty = /^-?>/.test(html.slice(start + 4, start + 6));
    return isEmpty ? html.indexOf('>', start) + 1 : afterMatch(html, /--!?>/g, start + 4);
  }
  return /[!?/]/.test(html[start + 1] ?? '') ? afterMatch(html, />/g, start + 1) : start + 1;
}

function afterMatch(html: string, end: RegExp, from: number): number {
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : html.length;
}

/** Returns the offset of a raw-text element's closing tag, or the end of the HTML if the element is never closed. */
function endOfRaw(html: string, { name, end }: HtmlTag): number {
  const close = new RegExp(`</${name}[\\s/>]`, 'gi');
  close.lastIndex = end;
  return close.exec(html)?.index ?? html.length;
}

function skip(html: string, from: number, characters: string): number {
  let at = from;
  while (at < html.length && characters.includes(html.charAt(at))) at += 1;
  return at;
}

function find(html: string, from: number, characters: string): number {
  let at = from;
  while (at < html.length && !characters.includes(html.charAt(at))) at += 1;
  return at;
}
