import { TypeGuards } from 'liquidjs';
import { attributeValue, type HtmlElement } from '../html-document.ts';
import { COVER, tokensOf } from '../template/cover.ts';
import { writtenValue, type ParsedHtml } from '../template/parsed-html.ts';
import { CAMPAIGN_LINKS } from './names.ts';

const NAMES = [...CAMPAIGN_LINKS, 'view_in_browser_url'];
const WHOLE = new RegExp(`^\\{\\{-?\\s*(${NAMES.join('|')})\\s*-?\\}\\}$`);
const SOMEWHERE = new RegExp(`\\{\\{-?\\s*(${NAMES.join('|')})\\b[^}]*\\}\\}`);
/** Matches Liquid tags. The text between them may be omitted when the template is rendered. */
const TAGS = /\{%[^%]*%\}/;
const SHARED = new Set(['web_url', 'view_in_browser_url']);
/** Characters that browsers strip from both ends of a URL (WHATWG URL, section 4.4). */
const AROUND = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;
/** Matches text that would become part of a URL that follows it. */
const JOINS_BEFORE = /(?:https?:|mailto:|[\w./%=&?#@+~-])$/i;
const JOINS_AFTER = /^(?:[\p{L}\p{N}_/%=&#@+~$*-]|[.?:;,!]+[\p{L}\p{N}_/%])/u;
/** Number of characters that are checked before and after a URL. */
const BESIDE = 12;

/** Returns the name of the recipient link if a Liquid output contains nothing else. Returns undefined otherwise. */
export function linkNameIn(output: string): string | undefined {
  return WHOLE.exec(output)?.[1];
}

/**
 * Returns the name of the recipient link in an element's `href`. Returns undefined if the URL contains anything else.
 */
export function linkOf(parsed: ParsedHtml, element: HtmlElement): string | undefined {
  const covered = attributeValue(element, 'href') ?? '';
  if (covered.replaceAll(AROUND, '').replaceAll(COVER, '') !== '') return undefined;
  return linkNameIn((writtenValue(parsed, element, 'href') ?? '').replaceAll(AROUND, ''));
}

/** Returns whether a URL in text is separate from the text before and after it. */
export function isAlone(before: string, after: string): boolean {
  return !JOINS_BEFORE.test(before.slice(-BESIDE)) && !JOINS_AFTER.test(after.slice(0, BESIDE));
}

/** Returns the recipient links in a text that adjacent characters break, each together with these characters. */
export function brokenLinksInText(text: string): string[] {
  return tokensOf(text).flatMap((token) => {
    if (!TypeGuards.isOutputToken(token) || linkNameIn(token.getText()) === undefined) return [];
    const before = /[^\s<>()[\]"']*$/.exec(text.slice(Math.max(0, token.begin - 200), token.begin))?.[0] ?? '';
    const after = /^[^\s<>()[\]"']*/.exec(text.slice(token.end, token.end + 200))?.[0] ?? '';
    const written = `${before}${token.getText()}${after}`;
    return !isAlone(before, after) && isBrokenLink(written) ? [written] : [];
  });
}

/**
 * Returns whether a URL is broken because it joins a recipient link to other text. A query or fragment may follow the
 * link, and the link to the browser version may be a parameter of another URL.
 */
export function isBrokenLink(written: string): boolean {
  return written.split(TAGS).some((part) => {
    const address = part.replaceAll(AROUND, '');
    const found = SOMEWHERE.exec(address);
    if (!found) return false;
    const before = address.slice(0, found.index);
    const after = address.slice(found.index + found[0].length);
    if (before === '') return after !== '' && !/^[?#]/.test(after);
    return !(SHARED.has(found[1] ?? '') && /^(?:https?|mailto):[^]*\?/i.test(before));
  });
}
