import { isIP } from 'node:net';
import { isLoopbackAddress, isUsableAddress } from './addresses.ts';

/** Maximum length of a URL, in characters. */
export const MAX_OUTGOING_URL_CHARACTERS = 2_048;

/** Policy for allowed URLs. */
export interface UrlPolicy {
  /**
   * Whether loopback addresses (127.0.0.0/8 and ::1) are allowed targets, even over plain http. For development only.
   */
  readonly allowLoopback: boolean;
}

/** Target of a request, used to establish the connection. */
export interface OutgoingTarget {
  /** Origin: scheme, host and port in the format of RFC 6454 section 4. */
  readonly origin: string;
  /** Path, including the query string. */
  readonly path: string;
  /** Host name in lower case without the trailing dot, or an IP address without brackets. */
  readonly host: string;
  readonly isSecure: boolean;
}

/** Requires exactly two slashes. URL parsers disagree about any other number. */
const BEGINNING = /^https?:\/\/[^/?#\\]/i;
/**
 * Matches characters that URL parsers remove or convert. With such characters, two parsers could extract different
 * hosts.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const AMBIGUOUS = /[\u0000-\u0020\u007f-\u00a0\\]/;
const LOCALHOST = /(?:^|\.)localhost$/;

/**
 * Returns the reason why a request must not be sent to a URL, as an error message that starts with 'The URL'. Returns
 * undefined if the URL is allowed.
 */
export function refusedUrl(url: string, policy: UrlPolicy): string | undefined {
  const target = targetOf(url, policy);
  return typeof target === 'string' ? target : undefined;
}

/**
 * Parses a URL. Returns the target, or an error message if the URL is not allowed. The IP addresses of the host name
 * are checked only when connecting.
 */
export function targetOf(text: string, policy: UrlPolicy): OutgoingTarget | string {
  if (text.length > MAX_OUTGOING_URL_CHARACTERS) {
    return `The URL must have at most ${MAX_OUTGOING_URL_CHARACTERS} characters`;
  }
  if (AMBIGUOUS.test(text)) return 'The URL must not contain spaces, control characters, or backslashes';
  const url = BEGINNING.test(text) ? URL.parse(text) : null;
  if (!url) return `The URL must be absolute and start with https://`;
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or password';
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:';
  const fault = faultOfHost(host, policy) ?? faultOfPort(url) ?? (isSecure ? undefined : faultOfHttp(host, policy));
  return fault ?? { origin: url.origin, path: `${url.pathname}${url.search}`, host, isSecure };
}

/**
 * Returns the host. The URL parser has normalized decimal, octal, hexadecimal, and full-width digits (WHATWG URL, IPv4
 * parser).
 */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.toLowerCase().replace(/\.$/, '');
}

function faultOfHost(host: string, policy: UrlPolicy): string | undefined {
  if (isIP(host) !== 0) {
    return isUsableAddress(host, policy) ? undefined : `The URL points to ${host}, which is not on the public internet`;
  }
  if (LOCALHOST.test(host)) return policy.allowLoopback ? undefined : 'The URL points to this server';
  return host.includes('.') ? undefined : `The URL must have a full host name: '${host}' has no dot`;
}

function faultOfPort({ port }: URL): string | undefined {
  return port !== '' && isRefusedPort(Number(port))
    ? `The URL must not use port ${port}, which is reserved for other services`
    : undefined;
}

/** Allows plain http only to loopback addresses, for receivers under development. */
function faultOfHttp(host: string, { allowLoopback }: UrlPolicy): string | undefined {
  return allowLoopback && (isLoopbackAddress(host) || LOCALHOST.test(host))
    ? undefined
    : 'The URL must start with https://';
}

/**
 * Ports of services other than web servers. Requests from strangers could harm these services. The list contains the
 * ports that browsers block (the "bad ports" of the Fetch standard), and the usual ports of databases, caches, and
 * consoles.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  // Simple services such as echo, email, name services, file transfer, news, and printers.
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526,
  530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045,
  4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // Databases, caches, queues, directories.
  1433, 1521, 2181, 2379, 2380, 3306, 5432, 5672, 6379, 9042, 9092, 9200, 9300, 11211, 27017,
  // Remote consoles and management ports: Docker, Windows, VNC, kubelet.
  2375, 2376, 3389, 5900, 5985, 5986, 10250, 10255,
]);

function isRefusedPort(port: number): boolean {
  return REFUSED_PORTS.has(port);
}
