import { html, type Html } from '../../../http/html.ts';
import { publicPage } from '../../../http/pages/page.ts';
import type { Reply } from '../../../http/route.ts';

/** Returns whether a path belongs to the archive. */
export function isArchivePath(path: string): boolean {
  return path.startsWith('/archive/');
}

/** Data of a rendered archive page. */
export interface ShownArchive {
  readonly title: string;
  readonly code: string;
  readonly timeZone: string;
  readonly campaigns: readonly { readonly id: number; readonly subject: string; readonly sentAt: Date }[];
  /** Page number, starting at 1. */
  readonly page: number;
  readonly hasOlder: boolean;
  readonly isFromCopy: boolean;
}

/** Each row shows the date above the subject, and the whole row is a link. */
const STYLE =
  '.list{list-style:none;padding:0}.list a{display:block;padding:.75rem 0;border-top:1px solid var(--line);' +
  'text-decoration:none;color:inherit;font:600 1.0625rem/1.4 ui-serif,Georgia,serif}.list li:first-child a{border:0}' +
  '.list a:hover,.list a:focus-visible{color:var(--accent)}' +
  '.list time{display:block;color:var(--soft);font:400 .875rem/1.5 system-ui,sans-serif}' +
  '.more{display:flex;justify-content:space-between;gap:1rem}.more a{padding:.5rem 0}';

/** Renders the list of sent campaigns, newest first. */
export function archivePage(archive: ShownArchive): Reply {
  const { campaigns, code, isFromCopy, page, title } = archive;
  return publicPage({
    heading: title,
    style: STYLE,
    content: html`${
      isFromCopy &&
      html`<p class="note">
        You opened a shared copy of an email. To unsubscribe or change your preferences, use the link at the end of the
        email that you received.
      </p>`
    }
    ${
      campaigns.length > 0
        ? html`<ul class="list">
            ${campaigns.map((campaign) => rowOf(archive, campaign))}
          </ul>`
        : html`<p class="soft">${page === 1 ? 'No newsletters have been sent yet.' : 'No older newsletters.'}</p>`
    }
    ${
      (page > 1 || archive.hasOlder) &&
      html`<p class="more">
        <span>${page > 1 && html`<a href="/archive/${code}?page=${page - 1}" rel="prev">Newer</a>`}</span
        ><span>${archive.hasOlder && html`<a href="/archive/${code}?page=${page + 1}" rel="next">Older</a>`}</span>
      </p>`
    }`,
  });
}

function rowOf({ code, timeZone }: ShownArchive, { id, sentAt, subject }: ShownArchive['campaigns'][number]): Html {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(sentAt);
  return html`<li>
    <a href="/archive/${code}/${id}"><time datetime="${sentAt.toISOString()}">${day}</time><bdi>${subject}</bdi></a>
  </li>`;
}

/** Renders the 404 page. The page does not reveal whether the archive or only the campaign is missing. */
export function noArchivePage(): Reply {
  return publicPage({
    status: 404,
    heading: 'Page not found',
    content: html`<p>The URL of this page is incomplete, or the page is no longer available.</p>`,
  });
}
