import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Type } from 'typebox';
import { builtFileReply, builtFolder, notBuiltReply, readBuiltFiles } from '../../../http/built-files.ts';
import { html, type Html } from '../../../http/html.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { find, indexOf, type Found, type Section } from './search.ts';

/**
 * Browsers revalidate a page after five minutes and show the old one in the meantime. An unchanged page is not sent
 * again.
 */
const CACHED = 'public, max-age=300, stale-while-revalidate=86400';
/** Maximum length of a search query, in characters. The rest is ignored. */
const MAX_QUERY_CHARACTERS = 100;
const MAX_SUGGESTIONS = 8;

/** Name of the built file that contains the `BuiltSearch` as JSON. The file is not served. */
export const SEARCH_FILE = 'search';

/**
 * The searchable sections, and a page for results. The page's body has the placeholders `{{heading}}`, `{{query}}` and
 * `{{found}}`.
 */
export interface BuiltSearch {
  readonly sections: readonly Section[];
  readonly page: { readonly body: string; readonly headers: Readonly<Record<string, string>> };
}

/** Parses the search query. Truncates text that is too long, and treats values other than strings as empty. */
const searchQuery = parserOf(Type.Record(Type.String(), Type.Unknown()), ({ q }) => ({
  query: typeof q === 'string' ? q.slice(0, MAX_QUERY_CHARACTERS).trim() : '',
}));

/**
 * Returns the routes under `/docs`: the built pages in the folder, and their search. The search data is read on first
 * use.
 */
export function documentationRoutes(folder: string = builtFolder('docs')): Route[] {
  const files = readBuiltFiles(folder);
  let read: ReturnType<typeof readSearch> | undefined;
  const search = (): ReturnType<typeof readSearch> => (read ??= readSearch(folder));

  function answer(path: string, asked: IncomingHttpHeaders): Reply {
    if (files.size === 0) return notBuiltReply('documentation');
    const file = files.get(path) ?? files.get(`${path === '' ? 'index' : path}.html`);
    if (!file) return { status: 404, ...search().missing(path) };
    const headers = file.type.startsWith('text/html') ? search().headers : {};
    return builtFileReply(file, asked, { ...headers, 'cache-control': CACHED });
  }

  return [
    route({
      method: 'GET',
      path: '/docs',
      summary: 'Show the documentation',
      scope: undefined,
      handle: ({ headers }) => Promise.resolve(answer('', headers)),
    }),
    route({
      method: 'GET',
      path: '/docs/search',
      summary: 'Search the documentation',
      scope: undefined,
      query: searchQuery,
      handle: ({ query: { query } }) =>
        Promise.resolve(
          files.size === 0 ? notBuiltReply('documentation') : { status: 200, ...search().results(query) },
        ),
    }),
    route({
      method: 'GET',
      path: '/docs/*',
      summary: 'Get a documentation page, its Markdown source, or an image',
      scope: undefined,
      handle: ({ headers, params }) => Promise.resolve(answer(params['*'] ?? '', headers)),
    }),
  ];
}

/** Reads the search data of the site in a folder. */
function readSearch(folder: string) {
  // Safe cast: scripts/docs-site/build.ts wrote this file.
  const { page, sections } = JSON.parse(readFileSync(join(folder, SEARCH_FILE), 'utf8')) as BuiltSearch;
  const index = indexOf(sections);
  const filled = (heading: string, query: string, found: Html): BuiltSearch['page'] => {
    const parts: Readonly<Record<string, Html>> = { heading: html`${heading}`, query: html`${query}`, found };
    return { ...page, body: page.body.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name]?.markup ?? '') };
  };
  return {
    headers: page.headers,
    results(query: string) {
      if (query === '') return filled('Search', '', html`<p>Enter one or more words in the field above.</p>`);
      const nothing = html`<p>No section contains all of these words. Try fewer words, or browse all pages.</p>`;
      const found = find(index, query);
      return filled(`Search: ${query}`, query, found.length > 0 ? listOf(found) : nothing);
    },
    /**
     * Returns a page with suggestions for a path that does not exist: sections that contain all words of the path or,
     * if there are no such sections, any of the words.
     */
    missing(path: string) {
      const asked = path
        .slice(0, MAX_QUERY_CHARACTERS)
        .replace(/\.\w+$/, '')
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
      const all = find(index, asked);
      const found = (all.length > 0 ? all : find(index, asked, 'any')).slice(0, MAX_SUGGESTIONS);
      const question = html`<p>Were you looking for one of these?</p>
        ${listOf(found)}`;
      const nothing = html`<p>All pages are listed in the navigation.</p>`;
      return filled('Page not found', '', found.length > 0 ? question : nothing);
    },
  };
}

function listOf(found: readonly Found[]): Html {
  return html`<div class="find">
    <ol>
      ${found.map(
        ({ extract, section: { heading, href, page } }) =>
          html`<li>
            <a href="${href}">${heading}</a> <span class="soft">${heading === page ? '' : page}</span>
            <p>${extract}</p>
          </li>`,
      )}
    </ol>
  </div>`;
}
