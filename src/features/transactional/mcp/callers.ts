const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Where a request says that it comes from and goes to. */
export interface Whereabouts {
  /** The header `Origin`; only browsers send it. */
  readonly origin: string | undefined;
  /** The header `Host`. */
  readonly host: string | undefined;
}

/** Where this server is. */
export interface OwnAddress {
  readonly baseUrl: string;
  /** It listens on loopback, so that only this machine, or a proxy on it, calls. */
  readonly isLoopback: boolean;
}

/**
 * Why a request is not answered for where it comes from, as a sentence; undefined when it is. A page of another origin
 * may not speak to us, and on loopback neither may one whose name was made to point at this machine (DNS rebinding);
 * Model Context Protocol, Transports, 'Security warning'.
 */
export function faultOfWhereabouts({ origin, host }: Whereabouts, own: OwnAddress): string | undefined {
  if (origin !== undefined && !isOrigin(origin, own.baseUrl)) {
    return 'Requests from other origins are not allowed.';
  }
  if (!own.isLoopback) return undefined;
  const name = hostnameOf(`http://${host ?? ''}`);
  if (name !== undefined && [...LOOPBACK_NAMES, hostnameOf(own.baseUrl)].includes(name)) return undefined;
  return 'This server accepts only loopback connections. Use the host name `localhost` or the one in `POSTRIDER_BASE_URL`.';
}

function isOrigin(given: string, baseUrl: string): boolean {
  const origin = URL.parse(given)?.origin;
  // Of data: and of whatever is not the web the origin is the text 'null', which is nobody's.
  return origin !== undefined && origin !== 'null' && origin === URL.parse(baseUrl)?.origin;
}

function hostnameOf(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}
