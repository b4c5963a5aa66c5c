/** Where the surface stands, for clients that keep the path of the address that they are pointed to. */
export const PREFIX = '/compat/mailgun';

/** Both homes of the routes: many clients keep the origin of the address alone. */
export const BASES = ['', PREFIX] as const;

/** Whether answers at a path are for clients of Mailgun's API. */
export function isMailgunPath(path: string): boolean {
  return (
    path === PREFIX ||
    path.startsWith(`${PREFIX}/`) ||
    /^\/(?:v3\/|v1\/analytics\/|v4\/domains(?:\/|$)|v5\/accounts\/)/.test(path)
  );
}
