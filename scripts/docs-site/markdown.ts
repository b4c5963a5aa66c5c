import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { html } from '../../src/http/html.ts';
import { plainText, type Page } from './pages.ts';

/** A heading that can be linked to. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** HTML that a page may have: pictures of the README, and what unfolds in the API reference. */
const ALLOWED_HTML = /^(?:<img [^<>]*>|<details><summary>[^<>]*<\/summary>|<\/details>)\s*$/;
/** An id that a heading sets itself. */
const OWN_ID = / \{#(\w+)\}$/;

/**
 * A page as HTML: links between documents lead to their pages, each heading has an id, and code and tables can be scrolled with the
 * keyboard. Throws for a link to a file that does not exist.
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
  // Without extensions that wait, it answers at once.
  return { markup: marked.parse(page.markdown, { async: false }), headings };
}

function tableOf({ header, rows }: Tokens.Table, cellOf: (cell: Tokens.TableCell) => string): string {
  const head = header.map((cell) => (cell.text === '' ? '<td></td>' : `<th scope="col">${cellOf(cell)}</th>`)).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellOf(cell)}</td>`).join('')}</tr>`).join('\n');
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

/** An anchor as code hosts name it, so that a link works there and here: words with hyphens, and `x-1` for the second `x`. */
function anchorOf(words: string, headings: readonly Heading[]): string {
  const anchor = words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const before = headings.filter(({ text }) => text === words).length;
  return before === 0 ? anchor : `${anchor}-${before}`;
}

/** Where a link of a page leads on the site; undefined for a source file, which the site does not have. */
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

/** Escaped, for text and for attributes. */
function escaped(text: string): string {
  return html`${text}`.markup;
}
