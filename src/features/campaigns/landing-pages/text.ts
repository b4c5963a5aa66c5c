import { html, type Html } from '../../../http/html.ts';

const HEADING = /^(#{1,3})\s+(.*)$/;
const ITEM = /^[-*]\s+(.*)$/;
/** The lengths are bounded, so that unclosed markup does not cause repeated scans of the whole text. */
const INLINE =
  /\*\*([^*\n]{1,500})\*\*|\*([^*\n]{1,500})\*|\[([^\][\n]{1,200})\]\(((?:https?:\/\/|mailto:)[^\s()<>"]{1,500})\)/g;

/**
 * Converts a Markdown subset to HTML: paragraphs, line breaks, headings (#), lists (- or *), **strong**, *emphasis*,
 * and [links](https://…). All other text is shown literally. Pure.
 */
export function htmlOfText(text: string): Html {
  const blocks = text.split(/\n(?:[ \t]*\n)+/).flatMap((block) => blocksOf(block.split('\n')));
  return html`${blocks}`;
}

/**
 * Splits lines into blocks. Consecutive lines of the same kind form a block, so headings and lists do not need empty
 * lines around them.
 */
function blocksOf(lines: readonly string[]): Html[] {
  const runs: { readonly kind: LineKind; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const kind = kindOf(line);
    const last = runs.at(-1);
    if (last?.kind === kind && kind !== 'heading') last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs.flatMap((run) => BLOCKS[run.kind](run.lines));
}

type LineKind = 'heading' | 'item' | 'words';

function kindOf(line: string): LineKind {
  if (HEADING.test(line)) return 'heading';
  return ITEM.test(line) ? 'item' : 'words';
}

const BLOCKS: Readonly<Record<LineKind, (lines: readonly string[]) => Html[]>> = {
  heading: ([line = '']) => [headingOf(line)],
  item: (lines) => [listOf(lines)],
  words: (lines) => (lines.some((line) => line.trim() !== '') ? [paragraphOf(lines)] : []),
};

function headingOf(line: string): Html {
  const [, marks, words = ''] = HEADING.exec(line) ?? [];
  return marks === '###' ? html`<h3>${inlineOf(words)}</h3>` : html`<h2>${inlineOf(words)}</h2>`;
}

function listOf(lines: readonly string[]): Html {
  return html`<ul>
    ${lines.map((line) => html`<li>${inlineOf(ITEM.exec(line)?.[1] ?? '')}</li>`)}
  </ul>`;
}

function paragraphOf(lines: readonly string[]): Html {
  return html`<p>${lines.map((line, at) => html`${at > 0 && html`<br />`}${inlineOf(line)}`)}</p>`;
}

function inlineOf(text: string): readonly Html[] {
  const parts: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, strong, emphasis, words, address] = match;
    parts.push(html`${text.slice(from, match.index)}`);
    if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`);
    else if (emphasis !== undefined) parts.push(html`<em>${emphasis}</em>`);
    else parts.push(html`<a href="${address}">${words}</a>`);
    from = match.index + whole.length;
  }
  return [...parts, html`${text.slice(from)}`];
}
