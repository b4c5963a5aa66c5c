import { refuseOtherSites } from '../../../http/authorization.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Reply, RouteRequest } from '../../../http/route.ts';
import type { Caller } from './sign-in.ts';

/** What of a request says where it comes from. */
type Requested = Pick<RouteRequest<unknown, unknown>, 'headers' | 'clientAddress'>;

/** Where a request comes from, and which cookies it brought. */
export function callerOf({ clientAddress, headers }: Requested): Caller {
  return { cookie: headers.cookie, origin: { address: clientAddress, userAgent: headers['user-agent'] } };
}

/**
 * The same of a request without a session, which nobody has asked yet where it comes from: a page of another site must
 * not sign its reader in, or out.
 */
export function ownCallerOf(request: Requested): Caller {
  refuseOtherSites({ headers: request.headers, method: 'POST' });
  return callerOf(request);
}

/** The answer of what was done, in a sentence. */
export function said(message: string, cookies?: readonly string[]): Reply {
  return { status: 200, body: { message }, ...(cookies && { cookies }) };
}

/** The number in a path; throws not_found for anything else. */
export function idOf(params: Readonly<Record<string, string>>): number {
  const text = params['id'] ?? '';
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id < 1) throw new Refusal('not_found');
  return id;
}
