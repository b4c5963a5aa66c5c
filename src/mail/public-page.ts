import { htmlTags } from './html-tags.ts';
import { escapeHtml } from './template.ts';

/**
 * Returns the HTML of an email as a web page. Adds a title if the HTML has none, and inserts `note` (trusted HTML)
 * before the content.
 */
export function publicPage(html: string, { note, title }: { readonly note: string; readonly title: string }): string {
  const titled = /<title[\s>]/i.test(html) ? html : withTitle(html, title);
  return note === '' ? titled : withNote(titled, note);
}

/** Inserts the subject as the page title: in the head or, if the HTML has no head, after the doctype. */
function withTitle(page: string, subject: string): string {
  const at = behind(page, 'head') ?? /^\s*<!doctype[^>]*>/i.exec(page)?.[0].length ?? 0;
  return `${page.slice(0, at)}<title>${escapeHtml(subject)}</title>${page.slice(at)}`;
}

function withNote(page: string, note: string): string {
  const at = behind(page, 'body') ?? behind(page, 'title', true) ?? 0;
  return page.slice(0, at) + note + page.slice(at);
}

/**
 * Returns the offset after the first opening or closing tag with the given name. Returns undefined if there is no such
 * tag.
 */
function behind(page: string, name: string, isClose = false): number | undefined {
  for (const tag of htmlTags(page)) if (tag.name === name && tag.isClose === isClose) return tag.end;
  return undefined;
}
