import type { SmtpLogin } from './types.ts';

/** A relay to which messages are sent. */
export interface RelayRoute {
  readonly host: string;
  readonly port: number;
  readonly tls: 'opportunistic' | 'required' | 'implicit';
  readonly login: SmtpLogin | undefined;
}

/** Default ports by URL scheme (RFC 6409 section 3.1, RFC 8314 section 7.3). */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const EXAMPLE = 'smtp://user:password@relay.example:587';
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/i;
const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;

/**
 * Parses 'smtp://[user:password@]host[:port]' or 'smtps://...' (TLS from the first byte). A URL with a password
 * requires TLS. The user and the password are percent-decoded. Throws an Error with a message for the operator. The
 * message never contains the password.
 */
export function parseRelayUrl(url: string): RelayRoute {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed)
    throw new Error(`The relay URL is not valid; use the format ${EXAMPLE} and percent-encode special characters`);
  const defaultPort = DEFAULT_PORTS[parsed.protocol];
  if (defaultPort === undefined) {
    throw new Error(`The relay URL must begin with smtp:// or smtps://, not ${parsed.protocol}//`);
  }
  requireHostAlone(parsed);
  const login = loginOf(parsed);
  return {
    // Certificates contain host names without a trailing dot.
    host: parsed.hostname
      .replace(/^\[(.*)\]$/, '$1')
      .replace(/\.$/, '')
      .toLowerCase(),
    port: parsed.port === '' ? defaultPort : Number(parsed.port),
    tls: parsed.protocol === 'smtps:' ? 'implicit' : login ? 'required' : 'opportunistic',
    login,
  };
}

function requireHostAlone({ hostname, port, pathname, search, hash }: URL): void {
  if (hostname === '') throw new Error(`The relay URL has no host; use the format ${EXAMPLE}`);
  if (!HOST.test(hostname)) throw new Error(`The relay URL has an invalid host: ${hostname}`);
  if (port === '0') throw new Error(`The relay URL must not have port 0; use the format ${EXAMPLE}`);
  if ((pathname !== '' && pathname !== '/') || search !== '' || hash !== '') {
    throw new Error(
      `The relay URL must end after the host and port; in a password, percent-encode / as %2F, ? as %3F, and # as %23`,
    );
  }
}

function loginOf(parsed: URL): SmtpLogin | undefined {
  if (parsed.username === '' && parsed.password === '') return undefined;
  if (parsed.username === '')
    throw new Error(`The relay URL has a password but no user name; use the format ${EXAMPLE}`);
  if (parsed.password === '')
    throw new Error(`The relay URL has a user name but no password; use the format ${EXAMPLE}`);
  const login = { user: decoded(parsed.username, 'user name'), password: decoded(parsed.password, 'password') };
  if (CONTROL_CHARACTER.test(login.user + login.password)) {
    throw new Error(`The user name or password in the relay URL contains a control character`);
  }
  return login;
}

function decoded(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new Error(`The ${part} in the relay URL is not percent-encoded correctly; write % as %25`, {
      cause: error,
    });
  }
}
