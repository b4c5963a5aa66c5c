/** Base path of the endpoint that clients are configured with. */
export const COMPAT_PREFIX = '/transactional/compat';

/** Additional path for clients that drop the path of their configured URL. */
const ROOT_ALIAS = '/emails';

/** Base paths of the routes. */
export const BASES = [COMPAT_PREFIX, ''] as const;

/**
 * Returns whether responses at a path use the format of the compatible endpoint. Includes paths that start with the
 * prefix without a slash, because some clients append `emails` directly and would not recognize an error in another
 * format.
 */
export function isCompatPath(path: string): boolean {
  return path.startsWith(COMPAT_PREFIX) || path === ROOT_ALIAS || path.startsWith(`${ROOT_ALIAS}/`);
}
