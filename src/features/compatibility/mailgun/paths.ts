/** Base path of the adapter, for clients that keep the path of their configured URL. */
export const PREFIX = '/compat/mailgun';

/**
 * Base paths of the routes. The empty path is for the many clients that only keep the origin of their configured URL.
 */
export const BASES = ['', PREFIX] as const;

/** Returns whether responses at a path use the format of Mailgun's API. */
export function isMailgunPath(path: string): boolean {
  return (
    path === PREFIX ||
    path.startsWith(`${PREFIX}/`) ||
    /^\/(?:v3\/|v1\/analytics\/|v4\/domains(?:\/|$)|v5\/accounts\/)/.test(path)
  );
}
