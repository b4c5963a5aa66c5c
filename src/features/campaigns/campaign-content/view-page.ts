import { html as markup, renderPage } from '../../../http/html.ts';
import { themeForVisitor, say } from '../../../http/pages/theme.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { previewOfText } from '../../../mail/preview.ts';
import type { Reply } from '../../../http/route.ts';
import type { ViewedMail } from './view.ts';

/**
 * Content security policy for content that users wrote and that is served from our domain. The sandbox gives the page
 * its own origin and blocks scripts, forms and frames. Links, remote images, and fonts work.
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

function testNote(texts: Texts): string {
  return markup`<p lang="${texts.language}" dir="${texts.direction}" style="margin:0;padding:8px 16px;background:#fef3c7;color:#1f2328;font:14px/20px sans-serif">
    ${texts.text('view.test')}</p>`.markup;
}

/** Returns the response with an email as a page. A test email has a note above it, in the language of the visitor. */
export async function renderMail(
  work: HtmlWork,
  accountId: number,
  { html, isTest, subject, text }: Omit<ViewedMail, 'accountId'>,
  acceptLanguage?: string,
): Promise<Reply> {
  const page = html ?? previewOfText(text, 'light');
  const body = await work.run(accountId, 'publicPage', page, {
    title: subject,
    note: isTest ? testNote(themeForVisitor(acceptLanguage).texts) : '',
  });
  return { status: 200, body, headers: HEADERS };
}

/** Returns the page for an invalid link. */
export function renderNoMail(acceptLanguage: string | undefined): Reply {
  const { texts } = themeForVisitor(acceptLanguage);
  const heading = texts.text('page.missing.heading');
  const { body, headers } = renderPage({
    language: texts.language,
    direction: texts.direction,
    title: heading,
    content: markup`<h1>${heading}</h1>
      <p>${say(texts, 'view.missing')}</p>`,
    style: '',
  });
  return { status: 404, body, headers: { ...headers, 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } };
}
