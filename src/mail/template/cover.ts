import { Tokenizer, TypeGuards, type TopLevelToken } from 'liquidjs';

/** Stands for a character of Liquid; a noncharacter of Unicode. */
export const COVER = '\ufdd0';

/** Tags, outputs and text of a source whose Liquid can be read. */
export function tokensOf(source: string): TopLevelToken[] {
  return new Tokenizer(source).readTopLevelTokens();
}

/** HTML in which Liquid is covered, so that tags can be read; all of it stands where it stood. */
export function coverLiquid(html: string): string {
  return tokensOf(html)
    .map((token) => {
      const text = html.slice(token.begin, token.end);
      return TypeGuards.isHTMLToken(token) ? text : COVER.repeat(text.length);
    })
    .join('');
}
