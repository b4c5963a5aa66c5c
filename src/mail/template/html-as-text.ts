import { TypeGuards, type TopLevelToken } from 'liquidjs';
import { htmlToText } from '../html-to-text.ts';
import { replaceLiquid } from './cover.ts';
import { MAX_MARKS, MAX_PART_CHARACTERS } from './source.ts';

/** Matches a token number between markers: Unicode noncharacters, which `textOfHtml` first removes from the HTML. */
const MARK = /\ufdd0(\d+)\ufdd1/g;
/**
 * Matches a marker between line breaks, including the line breaks before it. These line breaks are removed if the
 * marker is a tag.
 */
const BETWEEN_LINES = /\n+(\ufdd0\d+\ufdd1)(?=\n)/g;
/**
 * Text length, in characters, above which the text is certainly rejected, because removing the markers cannot make it
 * short enough.
 */
const REFUSED_ANYHOW = MAX_PART_CHARACTERS.text + 4 * MAX_MARKS;
/** Matches a brace that was decoded from a character reference and would start a Liquid tag or output. */
const BRACE = /\{(?=[{%\ufdd0]|$)/g;

/**
 * Converts an HTML template to a text template. Tags and outputs stay in place, and the text between them is the text
 * of the HTML. `inQuery` contains the offsets of outputs in the query or fragment of an address. Stops once the text is
 * longer than `most` characters.
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
      // Remove these tags: the content of `raw` is plain text, including its braces, and comments are not output.
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

/**
 * Returns the source of a token. Adds explicit escaping to a Liquid output in a URL query, because text templates,
 * unlike HTML templates, do not escape it automatically.
 */
function sourceOf(token: TopLevelToken | undefined, inQuery: ReadonlySet<number>): string {
  const source = token?.getText() ?? '';
  const isOpen = TypeGuards.isOutputToken(token) && inQuery.has(token.begin) && !/url_encode\s*-?\}\}$/.test(source);
  return isOpen ? source.replace(/\s*(-?\}\})$/, ' | url_encode $1') : source;
}
