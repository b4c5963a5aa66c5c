import { TypeGuards, type TopLevelToken } from 'liquidjs';
import { bodyOf, parseHtml, type HtmlDocument, type HtmlElement } from '../html-document.ts';
import { htmlTags } from '../html-tags.ts';
import { coverLiquid, tokensOf } from './cover.ts';

/** HTML with Liquid in it, parsed: what it is made of, and where that stands in the source. */
export interface ParsedHtml {
  readonly source: string;
  readonly tokens: readonly TopLevelToken[];
  /** The source with its Liquid covered; everything stands where it stood. */
  readonly covered: string;
  readonly document: HtmlDocument;
  /** What stands in blocks of Liquid: not every recipient gets it. */
  readonly blocks: readonly Range[];
}

interface Range {
  readonly begin: number;
  readonly end: number;
}

const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'capture', 'comment', 'raw']);

/** Parses HTML whose Liquid can be read; undefined when it is more than a parser should be given. */
export function parseTemplateHtml(source: string): ParsedHtml | undefined {
  const tokens = tokensOf(source);
  const covered = coverLiquid(source, tokens);
  const document = parseHtml(covered, { hasPlaces: true });
  return document && { source, tokens, covered, document, blocks: blocksIn(tokens) };
}

/** Parses HTML that has no Liquid in it. */
export function parsePlainHtml(source: string): ParsedHtml | undefined {
  const document = parseHtml(source, { hasPlaces: true });
  return document && { source, tokens: [], covered: source, document, blocks: [] };
}

/** Where tags of Liquid begin: between them, what is written may differ from recipient to recipient. */
export function tagsAt({ tokens }: Pick<ParsedHtml, 'tokens'>): number[] {
  return tokens.filter((token) => TypeGuards.isTagToken(token)).map(({ begin }) => begin);
}

/** Where the blocks of Liquid stand, the outermost ones. */
export function blocksIn(tokens: readonly TopLevelToken[]): Range[] {
  const blocks: Range[] = [];
  let depth = 0;
  let begin = 0;
  let isComment = false;
  for (const token of tokens) {
    if (!TypeGuards.isTagToken(token)) continue;
    // Nothing counts in a comment but its end.
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

/** Whether every recipient gets what stands at an offset. */
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

/** Where what is shown begins: behind the tag of the body, else before the first thing in it. */
export function beginOfBody({ covered, document }: ParsedHtml): number {
  const body = bodyOf(document);
  const first = body?.childNodes.find(({ sourceCodeLocation }) => sourceCodeLocation);
  const at = body?.sourceCodeLocation?.startTag?.endOffset ?? first?.sourceCodeLocation?.startOffset ?? covered.length;
  // Liquid may write something before what the parser takes for the body.
  return covered.slice(0, at).replaceAll(/<\?\ufdd0+>|\s+/g, '') === '' ? 0 : at;
}

/** Where the body ends that everybody gets; the end of the HTML where there is none. */
export function endOfBody(parsed: ParsedHtml): number {
  const { covered, document, source } = parsed;
  const at = bodyOf(document)?.sourceCodeLocation?.endTag?.startOffset ?? lastEnd(covered) ?? source.length;
  return isForAll(parsed, at) ? at : source.length;
}

/** The last tag that is meant to end the body, where something is open that makes the parser pass over it. */
function lastEnd(covered: string): number | undefined {
  const ends = new Map<string, number>();
  for (const { isClose, name, start } of htmlTags(covered)) if (isClose) ends.set(name, start);
  return ends.get('body') ?? ends.get('html');
}

/** The value of an attribute as it is written, without its quotes; undefined where the element does not have it. */
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
