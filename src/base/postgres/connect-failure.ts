import { StartupError } from '../startup-error.ts';

/** The target of the connection, without the password. */
interface Target {
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
}

/**
 * Explains the error of a transaction pooler such as PgBouncer, which assigns a server connection to a client for only
 * one transaction.
 */
export const POOLER = [
  'DATABASE_URL points to a connection pooler, such as PgBouncer, that does not pass on session settings',
  'Connect to PostgreSQL directly. Postrider has its own connection pool of up to 12 connections per process.',
] as const;

type Explanation = (target: Target) => readonly [problem: string, remedy: string];

const refused: Explanation = ({ host, port }) => [
  `no PostgreSQL server accepts connections at ${host}, port ${port}`,
  'Start the server, or correct the host and port in DATABASE_URL.',
];
const unknownHost: Explanation = ({ host }) => [
  `the host name ${host} cannot be resolved`,
  'Correct the host in DATABASE_URL, or fix name resolution on this machine.',
];
const silent: Explanation = ({ host, port }) => [
  `${host}, port ${port}, does not respond`,
  'Check for a firewall, or for a wrong host in DATABASE_URL.',
];
const password: Explanation = ({ user }) => [
  `the server rejected the user ${user} or the password`,
  'Correct the user and password in DATABASE_URL. Percent-encode special characters (for example, %40 for @).',
];
const full: Explanation = () => [
  'the server has no free connections',
  'Increase max_connections, or stop other programs that use this server.',
];
const certificate: Explanation = ({ host }) => [
  `the TLS certificate of ${host} is not trusted`,
  'Set the certificate authority with sslrootcert=/path/to/ca.pem in DATABASE_URL, or with NODE_EXTRA_CA_CERTS.',
];

/** Explanations by SQLSTATE, system error code, or TLS error code. */
const byCode: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: refused,
  ENOENT: refused,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ECONNRESET: ({ host, port }) => [
    `${host}, port ${port}, closes the connection immediately`,
    'Make sure that DATABASE_URL points to a PostgreSQL server and not to another service.',
  ],
  '28P01': password,
  '28000': ({ user, database }) => [
    `the server does not allow the user ${user} to connect to the database ${database} from here`,
    'Allow the connection in pg_hba.conf. If the server requires TLS, add sslmode=require to DATABASE_URL.',
  ],
  '3D000': ({ database, user }) => [
    `the database ${database} does not exist`,
    `Create it: create database "${database}" owner "${user}", or correct the name in DATABASE_URL.`,
  ],
  '42501': ({ user, database }) => [
    `the user ${user} does not have access to the database ${database}`,
    `Make the user the owner of the database: alter database "${database}" owner to "${user}".`,
  ],
  '53100': ({ host }) => [
    `the disk of the server on ${host} is full`,
    'Free disk space on the server. No other action is needed.',
  ],
  '53300': full,
  '57P03': () => ['the server is starting, stopping, or recovering', 'Try again in a moment.'],
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  CERT_HAS_EXPIRED: certificate,
  ERR_TLS_CERT_ALTNAME_INVALID: certificate,
};

/** Explanations of errors without a code. */
const byMessage: readonly (readonly [RegExp, Explanation])[] = [
  [/unsupported startup parameter/, () => POOLER],
  [/timeout/i, silent],
  [
    /does not support SSL/,
    () => ['the server does not speak TLS', 'Remove sslmode from DATABASE_URL, or enable SSL on the server.'],
  ],
  [/password must be|password authentication/, password],
  [
    /Invalid URL|URI malformed/,
    () => [
      'DATABASE_URL is not a valid URL',
      'Use the form postgres://user:password@host:5432/database. Percent-encode special characters (for example, %40 for @).',
    ],
  ],
];

/**
 * Returns an error that explains why the server in `url` cannot be reached and how to fix the problem. The error never
 * contains the password.
 */
export function explainConnectFailure(error: unknown, url: string): StartupError {
  const { code, message } = describe(error);
  const explain =
    byCode[code] ??
    byMessage.find(([pattern]) => pattern.test(message))?.[1] ??
    unexplained(withoutPassword(message, code, url));
  const [problem, remedy] = explain(readTarget(url));
  // The cause is omitted, because the driver's error may contain the URL with its password.
  return new StartupError(`The database cannot be reached: ${problem}`, remedy);
}

function unexplained(message: string): Explanation {
  return ({ host, port, database }) => [
    `${message} (${host}, port ${port}, database ${database})`,
    'Check DATABASE_URL, and check that the server accepts connections from this machine.',
  ];
}

function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A host with several addresses causes one error per address. Explain the first.
  if (code === '' && error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return { code, message: error.message };
}

function readTarget(url: string): Target {
  const unknown = { host: 'the given host', port: '5432', database: 'of the address', user: 'of the address' };
  if (!URL.canParse(url)) return unknown;
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const user = decode(username) || unknown.user;
  return {
    host: decode(hostname) || searchParams.get('host') || 'localhost',
    port: port || searchParams.get('port') || '5432',
    database: decode(pathname.slice(1)) || user,
    user,
  };
}

/**
 * Minimum length, in characters, of a password that is masked. A shorter password may also occur within ordinary words,
 * and masking those words would reveal it.
 */
const MASKED_PASSWORD_LENGTH = 8;

function withoutPassword(message: string, code: string, url: string): string {
  const secret = URL.canParse(url) ? new URL(url).password : '';
  const text = message.replaceAll(url, '***');
  const forms = [secret, decode(secret)].filter((form) => form !== '' && text.includes(form));
  if (forms.some((form) => form.length < MASKED_PASSWORD_LENGTH)) {
    return `the driver reports an error${code === '' ? '' : ` (${code})`} that is not shown, because it may contain the password`;
  }
  return forms.reduce((shown, form) => shown.replaceAll(form, '***'), text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text is not valid percent-encoding, so return it unchanged.
    return text;
  }
}
