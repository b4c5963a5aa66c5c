import { html, renderPage, type Html } from '../../../http/html.ts';
import { brandStyle, senderMark, themeForVisitor, say, type PageTheme } from '../../../http/pages/theme.ts';
import { CONTROLS_STYLE, publicPage } from '../../../http/pages/page.ts';
import type { Reply } from '../../../http/route.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import type { FormPart } from '../forms/index.ts';
import { imagePath } from '../images/index.ts';
import { MAX_DESCRIPTION_CHARACTERS } from './limits.ts';
import type { ArchivedRow } from './queries.ts';
import { htmlOfText } from './text.ts';

export function isLandingPath(path: string): boolean {
  return path.startsWith('/l/');
}

/**
 * Style of the page. The image is at the top. On wide screens, the form is beside the text, like the address on a
 * postcard.
 */
const STYLE =
  '.hero{display:block;width:100%;height:auto;max-height:27rem;object-fit:cover;margin:0}' +
  '.words{padding-top:1rem}.by{color:var(--soft);font-weight:600;margin:0}' +
  'h1{font-size:clamp(1.75rem,5vw,2.5rem);margin:.25rem 0 1rem}' +
  'h2,h3{font:600 1.25rem/1.3 ui-serif,Georgia,serif;margin:1.5rem 0 .5rem}' +
  '.join{margin:0;padding:1rem 1.5rem;border-top:1px solid var(--line)}.join h2{margin:0 0 .5rem}.join .two{display:block}' +
  '@media(min-width:56rem){main{max-width:60rem;display:grid;grid-template-columns:1fr 23rem}' +
  'main::before,.hero{grid-column:1/-1}.words{margin:1rem 2.5rem 2rem}.join{padding:2rem;border:0;border-inline-start:1px dashed var(--control)}}';

const HEADERS: Readonly<Record<string, string>> = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
const HIDDEN: Readonly<Record<string, string>> = { 'x-robots-tag': 'noindex, nofollow, noarchive' };

/** Data for rendering a landing page. */
export interface Showing {
  /** The form on the page. Undefined if the form no longer accepts sign-ups. */
  readonly form: FormPart | undefined;
  /** Localized strings of the page. */
  readonly texts: Texts;
  /** Absolute URL of the page, and base URL of the installation. */
  readonly url: string;
  readonly baseUrl: string;
}

/** Renders the public page. An unpublished page is marked as a preview, because only preview links show it. */
export function landingPage(page: ArchivedRow, { baseUrl, form, texts, url }: Showing): Reply {
  const { brand, image_hash: hash, image_id: id, is_published: isPublished, sender, title } = page;
  const look = { sender: sender ?? undefined, texts, brand };
  const image = id === null || hash === null ? undefined : imagePath({ id, hash });
  const { body, headers } = renderPage({
    language: texts.language,
    direction: texts.direction,
    title: [title, sender].filter(Boolean).join(' · '),
    head: isPublished ? headOf(page, url, image && `${baseUrl}${image}`) : html``,
    formTargets: ["'self'", form?.formTargets ?? ''].join(' ').trim(),
    hasImages: [image, brand.logo].some(Boolean),
    // Only the dashboard may show the page in a frame. It uses the frame as a preview.
    isFramed: true,
    style: [CONTROLS_STYLE, form?.style, STYLE, brandStyle(look)].join(''),
    content: html`${image !== undefined && heroOf(page, image)}
      <div class="words">${wordsOf(page, look)}</div>
      <div class="join">${joinOf(form, texts)}</div>`,
  });
  return { status: 200, body, headers: { ...headers, ...HEADERS, ...(!isPublished && HIDDEN) } };
}

function heroOf({ height, image_alt: alt, width }: ArchivedRow, path: string): Html {
  return html`<img class="hero" src="..${path}" alt="${alt}" width="${width ?? 0}" height="${height ?? 0}" />`;
}

function wordsOf({ body, is_published: isPublished, title }: ArchivedRow, look: PageTheme): Html {
  return html`${!isPublished && html`<p class="note">${say(look.texts, 'landing.preview')}</p>`}${senderMark(look)}
    <h1>${title}</h1>
    ${htmlOfText(body)}`;
}

function joinOf(form: FormPart | undefined, texts: Texts): Html {
  if (!form) return html`<p>${say(texts, 'form.unavailable')}</p>`;
  return html`${form.html}
    <p class="soft">${say(texts, 'form.note')}</p>`;
}

/** Renders the 404 page. The page does not reveal whether there is an unpublished landing page. */
export function noLandingPage(acceptLanguage: string | undefined): Reply {
  const look = themeForVisitor(acceptLanguage);
  return publicPage({
    look,
    status: 404,
    heading: look.texts.text('page.missing.heading'),
    content: html`<p>${say(look.texts, 'page.missing.text')}</p>`,
  });
}

/** Renders the metadata for search engines and link previews. */
function headOf(page: ArchivedRow, url: string, image: string | undefined): Html {
  const description = page.description || beginningOf(page.body);
  return html`<link rel="canonical" href="${url}" />${
      description !== '' && html`<meta name="description" content="${description}" />`
    }<meta property="og:type" content="website" /><meta property="og:title" content="${page.title}" /><meta
      property="og:url"
      content="${url}"
    />${description !== '' && html`<meta property="og:description" content="${description}" />`}${
      page.sender !== null && html`<meta property="og:site_name" content="${page.sender}" />`
    }${
      image !== undefined &&
      html`<meta property="og:image" content="${image}" /><meta property="og:image:alt" content="${page.image_alt}" />`
    }`;
}

/** Returns the beginning of Markdown text as plain text. */
function beginningOf(text: string): string {
  const words = text
    .replaceAll(/\[([^\][\n]{1,200})\]\([^\s()]{1,500}\)/g, '$1')
    .replaceAll(/^(?:#{1,3}|[-*])\s+/gm, '')
    .replaceAll('*', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(words);
  if (characters.length <= BEGINNING_CHARACTERS) return words;
  return `${characters
    .slice(0, BEGINNING_CHARACTERS)
    .join('')
    .replace(/\s\S*$/, '')}…`;
}

/** Number of characters of a description that search engines show. */
const BEGINNING_CHARACTERS = Math.min(160, MAX_DESCRIPTION_CHARACTERS);
