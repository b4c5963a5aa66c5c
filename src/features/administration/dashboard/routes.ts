import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../../../base/refusal.ts';
import {
  builtFileReply,
  builtFolder,
  notBuiltReply,
  readBuiltFiles,
  type BuiltFiles,
} from '../../../http/built-files.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';

const HOME = '/app';
const YEAR_SECONDS = 31_536_000;

/**
 * Content security policy. Scripts must be files of this server. Inline styles are allowed, because components set
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

/** Matches files whose name contains a hash of their content, which the bundler adds. Such files never change. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

/**
 * Returns the routes that serve the dashboard under `/app` and redirect `/` to it. The browser does the routing, so a
 * path without a file returns the dashboard page, except under `assets/`.
 */
export function dashboardRoutes(folder: string = builtFolder('dashboard')): Route[] {
  const files = readBuiltFiles(folder);
  const serve = (path: string, headers: IncomingHttpHeaders): Promise<Reply> =>
    Promise.resolve(answer(files, path, headers));
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

/**
 * Returns the file at a path, or the dashboard page if no such file exists. Throws not_found for an asset of an earlier
 * build.
 */
function answer(files: BuiltFiles, path: string, headers: IncomingHttpHeaders): Reply {
  if (path.startsWith('assets/') && !files.has(path)) {
    throw new Refusal('not_found', {
      message: 'This file belongs to another version of the dashboard. Reload the page.',
    });
  }
  const file = files.get(path) ?? files.get('index.html');
  if (!file) return notBuiltReply('dashboard');
  return builtFileReply(file, headers, {
    'cache-control': HASHED.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    'content-security-policy': POLICY,
  });
}
