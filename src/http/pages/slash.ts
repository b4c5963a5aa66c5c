import type { IncomingMessage } from 'node:http';
import { isPublicPath } from '../public-hosts.ts';
import type { Reply, Route } from '../route.ts';

/** Slashes at the end of an address that are led away from; nobody writes more by mistake. */
const MAX_SLASHES = 3;

/**
 * Leads from the address of a public page with slashes at its end to the one without: routes take both, and what stands in the
 * page is relative. Undefined where there is none, and for what is posted, since mail programs follow no redirects. Pure.
 */
export function withoutSlash(route: Route, { url = '' }: IncomingMessage): Reply | undefined {
  const [path, query] = partsOf(url);
  const slashes = slashesOf(route, path);
  if (slashes === 0 || route.method !== 'GET') return undefined;
  const bare = path.slice(0, -slashes);
  const location = `${up(slashes)}${bare.slice(bare.lastIndexOf('/') + 1)}${query}`;
  return { status: 308, body: undefined, headers: { location } };
}

/** What was posted there leads to where it would from the address without slashes at its end. Pure. */
export function fromSlash(reply: Reply, route: Route, { url = '' }: IncomingMessage): Reply {
  const location = reply.headers?.['location'];
  if (location === undefined || route.method !== 'POST' || /^(?:\/|[a-z][a-z\d+.-]*:)/i.test(location)) return reply;
  const slashes = slashesOf(route, partsOf(url)[0]);
  return { ...reply, headers: { ...reply.headers, location: up(slashes) + location } };
}

/** None for what is no public page. */
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
