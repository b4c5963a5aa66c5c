import { TypeGuards, type TopLevelToken } from 'liquidjs';
import { bodyOf, parseHtml, type HtmlDocument, type HtmlElement } from '../html-document.ts';
import { htmlTags } from '../html-tags.ts';
import { coverLiquid, tokensOf } from './cover.ts';

/** Parsed HTML that contains Liquid, with source positions. */
export interface ParsedHtml {
  readonly source: string;
  readonly tokens: readonly TopLevelToken[];
  /** The source with placeholders instead of Liquid. All offsets stay valid. */
  readonly covered: string;
  readonly document: HtmlDocument;
  /** Ranges of Liquid blocks, whose content may be missing for some recipients. */
  readonly blocks: readonly Range[];
}

interface Range {
  readonly begin: number;
  readonly end: number;
}

const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'capture', 'comment', 'raw']);

/** Parses HTML with valid Liquid. Returns undefined if the HTML exceeds the parser's limits. */
export function parseTemplateHtml(source: string): ParsedHtml | undefined {
  const tokens = tokensOf(source);
  const covered = coverLiquid(source, tokens);
  const document = parseHtml(covered, { hasPlaces: true });
  return document && { source, tokens, covered, document, blocks: blocksIn(tokens) };
}

/** Parses HTML without Liquid. Returns undefined if the HTML exceeds the parser's limits. */
export function parsePlainHtml(source: string): ParsedHtml | undefined {
  const document = parseHtml(source, { hasPlaces: true });
  return document && { source, tokens: [], covered: source, document, blocks: [] };
}

/** Returns the offsets of Liquid tags. Content between tags may differ between recipients. */
export function tagsAt({ tokens }: Pick<ParsedHtml, 'tokens'>): number[] {
  return tokens.filter((token) => TypeGuards.isTagToken(token)).map(({ begin }) => begin);
}

/** Returns the ranges of the outermost Liquid blocks. */
export function blocksIn(tokens: readonly TopLevelToken[]): Range[] {
  const blocks: Range[] = [];
  let depth = 0;
  let begin = 0;
  let isComment = false;
  for (const token of tokens) {
    if (!TypeGuards.isTagToken(token)) continue;
    // Inside a comment, only the comment's end tag is recognized.
    if (isComment && token.name !== 'endcomment') continue;
    isComment = token.name === 'comment';
    if (BLOCKS.has(token.name)) {
      if (depth === 0) begin = token.begin;
      depth += 1;
    } else if (token.name.startsWith('end')) {
      depth -= 1;
      if (depth === 0) blocks.push({ begin, end: token.end });
    }
  }
  return blocks;
}

/** Returns whether an offset is outside all Liquid blocks. */
export function isForAll({ blocks }: Pick<ParsedHtml, 'blocks'>, at: number): boolean {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return (blocks[low]?.begin ?? Infinity) > at;
}

/** Returns the start of the visible content: after the body tag or, without one, before the first node of the body. */
export function startOfBody({ covered, document }: ParsedHtml): number {
  const body = bodyOf(document);
  const first = body?.childNodes.find(({ sourceCodeLocation }) => sourceCodeLocation);
  const at = body?.sourceCodeLocation?.startTag?.endOffset ?? first?.sourceCodeLocation?.startOffset ?? covered.length;
  // Liquid may output content before the position at which the parser found the body.
  return covered.slice(0, at).replaceAll(/<\?\ufdd0+>|\s+/g, '') === '' ? 0 : at;
}

/**
 * Returns the offset where the body ends: at its end tag or, without one, at the end tag of the root element. Returns
 * the length of the HTML if there is no end tag, or if the end tag is in a Liquid block.
 */
export function endOfBody(parsed: ParsedHtml): number {
  const { covered, document, source } = parsed;
  const at = bodyOf(document)?.sourceCodeLocation?.endTag?.startOffset ?? lastEnd(covered) ?? source.length;
  return isForAll(parsed, at) ? at : source.length;
}

/**
 * Returns the offset of the last end tag of the body or, without one, of the root element. The parser ignores these
 * tags if certain elements are still open.
 */
function lastEnd(covered: string): number | undefined {
  const ends = new Map<string, number>();
  for (const { isClose, name, start } of htmlTags(covered)) if (isClose) ends.set(name, start);
  return ends.get('body') ?? ends.get('html');
}

/** Returns the value of an attribute as written, without quotes, or undefined if the element does not have it. */
export function writtenValue(
  { source }: Pick<ParsedHtml, 'source'>,
  element: HtmlElement,
  name: string,
): string | undefined {
  const place = element.sourceCodeLocation?.attrs?.[name];
  if (!place) return undefined;
  const value = /=\s*([^]*)$/.exec(source.slice(place.startOffset, place.endOffset))?.[1] ?? '';
  return /^(["'])[^]*\1$/.test(value) ? value.slice(1, -1) : value;
}
