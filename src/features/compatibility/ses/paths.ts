/** Base path of the adapter, for clients that keep the path of their configured URL. */
export const PREFIX = '/compat/ses';
/** Path prefix of the newer API; the only path of the older one is `/`. */
export const V2 = '/v2/email';

/** Base paths of the routes. */
export const BASES = ['', PREFIX] as const;

/**
 * Returns whether responses at a path are in JSON for clients of the newer API: under the prefix, all paths except that
 * of the older API.
 */
export function isJsonPath(path: string): boolean {
  return path === V2 || [V2, PREFIX].some((home) => path.startsWith(`${home}/`));
}

/**
 * Returns whether responses of a route are in XML for clients of the older API, which shares its path with a web page.
 */
export function isQueryRoute(path: string, method: string | undefined): boolean {
  return method === 'POST' && (path === '/' || path === PREFIX);
}
