import { html } from '../html.ts';
import type { Reply } from '../route.ts';
import { publicPage } from './page.ts';
import { say, type PageTheme } from './theme.ts';

/** Renders the 404 page for an unknown link. */
export function unknownLinkPage(look: PageTheme): Reply {
  return publicPage({
    look,
    status: 404,
    heading: look.texts.text('link.unknown.heading'),
    content: html`<p>${say(look.texts, 'link.unknown.text')}</p>`,
  });
}
