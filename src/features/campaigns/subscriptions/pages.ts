import { html, type Html } from '../../../http/html.ts';
import { say, senderIn, type PageTheme } from '../../../http/pages/theme.ts';
import { publicPage, tickBox } from '../../../http/pages/page.ts';
import type { Reply } from '../../../http/route.ts';
import type { ContactTopic } from '../../audience/topics/index.ts';
import { LANGUAGES } from '../../../mail/languages/catalog.ts';
import { languageName } from '../../../mail/languages/tags.ts';
import type { ListOnPageRow } from './queries.ts';

/** Use relative URLs, because they work with any host and path prefix. */
const toPreferences = (preferencesToken: string): string => `../preferences/${preferencesToken}`;
const toLeave = (leaveToken: string): string => `../u/${leaveToken}`;

/**
 * Renders the page for a link without a recipient. Such a link comes from a test email or from the shareable web
 * version of an email.
 */
export function testPage(look: PageTheme): Reply {
  return publicPage({
    look,
    heading: look.texts.text('link.test.heading'),
    content: html`<p>${say(look.texts, 'link.test.text')}</p>
      <p>${say(look.texts, 'link.test.unsubscribe')}</p>`,
  });
}

/** Renders the page with the unsubscribe button. Without a token, the page has no link to the preferences. */
export function confirmPage(look: PageTheme, preferencesToken: string | undefined, visit: string): Reply {
  const { texts } = look;
  return publicPage({
    look,
    heading: texts.text('unsubscribe.heading'),
    content: html`<p>${say(texts, 'unsubscribe.text', { sender: senderIn(look) })}</p>
      <form method="post">
        <input type="hidden" name="visit" value="${visit}" />
        <button class="main">${say(texts, 'unsubscribe.button')}</button>
      </form>
      ${
        preferencesToken !== undefined &&
        html`<p class="soft"><a href="${toPreferences(preferencesToken)}">${say(texts, 'unsubscribe.instead')}</a></p>`
      }`,
  });
}

/**
 * Renders the page after unsubscribing. `undo` is the value that the undo button submits. If undefined, there is no
 * button.
 */
export function donePage(look: PageTheme, preferencesToken: string | undefined, undo: string | undefined): Reply {
  const { texts } = look;
  return publicPage({
    look,
    heading: texts.text('unsubscribe.done.heading'),
    content: html`<p>${say(texts, 'unsubscribe.done.text', { sender: senderIn(look) })}</p>
      ${
        undo !== undefined &&
        html`<form method="post">
          <input type="hidden" name="undo" value="${undo}" />
          <button>${say(texts, 'unsubscribe.undo')}</button>
        </form>`
      }
      ${
        preferencesToken !== undefined &&
        html`<p class="soft"><a href="${toPreferences(preferencesToken)}">${say(texts, 'preferences.link')}</a></p>`
      }`,
  });
}

/** Renders the page after an unsubscription was undone. */
export function undonePage(look: PageTheme, preferencesToken: string): Reply {
  const { texts } = look;
  return publicPage({
    look,
    heading: texts.text('unsubscribe.undone.heading'),
    content: html`<p>${say(texts, 'unsubscribe.undone.text', { sender: senderIn(look) })}</p>
      <p class="soft"><a href="${toPreferences(preferencesToken)}">${say(texts, 'preferences.change')}</a></p>`,
  });
}

/** Renders the 410 page for an unsubscription that can no longer be undone. */
export function notUndonePage(look: PageTheme, preferencesToken: string): Reply {
  const { texts } = look;
  return publicPage({
    look,
    status: 410,
    heading: texts.text('unsubscribe.late.heading'),
    content: html`<p>${say(texts, 'page.again', { sender: senderIn(look) })}</p>
      <p class="soft"><a href="${toPreferences(preferencesToken)}">${say(texts, 'preferences.link')}</a></p>`,
  });
}

/** Data for rendering a preferences page. */
export interface PreferencesView {
  readonly look: PageTheme;
  readonly leaveToken: string;
  /** Undefined if the contact receives no email. The page then does not show the address. */
  readonly email: string | undefined;
  readonly lists: readonly ListOnPageRow[];
  readonly topics: readonly ContactTopic[];
  readonly isTracked: boolean;
  readonly isSaved: boolean;
}

/** CSS for the language selection. */
const STYLE =
  'select{font:inherit;color:inherit;width:100%;min-height:2.75rem;margin:.5rem 0;background:var(--canvas)}';

/** Renders the preferences of a contact with checkboxes. */
export function preferencesPage(shown: PreferencesView): Reply {
  const { email, isSaved, isTracked, leaveToken, lists, look, topics } = shown;
  const { texts } = look;
  return publicPage({
    look,
    style: STYLE,
    heading: texts.text('preferences.heading'),
    content: html`${isSaved && html`<p class="note" role="status">${say(texts, 'preferences.saved')}</p>`}
      ${
        email === undefined
          ? html`<p class="note">${say(texts, 'preferences.unsubscribed')}</p>`
          : html`<p>${say(texts, 'preferences.address', { email: html`<bdi>${masked(email)}</bdi>` })}</p>`
      }
      <form method="post">
        <input type="hidden" name="shown" value="${lists.map(({ id }) => id).join(',')}" />
        <input type="hidden" name="shown_topics" value="${topics.map(({ id }) => id).join(',')}" />
        ${lists.length + topics.length > 0 && fieldsOfLists(look, lists, topics)}
        <fieldset>
          <legend>${say(texts, 'preferences.privacy')}</legend>
          ${tickBox({
            name: 'tracked',
            value: 'yes',
            isTicked: isTracked,
            label: texts.text('preferences.track'),
            hint: texts.text('preferences.track.hint'),
          })}
        </fieldset>
        ${languageField(look)}
        <p><button class="main">${say(texts, 'preferences.save')}</button></p>
      </form>
      ${
        email !== undefined &&
        html`<form method="post" action="${toLeave(leaveToken)}">
          <button>${say(texts, 'preferences.leave')}</button>
        </form>`
      }`,
  });
}

function fieldsOfLists({ texts }: PageTheme, lists: readonly ListOnPageRow[], topics: readonly ContactTopic[]): Html {
  return html`<fieldset>
    <legend>${say(texts, 'preferences.newsletters')}</legend>
    ${lists.map((list) => tickBox({ name: 'list', value: String(list.id), isTicked: list.is_member, label: list.name }))}
    ${topics.map(({ description, id, is_subscribed: isTicked, name }) =>
      tickBox({
        name: 'topic',
        value: String(id),
        isTicked,
        label: name,
        ...(description !== '' && { hint: description }),
      }),
    )}
  </fieldset>`;
}

/** Renders the language selection, with each language under its own name. `was` is the language that the page shows. */
function languageField({ texts }: PageTheme): Html {
  const { language: shown } = texts;
  return html`<fieldset>
    <legend id="l">${say(texts, 'preferences.language')}</legend>
    <input type="hidden" name="was" value="${shown}" />
    <select name="language" aria-labelledby="l">
      ${LANGUAGES.map(
        (tag) => html`<option value="${tag}" ${tag === shown && html`selected`}>${languageName(tag)}</option>`,
      )}
    </select>
  </fieldset>`;
}

/** Renders the 429 page for too many changes within a minute. */
export function tooOftenPage(look: PageTheme, waitSeconds: number): Reply {
  const page = publicPage({
    look,
    status: 429,
    heading: look.texts.text('preferences.often.heading'),
    content: html`<p>${say(look.texts, 'preferences.often.text')}</p>`,
  });
  return { ...page, headers: { ...page.headers, 'retry-after': String(waitSeconds) } };
}

/** Masks an address, so that its owner recognizes the address but a forwarded link does not reveal it. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email.slice(0, at))[0] ?? ''}…${email.slice(at)}`;
}
