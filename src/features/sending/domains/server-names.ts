import { isIP } from 'node:net';

/** A name that only this machine can resolve, as a server has until it is configured (RFC 6761 section 6.3). */
const NAMELESS = /(?:^|[ :@.])localhost\.?(?=[ ;,]|$)/;

/** Returns whether other machines can find a server by this name, or by the names in a record's data. Pure. */
export function isNameForOthers(hostname: string): boolean {
  return !NAMELESS.test(hostname);
}

/**
 * Returns the DNS name in a public base URL, if other names can point to it. Returns undefined if there is none. Pure.
 */
export function publicHostOf(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  const host = new URL(baseUrl).hostname.replace(/\.$/, '');
  const isName = isIP(host) === 0 && !host.startsWith('[') && host.includes('.') && isNameForOthers(host);
  return isName ? host : undefined;
}

/**
 * Returns the public base URL with another host. Keeps the scheme, port and path. The result has no trailing slash.
 * Pure.
 */
export function baseWithHost(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.href.replace(/\/+$/, '');
}
