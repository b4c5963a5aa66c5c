import { Tokenizer, TypeGuards, type TopLevelToken } from 'liquidjs';
import { AT_TEXT, behindValue, readOn } from './html-place.ts';

/** Stands for a character of Liquid; a noncharacter of Unicode. */
export const COVER = '\ufdd0';

/** Tags, outputs and text of a source whose Liquid can be read. */
export function tokensOf(source: string): TopLevelToken[] {
  return new Tokenizer(source).readTopLevelTokens();
}

/**
 * HTML in which Liquid is covered so that it can be parsed; everything else keeps its offset. In text, a tag, an output or a whole
 * `{% comment %}` becomes a comment of HTML (`<?...>`), which stays where it is even between the rows of a table. Elsewhere, as in
 * attributes, it becomes COVER.
 */
export function coverLiquid(html: string, tokens: readonly TopLevelToken[] = tokensOf(html)): string {
  const pieces: string[] = [];
  let place = AT_TEXT;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    if (TypeGuards.isHTMLToken(token)) {
      const text = html.slice(token.begin, token.end);
      pieces.push(text);
      place = readOn(place, text);
      continue;
    }
    const end = TypeGuards.isTagToken(token) && token.name === 'comment' ? endOfComment(tokens, index) : index;
    const length = (tokens[end] ?? token).end - token.begin;
    // Every token has at least the four characters of its braces.
    pieces.push(place.kind === 'text' ? `<?${COVER.repeat(length - 3)}>` : COVER.repeat(length));
    if (TypeGuards.isOutputToken(token)) place = behindValue(place);
    index = end;
  }
  return pieces.join('');
}

function endOfComment(tokens: readonly TopLevelToken[], from: number): number {
  const end = tokens.findIndex(
    (token, index) => index > from && TypeGuards.isTagToken(token) && token.name === 'endcomment',
  );
  return end === -1 ? tokens.length - 1 : end;
}
