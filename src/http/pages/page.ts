import { html, renderPage, type Html } from '../html.ts';
import type { Reply } from '../route.ts';

/** Form targets of a page whose form ends where an account wants: browsers ask at each step on the way there. */
export const ANYWHERE = 'https: http:';

/** A page for people who have no account: those whom an account writes to. */
export interface PublicPage {
  /** Whose page it is: the account's name, on top of it; absent where nobody may be named. */
  readonly sender?: string | undefined;
  /** The heading, and the title behind the sender's name. */
  readonly heading: string;
  /** What follows the heading. */
  readonly content: Html;
  /** 200 without it. */
  readonly status?: number;
  /** Where its forms may lead, redirects included (CSP `form-action`), beside where it was served. */
  readonly formTargets?: string;
  /** Rules for what only this page has. */
  readonly style?: string;
  /** Whether pages from where it was served, as the dashboard is, may show it in a frame. */
  readonly isFramed?: boolean;
}

/** Rules for rows to tick, and buttons that a thumb finds. */
export const CONTROLS_STYLE =
  'label{display:flex;gap:.75rem;align-items:flex-start;padding:.75rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}' +
  'label small{display:block;color:var(--soft);font-size:.875rem}' +
  'input[type=checkbox]{flex:none;width:1.375rem;height:1.375rem;margin:.0625rem 0 0;accent-color:var(--accent)}' +
  'button{min-height:2.75rem}.note{padding:.75rem 1rem;border:1px solid var(--line);border-radius:6px;background:var(--canvas)}' +
  '@media(max-width:32rem){button{width:100%;margin:0}}';

/** Rules for what the pages have beside those that all pages have. */
const STYLE =
  '.by{margin:1.25rem 1.5rem 0;color:var(--soft);font-weight:600;overflow-wrap:anywhere}.by+h1{margin-top:.25rem}' +
  `form{margin:1rem 1.5rem}fieldset{padding:0;border:0}legend{font-weight:600;padding:0}${CONTROLS_STYLE}legend+label{border:0}`;

/** What a page with a token in its address is told to nobody: no search engine, no cache, no other site. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/**
 * The answer with a public page: HTML and its styles in one piece, without scripts, cookies or anything of others. Its forms
 * lead to where it was served, so that it works at any host and behind any path.
 */
export function publicPage(page: PublicPage): Reply {
  const { content, formTargets, heading, isFramed = false, sender, status = 200, style = '' } = page;
  const { body, headers } = renderPage({
    title: sender === undefined ? heading : `${heading} · ${sender}`,
    formTargets: formTargets === undefined ? "'self'" : `'self' ${formTargets}`,
    style: STYLE + style,
    isFramed,
    content: html`${sender !== undefined && html`<p class="by"><bdi>${sender}</bdi></p> `}
      <h1>${heading}</h1>
      ${content}`,
  });
  return { status, body, headers: { ...headers, ...HEADERS } };
}

/** A box to tick, with a word on what it does. */
export function tickBox(box: {
  readonly name: string;
  readonly value: string;
  readonly isTicked: boolean;
  readonly label: string;
  readonly hint?: string;
  /** Whether its form can only be sent with it. */
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
