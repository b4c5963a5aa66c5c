import { html, type Html } from '../../../http/html.ts';
import { publicPage, tickBox } from '../../../http/pages/page.ts';
import type { Reply } from '../../../http/route.ts';
import type { ShownListRow } from './queries.ts';

/** Relative URLs work with any host and path prefix. */
const toPreferences = (preferencesToken: string): string => `../preferences/${preferencesToken}`;
const toLeave = (leaveToken: string): string => `../u/${leaveToken}`;

/** Renders the 404 page for an unknown link. The page reveals nothing. */
export function unknownPage(): Reply {
  return publicPage({
    status: 404,
    heading: 'Unknown link',
    content: html`<p>This link is incomplete or was changed. Try opening the link in the email again.</p>`,
  });
}

/** Renders the page for a link without a recipient, from a test email or from the shareable web version of an email. */
export function testPage(sender: string | undefined): Reply {
  return publicPage({
    sender,
    heading: 'This link has no recipient',
    content: html`<p>
        The link comes from a test email or from the web version of an email. Anyone can share the web version, so its
        links do not identify a recipient.
      </p>
      <p>To unsubscribe or to change your preferences, use the link in the email that you received.</p>`,
  });
}

/** Renders the page with the unsubscribe button. Without a token, the recipient has no preferences page. */
export function askPage(sender: string | undefined, preferencesToken: string | undefined, visit: string): Reply {
  return publicPage({
    sender,
    heading: 'Unsubscribe?',
    content: html`<p>You will no longer receive newsletters from ${named(sender)}.</p>
      <form method="post">
        <input type="hidden" name="visit" value="${visit}" />
        <button class="main">Unsubscribe</button>
      </form>
      ${
        preferencesToken !== undefined &&
        html`<p class="soft"><a href="${toPreferences(preferencesToken)}">Change your preferences instead</a></p>`
      }`,
  });
}

/** Renders the page after unsubscribing. `undo` is the proof for the undo button. Undefined hides the button. */
export function donePage(
  sender: string | undefined,
  preferencesToken: string | undefined,
  undo: string | undefined,
): Reply {
  return publicPage({
    sender,
    heading: 'You are unsubscribed',
    content: html`<p>
        ${sentenceOfNamed(sender)} will not send you any more newsletters. Emails that were already sent may still
        arrive.
      </p>
      ${
        undo !== undefined &&
        html`<form method="post">
          <input type="hidden" name="undo" value="${undo}" />
          <button>Undo</button>
        </form>`
      }
      ${
        preferencesToken !== undefined &&
        html`<p class="soft"><a href="${toPreferences(preferencesToken)}">Preferences</a></p>`
      }`,
  });
}

/** Renders the page after an unsubscription was undone. */
export function undonePage(sender: string | undefined, preferencesToken: string): Reply {
  return publicPage({
    sender,
    heading: 'You are subscribed again',
    content: html`<p>You will receive newsletters from ${named(sender)} as before.</p>
      <p class="soft"><a href="${toPreferences(preferencesToken)}">Change your preferences</a></p>`,
  });
}

/** Renders the 410 page for an unsubscription that cannot be undone. */
export function notUndonePage(sender: string | undefined, preferencesToken: string): Reply {
  return publicPage({
    sender,
    status: 410,
    heading: 'You can no longer undo this change',
    content: html`<p>To receive newsletters from ${named(sender)} again, sign up again on their website.</p>
      <p class="soft"><a href="${toPreferences(preferencesToken)}">Preferences</a></p>`,
  });
}

/** Data of a rendered preferences page. */
export interface ShownPreferences {
  readonly sender: string | undefined;
  readonly leaveToken: string;
  /** Undefined if the contact receives no email. The page then does not show the address. */
  readonly email: string | undefined;
  readonly lists: readonly ShownListRow[];
  readonly isTracked: boolean;
  readonly isSaved: boolean;
}

/** Renders the preferences of a contact with checkboxes. */
export function preferencesPage({ email, isSaved, isTracked, leaveToken, lists, sender }: ShownPreferences): Reply {
  return publicPage({
    sender,
    heading: 'Your preferences',
    content: html`${isSaved && html`<p class="note" role="status">Saved.</p>`}
      ${
        email === undefined
          ? html`<p class="note">
              You are unsubscribed. You will not receive newsletters, regardless of the choices below.
            </p>`
          : html`<p>Preferences for <bdi>${masked(email)}</bdi></p>`
      }
      <form method="post">
        <input type="hidden" name="shown" value="${lists.map(({ id }) => id).join(',')}" />
        ${lists.length > 0 && fieldsOfLists(lists)}
        <fieldset>
          <legend>Privacy</legend>
          ${tickBox({
            name: 'tracked',
            value: 'yes',
            isTicked: isTracked,
            label: 'Track my opens and clicks',
            hint: 'You receive the same emails if you turn this off.',
          })}
        </fieldset>
        <p><button class="main">Save preferences</button></p>
      </form>
      ${
        email !== undefined &&
        html`<form method="post" action="${toLeave(leaveToken)}">
          <button>Unsubscribe from everything</button>
        </form>`
      }`,
  });
}

function fieldsOfLists(lists: readonly ShownListRow[]): Html {
  return html`<fieldset>
    <legend>Newsletters</legend>
    ${lists.map((list) => tickBox({ name: 'list', value: String(list.id), isTicked: list.is_member, label: list.name }))}
  </fieldset>`;
}

/** Renders the 429 page for too many changes within a minute. */
export function tooOftenPage(sender: string | undefined, waitSeconds: number): Reply {
  const page = publicPage({
    sender,
    status: 429,
    heading: 'Too many changes',
    content: html`<p>Please try again in a minute.</p>`,
  });
  return { ...page, headers: { ...page.headers, 'retry-after': String(waitSeconds) } };
}

function named(sender: string | undefined): Html {
  return sender === undefined ? html`this sender` : html`<bdi>${sender}</bdi>`;
}

function sentenceOfNamed(sender: string | undefined): Html {
  return sender === undefined ? html`This sender` : named(sender);
}

/** Masks an address so that its owner recognizes it, but a forwarded link does not reveal it. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email.slice(0, at))[0] ?? ''}…${email.slice(at)}`;
}
