/** Where the surface stands, for clients that keep the path of the address that they are pointed to. */
export const PREFIX = '/compat/sendgrid';

/** Both homes of the routes. */
export const BASES = ['', PREFIX] as const;

const AT_ROOT = /^\/v3\/(?:mail|suppression|asm|scopes|user)(?:\/|$)/;

/** Whether answers at a path are for clients of SendGrid's API. At the root another vendor's paths begin alike. */
export function isSendgridPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`) || AT_ROOT.test(path);
}
