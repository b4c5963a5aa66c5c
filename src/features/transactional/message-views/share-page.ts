import { html, renderPage, type Html } from '../../../http/html.ts';
import { say } from '../../../http/pages/theme.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import type { ConversationLine } from './present.ts';
import { momentInWords, type SharedLeg } from './share-view.ts';

/** Content of a shared route page. */
export interface SharedRoute {
  readonly fromDomain: string;
  readonly recipient: string;
  /** Message-ID with angle brackets. */
  readonly messageIdHeader: string;
  /** Time of acceptance. All times are in ISO 8601 format. */
  readonly acceptedAt: string;
  readonly outcome: string;
  readonly nextAttemptAt: string | null;
  readonly expiresAt: string;
  readonly legs: readonly SharedLeg[];
}

interface SharePage {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const STYLE =
  'main{max-width:48rem}h2{font:600 1.125rem/1.3 ui-serif,Georgia,serif}h3{font-size:1rem;margin:0}' +
  'dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.25rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}' +
  'ol{list-style:none;padding:0}ol>li{border-top:1px solid var(--line);padding:.75rem 0}' +
  'li p{margin:.25rem 0 0}pre{font:.8125rem/1.6 ui-monospace,monospace;margin:.5rem 0 0;padding:.75rem;white-space:pre-wrap;' +
  'overflow-wrap:anywhere;background:var(--canvas);border-radius:6px}' +
  '@media(max-width:32rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}';

/**
 * Anyone with the link may view the page. These headers keep it out of search engines, caches, and other sites'
 * referrers.
 */
const HEADERS: Readonly<Record<string, string>> = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/**
 * Renders the public page of a delivery. The sender can share the page, for example with the recipient's postmaster.
 */
export function renderSharedRoute(texts: Texts, shared: SharedRoute): SharePage {
  const { acceptedAt, expiresAt, fromDomain, legs, messageIdHeader, nextAttemptAt, outcome, recipient } = shared;
  return pageOf(200, texts, {
    title: texts.text('route.heading', { recipient }),
    content: html`<h1>${say(texts, 'route.heading', { recipient: html`<bdi>${recipient}</bdi>` })}</h1>
      <p class="soft">${say(texts, 'route.text')}</p>
      <dl>
        ${fact(texts.text('route.domain'), fromDomain)}${fact(texts.text('route.recipient'), recipient)}
        ${fact('Message-ID', messageIdHeader)}${fact(texts.text('route.accepted'), momentInWords(acceptedAt))}
        ${fact(texts.text('route.result'), outcome)}
        ${nextAttemptAt !== null && fact(texts.text('route.next'), momentInWords(nextAttemptAt))}
      </dl>
      <h2>${say(texts, 'route.steps')}</h2>
      <ol>
        ${legs.map(legItem)}
      </ol>
      <p class="soft">${say(texts, 'route.expires', { time: html`<bdi>${momentInWords(expiresAt)}</bdi>` })}</p>`,
  });
}

/** Renders the page for an invalid link. The page does not reveal the reason. */
export function renderNoSharedRoute(texts: Texts): SharePage {
  const title = texts.text('page.missing.heading');
  return pageOf(404, texts, {
    title,
    content: html`<h1>${title}</h1>
      <p>${say(texts, 'route.missing')}</p>`,
  });
}

function pageOf(
  status: number,
  { direction, language }: Texts,
  { content, title }: { readonly content: Html; readonly title: string },
): SharePage {
  const { body, headers } = renderPage({ language, direction, title, content, style: STYLE });
  return { status, body, headers: { ...headers, ...HEADERS } };
}

function fact(name: string, value: string): Html {
  return html`<dt>${name}</dt>
    <dd dir="auto">${value}</dd>`;
}

function legItem({ at, conversation, details, title }: SharedLeg): Html {
  return html`<li>
    <h3>${title}</h3>
    ${at !== null && html`<p class="soft"><time dir="auto" datetime="${at}">${momentInWords(at)}</time></p>`}
    ${details.map((detail) => html`<p dir="auto">${detail}</p>`)}
    ${conversation !== undefined && conversation.length > 0 && conversationOf(conversation)}
  </li>`;
}

const MARKS = { us: 'C: ', server: 'S: ', note: '' } as const;

/** Formats a conversation with C: and S: as in RFC 5321. */
function conversationOf(lines: readonly ConversationLine[]): Html {
  return html`<pre dir="ltr">${lines.map(({ from, text }) => `${MARKS[from]}${text}`).join('\n')}</pre>`;
}
