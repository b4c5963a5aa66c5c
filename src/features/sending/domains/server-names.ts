import { isIP } from 'node:net';

/** A name of this machine alone, as a server has until somebody names it (RFC 6761 section 6.3). */
const NAMELESS = /(?:^|[ :@.])localhost\.?(?=[ ;,]|$)/;

/** Whether the rest of the world can find a server by this name, or by those in the data of a record. Pure. */
export function isNameForOthers(hostname: string): boolean {
  return !NAMELESS.test(hostname);
}

/** The name in DNS of a public base address, which other names may lead to; undefined when it has none. Pure. */
export function publicHostOf(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  const host = new URL(baseUrl).hostname.replace(/\.$/, '');
  const isName = isIP(host) === 0 && !host.startsWith('[') && host.includes('.') && isNameForOthers(host);
  return isName ? host : undefined;
}

/** The public base address with another host: its scheme, port and path stay; no slash at its end. Pure. */
export function baseWithHost(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.href.replace(/\/+$/, '');
}
