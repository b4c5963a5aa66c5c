import { TypeGuards, type TopLevelToken } from 'liquidjs';
import { htmlToText } from '../html-to-text.ts';
import { replaceLiquid } from './cover.ts';
import { MAX_MARKS, MAX_PART_CHARACTERS } from './source.ts';

/** Marks around a token's number while HTML becomes text; characters that no text means (noncharacters of Unicode). */
const MARK = /\ufdd0(\d+)\ufdd1/g;
/** A tag with line ends on both sides: whichever way is taken, one of them is enough. */
const BETWEEN_LINES = /\n+(\ufdd0\d+\ufdd1)(?=\n)/g;
/** Characters over which a text is refused, with more than marks may lose again: beyond that it need not be made whole. */
const REFUSED_ANYHOW = MAX_PART_CHARACTERS.text + 4 * MAX_MARKS;
/** A brace of the text, as an entity gives it, that would begin a tag or an output. */
const BRACE = /\{(?=[{%\ufdd0]|$)/g;

/**
 * The template of a text from that of HTML: tags and outputs stay where they stand, the text between them is what the HTML
 * shows. `inQuery`: outputs that stand in an address behind its path. With more than `most` characters it ends where it is.
 */
export function textOfHtml(
  tokens: readonly TopLevelToken[],
  inQuery: ReadonlySet<number>,
  most = REFUSED_ANYHOW,
): string {
  const marked = replaceLiquid(
    tokens,
    (token) => token.getContent().replaceAll(/[\ufdd0\ufdd1]/g, ''),
    (number, _, kind) => {
      const token = tokens[number];
      // What stands in `raw` is text, braces and all; a comment is for the author of the HTML.
      if (TypeGuards.isTagToken(token) && /^(?:(?:end)?raw|comment)$/.test(token.name)) return '';
      return kind === 'text' ? `<?\ufdd0${number}\ufdd1>` : `\ufdd0${number}\ufdd1`;
    },
  );
  const isTag = (mark: string): boolean => TypeGuards.isTagToken(tokens[Number(mark.slice(1, -1))]);
  return htmlToText(marked, most)
    .replaceAll(BETWEEN_LINES, (whole, mark: string) => (isTag(mark) ? mark : whole))
    .replaceAll(BRACE, '{{ "{" }}')
    .replaceAll(MARK, (_, number: string) => sourceOf(tokens[Number(number)], inQuery));
}

/** A token as it was written; one in an address is to be escaped there, as it is in HTML without being asked. */
function sourceOf(token: TopLevelToken | undefined, inQuery: ReadonlySet<number>): string {
  const source = token?.getText() ?? '';
  const isOpen = TypeGuards.isOutputToken(token) && inQuery.has(token.begin) && !/url_encode\s*-?\}\}$/.test(source);
  return isOpen ? source.replace(/\s*(-?\}\})$/, ' | url_encode $1') : source;
}
