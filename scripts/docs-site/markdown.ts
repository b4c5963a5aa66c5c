import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { html } from '../../src/http/html.ts';
import { plainText, type Page } from './pages.ts';

/** A heading that links can refer to. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** HTML that a page may contain: pictures and collapsible sections. */
const ALLOWED_HTML = /^(?:<img [^<>]*>|<details><summary>[^<>]*<\/summary>|<\/details>)\s*$/;
/** An explicit ID at the end of a heading. */
const OWN_ID = / \{#(\w+)\}$/;

/**
 * Renders a page as HTML. Links between documents lead to the corresponding pages, each heading has an ID, and code
 * blocks and tables can be scrolled with the keyboard. Throws if the page links to a file that does not exist.
 */
export function renderMarkdown(
  page: Page,
  pages: readonly Page[],
  root: string,
): { markup: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const targetOf = (href: string): string | undefined => targetFrom(page, href, pages, root);
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ depth, text, tokens }) {
        const words = plainText(text.replace(OWN_ID, ''));
        const id = OWN_ID.exec(text)?.[1] ?? anchorOf(words, headings);
        headings.push({ level: depth, id, text: words });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens).replace(OWN_ID, '')}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = targetOf(href);
        const words = this.parser.parseInline(tokens);
        return target === undefined ? words : `<a href="${escaped(target)}">${words}</a>`;
      },
      image({ href, text: alt }) {
        return `<img src="${escaped(targetOf(href) ?? '')}" alt="${escaped(alt)}" loading="lazy">`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
      table(token) {
        return tableOf(token, (cell) => this.parser.parseInline(cell.tokens));
      },
      html({ text }) {
        return ALLOWED_HTML.test(text) ? text.replaceAll('src="', 'src="/docs/') : escaped(text);
      },
    },
  });
  // The result is synchronous, because no asynchronous extensions are used.
  return { markup: marked.parse(page.markdown, { async: false }), headings };
}

function tableOf({ header, rows }: Tokens.Table, cellOf: (cell: Tokens.TableCell) => string): string {
  const head = header.map((cell) => (cell.text === '' ? '<td></td>' : `<th scope="col">${cellOf(cell)}</th>`)).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellOf(cell)}</td>`).join('')}</tr>`).join('\n');
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

/**
 * Returns the anchor of a heading in GitHub's format, so that links work both there and on the site: words joined with
 * hyphens, and `x-1` for the second heading `x`.
 */
function anchorOf(words: string, headings: readonly Heading[]): string {
  const anchor = words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const before = headings.filter(({ text }) => text === words).length;
  return before === 0 ? anchor : `${anchor}-${before}`;
}

/**
 * Returns the target of a link on the site, or undefined if the link leads to a source file, which the site does not
 * contain.
 */
function targetFrom({ path, slug }: Page, href: string, pages: readonly Page[], root: string): string | undefined {
  const [file = '', anchor] = href.split('#');
  if (file === '' || /^[a-z][a-z\d+.-]*:/i.test(href)) return href;
  const wanted = posix.join(posix.dirname(path), file);
  if (wanted === 'openapi.yaml') return '/openapi.yaml';
  const page = pages.find((each) => each.path === wanted);
  if (page) return `/docs/${page.slug}${anchor === undefined ? '' : `#${anchor}`}`;
  if (!existsSync(join(root, wanted))) throw new Error(`/docs/${slug} links to ${href}, which does not exist.`);
  return wanted.startsWith('docs/') ? `/${wanted}` : undefined;
}

/** Escapes text for use in HTML text and attributes. */
function escaped(text: string): string {
  return html`${text}`.markup;
}
