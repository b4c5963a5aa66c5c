import { connect } from 'node:net';

/** libpq parameters that the driver would ignore, with advice for users. */
const REFUSED: Readonly<Record<string, string>> = {
  hostaddr: 'name the address as the host',
  load_balance_hosts: 'name one server',
  passfile: 'put the password into the address',
  service: 'write the address out',
  servicefile: 'write the address out',
};
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const ONE_SERVER =
  'names several hosts; name one: the primary, or an address that follows it, such as a virtual IP or a proxy';
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
    throw new Error(`has the parameter ${refused}, which is not supported; ${REFUSED[refused]}`);
  const wanted = parameters.get('target_session_attrs') ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(wanted)) {
    throw new Error(`has target_session_attrs=${wanted}; Postrider needs a server that accepts writes`);
  }
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!SSL_MODES.includes(mode)) throw new Error(`has sslmode=${mode}; use one of ${SSL_MODES.join(', ')}`);
}

/**
 * Returns the URL with its final TLS mode. `prefer` works as in libpq: TLS without verification if the server offers
 * it, otherwise no TLS. `require` and `verify-ca` verify the certificate and the host name, as node-postgres does.
 * `environmentMode` (PGSSLMODE) applies if the URL has no mode. Throws if the mode is `prefer` and the server does not
 * respond.
 */
export async function settleTls(url: string, environmentMode: string | undefined): Promise<string> {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  const mode = address.searchParams.get('sslmode') ?? environmentMode;
  if (mode === undefined || address.searchParams.has('uselibpqcompat')) return url;
  address.searchParams.set('sslmode', await decided(mode, address));
  return address.href;
}

async function decided(mode: string, { hostname, port, searchParams }: URL): Promise<string> {
  if (mode === 'require' || mode === 'verify-ca') return 'verify-full';
  if (mode !== 'prefer') return mode;
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
  if (host === '' || host.startsWith('/')) return 'disable';
  return (await offersTls(host, Number(searchParams.get('port') ?? (port || 5432)))) ? 'no-verify' : 'disable';
}

/** Returns whether a server supports TLS. It answers with one byte, `S` or `N`. */
function offersTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: PROBE_TIMEOUT_MS }, () => socket.write(SSL_REQUEST));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString('latin1', 0, 1) === 'S');
    });
    socket.once('timeout', () => socket.destroy(new Error('timeout expired')));
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
}
