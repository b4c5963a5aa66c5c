import { Marked, type Tokens } from 'marked';
import { html } from '../../../http/html.ts';
import type { Document, Documents } from './documents.ts';
import { posix } from 'node:path';

/** Where a link of a document leads on the site. */
type Target =
  | {
      readonly kind: 'outside' | 'page' | 'file';
      readonly href: string;
      readonly slug?: string;
      readonly anchor?: string;
    }
  /** To a file of the sources, which the site does not have: its words are shown without a link. */
  | { readonly kind: 'source' };

/** A heading that can be led to. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A document as HTML. */
export interface Rendered {
  readonly markup: string;
  readonly headings: readonly Heading[];
  /** Where its links lead, in their order. */
  readonly targets: readonly { readonly href: string; readonly target: Target }[];
}

/**
 * A document as HTML: links between documents lead to their pages, each heading has an id, code and tables scroll by keyboard
 * too. Of HTML that stands in a document only pictures are taken. Pure.
 */
export function renderMarkdown(documents: Documents, { path, text }: Document): Rendered {
  const headings: Heading[] = [];
  const targets: { href: string; target: Target }[] = [];
  const nameOf = anchorNames();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ depth, tokens }) {
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = nameOf(plain);
        headings.push({ level: depth, id, text: decoded(plain) });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = targetOf(documents, path, href);
        targets.push({ href, target });
        const words = this.parser.parseInline(tokens);
        return target.kind === 'source' ? words : `<a href="${attribute(target.href)}">${words}</a>`;
      },
      image({ href, text: alt }) {
        const target = targetOf(documents, path, href);
        targets.push({ href, target });
        return 'href' in target ? `<img src="${attribute(target.href)}" alt="${attribute(alt)}" loading="lazy">` : '';
      },
      code({ text: code }) {
        return `<pre tabindex="0"><code>${attribute(code)}</code></pre>\n`;
      },
      table(token) {
        return tableOf(token, (cell) => this.parser.parseInline(cell.tokens));
      },
      html({ text: given }) {
        return /^<img [^<>]*>\s*$/.test(given) ? given.replaceAll('src="', 'src="/docs/') : attribute(given);
      },
    },
  });
  // Without extensions that wait, it answers at once.
  const markup = marked.parse(text, { async: false });
  return { markup, headings, targets };
}

function tableOf({ header, rows }: Tokens.Table, cellOf: (cell: Tokens.TableCell) => string): string {
  const head = header.map((cell) => (cell.text === '' ? '<td></td>' : `<th scope="col">${cellOf(cell)}</th>`)).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellOf(cell)}</td>`).join('')}</tr>`).join('\n');
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

/** Names of anchors as code hosts make them, so that a link works there and here: words by hyphens, the second `x` is `x-1`. */
function anchorNames(): (text: string) => string {
  const taken = new Map<string, number>();
  return (text) => {
    const name = decoded(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}

/** Escaped, for text and for attributes. */
function attribute(text: string): string {
  return html`${text}`.markup;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/**
 * Where `href` of the document at `path` (from the root of the project) leads: to a page of the site, a picture or snippet, an
 * address elsewhere, or the sources. Pure.
 */
function targetOf(documents: Documents, path: string, href: string): Target {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return { kind: 'outside', href };
  const [file = '', anchor] = href.split('#');
  const wanted = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
  if (wanted === 'openapi.yaml') return { kind: 'file', href: '/openapi.yaml' };
  const page = [...documents.pages.values()].find((each) => each.path === wanted || each.path === `${wanted}.md`);
  if (page) {
    const { slug } = page;
    const there = `/docs/${slug}`;
    return anchor === undefined
      ? { kind: 'page', href: there, slug }
      : { kind: 'page', href: file === '' ? `#${anchor}` : `${there}#${anchor}`, slug, anchor };
  }
  if (/^docs\/decisions\/?$/.test(wanted)) return { kind: 'page', href: '/docs/decisions', slug: 'decisions' };
  const name = wanted.slice('docs/'.length);
  if (wanted.startsWith('docs/') && documents.files.has(name)) return { kind: 'file', href: `/docs/${name}` };
  return { kind: 'source' };
}
