import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Paths that recipients open from emails and forms, and paths with which reverse proxies check host names. Account
 * hosts serve only these paths. The API and the sign-in page must not be available under an account host.
 */
const PUBLIC_PATHS = [
  '/t/',
  '/u/',
  '/preferences/',
  '/view/',
  '/f/',
  '/form/',
  '/js/form.js',
  '/l/',
  '/i/',
  '/archive/',
  '/confirm/',
  '/.well-known/postrider/',
] as const;

/** Host names that this listener serves. */
export interface HostNames {
  /** Returns the public base URL. Returns an empty string while the URL is unknown. */
  readonly baseUrl: () => string;
  /**
   * Returns whether a lower-case host name that is not ours belongs to an account. Rejects if this cannot be
   * determined.
   */
  readonly isOfAccounts: (host: string) => Promise<boolean>;
}

/** Returns true if account hosts also serve the path. Pure. */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PATHS.some((prefix) => path.startsWith(prefix));
}

/**
 * Returns whether a request was sent to a host of an account, which serves only public paths. The host of the base URL,
 * names without a dot, and IP addresses need no lookup. Rejects if this cannot be determined.
 */
export function isAtAccountHost(
  { baseUrl, isOfAccounts }: HostNames,
  request: IncomingMessage,
): false | Promise<boolean> {
  const host = hostOf(request.headers.host ?? '');
  if (!host.includes('.') || isIP(host) !== 0 || host.startsWith('[') || host.endsWith('.localhost')) return false;
  return host === nameOf(baseUrl()) ? false : isOfAccounts(host);
}

/** Returns the normalized host name in a Host header (RFC 9110 section 7.2). */
function hostOf(header: string): string {
  return header.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

function nameOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname.replace(/\.$/, '') : undefined;
}
