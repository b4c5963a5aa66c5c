const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** The origin and target that a request claims. */
export interface Whereabouts {
  /** The `Origin` header, which only browsers send. */
  readonly origin: string | undefined;
  /** The `Host` header. */
  readonly host: string | undefined;
}

/** The address of this server. */
export interface OwnAddress {
  readonly baseUrl: string;
  /** Whether the server listens on loopback. If so, only this machine, or a proxy on it, can connect. */
  readonly isLoopback: boolean;
}

/**
 * Returns an error message if the origin of a request is not allowed, otherwise undefined. Rejects pages of other
 * origins and, on loopback, host names that were rebound to this machine (DNS rebinding). See Model Context Protocol,
 * Transports, 'Security warning'.
 */
export function faultOfWhereabouts({ origin, host }: Whereabouts, own: OwnAddress): string | undefined {
  if (origin !== undefined && !isOrigin(origin, own.baseUrl)) {
    return 'Requests from other origins are not allowed.';
  }
  if (!own.isLoopback) return undefined;
  const name = hostnameOf(`http://${host ?? ''}`);
  if (name !== undefined && [...LOOPBACK_NAMES, hostnameOf(own.baseUrl)].includes(name)) return undefined;
  return 'This server accepts only loopback connections. Use the host name `localhost` or the host name in `POSTRIDER_BASE_URL`.';
}

function isOrigin(given: string, baseUrl: string): boolean {
  const origin = URL.parse(given)?.origin;
  // The origin of a URL such as data: is the string 'null', which must never match.
  return origin !== undefined && origin !== 'null' && origin === URL.parse(baseUrl)?.origin;
}

function hostnameOf(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}
