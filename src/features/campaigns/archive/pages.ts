import { html, type Html } from '../../../http/html.ts';
import { say, type PageBrand, type PageTheme } from '../../../http/pages/theme.ts';
import { publicPage } from '../../../http/pages/page.ts';
import type { Reply } from '../../../http/route.ts';
import type { Texts } from '../../../mail/languages/texts.ts';

/** Returns whether a path belongs to the archive. */
export function isArchivePath(path: string): boolean {
  return path.startsWith('/archive/');
}

/** Data of a rendered archive page. */
export interface ArchiveView {
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly title: string;
  readonly code: string;
  readonly timeZone: string;
  readonly campaigns: readonly { readonly id: number; readonly subject: string; readonly sentAt: Date }[];
  /** Page number, starting at 1. */
  readonly page: number;
  readonly hasOlder: boolean;
  readonly isFromCopy: boolean;
}

/** In each row, the date is above the subject, and the whole row is a link. */
const STYLE =
  '.list{list-style:none;padding:0}.list a{display:block;padding:.75rem 0;border-top:1px solid var(--line);' +
  'text-decoration:none;color:inherit;font:600 1.0625rem/1.4 ui-serif,Georgia,serif}.list li:first-child a{border:0}' +
  '.list a:hover,.list a:focus-visible{color:var(--accent)}' +
  '.list time{display:block;color:var(--soft);font:400 .875rem/1.5 system-ui,sans-serif}' +
  '.more{display:flex;justify-content:space-between;gap:1rem}.more a{padding:.5rem 0}';

/** Renders a page of the archive's list of campaigns. */
export function archivePage(archive: ArchiveView): Reply {
  const { brand, campaigns, code, isFromCopy, page, texts, title } = archive;
  return publicPage({
    look: { sender: undefined, texts, brand },
    heading: title,
    style: STYLE,
    content: html`${isFromCopy && html`<p class="note">${say(texts, 'archive.copy')}</p>`}
    ${
      campaigns.length > 0
        ? html`<ul class="list">
            ${campaigns.map((campaign) => rowOf(archive, campaign))}
          </ul>`
        : html`<p class="soft">${say(texts, page === 1 ? 'archive.empty' : 'archive.end')}</p>`
    }
    ${
      (page > 1 || archive.hasOlder) &&
      html`<p class="more">
        <span
          >${page > 1 && html`<a href="/archive/${code}?page=${page - 1}" rel="prev">${say(texts, 'archive.newer')}</a>`}</span
        ><span
          >${archive.hasOlder && html`<a href="/archive/${code}?page=${page + 1}" rel="next">${say(texts, 'archive.older')}</a>`}</span
        >
      </p>`
    }`,
  });
}

function rowOf(
  { code, texts, timeZone }: ArchiveView,
  { id, sentAt, subject }: ArchiveView['campaigns'][number],
): Html {
  const day = new Intl.DateTimeFormat(texts.language === 'en' ? 'en-GB' : texts.language, {
    dateStyle: 'long',
    timeZone,
  }).format(sentAt);
  return html`<li>
    <a href="/archive/${code}/${id}"><time datetime="${sentAt.toISOString()}">${day}</time><bdi>${subject}</bdi></a>
  </li>`;
}

/** Renders the 404 page, which does not reveal whether the archive or only the campaign is missing. */
export function noArchivePage(look: PageTheme): Reply {
  return publicPage({
    look,
    status: 404,
    heading: look.texts.text('page.missing.heading'),
    content: html`<p>${say(look.texts, 'page.missing.text')}</p>`,
  });
}
