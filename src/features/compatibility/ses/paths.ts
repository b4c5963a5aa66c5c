/** Base path of the adapter, for clients that keep the path of their configured URL. */
export const PREFIX = '/compat/ses';
/** Path prefix of API v2. The only path of API v1 is `/`. */
export const V2 = '/v2/email';

/** Base paths of the routes. */
export const BASES = ['', PREFIX] as const;

/**
 * Returns whether responses at a path use the JSON format of API v2. Under the adapter's prefix, this applies to
 * all paths except the path of API v1.
 */
export function isJsonPath(path: string): boolean {
  return path === V2 || [V2, PREFIX].some((home) => path.startsWith(`${home}/`));
}

/**
 * Returns whether responses from a route use the XML format of API v1, which shares its path with a web page.
 */
export function isQueryRoute(path: string, method: string | undefined): boolean {
  return method === 'POST' && (path === '/' || path === PREFIX);
}
