import { html as markup, renderPage } from '../../../http/html.ts';
import { htmlTags } from '../../../mail/html-tags.ts';
import { previewOfText } from '../../../mail/preview.ts';
import { escapeHtml } from '../../../mail/template.ts';
import type { Reply } from '../../../http/route.ts';
import type { ViewedMail } from './view.ts';

/**
 * Somebody else wrote the page that is shown at our address: in a sandbox of its own origin nothing of it runs, sends a form,
 * frames or is framed; links open, and pictures and fonts come from where they lie, as they do in a mail program.
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
  'This is a test: nobody was sent this mail, and its links unsubscribe nobody.</p>';

/** A mail as a page. */
export function renderMail({ html, isTest, subject, text }: ViewedMail): Reply {
  const page = html ?? previewOfText(text, 'light');
  const titled = /<title[\s>]/i.test(page) ? page : withTitle(page, subject);
  return { status: 200, body: isTest ? withNote(titled) : titled, headers: HEADERS };
}

/** The page for a link that leads nowhere, for whichever reason. */
export function renderNoMail(): Reply {
  const { body, headers } = renderPage({
    title: 'There is nothing here',
    content: markup`<h1>There is nothing here</h1>
      <p>This link is incomplete or was changed, or the mail is not kept any more. Please open it from the e-mail again.</p>`,
    style: '',
  });
  return { status: 404, body, headers: { ...headers, 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } };
}

/** The title of the page is the subject, where a browser reads one: in the head, else before everything but the type. */
function withTitle(page: string, subject: string): string {
  const at = behind(page, 'head') ?? /^\s*<!doctype[^>]*>/i.exec(page)?.[0].length ?? 0;
  return `${page.slice(0, at)}<title>${escapeHtml(subject)}</title>${page.slice(at)}`;
}

function withNote(page: string): string {
  const at = behind(page, 'body') ?? behind(page, 'title', true) ?? 0;
  return page.slice(0, at) + TEST + page.slice(at);
}

/** Where the first tag of a name ends. */
function behind(page: string, name: string, isClose = false): number | undefined {
  for (const tag of htmlTags(page)) if (tag.name === name && tag.isClose === isClose) return tag.end;
  return undefined;
}
