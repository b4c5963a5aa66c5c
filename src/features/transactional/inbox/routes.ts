import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { mailFrameHeaders } from '../../../http/mail-frame.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { previewOfText } from '../../../mail/preview.ts';
import { deleteOwnMails } from './queries.ts';
import { inboxDocs, type mailSchema } from './route-docs.ts';
import { isMailId, listInbox, readInbox, waitForMail, type InboxMail, type InboxSummary } from './read.ts';

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';
const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;
const DEFAULT_WAIT_SECONDS = 30;
/** Maximum number of seconds that a request waits for a message. Shorter than the usual timeouts of proxies. */
const MAX_WAIT_SECONDS = 55;
const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

const listQuery = parserOf(
  Type.Object({
    to: optionalText('Returns only emails to this address.'),
    limit: optionalText(`The number of emails to return, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.`),
    after: optionalText('The ID of the last email on the previous page. The page starts after this email.'),
  }),
  (given, fail) => {
    const limit = wholeNumber(given.limit, DEFAULT_PAGE, MAX_PAGE);
    if (limit === undefined) fail('limit', `must be an integer from 1 to ${MAX_PAGE}.`);
    if (given.after && !isMailId(given.after)) fail('after', 'must be the ID of an email.');
    return {
      ...(given.to && { to: asAddress(given.to) }),
      ...(given.after && { after: given.after }),
      limit: limit ?? DEFAULT_PAGE,
    };
  },
);

const previewQuery = parserOf(
  Type.Object({
    mode: optionalText('`light` (default) or `dark`.'),
    images: optionalText('Set to 1 to load remote images.'),
  }),
  ({ images, mode = 'light' }, fail) => {
    if (mode !== 'light' && mode !== 'dark') fail('mode', 'must be `light` or `dark`.');
    return { mode: mode === 'dark' ? 'dark' : 'light', images: images === '1' } as const;
  },
);

const waitQuery = parserOf(
  Type.Object({
    to: Type.String({ description: 'The recipient address.' }),
    timeout: optionalText(`Number of seconds to wait, 1 to ${MAX_WAIT_SECONDS}. Default: ${DEFAULT_WAIT_SECONDS}.`),
    since: optionalText(
      'Returns only emails received at or after this ISO 8601 date-time. Default: emails of any age.',
    ),
  }),
  (given, fail) => {
    const seconds = wholeNumber(given.timeout, DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS);
    if (seconds === undefined) fail('timeout', `must be an integer from 1 to ${MAX_WAIT_SECONDS}.`);
    if (given.to === '') fail('to', 'must be an email address.');
    const since = given.since ? new Date(given.since) : undefined;
    if (since && (!ISO_DATE_TIME.test(given.since ?? '') || Number.isNaN(since.getTime()))) {
      fail('since', 'must be an ISO 8601 date-time, like 2026-01-31T12:00:00Z.');
    }
    return { to: asAddress(given.to), timeoutMs: (seconds ?? 0) * 1000, ...(since && { since }) };
  },
);

interface InboxRouteParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  readonly html: HtmlWork;
}

/**
 * Returns the routes for the local inbox. An account sees its own messages, and the operator's account also sees
 * messages from other programs. Sign-in emails belong to no account, because their links would let a reader sign in as
 * anyone.
 */
export function inboxRoutes(parts: InboxRouteParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: '/inbox',
      summary: 'List emails in the local inbox, newest first',
      scope: READ,
      doc: inboxDocs.list,
      query: listQuery,
      async handle({ principal, query }) {
        return {
          status: 200,
          body: { data: (await listInbox(db, { ...query, accountId: principal.accountId })).map(presentSummary) },
        };
      },
    }),
    route({
      method: 'GET',
      path: '/inbox/wait',
      summary: 'Wait for an email to an address',
      scope: READ,
      doc: inboxDocs.wait,
      query: waitQuery,
      async handle({ principal, query, signal }) {
        const mail = await waitForMail({ ...parts, signal }, { ...query, accountId: principal.accountId });
        if (!mail)
          throw new Refusal('not_found', {
            message: `No email to ${query.to} arrived within ${query.timeoutMs / 1000} seconds.`,
          });
        return { status: 200, body: presentMail(mail) };
      },
    }),
    route({
      method: 'GET',
      path: '/inbox/:id',
      summary: 'Retrieve an email from the local inbox',
      scope: READ,
      doc: inboxDocs.read,
      async handle({ principal, params }) {
        const mail = await readInbox(db, params['id'] ?? '', principal);
        if (!mail) throw new Refusal('not_found');
        return { status: 200, body: presentMail(mail) };
      },
    }),
    previewRoute(parts),
    route({
      method: 'DELETE',
      path: '/inbox',
      summary: 'Empty the local inbox',
      scope: MANAGE,
      doc: inboxDocs.empty,
      async handle({ principal }) {
        await deleteOwnMails(db, principal.accountId);
        return { status: 200, body: { message: 'The local inbox was emptied.' } };
      },
    }),
  ];
}

function previewRoute({ baseUrl, db, html: work }: InboxRouteParts): Route {
  return route({
    method: 'GET',
    path: '/inbox/:id/preview',
    summary: 'Preview an email from the local inbox',
    scope: 'dashboard:read',
    query: previewQuery,
    doc: inboxDocs.preview,
    async handle({ principal, params, query }) {
      const mail = await readInbox(db, params['id'] ?? '', principal);
      if (!mail) throw new Refusal('not_found');
      const { html, text } = mail;
      const { images, mode } = query;
      const body =
        html === null ? previewOfText(text ?? '', mode) : await work.run(principal.accountId, 'frameHtml', html, mode);
      return { status: 200, body, headers: mailFrameHeaders(images, baseUrl()) };
    },
  });
}

function optionalText(description: string) {
  return Type.Optional(Type.String({ description }));
}

/**
 * Converts spaces to plus signs. Addresses contain no spaces, and an unencoded plus sign in a query arrives as a space.
 */
function asAddress(given: string): string {
  return given.replaceAll(' ', '+');
}

function wholeNumber(given: string | undefined, fallback: number, max: number): number | undefined {
  if (!given) return fallback;
  const value = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  return value >= 1 && value <= max ? value : undefined;
}

function presentSummary(mail: InboxSummary) {
  return {
    id: mail.id,
    received_at: mail.receivedAt.toISOString(),
    mail_from: mail.mailFrom,
    recipients: mail.recipients,
    from: mail.from,
    subject: mail.subject,
  };
}

function presentMail(mail: InboxMail): AnswerOf<typeof mailSchema> {
  const { to, headers, html, text, links, dkim, raw } = mail;
  return { ...presentSummary(mail), to, headers, html, text, links, dkim, raw };
}
