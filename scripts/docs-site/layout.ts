import { html, type Html, renderPage } from '../../src/http/html.ts';
import type { Heading } from './markdown.ts';
import { TOPICS, type Page } from './pages.ts';

/** Name of the search results page. The server replaces the placeholders in the page. */
const SEARCH = 'search';
export const SEARCH_PAGE: Page = {
  slug: SEARCH,
  path: 'docs/search.md',
  title: '{{heading}}',
  markdown: '# {{heading}}\n\n{{found}}',
};
const QUERY = '{{query}}';

/** CSS rules for the documentation, in addition to the rules for all public pages. */
const STYLE =
  'body{--code:#efe8d8}@media(prefers-color-scheme:dark){body{--code:#101828}}html{scroll-padding-top:1rem}' +
  'body::before{content:"";display:block;height:6px;background:repeating-linear-gradient(135deg,var(--seal) 0 14px,' +
  'var(--canvas) 14px 28px,var(--accent) 28px 42px,var(--canvas) 42px 56px)}' +
  '.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--surface);padding:.75rem 1rem;z-index:1}' +
  '.top{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;max-width:88rem;margin:0 auto;padding:1rem 1.5rem}' +
  '.top .home{font:600 1.25rem/1.25 ui-serif,Georgia,serif;color:var(--ink);text-decoration:none;margin-right:auto;padding:.5rem 0}' +
  '.top>a:not(.home){padding:.625rem 0}.top form{display:flex;gap:.5rem;flex:0 1 24rem}' +
  '.top input,.find input{flex:1;min-width:0;font:inherit;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--control);border-radius:6px;' +
  'background:var(--surface);color:inherit}.top button{min-height:2.75rem;margin:0}' +
  '.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}' +
  '.site{max-width:88rem;margin:0 auto;padding:0 1.5rem 3rem;display:grid;gap:1.5rem;grid-template-columns:minmax(0,1fr)}' +
  '.site main{max-width:none;margin:0;min-width:0;overflow:visible;padding:.5rem 0 1.5rem}.site main::before{display:none}' +
  'main h2{font:600 1.25rem/1.3 ui-serif,Georgia,serif;margin-top:2.25rem}main h3{font-size:1.0625rem;margin-top:1.75rem}' +
  'main h2,main h3,main h4{overflow-wrap:anywhere}main li{margin:.25rem 0}main img{max-width:100%;height:auto;border-radius:6px}' +
  ':target{background:color-mix(in srgb,var(--accent) 18%,transparent)}' +
  'code,pre{font:.875rem/1.55 ui-monospace,Consolas,monospace}code{background:var(--code);border-radius:4px;padding:.0625rem .25rem;overflow-wrap:anywhere}' +
  'pre{background:var(--code);padding:.875rem 1rem;border-radius:6px;overflow:auto}pre code{background:none;padding:0;overflow-wrap:normal}' +
  'pre:focus-visible,.wide:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}' +
  '.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9375rem;min-width:100%}' +
  'th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line)}thead th{border:0;color:var(--soft);font-weight:600}' +
  'td{min-width:7rem}td code{overflow-wrap:normal}blockquote{border-left:3px solid var(--line);padding-left:1rem;color:var(--soft)}' +
  '.pages h2{font:600 .875rem/1.4 system-ui,sans-serif;color:var(--soft);margin:1.25rem 0 .25rem}.pages ul,.toc ul{list-style:none;margin:0;padding:0}' +
  '.pages a,.toc a{display:block;padding:.3125rem .5rem;margin-left:-.5rem;color:var(--ink);text-decoration:none;border-radius:6px;overflow-wrap:anywhere}' +
  '.pages a:hover,.toc a:hover{text-decoration:underline}.pages a[aria-current]{background:var(--surface);font-weight:600;box-shadow:inset 3px 0 var(--seal)}' +
  '.toc{font-size:.9375rem}.toc p{margin:0 0 .25rem;color:var(--soft);font-weight:600;font-size:.875rem}.toc.long{display:none}' +
  'main>.toc{border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem}.foot{color:var(--soft);font-size:.875rem;margin-top:2.5rem}' +
  'details{margin:.5rem 0}summary{cursor:pointer;padding:.25rem 0}' +
  '.find ol{padding:0;list-style:none}.find li{border-top:1px solid var(--line);padding:.75rem 0}.find li a{font-weight:600}.find li p{margin:.25rem 0 0}' +
  '@media(max-width:32rem){.site{padding:0 0 2rem}.pages{padding:0 1.5rem}.top form{flex:1 1 100%}.site main{min-height:0;border:1px solid var(--line);border-width:1px 0}}' +
  '@media(min-width:60rem){.site{grid-template-columns:14rem minmax(0,1fr)}.pages{grid-row:1;grid-column:1}.to-pages{display:none}}' +
  '@media(min-width:80rem){.site{grid-template-columns:14rem minmax(0,46rem) 14rem;justify-content:space-between}.toc,.toc.long{display:block}' +
  'main>.toc{position:absolute;border:0}.site main{position:relative}' +
  'main>.toc{left:calc(100% + 1.5rem);top:.5rem;bottom:0;width:14rem;padding:0;margin:0}.toc>div{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto;padding-left:.5rem}}';

/** Maximum number of entries in a table of contents that is shown on narrow screens. */
const MAX_SHORT_CONTENTS = 14;
/** Minimum number of entries in a table of contents. A page with fewer entries has no table of contents. */
const MIN_CONTENTS = 3;

/** Renders a page of the site with its header and navigation. Returns its HTML and HTTP headers. */
export function framed(
  { slug, title }: Pick<Page, 'slug' | 'title'>,
  { headings, markup }: { readonly headings: readonly Heading[]; readonly markup: string },
  pages: readonly Page[],
): ReturnType<typeof renderPage> {
  const contents = headings.filter(({ level }) => level === 2);
  // Insert the table of contents after the title, which is at the start of the page.
  const end = markup.indexOf('</h1>') + '</h1>'.length;
  const [top, rest] = [{ markup: markup.slice(0, end) }, { markup: markup.slice(end) }];
  return renderPage({
    title: `${title} · Postrider`,
    style: STYLE,
    hasImages: true,
    formTargets: "'self'",
    ...(slug === SEARCH && { head: html`<meta name="robots" content="noindex" />` }),
    content: html`${top}${slug !== '' && contents.length >= MIN_CONTENTS && contentsOf(contents)}${rest}
    ${slug !== '' && slug !== SEARCH && html`<p class="foot"><a href="/docs/${slug}.md">View as Markdown</a></p>`}`,
    around: (main) =>
      html`<a class="skip" href="#content">Skip to content</a>${topOf(slug)}
        <div class="site" id="content">${main}${navigation(slug, pages)}</div>`,
  });
}

function topOf(slug: string): Html {
  return html`<header class="top">
    <a class="home" href="/docs">Postrider documentation</a>
    <a class="to-pages" href="#pages">All pages</a>
    <form action="/docs/search" role="search">
      <label class="hidden" for="q">Search the documentation</label>
      <input id="q" name="q" type="search" maxlength="100" value="${slug === SEARCH && QUERY}" /><button>Search</button>
    </form>
    <a href="/app">Dashboard</a>
  </header>`;
}

function navigation(slug: string, pages: readonly Page[]): Html {
  const current = /^(?:api|decisions)(?=\/)/.exec(slug)?.[0] ?? slug;
  return html`<nav class="pages" id="pages" aria-label="Pages">
    ${Object.entries(TOPICS).map(
      ([topic, slugs]) =>
        html`<h2>${topic}</h2>
          <ul>
            ${slugs.split(' ').map((page) => {
              const mark = page === current && html` aria-current="page"`;
              return html`<li>
                <a href="/docs/${page}" ${mark}>${pages.find((each) => each.slug === page)?.title}</a>
              </li>`;
            })}
          </ul>`,
    )}
  </nav>`;
}

function contentsOf(headings: readonly Heading[]): Html {
  const isLong = headings.length > MAX_SHORT_CONTENTS;
  return html`<nav class="toc${isLong && ' long'}" aria-label="On this page">
    <div>
      <p>On this page</p>
      <ul>
        ${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
      </ul>
    </div>
  </nav>`;
}
