/** Base path of the adapter, for clients that keep the path of their configured URL. */
export const PREFIX = '/compat/sendgrid';

/** Base paths of the routes. */
export const BASES = ['', PREFIX] as const;

const AT_ROOT = /^\/v3\/(?:mail|suppression|asm|scopes|user|templates)(?:\/|$)/;

/**
 * Returns whether responses at a path use the format of SendGrid's API. At the root, the prefix `/v3/` is not
 * sufficient, because paths of another vendor's API also start with it.
 */
export function isSendgridPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`) || AT_ROOT.test(path);
}
