import { Tokenizer, TypeGuards, type TopLevelToken } from 'liquidjs';
import { AT_TEXT, behindValue, readOn, type HtmlPlace } from './html-place.ts';

/** Placeholder for Liquid markup in HTML: a Unicode noncharacter. */
export const COVER = '\ufdd0';

type TextToken = Extract<TopLevelToken, { readonly getContent: () => string }>;

/** Returns the tags, outputs and text segments in a source with valid Liquid. */
export function tokensOf(source: string): TopLevelToken[] {
  return new Tokenizer(source).readTopLevelTokens();
}

/**
 * Replaces Liquid in HTML with placeholders of the same length, so that the HTML can be parsed and offsets stay valid.
 * In text, a tag, an output, or a whole `{% comment %}` becomes an HTML comment (`<?...>`), which keeps its position
 * even between table rows. In style sheets and similar elements, a tag becomes spaces. Elsewhere, such as in
 * attributes, Liquid becomes COVER.
 */
export function coverLiquid(html: string, tokens: readonly TopLevelToken[] = tokensOf(html)): string {
  return replaceLiquid(
    tokens,
    ({ begin, end }) => html.slice(begin, end),
    // The length is at least 4, because each tag or output starts and ends with two characters such as `{%`.
    (number, length, kind) =>
      kind === 'text'
        ? `<?${COVER.repeat(length - 3)}>`
        : (kind === 'raw' && TypeGuards.isTagToken(tokens[number]) ? ' ' : COVER).repeat(length),
  );
}

/**
 * Returns the source with replacements: the result of `textOf` for each text segment, and the result of `replace` for
 * each tag, output, and whole `{% comment %}`. `replace` receives the number of the first token.
 */
export function replaceLiquid(
  tokens: readonly TopLevelToken[],
  textOf: (token: TextToken) => string,
  replace: (number: number, length: number, kind: HtmlPlace['kind']) => string,
): string {
  const pieces: string[] = [];
  let place = AT_TEXT;
  let last = -1;
  for (const [number, token] of tokens.entries()) {
    if (number <= last) continue;
    last = number;
    if (TypeGuards.isHTMLToken(token)) {
      const text = textOf(token);
      pieces.push(text);
      place = readOn(place, text);
      continue;
    }
    if (TypeGuards.isTagToken(token) && token.name === 'comment') last = endOfComment(tokens, number);
    pieces.push(replace(number, (tokens[last] ?? token).end - token.begin, place.kind));
    if (TypeGuards.isOutputToken(token)) place = behindValue(place);
  }
  return pieces.join('');
}

function endOfComment(tokens: readonly TopLevelToken[], from: number): number {
  let end = from + 1;
  for (let token = tokens[end]; token; token = tokens[end]) {
    if (TypeGuards.isTagToken(token) && token.name === 'endcomment') return end;
    end += 1;
  }
  return tokens.length - 1;
}
