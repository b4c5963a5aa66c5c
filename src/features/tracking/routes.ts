import { Type } from 'typebox';
import type { Clock } from '../../base/clock.ts';
import type { Vault } from '../../base/crypto.ts';
import { parserOf } from '../../http/parser.ts';
import { route, type Reply, type Route } from '../../http/route.ts';
import { createTokens } from './tokens.ts';
import { LINK_KEY } from './tracker.ts';
import type { Visits } from './visits.ts';

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unknown link</title></head><body>' +
  '<h1>Unknown link</h1><p>This link is incomplete or was changed. Please open it from the e-mail again.</p></body></html>';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const UNKNOWN: Reply = { status: 404, body: PAGE, headers: HTML };

/** Whatever is made of the address on its way, the answer is for a person: nothing here is a field error. */
const clickQuery = parserOf(Type.Object({ u: Type.Optional(Type.Unknown()) }), ({ u }) => ({
  url: typeof u === 'string' ? u : '',
}));

/** The public addresses in tracked mails: picture and links. Their answers do not wait for the database. */
export function trackingRoutes(parts: {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly visits: Visits;
}): Route[] {
  const tokens = createTokens(parts.vault.derive(LINK_KEY));
  const { clock, visits } = parts;
  return [
    route({
      method: 'GET',
      path: '/t/o/:token',
      summary: 'The invisible picture of a tracked mail',
      scope: undefined,
      handle({ params, headers, isHead }) {
        const recipient = tokens.readOpen(params['token'] ?? '');
        if (!recipient) return Promise.resolve(UNKNOWN);
        const userAgent = headers['user-agent'];
        if (!isHead) visits.record({ ...recipient, kind: 'opened', url: null, userAgent, atMs: clock.now() });
        // Answers are not kept by anybody (no-store) unless a route says otherwise.
        return Promise.resolve({ status: 200, body: PIXEL, headers: { 'content-type': 'image/gif' } });
      },
    }),
    route({
      method: 'GET',
      path: '/t/c/:token',
      summary: 'A link of a tracked mail',
      scope: undefined,
      query: clickQuery,
      handle({ params, query: { url }, headers, isHead }) {
        const recipient = tokens.readClick(params['token'] ?? '', url);
        if (!recipient) return Promise.resolve(UNKNOWN);
        const userAgent = headers['user-agent'];
        if (!isHead) visits.record({ ...recipient, kind: 'clicked', url, userAgent, atMs: clock.now() });
        // As a browser would write it: a header holds ASCII only.
        const location = new URL(url).href;
        return Promise.resolve({ status: 302, body: '', headers: { location, 'content-type': 'text/plain' } });
      },
    }),
  ];
}
