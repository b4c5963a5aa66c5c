import { html, renderPage, type Html } from '../../../http/html.ts';
import type { Documents } from './documents.ts';
import type { Heading } from './markdown.ts';
import { STYLE } from './style.ts';
import { navigationOf, REFERENCE, type Topic } from './topics.ts';

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
