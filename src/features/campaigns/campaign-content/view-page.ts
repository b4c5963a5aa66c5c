import { html as markup, renderPage } from '../../../http/html.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { previewOfText } from '../../../mail/preview.ts';
import type { Reply } from '../../../http/route.ts';
import type { ViewedMail } from './view.ts';

/**
 * Content security policy for content that users wrote and that is served from our domain. The sandbox gives the page
 * its own origin, in which scripts, forms and frames are blocked. Links work, and remote images and fonts load as they
 * do in an email client.
 */
const POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src https: http: data:',
  "style-src 'unsafe-inline' https:",
  'font-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const TEST =
  '<p style="margin:0;padding:8px 16px;background:#fef3c7;color:#1f2328;font:14px/20px sans-serif">' +
  'This is a test. The email was not sent to contacts, and its links do not unsubscribe anyone.</p>';

/** Returns the response with an email as a page. */
export async function renderMail(
  work: HtmlWork,
  accountId: number,
  { html, isTest, subject, text }: Omit<ViewedMail, 'accountId'>,
): Promise<Reply> {
  const page = html ?? previewOfText(text, 'light');
  const body = await work.run(accountId, 'publicPage', page, { title: subject, note: isTest ? TEST : '' });
  return { status: 200, body, headers: HEADERS };
}

/** Returns the page for an invalid link, whatever the reason. */
export function renderNoMail(): Reply {
  const { body, headers } = renderPage({
    title: 'Page not found',
    content: markup`<h1>Page not found</h1>
      <p>This link is incomplete or was changed, or the email is no longer stored. Try opening the link in the email again.</p>`,
    style: '',
  });
  return { status: 404, body, headers: { ...headers, 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } };
}
