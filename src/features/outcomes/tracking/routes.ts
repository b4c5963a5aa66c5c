import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { TRAP } from './bursts.ts';
import { createOldTokens, type OldTokens, type Recipient } from './old-tokens.ts';
import type { Sources } from './sources.ts';
import { createTokenReaders, firstOf, type TrackedRecipient } from './tokens.ts';
import { LINK_KEY, LINKS_PATH } from './tracker.ts';
import type { Visits } from './visits.ts';

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unknown link</title></head><body>' +
  '<h1>Unknown link</h1><p>This link is incomplete or was changed. Try opening the link in the email again.</p></body></html>';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
/** By which browsers mark requests that nobody has made yet: the standard's header, and those of older browsers. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const PREFETCH = /\bpre(?:fetch|render|view)\b/i;

/** Answers are not kept by anybody (no-store) unless a route says otherwise. */
const PICTURE: Reply = { status: 200, body: PIXEL, headers: { 'content-type': 'image/gif' } };
/** What follows a link that nobody sees is shown nothing. */
const BLANK: Reply = { status: 200, body: '<!doctype html><title></title>', headers: HTML };
const UNKNOWN: Reply = { status: 404, body: PAGE, headers: HTML };

/** Whatever is made of the address on its way, the answer is for a person: nothing here is a field error. */
const clickQuery = parserOf(Type.Object({ u: Type.Optional(Type.Unknown()) }), ({ u }) => ({
  url: typeof u === 'string' ? u : '',
}));

/** A visit of a mail of a mailing that belongs to nothing. */
export interface MailingVisit {
  readonly accountId: number;
  readonly lotId: string;
  readonly recipientNo: number;
  /** Number of the link; 0 is the picture. */
  readonly link: number;
  /** Where the link led. */
  readonly url: string | null;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

/** Who keeps where links of mailings lead that belong to nothing, and what is seen of them. */
export interface MailingVisits {
  /** Where a numbered link leads; undefined for one that is not known. */
  addressOf(accountId: number, lotId: string, link: number): Promise<string | undefined>;
  record(visit: MailingVisit): void;
  /** Resolves when everything that was taken over is written or lost. */
  idle(): Promise<void>;
}

interface Parts {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly visits: Visits;
  /** Who owns mails with numbered links; without it there are none. */
  readonly sources?: Sources;
  readonly mailings?: MailingVisits;
}

/**
 * The public addresses in tracked mails: picture and links. Their answers do not wait for the database, except once in a
 * while for the addresses of a source's numbered links.
 */
export function trackingRoutes(parts: Parts): Route[] {
  return [...messageRoutes(parts), ...(parts.sources ? [numberedRoute(parts, parts.sources)] : [])];
}

/** Addresses in transactional mail: each names the recipient, a link's the address too. */
function messageRoutes({ clock, vault, visits }: Parts): Route[] {
  const tokens = readers(vault);
  return [
    route({
      method: 'GET',
      path: '/t/o/:token',
      summary: 'Track an open of a message',
      scope: undefined,
      handle({ params, headers, isHead }) {
        const recipient = tokens.readOpen(params['token'] ?? '');
        if (!recipient) return Promise.resolve(UNKNOWN);
        const userAgent = headers['user-agent'];
        if (isVisit(headers, isHead))
          visits.record({ ...recipient, kind: 'opened', url: null, userAgent, atMs: clock.now() });
        return Promise.resolve(PICTURE);
      },
    }),
    route({
      method: 'GET',
      path: '/t/c/:token',
      summary: 'Track a click in a message',
      scope: undefined,
      query: clickQuery,
      handle({ params, query: { url }, headers, isHead }) {
        const recipient = tokens.readClick(params['token'] ?? '', url);
        if (!recipient) return Promise.resolve(UNKNOWN);
        const userAgent = headers['user-agent'];
        if (isVisit(headers, isHead))
          visits.record({ ...recipient, kind: 'clicked', url, userAgent, atMs: clock.now() });
        return Promise.resolve(redirect(url));
      },
    }),
  ];
}

/** A link, or the picture (0), of a mail whose links are numbered: one token for all of them. */
function numberedRoute({ clock, mailings, vault }: Parts, sources: Sources): Route {
  const tokens = createTokenReaders(vault.deriveAll(LINK_KEY));
  return route({
    method: 'GET',
    path: `${LINKS_PATH}/:link/:token`,
    summary: 'Track an open or click of a bulk email',
    scope: undefined,
    async handle({ params, headers, isHead }) {
      const named = tokens.readLink('tracking', params['token'] ?? '');
      const link = linkNumber(params['link'] ?? '');
      if (!named || link === undefined) return UNKNOWN;
      if (named.kind === 'transactional') return answerOf(link, undefined);
      const { accountId, kind, recipient, source } = named;
      const seen = { accountId, link, userAgent: headers['user-agent'], atMs: clock.now() };
      if (kind === 'mailing')
        return mailings ? visitMailing(mailings, { ...seen, source, recipient }, isVisit(headers, isHead)) : UNKNOWN;
      const url = await sources.addressOf(kind, accountId, source, link);
      const answer = answerOf(link, url);
      if (isVisit(headers, isHead) && answer !== UNKNOWN) sources.record(kind, { ...seen, source, recipient });
      return answer;
    },
  });
}

interface Visit {
  readonly accountId: number;
  readonly link: number;
  readonly source: string;
  readonly recipient: number;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

/** Follows a link of a mailing that keeps its own addresses, or shows its picture, and notes that. */
async function visitMailing(
  mailings: NonNullable<Parts['mailings']>,
  { recipient, source, ...seen }: Visit,
  isCounted: boolean,
): Promise<Reply> {
  const url = seen.link === 0 ? undefined : await mailings.addressOf(seen.accountId, source, seen.link);
  const answer = answerOf(seen.link, url);
  if (isCounted && answer !== UNKNOWN)
    mailings.record({ ...seen, lotId: source, recipientNo: recipient, url: url ?? null });
  return answer;
}

/** Whether somebody came: HEAD asks what would be answered, and browsers fetch what their user may open next. */
function isVisit(headers: IncomingHttpHeaders, isHead: boolean): boolean {
  return !isHead && !PREFETCH_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? '')));
}

function answerOf(link: number, url: string | undefined): Reply {
  if (link === 0) return PICTURE;
  if (url === undefined) return UNKNOWN;
  return url === TRAP ? BLANK : redirect(url);
}

function linkNumber(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) ? Number(text) : undefined;
}

/** As a browser would write it: a header holds ASCII only. */
function redirect(url: string): Reply {
  return { status: 302, body: '', headers: { location: new URL(url).href, 'content-type': 'text/plain' } };
}

/** Readers of tokens of messages, of mails that were sent long ago too. */
function readers(vault: Vault): OldTokens {
  const keys = vault.deriveAll(LINK_KEY);
  const [tokens, olds] = [createTokenReaders(keys), keys.map(createOldTokens)];
  return {
    readOpen: (token) => ofMessage(tokens.readOpen(token)) ?? firstOf(olds, (old) => old.readOpen(token)),
    readClick: (token, url) =>
      ofMessage(tokens.readClick(token, url)) ?? firstOf(olds, (old) => old.readClick(token, url)),
  };
}

function ofMessage(recipient: TrackedRecipient | undefined): Recipient | undefined {
  if (recipient?.kind !== 'transactional') return undefined;
  return { accountId: recipient.accountId, messageId: recipient.source, recipientNo: recipient.recipient };
}
