import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Paths that people reach from mails and forms, and what proxies ask about them. They are all that is answered at hosts of
 * accounts: there, neither the API nor a page to sign in at may be found under somebody else's name.
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

/** Which names this listener is reached by. */
export interface HostNames {
  /** Public base address; empty while it is not known. */
  readonly baseUrl: () => string;
  /** Whether a name, in lower case and not ours, is one of accounts. Rejects when that cannot be known now. */
  readonly isOfAccounts: (host: string) => Promise<boolean>;
}

/** Whether a route is served at hosts of accounts too. Pure. */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PATHS.some((prefix) => path.startsWith(prefix));
}

/**
 * Whether a request came to a host of an account, at which only public paths are answered. Names of ours, of this machine and
 * addresses are told without asking. Rejects when it cannot be known.
 */
export function isAtAccountHost(
  { baseUrl, isOfAccounts }: HostNames,
  request: IncomingMessage,
): false | Promise<boolean> {
  const host = hostOf(request.headers.host ?? '');
  if (!host.includes('.') || isIP(host) !== 0 || host.startsWith('[') || host.endsWith('.localhost')) return false;
  return host === nameOf(baseUrl()) ? false : isOfAccounts(host);
}

/** The name in a header Host (RFC 9110 section 7.2), however it is spelled. */
function hostOf(header: string): string {
  return header.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

function nameOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname.replace(/\.$/, '') : undefined;
}
