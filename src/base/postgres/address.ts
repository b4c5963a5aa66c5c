import { connect } from 'node:net';
import { sqlStateOf } from '../db.ts';
import { queryOnce } from './probe.ts';

/** libpq parameters that the driver would ignore, with advice for users. */
const REFUSED: Readonly<Record<string, string>> = {
  hostaddr: 'use the IP address as the host',
  load_balance_hosts: 'specify one server',
  passfile: 'put the password in the URL',
  service: 'specify the host, port, and database in the URL',
  servicefile: 'specify the host, port, and database in the URL',
};
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const ONE_SERVER =
  'contains several hosts; use one: the primary, or an address that always points to it, such as a virtual IP address or a proxy';
const PROBE_TIMEOUT_MS = 5_000;
/** The SSLRequest message (PostgreSQL, Frontend/Backend Protocol, Message Formats). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Validates the URL of an external server and returns it unchanged. Throws an Error whose message completes
 * "DATABASE_URL ...".
 */
export function parsePostgresUrl(given: string): string {
  if (!/^postgres(ql)?:\/\//.test(given)) throw new Error('must begin with postgres:// or postgresql://');
  const authority = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(given)?.[1] ?? '';
  if (/,|%2c/i.test(authority)) throw new Error(ONE_SERVER);
  if (URL.canParse(given)) requireSupported(new URL(given).searchParams);
  return given;
}

function requireSupported(parameters: URLSearchParams): void {
  if (['host', 'port'].some((name) => parameters.get(name)?.includes(','))) throw new Error(ONE_SERVER);
  const refused = Object.keys(REFUSED).find((name) => parameters.has(name));
  if (refused !== undefined)
    throw new Error(`has the ${refused} parameter, which is not supported; ${REFUSED[refused]}`);
  const wanted = parameters.get('target_session_attrs') ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(wanted)) {
    throw new Error(`has target_session_attrs=${wanted}; Postrider needs a server that accepts writes`);
  }
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!SSL_MODES.includes(mode)) throw new Error(`has sslmode=${mode}; use one of ${SSL_MODES.join(', ')}`);
}

/**
 * Returns the URL with its final TLS mode. `prefer` works as in libpq 17: TLS without verification if the server
 * supports TLS. If the server does not support TLS, or if the handshake or the login over TLS fails and a connection
 * without TLS works, the mode is `disable`. `require` and `verify-ca` verify the certificate and the host name, as
 * node-postgres does. `environmentMode` (PGSSLMODE) applies if the URL has no mode. Throws if the mode is `prefer` and
 * the server does not answer or reports an error.
 */
export async function settleTls(url: string, environmentMode: string | undefined): Promise<string> {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  const mode = address.searchParams.get('sslmode') ?? environmentMode;
  if (mode === undefined || address.searchParams.has('uselibpqcompat')) return url;
  address.searchParams.set('sslmode', await decided(mode, address));
  return address.href;
}

async function decided(mode: string, address: URL): Promise<string> {
  if (mode === 'require' || mode === 'verify-ca') return 'verify-full';
  if (mode !== 'prefer') return mode;
  const { hostname, port, searchParams } = address;
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
  if (host === '' || host.startsWith('/')) return 'disable';
  if (!(await offersTls(host, Number(searchParams.get('port') ?? (port || 5432))))) return 'disable';
  const failure = await failureWith(address, 'no-verify');
  // If both modes fail, the caller reports the error from the connection with TLS.
  if (!isRefusalOfTls(failure) || (await failureWith(address, 'disable')) !== undefined) return 'no-verify';
  return 'disable';
}

/** Connects with a TLS mode and returns the error, or undefined if the server answers a query. */
async function failureWith(address: URL, mode: string): Promise<unknown> {
  const url = new URL(address);
  url.searchParams.set('sslmode', mode);
  try {
    await queryOnce(url.href, 'select 1');
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Returns true if the TLS handshake failed, or if the server rejected the login. The rules in pg_hba.conf may differ
 * for connections without TLS. A server that is starting or has no free connection slot rejects both kinds of
 * connections, so its errors do not show whether TLS works.
 */
function isRefusalOfTls(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return state.startsWith('28');
  return error instanceof Error && 'code' in error && /^(EPROTO|ECONNRESET|ERR_)/.test(String(error.code));
}

/**
 * Asks a server whether it supports TLS. The server answers with `S` or `N`. Any other byte is the start of an error
 * message, which does not prove that the server does not support TLS.
 */
function offersTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: PROBE_TIMEOUT_MS }, () => socket.write(SSL_REQUEST));
    socket.once('data', (answer) => {
      socket.destroy();
      const letter = answer.toString('latin1', 0, 1);
      if (letter === 'S' || letter === 'N') resolve(letter === 'S');
      else reject(new Error('the server answers the request for TLS with an error'));
    });
    socket.once('timeout', () => socket.destroy(new Error('timeout expired')));
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
}
