import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { parserOf } from '../../../http/parser.ts';
import { themeForVisitor } from '../../../http/pages/theme.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import { isOverLimit } from './attempts.ts';
import { toEngineForm, toEngineQuery } from './authorization-request.ts';
import { renderErrorPage } from './consent-page.ts';
import type { Engine } from './engine.ts';
import { MAX_QUERY_CHARACTERS, MAX_REQUEST_BYTES } from './limits.ts';
import { answerOnce } from './refreshes.ts';
import type { EngineRequest } from './wire.ts';

const INTERACTION_ID = /^[\w-]{10,100}$/;
const TOKEN_PATH = '/oauth/token';
const HOUR_SECONDS = 3_600;
const anything = parserOf(Type.Unknown());

interface ProtocolParts {
  readonly db: Db;
  readonly vault: Vault;
  readonly engine: () => Promise<Engine>;
  readonly baseUrl: () => string;
}

/**
 * Returns the endpoints of RFC 6749 and RFC 7009. Requests are parsed before they reach the OAuth library.
 * Authorization requests are also rate-limited.
 */
export function protocolRoutes(parts: ProtocolParts): Route[] {
  return [
    ...browserRoutes(parts),
    postRoute(parts, TOKEN_PATH, 'Exchange a code or refresh token for an access token'),
    postRoute(parts, '/oauth/revoke', 'Revoke a token and all tokens of its grant'),
  ];
}

function browserRoutes(parts: ProtocolParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/oauth/authorize',
      summary: 'Request an authorization code',
      scope: undefined,
      query: parserOf(Type.Object({})),
      handle: async ({ query, headers, clientAddress }) => {
        const text = toEngineQuery({ ...query }, parts.baseUrl());
        const { texts } = themeForVisitor(headers['accept-language']);
        if (text.length > MAX_QUERY_CHARACTERS) {
          return { status: 400, ...renderErrorPage(texts, 'invalid_request', 'The request is too long.') };
        }
        if (await isOverLimit(parts.db, 'authorize', clientAddress)) return tooMany(texts);
        return answer(parts, {
          method: 'GET',
          target: `/oauth/authorize?${text}`,
          headers: browserHeaders(headers),
        });
      },
    }),
    route({
      method: 'GET',
      path: '/oauth/authorize/:uid',
      summary: 'Redirect to the client with the authorization result',
      scope: undefined,
      handle: async ({ params, headers }) => {
        const uid = params['uid'] ?? '';
        if (!INTERACTION_ID.test(uid)) {
          return { status: 400, ...renderErrorPage(themeForVisitor(headers['accept-language']).texts, 'expired') };
        }
        return answer(parts, { method: 'GET', target: `/oauth/authorize/${uid}`, headers: browserHeaders(headers) });
      },
    }),
  ];
}

/** Returns a POST route that ignores the query, because URLs must not contain credentials (RFC 6749 section 2.3.1). */
function postRoute(parts: ProtocolParts, path: string, summary: string): Route {
  return {
    method: 'POST',
    path,
    summary,
    scope: undefined,
    bodyLimitBytes: MAX_REQUEST_BYTES,
    bodySchema: anything.schema,
    querySchema: undefined,
    doc: undefined,
    run: ({ body, headers }) => {
      const { authorization, origin } = headers;
      const form = toEngineForm(body);
      const request = {
        method: 'POST',
        target: path,
        headers: { authorization, origin, accept: 'application/json' },
        form,
      };
      const ask = (): Promise<Reply> => answer(parts, request);
      return path === TOKEN_PATH ? answerOnce(parts, request, ask) : ask();
    },
  };
}

/** Returns the headers of a browser that the engine needs. */
function browserHeaders(headers: IncomingHttpHeaders): EngineRequest['headers'] {
  return { cookie: headers.cookie, 'accept-language': headers['accept-language'] };
}

function tooMany(texts: Texts): Reply {
  const page = renderErrorPage(texts, 'too_many_requests');
  return { status: 429, body: page.body, headers: { ...page.headers, 'retry-after': String(HOUR_SECONDS) } };
}

async function answer({ engine }: ProtocolParts, request: EngineRequest): Promise<Reply> {
  return (await engine()).answer(request);
}
