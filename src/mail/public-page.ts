import { htmlTags } from './html-tags.ts';
import { escapeHtml } from './template.ts';

/** The HTML of a mail as a page: with a title where it has none, and what is to stand before everything else; trusted HTML. */
export function publicPage(html: string, { note, title }: { readonly note: string; readonly title: string }): string {
  const titled = /<title[\s>]/i.test(html) ? html : withTitle(html, title);
  return note === '' ? titled : withNote(titled, note);
}

/** The title of the page is the subject, where a browser reads one: in the head, else before everything but the type. */
function withTitle(page: string, subject: string): string {
  const at = behind(page, 'head') ?? /^\s*<!doctype[^>]*>/i.exec(page)?.[0].length ?? 0;
  return `${page.slice(0, at)}<title>${escapeHtml(subject)}</title>${page.slice(at)}`;
}

function withNote(page: string, note: string): string {
  const at = behind(page, 'body') ?? behind(page, 'title', true) ?? 0;
  return page.slice(0, at) + note + page.slice(at);
}

/** Where the first tag of a name ends. */
function behind(page: string, name: string, isClose = false): number | undefined {
  for (const tag of htmlTags(page)) if (tag.name === name && tag.isClose === isClose) return tag.end;
  return undefined;
}
