import { TypeGuards } from 'liquidjs';
import { attributeValue, type HtmlElement } from '../html-document.ts';
import { COVER, tokensOf } from '../template/cover.ts';
import { writtenValue, type ParsedHtml } from '../template/parsed-html.ts';
import { CAMPAIGN_LINKS } from './names.ts';

const NAMES = [...CAMPAIGN_LINKS, 'view_in_browser_url'];
const WHOLE = new RegExp(`^\\{\\{-?\\s*(${NAMES.join('|')})\\s*-?\\}\\}$`);
const SOMEWHERE = new RegExp(`\\{\\{-?\\s*(${NAMES.join('|')})\\b[^}]*\\}\\}`);
/** Tags of Liquid: what stands between them is written or not. */
const TAGS = /\{%[^%]*%\}/;
const SHARED = new Set(['web_url', 'view_in_browser_url']);
/** What a browser leaves out around an address (WHATWG URL, section 4.4). */
const AROUND = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;
/** What would be read as part of an address that follows, and of one that ends. */
const JOINS_BEFORE = /(?:https?:|mailto:|[\w./%=&?#@+~-])$/i;
const JOINS_AFTER = /^(?:[\p{L}\p{N}_/%=&#@+~$*-]|[.?:;,!]+[\p{L}\p{N}_/%])/u;
/** As much of a text as has to be looked at beside an address. */
const BESIDE = 12;

/** The name in an output that writes an address of the recipient and nothing else. */
export function linkNameIn(output: string): string | undefined {
  return WHOLE.exec(output)?.[1];
}

/** The address of the recipient to which a link leads; undefined for a link whose address is anything else, or more. */
export function linkOf(parsed: ParsedHtml, element: HtmlElement): string | undefined {
  const covered = attributeValue(element, 'href') ?? '';
  if (covered.replaceAll(AROUND, '').replaceAll(COVER, '') !== '') return undefined;
  return linkNameIn((writtenValue(parsed, element, 'href') ?? '').replaceAll(AROUND, ''));
}

/** Whether an address that is written out in a text stands alone there; given is what stands before and after it. */
export function isAlone(before: string, after: string): boolean {
  return !JOINS_BEFORE.test(before.slice(-BESIDE)) && !JOINS_AFTER.test(after.slice(0, BESIDE));
}

/** Addresses in a text that lead nowhere, as they are written: one of the recipient with something else in it. */
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
 * Whether the address of a link leads nowhere, as it is written: one of the recipient with something else in it. A query or a fragment may
 * follow; and the page in the browser may be handed to another, as to one that shares it.
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
