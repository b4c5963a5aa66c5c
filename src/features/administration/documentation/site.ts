import { html } from '../../../http/html.ts';
import type { Json } from '../../../http/openapi/schemas.ts';
import type { Documents } from './documents.ts';
import { framed, frameOf, type SitePage } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { groupsOf, readApiDocument } from './operations.ts';
import { referenceIndex, referencePage } from './reference.ts';
import { find, indexOf, sectionsOf, type Found, type Index } from './search.ts';
import { REFERENCE } from './topics.ts';

const MAX_SUGGESTIONS = 8;

/** A page, ready to be sent. */
export type ReadyPage = ReturnType<typeof framed>;

/** The site: what stands at each path below /docs. Nothing is made before somebody asks for it, and then once. */
export interface Site {
  /** Every page that there is, by its slug; the beginning is the empty one. */
  slugs(): string[];
  page(slug: string): ReadyPage | undefined;
  search(query: string): ReadyPage;
  /** What is answered where there is no page: what may have been meant. */
  missing(slug: string): ReadyPage;
}

/** The site over the documents and the API document, which is asked for with the first page of the reference. */
export function createSite(documents: Documents, apiDocument: () => Json): Site {
  const frame = frameOf(documents);
  const api = once(() => {
    const document = readApiDocument(apiDocument());
    return { document, groups: groupsOf(document) };
  });
  const index = once(() => indexOf(sectionsOf(documents, api().groups)));

  function contentOf(slug: string): SitePage | undefined {
    if (slug === '') return homePage(documents, frame);
    if (slug === REFERENCE) return referenceIndex(api().document, api().groups);
    if (slug.startsWith(`${REFERENCE}/`)) {
      const group = api().groups.find((each) => `${REFERENCE}/${each.slug}` === slug);
      return group && referencePage(api().document, group);
    }
    const document = documents.pages.get(slug);
    if (!document) return undefined;
    const { headings, markup } = renderMarkdown(documents, document);
    const inTopic = slug.startsWith('decisions/') ? 'decisions' : slug;
    const source = documents.pages.has(slug) && document.path.startsWith('docs/') && slug !== 'decisions';
    return {
      title: document.title,
      slug: inTopic,
      headings,
      content: { markup },
      ...(source && { source: `/docs/${slug}.md` }),
    };
  }

  return {
    slugs: () => ['', REFERENCE, ...api().groups.map(({ slug }) => `${REFERENCE}/${slug}`), ...documents.pages.keys()],
    page(slug) {
      const content = contentOf(slug);
      return content && framed(frame, content);
    },
    search: (query) => framed(frame, searchPage(query, find(index(), query))),
    missing(slug) {
      const asked = slug.replace(/\.\w+$/, '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
      return framed(frame, missingPage(suggestions(index(), asked)));
    },
  };
}

function homePage(documents: Documents, { titles, topics }: ReturnType<typeof frameOf>): SitePage {
  const content = html`<h1>Documentation</h1>
    <p>
      Postrider sends transactional email and newsletters from your own server. Start with the
      <a href="/docs/quick-start">quick start</a>, look up an operation in the
      <a href="/docs/${REFERENCE}">API reference</a>, or search.
    </p>
    ${topics.map(
      ({ pages, title }) =>
        html`<h2>${title}</h2>
          <ul>
            ${pages.map((slug) => html`<li><a href="/docs/${slug}">${titles.get(slug) ?? slug}</a>${leadOf(documents, slug)}</li>`)}
          </ul>`,
    )}`;
  return { title: 'Documentation', content };
}

/** The first sentence of a page. */
function leadOf({ pages }: Documents, slug: string): string {
  const paragraph = /^# .+\n\n([A-Z][^\n]*(?:\n[^\n]+)*)/m.exec(pages.get(slug)?.text ?? '')?.[1] ?? '';
  const [sentence = ''] = /^.*?[.:](?=\s|$)/s.exec(paragraph) ?? [];
  const plain = sentence.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '').replaceAll('\n', ' ');
  return plain === '' ? '' : `. ${plain.replace(/:$/, '.')}`;
}

function searchPage(query: string, found: readonly Found[]): SitePage {
  const words = query.trim();
  const heading = words === '' ? 'Search' : `Search: ${words}`;
  return {
    title: heading,
    query: words,
    isListed: false,
    content: html`<h1>${heading}</h1>
      ${found.length > 0 ? listOf(found) : html`<p>${nothing(words)}</p>`}`,
  };
}

function nothing(words: string): string {
  if (words === '') return 'Enter one or more words in the field above.';
  return 'No section contains all of these words. Try fewer words, or browse all pages.';
}

function missingPage(found: readonly Found[]): SitePage {
  return {
    title: 'Page not found',
    isListed: false,
    content: html`<h1>Page not found</h1>
      <p>
        ${found.length > 0 ? 'Were you looking for one of these pages?' : 'All pages are listed in the navigation.'}
      </p>
      ${found.length > 0 && listOf(found)}`,
  };
}

function listOf(found: readonly Found[]) {
  return html`<div class="find">
    <ol>
      ${found.map(
        ({ extract, heading, href, page }) =>
          html`<li>
            <a href="${href}">${heading}</a> <span class="soft">${heading === page ? '' : page}</span>
            <p>${extract}</p>
          </li>`,
      )}
    </ol>
  </div>`;
}

/** What is found with all words of an address, else with any of them. */
function suggestions(index: Index, asked: string): Found[] {
  const all = find(index, asked);
  return (all.length > 0 ? all : find(index, asked, 'any')).slice(0, MAX_SUGGESTIONS);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
