import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import { themeForVisitor } from '../../../http/pages/theme.ts';
import { unknownLinkPage } from '../../../http/pages/unknown-link.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { TRAP } from './bursts.ts';
import { createOldTokens, type OldTokens, type Recipient } from './old-tokens.ts';
import type { Sources } from './sources.ts';
import { createTokenReaders, firstOf, type TrackedRecipient } from './tokens.ts';
import { LINK_KEY, LINKS_PATH } from './tracker.ts';
import type { Visits } from './visits.ts';

/** A transparent one-pixel GIF. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const HTML = { 'content-type': 'text/html; charset=utf-8' };
/** Headers that mark prefetch requests: the standard header, and the headers of older browsers. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const PREFETCH = /\bpre(?:fetch|render|view)\b/i;

/** Responses are not cached (no-store) unless a route overrides this. */
const PICTURE: Reply = { status: 200, body: PIXEL, headers: { 'content-type': 'image/gif' } };
/** Response for the invisible honeypot link. */
const BLANK: Reply = { status: 200, body: '<!doctype html><title></title>', headers: HTML };

/** Accepts any query, because people who follow a corrupted link must see a page instead of a validation error. */
const clickQuery = parserOf(Type.Object({ u: Type.Optional(Type.Unknown()) }), ({ u }) => ({
  url: typeof u === 'string' ? u : '',
}));

/** An open or click of a message that belongs to a mailing without an owner. */
export interface MailingVisit {
  readonly accountId: number;
  readonly batchId: string;
  readonly recipientNo: number;
  /** Number of the link. 0 is the tracking pixel. */
  readonly link: number;
  /** URL of the link. Null for the tracking pixel. */
  readonly url: string | null;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

/** Looks up the links of mailings without an owner, and records their opens and clicks. */
export interface MailingVisits {
  /** Returns the URL of a numbered link, or undefined if the link does not exist. */
  addressOf(accountId: number, batchId: string, link: number): Promise<string | undefined>;
  record(visit: MailingVisit): void;
  /** Resolves when all accepted opens and clicks are written or lost. */
  idle(): Promise<void>;
}

interface Parts {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly visits: Visits;
  /** Owners of messages with numbered links. If absent, no message has numbered links. */
  readonly sources?: Sources;
  readonly mailings?: MailingVisits;
}

/**
 * Returns the public routes for tracked messages: the pixel and links. Responses do not wait for the database, except
 * to look up the URLs of numbered links.
 */
export function trackingRoutes(parts: Parts): Route[] {
  return [...messageRoutes(parts), ...(parts.sources ? [numberedRoute(parts, parts.sources)] : [])];
}

/** Returns the routes for transactional messages. Tokens identify the recipient, and link tokens also cover the URL. */
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
        if (!recipient) return Promise.resolve(unknownPage(headers));
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
        if (!recipient) return Promise.resolve(unknownPage(headers));
        const userAgent = headers['user-agent'];
        if (isVisit(headers, isHead))
          visits.record({ ...recipient, kind: 'clicked', url, userAgent, atMs: clock.now() });
        return Promise.resolve(redirect(url));
      },
    }),
  ];
}

/** Returns the route for a message's numbered links and tracking pixel (0). One token is valid for all of them. */
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
      if (!named || link === undefined) return unknownPage(headers);
      if (named.kind === 'transactional') return answerOf(link, undefined) ?? unknownPage(headers);
      const { accountId, kind, recipient, source } = named;
      const seen = { accountId, link, userAgent: headers['user-agent'], atMs: clock.now() };
      if (kind === 'mailing') {
        const isCounted = isVisit(headers, isHead);
        const visited = mailings && (await visitMailing(mailings, { ...seen, source, recipient }, isCounted));
        return visited ?? unknownPage(headers);
      }
      const url = await sources.addressOf(kind, accountId, source, link);
      const answer = answerOf(link, url);
      if (!answer) return unknownPage(headers);
      if (isVisit(headers, isHead)) sources.record(kind, { ...seen, source, recipient });
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

/**
 * Records an open or click of a mailing without an owner. Redirects to the requested link, or returns the pixel.
 * Returns undefined for an unknown link.
 */
async function visitMailing(
  mailings: NonNullable<Parts['mailings']>,
  { recipient, source, ...seen }: Visit,
  isCounted: boolean,
): Promise<Reply | undefined> {
  const url = seen.link === 0 ? undefined : await mailings.addressOf(seen.accountId, source, seen.link);
  const answer = answerOf(seen.link, url);
  if (isCounted && answer) mailings.record({ ...seen, batchId: source, recipientNo: recipient, url: url ?? null });
  return answer;
}

/** Returns whether a request counts as an open or click. HEAD requests and browser prefetching do not count. */
function isVisit(headers: IncomingHttpHeaders, isHead: boolean): boolean {
  return !isHead && !PREFETCH_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? '')));
}

/** Returns the pixel or the redirect of a link. Returns undefined for an unknown link. */
function answerOf(link: number, url: string | undefined): Reply | undefined {
  if (link === 0) return PICTURE;
  if (url === undefined) return undefined;
  return url === TRAP ? BLANK : redirect(url);
}

function unknownPage({ 'accept-language': acceptLanguage }: IncomingHttpHeaders): Reply {
  return unknownLinkPage(themeForVisitor(acceptLanguage));
}

function linkNumber(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) ? Number(text) : undefined;
}

/** Redirects to the URL in ASCII, because headers can contain only ASCII. */
function redirect(url: string): Reply {
  return { status: 302, body: '', headers: { location: new URL(url).href, 'content-type': 'text/plain' } };
}

/** Returns functions that read the tokens of messages, including tokens in the old format. */
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
