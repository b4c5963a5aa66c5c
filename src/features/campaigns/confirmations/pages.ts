import { html, type Html } from '../../../http/html.ts';
import { ANYWHERE, publicPage } from '../../../http/pages/page.ts';
import type { Reply } from '../../../http/route.ts';

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
      <p>To confirm your subscription, use the link in the email that you received.</p>`,
  });
}

/** Renders the page with the confirmation button. `isByForm` allows the redirect of a form after the confirmation. */
export function askPage(sender: string | undefined, isByForm: boolean): Reply {
  return publicPage({
    sender,
    ...(isByForm && { formTargets: ANYWHERE }),
    heading: 'Confirm your subscription',
    content: html`<p>Press the button to receive newsletters from ${named(sender)}.</p>
      <form method="post"><button class="main">Confirm subscription</button></form>
      <p class="soft">If you did not sign up, close this page. You will not receive any newsletters.</p>`,
  });
}

/** Renders the page for a sign-up that is confirmed, now or earlier. */
export function donePage(sender: string | undefined): Reply {
  return publicPage({
    sender,
    heading: 'Your subscription is confirmed',
    content: html`<p>
      Thank you. You will receive newsletters from ${named(sender)}. Each newsletter contains an unsubscribe link.
    </p>`,
  });
}

/** Renders the 410 page for a link whose sign-up can no longer be confirmed. */
export function overPage(sender: string | undefined): Reply {
  return publicPage({
    sender,
    status: 410,
    heading: 'This link has expired',
    content: html`<p>To receive newsletters from ${named(sender)}, sign up again on their website.</p>`,
  });
}

/** Redirects to the URL that the sign-up form defines. */
export function elsewhere(url: string): Reply {
  return {
    status: 303,
    body: undefined,
    headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  };
}

function named(sender: string | undefined): Html {
  return sender === undefined ? html`this sender` : html`<bdi>${sender}</bdi>`;
}
