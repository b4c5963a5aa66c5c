import type { IncomingMessage } from 'node:http';
import { isPublicPath } from '../public-hosts.ts';
import type { Reply, Route } from '../route.ts';

/** Maximum number of trailing slashes that are redirected. More slashes are unlikely to be a typo. */
const MAX_SLASHES = 3;

/**
 * Returns a redirect of a GET request for a public page to the same URL without trailing slashes, because relative
 * links in the page would otherwise have the wrong target. Returns undefined if no redirect is needed, and for POST
 * requests, because email clients do not follow redirects. Pure.
 */
export function withoutSlash(route: Route, { url = '' }: IncomingMessage): Reply | undefined {
  const [path, query] = partsOf(url);
  const slashes = slashesOf(route, path);
  if (slashes === 0 || route.method !== 'GET') return undefined;
  const bare = path.slice(0, -slashes);
  const location = `${up(slashes)}${bare.slice(bare.lastIndexOf('/') + 1)}${query}`;
  return { status: 308, body: undefined, headers: { location } };
}

/**
 * Adjusts a relative redirect in the response to a POST with trailing slashes in its URL, so that its target is the
 * same as without the trailing slashes. Pure.
 */
export function fromSlash(reply: Reply, route: Route, { url = '' }: IncomingMessage): Reply {
  const location = reply.headers?.['location'];
  if (location === undefined || route.method !== 'POST' || /^(?:\/|[a-z][a-z\d+.-]*:)/i.test(location)) return reply;
  const slashes = slashesOf(route, partsOf(url)[0]);
  return { ...reply, headers: { ...reply.headers, location: up(slashes) + location } };
}

/** Returns the number of trailing slashes, or 0 for a path that is not a public page or has more than MAX_SLASHES. */
function slashesOf({ path: pattern }: Route, path: string): number {
  if (!isPublicPath(pattern)) return 0;
  let count = 0;
  while (count <= MAX_SLASHES && path.at(-1 - count) === '/') count += 1;
  return count > MAX_SLASHES ? 0 : count;
}

function partsOf(target: string): readonly [path: string, query: string] {
  const at = target.indexOf('?');
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at)];
}

function up(steps: number): string {
  return '../'.repeat(steps);
}
