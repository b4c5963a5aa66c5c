import { isIP } from 'node:net';

/** Matches `localhost` and the names below it, which only this machine can resolve (RFC 6761 section 6.3). */
const NAMELESS = /(?:^|[ :@.])localhost\.?(?=[ ;,]|$)/;

/** Returns false if a host name, or a name in a record's data, is `localhost` or a name below it. Pure. */
export function isNameForOthers(hostname: string): boolean {
  return !NAMELESS.test(hostname);
}

/**
 * Returns the host name of a public base URL. Returns undefined if DNS records of other hosts cannot point to it. Pure.
 */
export function publicHostOf(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  const host = new URL(baseUrl).hostname.replace(/\.$/, '');
  const isName = isIP(host) === 0 && !host.startsWith('[') && host.includes('.') && isNameForOthers(host);
  return isName ? host : undefined;
}

/** Returns the public base URL with another host. Keeps the scheme, port, and path, without a trailing slash. Pure. */
export function baseWithHost(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.href.replace(/\/+$/, '');
}
