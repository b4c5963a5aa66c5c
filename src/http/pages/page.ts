import { html, renderPage, type Html } from '../html.ts';
import type { Reply } from '../route.ts';
import { brandStyle, senderMark, type PageTheme } from './theme.ts';

/**
 * CSP form targets of a page whose form redirects to a URL that the account has chosen. Browsers check every redirect
 * against the form targets.
 */
export const ANYWHERE = 'https: http:';

/** A page for recipients, who have no account. */
export interface PublicPage {
  /** Colors and localized strings of the page, and the account name shown at the top. */
  readonly look: PageTheme;
  /** Heading, which is also part of the page title. */
  readonly heading: string;
  /** Content after the heading. */
  readonly content: Html;
  /** Default: 200. */
  readonly status?: number;
  /** Form targets besides the page's own origin, including redirects (CSP `form-action`). */
  readonly formTargets?: string;
  /** Additional CSS for this page. */
  readonly style?: string;
  /** Whether pages of the same origin, such as the dashboard, may show this page in a frame. */
  readonly isFramed?: boolean;
}

/** CSS for rows of checkboxes, and for buttons that are large enough for touch. */
export const CONTROLS_STYLE =
  'label{display:flex;gap:.75rem;align-items:flex-start;padding:.75rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}' +
  'label small{display:block;color:var(--soft);font-size:.875rem}' +
  'input[type=checkbox]{flex:none;width:1.375rem;height:1.375rem;margin:.0625rem 0 0;accent-color:var(--accent)}' +
  'button{min-height:2.75rem}.note{padding:.75rem 1rem;border:1px solid var(--line);border-radius:6px;background:var(--canvas)}' +
  '@media(max-width:32rem){button{width:100%;margin:0}}';

/** CSS for public pages, in addition to the CSS for all pages. */
const STYLE =
  '.by{margin:1.25rem 1.5rem 0;color:var(--soft);font-weight:600;overflow-wrap:anywhere}.by+h1{margin-top:.25rem}' +
  `form{margin:1rem 1.5rem}fieldset{padding:0;border:0}legend{font-weight:600;padding:0}${CONTROLS_STYLE}legend+label{border:0}`;

/** Headers that keep a page with a token in its URL away from search engines, caches, and other sites. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/**
 * Builds the response for a public page: HTML with inline styles and without scripts. Its forms may submit only to the
 * page's own origin, unless `formTargets` allows others.
 */
export function publicPage(page: PublicPage): Reply {
  const { content, formTargets, heading, isFramed = false, look, status = 200, style = '' } = page;
  const { sender, texts } = look;
  const { body, headers } = renderPage({
    language: texts.language,
    direction: texts.direction,
    title: sender === undefined ? heading : `${heading} · ${sender}`,
    formTargets: formTargets === undefined ? "'self'" : `'self' ${formTargets}`,
    style: STYLE + style + brandStyle(look),
    hasImages: Boolean(look.brand?.logo),
    isFramed,
    content: html`${senderMark(look)}
      <h1>${heading}</h1>
      ${content}`,
  });
  return { status, body, headers: { ...headers, ...HEADERS } };
}

/** Returns a checkbox with a label and an optional hint. */
export function tickBox(box: {
  readonly name: string;
  readonly value: string;
  readonly isTicked: boolean;
  readonly label: string;
  readonly hint?: string;
  /** Whether the checkbox must be checked to submit the form. */
  readonly isRequired?: boolean;
}): Html {
  return html`<label
    ><input
      type="checkbox"
      name="${box.name}"
      value="${box.value}"
      ${box.isTicked && html` checked`}${box.isRequired === true && html` required`}
    /><span><bdi>${box.label}</bdi>${box.hint !== undefined && html`<small>${box.hint}</small>`}</span></label
  >`;
}
