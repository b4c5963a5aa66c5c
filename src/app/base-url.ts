import type { Config } from '../base/config.ts';

const OF_THIS_MACHINE = ['0.0.0.0', '::', '127.0.0.1', '::1'];

/** Returns the configured base URL, or the URL of the HTTP role if it listens on `port`. */
export function baseUrlOf(config: Config, port: number): string {
  return config.baseUrl ?? `http://${shownHost(config.host)}:${port}`;
}

/**
 * Returns the host for a URL. Loopback and wildcard addresses become localhost, because passkeys require a host name.
 */
function shownHost(host: string): string {
  if (OF_THIS_MACHINE.includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
