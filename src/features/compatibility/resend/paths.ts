/** Where the endpoint stands: clients are pointed here. */
export const COMPAT_PREFIX = '/transactional/compat';

/** Where it stands as well, for clients that drop the path of the address that they are pointed to. */
const ROOT_ALIAS = '/emails';

/** Both homes of the routes below. */
export const BASES = [COMPAT_PREFIX, ''] as const;

/**
 * Whether answers at a path are for clients of the endpoint. Without a slash after the prefix as well: some clients append
 * `emails` to what they are given, and would not see an error of ours for what it is.
 */
export function isCompatPath(path: string): boolean {
  return path.startsWith(COMPAT_PREFIX) || path === ROOT_ALIAS || path.startsWith(`${ROOT_ALIAS}/`);
}
