import { html } from '../../../http/html.ts';
import { say, senderIn, type PageTheme } from '../../../http/pages/theme.ts';
import { ANYWHERE, publicPage } from '../../../http/pages/page.ts';
import type { Reply } from '../../../http/route.ts';

/**
 * Renders the page for a link without a recipient, which comes from a test email or from the shareable web version of
 * an email.
 */
export function testPage(look: PageTheme): Reply {
  return publicPage({
    look,
    heading: look.texts.text('link.test.heading'),
    content: html`<p>${say(look.texts, 'link.test.text')}</p>
      <p>${say(look.texts, 'link.test.confirm')}</p>`,
  });
}

/**
 * Renders the page with the confirmation button. If `isByForm` is true, the contact signed up through a form, which may
 * redirect to any site after the confirmation.
 */
export function confirmPage(look: PageTheme, isByForm: boolean): Reply {
  const { texts } = look;
  return publicPage({
    look,
    ...(isByForm && { formTargets: ANYWHERE }),
    heading: texts.text('confirm.heading'),
    content: html`<p>${say(texts, 'confirm.text', { sender: senderIn(look) })}</p>
      <form method="post"><button class="main">${say(texts, 'confirm.button')}</button></form>
      <p class="soft">${say(texts, 'confirm.stranger')}</p>`,
  });
}

/** Renders the page for a sign-up that has just been confirmed or was confirmed earlier. */
export function donePage(look: PageTheme): Reply {
  return publicPage({
    look,
    heading: look.texts.text('confirm.done.heading'),
    content: html`<p>${say(look.texts, 'confirm.done.text', { sender: senderIn(look) })}</p>`,
  });
}

/** Renders the 410 page for a link whose sign-up can no longer be confirmed. */
export function overPage(look: PageTheme): Reply {
  return publicPage({
    look,
    status: 410,
    heading: look.texts.text('confirm.late.heading'),
    content: html`<p>${say(look.texts, 'page.again', { sender: senderIn(look) })}</p>`,
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
