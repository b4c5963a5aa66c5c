/** Base path of the adapter, for clients that keep the path of their configured URL. */
export const PREFIX = '/compat/postmark';

/** Base paths of the routes. The empty path is for clients that only keep the origin of their configured URL. */
export const BASES = ['', PREFIX] as const;

/**
 * Root paths that no other API uses. `/webhooks` and `/templates` are omitted, because they belong to the compatible
 * endpoint.
 */
const AT_ROOT =
  /^\/(?:email(?:\/|$)|messages\/|bounces(?:\/|$)|deliverystats$|server$|message-streams(?:\/|$)|stats\/)/i;

/** Returns whether responses at a path use the format of Postmark's API. */
export function isPostmarkPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`) || AT_ROOT.test(path);
}
