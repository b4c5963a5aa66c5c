/** Where the surface stands, for clients that keep the path of the address that they are pointed to. */
export const PREFIX = '/compat/postmark';

/** Both homes of the routes: some clients keep the origin of the address alone. */
export const BASES = ['', PREFIX] as const;

/** At the root, what no other API has there: `/webhooks` and `/templates` are answered to clients of the compatible endpoint. */
const AT_ROOT =
  /^\/(?:email(?:\/|$)|messages\/|bounces(?:\/|$)|deliverystats$|server$|message-streams(?:\/|$)|stats\/)/i;

/** Whether answers at a path are for clients of Postmark's API. */
export function isPostmarkPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`) || AT_ROOT.test(path);
}
