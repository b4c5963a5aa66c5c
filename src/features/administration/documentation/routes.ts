import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { acceptsCoding } from '../../../http/content-coding.ts';
import type { Json } from '../../../http/openapi/schemas.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import type { Documents } from './documents.ts';
import { MAX_QUERY_CHARACTERS } from './layout.ts';
import { createSite, type Site } from './site.ts';

const HOME = '/docs';
/** A page is asked for again after minutes, and costs nothing when it is the same; meanwhile the old one is shown. */
const CACHED = 'public, max-age=300, stale-while-revalidate=86400';
/** Nearly as small as the best, and in milliseconds. */
const BROTLI_QUALITY = 6;

/** What is kept of an answer: its bytes in each coding. */
interface Kept {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Readonly<Record<'' | 'br' | 'gzip', Buffer>>;
}

/** What is searched for; whatever is no text, or too long, is cut down to what can be. */
const searchQuery = parserOf(Type.Record(Type.String(), Type.Unknown()), (given) => {
  const query = given['q'];
  return { query: typeof query === 'string' ? query.slice(0, MAX_QUERY_CHARACTERS) : '' };
});

/** `/docs` and all below it; the API document is asked for with the first page that needs it. */
export function documentationRoutes(documents: Documents, apiDocument: () => Json): Route[] {
  const site = createSite(documents, apiDocument);
  const kept = new Map<string, Kept>();
  const answer = (path: string, headers: IncomingHttpHeaders): Promise<Reply> =>
    Promise.resolve(replyOf(site, documents, kept, path, headers));
  return [
    route({
      method: 'GET',
      path: HOME,
      summary: 'Show the documentation',
      scope: undefined,
      handle: ({ headers }) => answer('', headers),
    }),
    route({
      method: 'GET',
      path: `${HOME}/search`,
      summary: 'Search the documentation',
      scope: undefined,
      query: searchQuery,
      handle: ({ query: { query } }) => Promise.resolve({ status: 200, ...site.search(query) }),
    }),
    route({
      method: 'GET',
      path: `${HOME}/errors`,
      summary: 'Show the API errors',
      scope: undefined,
      handle: ({ headers }) => answer('errors', headers),
    }),
    route({
      method: 'GET',
      path: `${HOME}/*`,
      summary: 'Get a documentation page, its Markdown source, or an image',
      scope: undefined,
      handle: ({ headers, params }) => answer(params['*'] ?? '', headers),
    }),
  ];
}

function replyOf(
  site: Site,
  documents: Documents,
  kept: Map<string, Kept>,
  path: string,
  headers: IncomingHttpHeaders,
): Reply {
  const known = kept.get(path) ?? made(site, documents, path);
  if (!known) return { status: 404, ...site.missing(path) };
  kept.set(path, known);
  return keptReply(known, headers);
}

/** Undefined where there is nothing, so that only what there is gets kept. */
function made(site: Site, { files, pages }: Documents, path: string): Kept | undefined {
  const file = files.get(path);
  if (file) return keep(file.bytes, { 'content-type': file.type });
  const source = path.endsWith('.md') ? pages.get(path.slice(0, -'.md'.length)) : undefined;
  if (source) return keep(Buffer.from(source.text), { 'content-type': 'text/markdown; charset=utf-8' });
  const page = site.page(path);
  return page && keep(Buffer.from(page.body), page.headers);
}

function keep(bytes: Buffer, headers: Readonly<Record<string, string>>): Kept {
  const isText = headers['content-type']?.startsWith('text/') ?? false;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    headers: { ...headers, vary: 'accept-encoding', 'cache-control': CACHED },
    bytes: {
      '': bytes,
      br: isText ? brotliCompressSync(bytes, { params }) : bytes,
      gzip: isText ? gzipSync(bytes) : bytes,
    },
  };
}

/** Each coding has an ETag of its own, because its bytes are others (RFC 9110 section 8.8.3.3). */
function keptReply({ bytes, etag, headers }: Kept, asked: IncomingHttpHeaders): Reply {
  const coding =
    (['br', 'gzip'] as const).find(
      (each) => bytes[each] !== bytes[''] && acceptsCoding(asked['accept-encoding'], each),
    ) ?? '';
  const standing = { ...headers, etag: `"${coding === '' ? etag : `${etag}-${coding}`}"` };
  if (asked['if-none-match']?.includes(etag) === true) return { status: 304, body: undefined, headers: standing };
  const body = bytes[coding];
  return {
    status: 200,
    body,
    headers: {
      ...standing,
      'content-length': String(body.length),
      ...(coding !== '' && { 'content-encoding': coding }),
    },
  };
}
