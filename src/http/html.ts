import { createHash } from 'node:crypto';

/** Markup created by `html`. Inserted without escaping. */
export interface Html {
  readonly markup: string;
}

/** A value in a template. Text is escaped, HTML is not, lists are joined, and false and undefined are omitted. */
type Part = string | number | Html | false | undefined | readonly Html[];

/** Matches the indentation in templates, which has no meaning in HTML. */
const INDENTATION = /\n\s+/g;

/** Builds HTML from a template. Values are escaped for use as text and in quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, at) => text.replaceAll(INDENTATION, '\n') + markupOf(parts[at])).join('') };
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(({ markup }) => markup).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** Styles of all pages. They use only system fonts, so that no font is loaded. */
const STYLE =
  ':root{color-scheme:light dark;--canvas:#f6f1e5;--surface:#fffdf7;--ink:#1b2a4a;--soft:#54607a;--line:#d9d0bd;--control:#8a8573;' +
  '--accent:#1f5fbf;--on:#fff;--seal:#d4452f}' +
  '@media(prefers-color-scheme:dark){:root{--canvas:#121a2b;--surface:#1a2438;--ink:#efe9da;--soft:#aab2c5;--line:#33405c;' +
  '--control:#76829c;--accent:#7fb0ff;--on:#0d1526;--seal:#f0705b}}' +
  '*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif}' +
  'main{max-width:30rem;margin:8vh auto 2rem;background:var(--surface);border:1px solid var(--line);border-radius:10px;overflow:hidden}' +
  'main::before{content:"";display:block;height:6px;background:repeating-linear-gradient(135deg,var(--seal) 0 14px,' +
  'var(--surface) 14px 28px,var(--accent) 28px 42px,var(--surface) 42px 56px)}' +
  'main>*{margin:1rem 1.5rem}h1{font:600 1.5rem/1.25 ui-serif,Georgia,serif;margin-top:1.5rem;overflow-wrap:anywhere}' +
  'p,li{overflow-wrap:anywhere}ul{padding-inline-start:1.2rem}.soft{color:var(--soft);font-size:.875rem}' +
  'fieldset{border:1px solid var(--line);border-radius:6px;padding:.5rem 1rem;margin:1rem 0}label{display:block;padding:.25rem 0}' +
  'button{font:inherit;min-height:2.5rem;padding:0 1.25rem;margin:0 0 .5rem;margin-inline-end:.5rem;border-radius:6px;cursor:pointer;' +
  'border:1px solid var(--control);background:transparent;color:inherit}' +
  'button.main{background:var(--accent);border-color:var(--accent);color:var(--on)}a{color:var(--accent)}' +
  'button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}' +
  '@media(max-width:32rem){main{margin:0;border:0;border-radius:0;min-height:100vh}}';

/** Returns the style element and its hash. Built as a whole, because the hash covers every byte between its tags. */
function styleOf(more: string): { readonly element: Html; readonly hash: string } {
  const style = STYLE + more;
  return {
    element: { markup: `<style>${style}</style>` },
    hash: createHash('sha256').update(style).digest('base64'),
  };
}

const PLAIN_STYLE = styleOf('');

export interface Page {
  /** BCP 47 tag of the page's language. Default: `en`. */
  readonly language?: string;
  /** Text direction of the page. Default: `ltr`. */
  readonly direction?: 'ltr' | 'rtl';
  readonly title: string;
  readonly content: Html;
  /** Allowed targets for the page's forms, including redirects (CSP `form-action`). If absent, no target is allowed. */
  readonly formTargets?: string;
  /** Additional CSS of this page. It must be our own, never from a message or a user. */
  readonly style?: string;
  /** Additional content for the head element, used by search engines and messaging apps. */
  readonly head?: Html;
  /** Whether the page shows images, which must be from its own origin. */
  readonly hasImages?: boolean;
  /** Whether pages of the same origin may show this page in a frame. Pages of other origins are never allowed to. */
  readonly isFramed?: boolean;
  /** Wraps the main content in the header and navigation of a site. */
  readonly around?: (main: Html) => Html;
}

/**
 * Renders a complete page without scripts. By default, its headers prevent it from loading resources, running code,
 * submitting forms, or being framed.
 */
export function renderPage(shown: Page): {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { around, title, content, formTargets = "'none'", hasImages = false, head, isFramed = false } = shown;
  const { direction = 'ltr', language = 'en', style: more } = shown;
  const main = html`<main>${content}</main>`;
  const style = more === undefined ? PLAIN_STYLE : styleOf(more);
  const page = html`<!doctype html>
    <html lang="${language}" ${direction === 'rtl' && html`dir="rtl"`}>
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        ${head}${style.element}
      </head>
      <body>
        ${around ? around(main) : main}
      </body>
    </html>`;
  return {
    body: page.markup,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // With `no-referrer`, browsers send `Origin: null` with form posts, so requests from other sites could not be
      // detected.
      'referrer-policy': 'same-origin',
      'content-security-policy':
        `default-src 'none'; style-src 'sha256-${style.hash}'; ${hasImages ? "img-src 'self'; " : ''}base-uri 'none'; ` +
        `form-action ${formTargets}; frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
      ...(isFramed && { 'x-frame-options': 'SAMEORIGIN' }),
    },
  };
}
