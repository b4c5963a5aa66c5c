import { refuseOtherSites } from '../../../http/authorization.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Reply, RouteRequest } from '../../../http/route.ts';
import { acceptedLanguage } from '../../../mail/languages/tags.ts';
import type { Caller } from './sign-in.ts';

/** The properties of a request that identify its sender. */
type Requested = Pick<RouteRequest<unknown, unknown>, 'headers' | 'clientAddress'>;

/** Returns the origin, the cookies, and the language of a request. */
export function callerOf({ clientAddress, headers }: Requested): Caller {
  return {
    cookie: headers.cookie,
    origin: { address: clientAddress, userAgent: headers['user-agent'] },
    language: acceptedLanguage(headers['accept-language'])?.tag ?? null,
  };
}

/**
 * Returns the origin and the cookies of a request without a session. Rejects cross-site requests, because other sites
 * must not sign a user in or out. For requests with a session, the server has already checked this.
 */
export function ownCallerOf(request: Requested): Caller {
  refuseOtherSites({ headers: request.headers, method: 'POST' });
  return callerOf(request);
}

/** Returns a reply that contains only a message. */
export function said(message: string, cookies?: readonly string[]): Reply {
  return { status: 200, body: { message }, ...(cookies && { cookies }) };
}

/** Returns the ID in a path. Throws not_found if the ID is invalid. */
export function idOf(params: Readonly<Record<string, string>>): number {
  const text = params['id'] ?? '';
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id < 1) throw new Refusal('not_found');
  return id;
}
