import type { IncomingHttpHeaders } from 'node:http';
import type { Database, Db } from '../../../base/db.ts';
import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { themeForVisitor, textsFor } from '../../../http/pages/theme.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import type { CampaignCopies } from '../campaign-content/index.ts';
import { MAX_SHOWN, MAX_SUBJECT_CHARACTERS, PER_PAGE } from './limits.ts';
import { archivePage, noArchivePage } from './pages.ts';
import {
  archiveByCode,
  campaignAnywhere,
  isShown,
  relist,
  shownPage,
  archiveStatusOf,
  unlist,
  type ArchiveRow,
} from './queries.ts';
import { archiveDocs } from './route-docs.ts';
import { archiveQuery, archiving } from './schema.ts';

/** Dependencies of the archive routes. */
export interface ArchiveParts {
  readonly db: Database;
  readonly baseUrl: () => string;
  readonly copies: CampaignCopies;
}

/**
 * Returns the routes that show or hide a campaign in the archive, and the public pages of the archive, which need no
 * authentication.
 */
export function archiveRoutes(parts: ArchiveParts): Route[] {
  return [...campaignRoutes(parts), ...publicRoutes(parts)];
}

function campaignRoutes({ baseUrl, db }: ArchiveParts): Route[] {
  const path = '/campaigns/:id/archive';
  return [
    route({
      method: 'GET',
      path,
      summary: 'Get the archive status of a campaign',
      scope: ACCOUNT_READ_SCOPES,
      doc: archiveDocs.read,
      handle: async ({ params, principal: { accountId } }) => ({
        status: 200,
        body: await archiveStatus(db, baseUrl(), accountId, objectIdOf(params['id'])),
      }),
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Show or hide a campaign in the archive',
      scope: ACCOUNT_SCOPE,
      body: archiving,
      doc: archiveDocs.change,
      async handle({ body, params, principal: { accountId } }) {
        const id = objectIdOf(params['id']);
        // Check first that the account owns the campaign.
        await archiveStatus(db, baseUrl(), accountId, id);
        await (body.isArchived ? relist : unlist)(db, accountId, id);
        return { status: 200, body: await archiveStatus(db, baseUrl(), accountId, id) };
      },
    }),
  ];
}

async function archiveStatus(db: Db, baseUrl: string, accountId: number, id: number) {
  const [found] = await archiveStatusOf(db, accountId, id);
  const { code, is_archived } = await ownObject(found, async () => campaignAnywhere(db, id));
  return { campaign_id: id, is_archived, url: code === null ? null : `${baseUrl}/archive/${code}/${id}` };
}

function publicRoutes(parts: ArchiveParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/archive/:code',
      summary: 'Show the public campaign archive',
      scope: undefined,
      query: archiveQuery,
      handle: async ({ headers, params, query }) =>
        (await listed(parts, params['code'] ?? '', query)) ?? missing(headers),
    }),
    route({
      method: 'GET',
      path: '/archive/:code/:id',
      summary: 'Show a campaign in the public archive',
      scope: undefined,
      handle: async ({ headers, params }) =>
        (await opened(parts, params['code'] ?? '', params['id'] ?? '')) ?? missing(headers),
    }),
  ];
}

async function listed(
  { copies, db }: ArchiveParts,
  code: string,
  { isFromCopy, page }: ReturnType<typeof archiveQuery.parse>,
): Promise<Reply | undefined> {
  const [archive] = await archiveByCode(db, code);
  if (!archive) return undefined;
  const texts = textsFor(archive.own_texts, archive.language);
  // Read one extra row to find out whether there is a page with older campaigns.
  const rows = await shownPage(db, archive.account_id, MAX_SHOWN, PER_PAGE + 1, (page - 1) * PER_PAGE);
  const shown = rows.slice(0, PER_PAGE);
  const subjects = await copies.subjects(archive.account_id, shown);
  return archivePage({
    texts,
    brand: archive.brand,
    title: titleOf(archive, texts),
    code,
    timeZone: archive.timezone ?? 'UTC',
    campaigns: shown.map(({ id, sent_at: sentAt }, at) => ({
      id,
      sentAt,
      subject: shortened(subjects[at] ?? '') || texts.text('archive.subject'),
    })),
    page,
    hasOlder: rows.length > PER_PAGE,
    isFromCopy,
  });
}

async function opened({ baseUrl, copies, db }: ArchiveParts, code: string, given: string): Promise<Reply | undefined> {
  const [archive] = await archiveByCode(db, code);
  const id = archive && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined;
  if (!archive || id === undefined) return undefined;
  if ((await isShown(db, archive.account_id, id)).length === 0) return undefined;
  const list = `${baseUrl()}/archive/${code}`;
  const pages = { here: `${list}/${id}`, ofRecipient: `${list}?copy` };
  return copies.open(archive.account_id, id, pages);
}

function missing(headers: IncomingHttpHeaders): Reply {
  return noArchivePage(themeForVisitor(headers['accept-language']));
}

function titleOf({ name, title }: ArchiveRow, texts: Texts): string {
  return title || name || texts.text('archive.title');
}

function shortened(subject: string): string {
  const characters = Array.from(subject.trim());
  if (characters.length <= MAX_SUBJECT_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MAX_SUBJECT_CHARACTERS - 1).join('')}…`;
}
