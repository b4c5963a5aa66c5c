import { html, type Html, renderPage } from '../../../http/html.ts';
import type { Documents } from './documents.ts';
import type { Heading } from './markdown.ts';
import { navigationOf, REFERENCE, type Topic } from './topics.ts';

/**
 * Rules of the documentation, above those that all public pages have: a strip on top, the text on paper in the middle, the
 * navigation at its left, and what the page has at its right where there is room. On a telephone they follow one another, the
 * text first.
 */
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
  '.op{border-top:1px solid var(--line);padding-top:.25rem}.op>h2{margin-top:1.25rem}.call{font-family:ui-monospace,monospace;overflow-wrap:anywhere}' +
  '.call b{color:var(--accent);margin-right:.5rem}.op h3{font-size:1rem;margin:1.25rem 0 .25rem}details{margin:.5rem 0}summary{cursor:pointer;padding:.25rem 0}' +
  '.find ol{padding:0;list-style:none}.find li{border-top:1px solid var(--line);padding:.75rem 0}.find li a{font-weight:600}.find li p{margin:.25rem 0 0}' +
  '@media(max-width:32rem){.site{padding:0 0 2rem}.pages{padding:0 1.5rem}.top form{flex:1 1 100%}.site main{min-height:0;border:1px solid var(--line);border-width:1px 0}}' +
  '@media(min-width:60rem){.site{grid-template-columns:14rem minmax(0,1fr)}.pages{grid-row:1;grid-column:1}.to-pages{display:none}}' +
  '@media(min-width:80rem){.site{grid-template-columns:14rem minmax(0,46rem) 14rem;justify-content:space-between}.toc,.toc.long{display:block}' +
  'main>.toc{position:absolute;border:0}.site main{position:relative}' +
  'main>.toc{left:calc(100% + 1.5rem);top:.5rem;bottom:0;width:14rem;padding:0;margin:0}.toc>div{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto;padding-left:.5rem}}';

/** So many headings are read through faster than they are skipped over on a telephone. */
const MAX_SHORT_CONTENTS = 14;
/** Fewer are seen at a glance. */
const MIN_CONTENTS = 3;

/** Characters of what is searched for; longer questions find nothing more. */
export const MAX_QUERY_CHARACTERS = 100;

/** What is around every page of the site. */
export interface Frame {
  readonly topics: readonly Topic[];
  readonly titles: ReadonlyMap<string, string>;
}

/** A page of the site before it is put into its frame. */
export interface SitePage {
  readonly title: string;
  /** Which of the navigation it is. */
  readonly slug?: string;
  /** With its heading of the first level. */
  readonly content: Html;
  /** What is listed as "On this page": headings of the second level. */
  readonly headings?: readonly Heading[];
  /** Where it is to be had as Markdown. */
  readonly source?: string;
  /** What was searched for. */
  readonly query?: string;
  /** Whether search engines may list it. */
  readonly isListed?: boolean;
}

/** The frame of the documents that there are. Pure. */
export function frameOf({ pages }: Documents): Frame {
  const titles = new Map([...pages.values()].map(({ slug, title }) => [slug, title]));
  return { topics: navigationOf([...pages.keys()]), titles: titles.set(REFERENCE, 'API reference') };
}

/** The page with its frame, and the headers that keep scripts and others out. */
export function framed(frame: Frame, page: SitePage): ReturnType<typeof renderPage> {
  const { content, headings = [], isListed = true, query, slug, source, title } = page;
  const contents = headings.filter(({ level }) => level === 2);
  return renderPage({
    title: title === 'Postrider' ? title : `${title} · Postrider`,
    style: STYLE,
    hasImages: true,
    formTargets: "'self'",
    ...(!isListed && { head: html`<meta name="robots" content="noindex" />` }),
    content: html`${contents.length >= MIN_CONTENTS ? withContents(content, contents) : content}${
      source !== undefined && html`<p class="foot"><a href="${source}">View as Markdown</a></p>`
    }`,
    around: (main) =>
      html`<a class="skip" href="#content">Skip to content</a>${topOf(query)}
        <div class="site" id="content">${main}${navigation(frame, slug)}</div>`,
  });
}

function topOf(query = ''): Html {
  return html`<header class="top">
    <a class="home" href="/docs">Postrider documentation</a>
    <a class="to-pages" href="#pages">All pages</a>
    <form action="/docs/search" role="search">
      <label class="hidden" for="q">Search the documentation</label>
      <input id="q" name="q" type="search" maxlength="${MAX_QUERY_CHARACTERS}" value="${query}" /><button>
        Search
      </button>
    </form>
    <a href="/app">Dashboard</a>
  </header>`;
}

function navigation({ titles, topics }: Frame, slug: string | undefined): Html {
  return html`<nav class="pages" id="pages" aria-label="Pages">
    ${topics.map(
      ({ pages, title }) =>
        html`<h2>${title}</h2>
          <ul>
            ${pages.map((page) => {
              const current = page === slug && html` aria-current="page"`;
              return html`<li><a href="/docs/${page}" ${current}>${titles.get(page) ?? page}</a></li>`;
            })}
          </ul>`,
    )}
  </nav>`;
}

/** What is on the page stands behind its heading, which comes first. */
function withContents({ markup }: Html, headings: readonly Heading[]): Html {
  const end = '</h1>';
  const at = markup.indexOf(end) + end.length;
  return { markup: markup.slice(0, at) + contentsOf(headings).markup + markup.slice(at) };
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
