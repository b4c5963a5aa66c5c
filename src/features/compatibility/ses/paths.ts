/** Where the surface stands, for clients that keep the path of the address that they are pointed to. */
export const PREFIX = '/compat/ses';
/** What the paths of the newer API begin with; the older one has none but `/`. */
export const V2 = '/v2/email';

/** Both homes of the routes. */
export const BASES = ['', PREFIX] as const;

/** Whether answers at a path are for clients of the newer API, in JSON: under the prefix all that is not the older one's. */
export function isJsonPath(path: string): boolean {
  return path === V2 || [V2, PREFIX].some((home) => path.startsWith(`${home}/`));
}

/** Whether answers to a route are for clients of the older API, in XML: it shares its path with a page. */
export function isQueryRoute(path: string, method: string | undefined): boolean {
  return method === 'POST' && (path === '/' || path === PREFIX);
}
