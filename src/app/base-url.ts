import type { Config } from '../base/config.ts';

const OF_THIS_MACHINE = ['0.0.0.0', '::', '127.0.0.1', '::1'];

/** Returns the base URL of this installation if its HTTP role listens on this port. */
export function baseUrlOf(config: Config, port: number): string {
  return config.baseUrl ?? `http://${shownHost(config.host)}:${port}`;
}

/**
 * Returns the host to display. Loopback addresses are shown as localhost, because passkeys are bound to a name, never
 * to an IP address.
 */
function shownHost(host: string): string {
  if (OF_THIS_MACHINE.includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
