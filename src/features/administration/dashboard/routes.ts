import { Refusal } from '../../../base/refusal.ts';
import { acceptsCoding } from '../../../http/content-coding.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import type { DashboardFile, DashboardFiles } from './files.ts';

/** Page shown instead of the dashboard in a clone where it was not built. */
const NOT_BUILT_PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Postrider</title>' +
  '<meta name="viewport" content="width=device-width,initial-scale=1"></head>' +
  '<body style="font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:12vh auto;padding:0 1rem">' +
  '<h1>The dashboard has not been built</h1><p>Email and the API work without it. Run <code>npm run build</code> in ' +
  'the Postrider directory, then restart Postrider.</p></body></html>';

const HOME = '/app';
const YEAR_SECONDS = 31_536_000;

/**
 * Content security policy. Scripts must be files from this server. Inline styles are allowed, because components set
 * them.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

interface Asked {
  readonly 'accept-encoding'?: string | string[] | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/**
 * Returns the routes `/app` and below, and `/`, which redirects there. Paths without a file return the page, whose
 * router then handles the path.
 */
export function dashboardRoutes(files: DashboardFiles): Route[] {
  const serve = (path: string, headers: Asked): Promise<Reply> => Promise.resolve(answer(files, path, headers));
  return [
    route({
      method: 'GET',
      path: '/',
      summary: 'Redirect to the dashboard',
      scope: undefined,
      handle: () => Promise.resolve({ status: 302, body: undefined, headers: { location: HOME } }),
    }),
    route({
      method: 'GET',
      path: HOME,
      summary: 'Show the dashboard',
      scope: undefined,
      handle: ({ headers }) => serve('', headers),
    }),
    route({
      method: 'GET',
      path: `${HOME}/*`,
      summary: 'Show a page or file of the dashboard',
      scope: undefined,
      handle: ({ headers, params }) => serve(params['*'] ?? '', headers),
    }),
  ];
}

/** Returns the file at a path, or the page if no file exists. Throws not_found for a file of an older build. */
function answer(files: DashboardFiles, path: string, headers: Asked): Reply {
  const file = files.get(path);
  if (file) return fileReply(file, headers);
  if (path.startsWith('assets/')) {
    throw new Refusal('not_found', {
      message: 'This file belongs to another version of the dashboard. Reload the page.',
    });
  }
  const page = files.get('index.html');
  if (page) return fileReply(page, headers);
  return {
    status: 503,
    body: NOT_BUILT_PAGE,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  };
}

function fileReply(file: DashboardFile, headers: Asked): Reply {
  const standing = {
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    // A 304 response needs this header too, because its headers replace those in the browser's cache (RFC 9111 section
    // 4.3.4).
    'content-security-policy': POLICY,
    'content-type': file.type,
  };
  if (headers['if-none-match']?.includes(file.etag) === true)
    return { status: 304, body: undefined, headers: standing };
  const packed = file.compressed.find(({ coding }) => acceptsCoding(headers['accept-encoding'], coding));
  const bytes = packed?.bytes ?? file.bytes;
  return {
    status: 200,
    body: bytes,
    headers: {
      ...standing,
      'content-length': String(bytes.length),
      ...(packed && { 'content-encoding': packed.coding }),
    },
  };
}
