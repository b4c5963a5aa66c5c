import { isIP } from 'node:net';
import { isLoopbackAddress, isUsableAddress } from './addresses.ts';

/** Longer URLs are refused. */
export const MAX_OUTGOING_URL_CHARACTERS = 2_048;

/** Which URLs may be used. */
export interface UrlPolicy {
  /** Whether this machine itself (127.0.0.0/8 and ::1) may be asked, also by plain http; for development only. */
  readonly allowLoopback: boolean;
}

/** Where a request goes, as a connection is made from it. */
export interface OutgoingTarget {
  /** Scheme, host and port, as RFC 6454 4 writes them. */
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  /** A name in lower case without its final dot, or an address without brackets. */
  readonly host: string;
  readonly isSecure: boolean;
}

/** Exactly two slashes: parsers of URLs forgive other numbers, each in its own way. */
const BEGINNING = /^https?:\/\/[^/?#\\]/i;
/** Characters that parsers drop or turn into others, so that two of them may see two hosts. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const AMBIGUOUS = /[\u0000-\u0020\u007f-\u00a0\\]/;
const LOCALHOST = /(?:^|\.)localhost$/;

/** Why a request may not go to a URL, as a sentence that begins with 'The URL'; undefined where it may. */
export function refusedUrl(url: string, policy: UrlPolicy): string | undefined {
  const target = targetOf(url, policy);
  return typeof target === 'string' ? target : undefined;
}

/** What a URL says, or why it may not be used. Whether its name leads to a good address is seen at the connect only. */
export function targetOf(text: string, policy: UrlPolicy): OutgoingTarget | string {
  if (text.length > MAX_OUTGOING_URL_CHARACTERS) {
    return `The URL must have at most ${MAX_OUTGOING_URL_CHARACTERS} characters`;
  }
  if (AMBIGUOUS.test(text)) return 'The URL must not contain spaces, control characters or backslashes';
  const url = BEGINNING.test(text) ? URL.parse(text) : null;
  if (!url) return `The URL must be absolute and start with https://`;
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or password';
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:';
  const fault = faultOfHost(host, policy) ?? faultOfPort(url) ?? (isSecure ? undefined : faultOfHttp(host, policy));
  return fault ?? { origin: url.origin, path: `${url.pathname}${url.search}`, host, isSecure };
}

/** The parser has already turned decimal, octal, hexadecimal and wide digits into one spelling (WHATWG URL, IPv4 parser). */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.toLowerCase().replace(/\.$/, '');
}

function faultOfHost(host: string, policy: UrlPolicy): string | undefined {
  if (isIP(host) !== 0) {
    return isUsableAddress(host, policy) ? undefined : `The URL points to ${host}, which is not on the public internet`;
  }
  if (LOCALHOST.test(host)) return policy.allowLoopback ? undefined : 'The URL points to this machine';
  return host.includes('.') ? undefined : `The URL must have a full host name: '${host}' has no dot`;
}

function faultOfPort({ port }: URL): string | undefined {
  return port !== '' && isRefusedPort(Number(port))
    ? `The URL must not use port ${port}, which is reserved for other services`
    : undefined;
}

/** Plain http is for receivers under development, on the machine itself. */
function faultOfHttp(host: string, { allowLoopback }: UrlPolicy): string | undefined {
  return allowLoopback && (isLoopbackAddress(host) || LOCALHOST.test(host))
    ? undefined
    : 'The URL must start with https://';
}

/**
 * Ports at which no web server answers but something that might be moved by bytes of a stranger: those that browsers refuse
 * (the "bad ports" of the Fetch standard), and the usual ones of databases, caches and consoles.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  // Small services, mail, names, files, news, printers.
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526,
  530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045,
  4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // Databases, caches, queues, directories.
  1433, 1521, 2181, 2379, 2380, 3306, 5432, 5672, 6379, 9042, 9092, 9200, 9300, 11211, 27017,
  // Remote consoles and the doors of machines: Docker, Windows, VNC, kubelet.
  2375, 2376, 3389, 5900, 5985, 5986, 10250, 10255,
]);

/** True for a port at which nothing that takes web requests is to be expected. */
function isRefusedPort(port: number): boolean {
  return REFUSED_PORTS.has(port);
}
