import { types, type ClientConfig } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/** Maximum duration, in milliseconds, of a statement or of an idle transaction. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** Idle time, in milliseconds, after which TCP keep-alive probes a connection. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Session settings that the statements and the driver rely on. They are sent in the startup packet of each connection,
 * so they take precedence over the settings of the server, database, and role.
 */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  datestyle: 'ISO,MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_deferrable: 'off',
  lock_timeout: '0',
  idle_session_timeout: '0',
  jit: 'off',
  // Marker that shows whether the session settings are in effect. A pooler that drops the settings also drops the
  // marker.
  'postrider.session': 'on',
};

/** Returns the connection settings shared by the pool and the listener. 8-byte integers are parsed as numbers. */
export function clientConfig(url: string, applicationName: string): ClientConfig {
  const { address, options } = splitOptions(url);
  return {
    connectionString: address,
    application_name: `postrider ${applicationName}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // Statements are prepared with generic plans. Planning each execution took four times as long as the execution.
    // PostgreSQL uses the last value of a repeated setting, so `options` can override the plan mode, and
    // REQUIRED_OPTIONS overrides `options`.
    options: ['-c plan_cache_mode=force_generic_plan', ...options, ...REQUIRED_OPTIONS].join(' '),
    types: { getTypeParser },
  };
}

const REQUIRED_OPTIONS = Object.entries(SESSION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`);

/** Removes the `options` parameter from the URL, because the driver would use it instead of our options. */
function splitOptions(url: string): { readonly address: string; readonly options: readonly string[] } {
  const given = URL.canParse(url) ? new URL(url).searchParams.get('options') : null;
  if (given === null) return { address: url, options: [] };
  const address = new URL(url);
  address.searchParams.delete('options');
  return { address: address.href, options: [given] };
}

/**
 * Returns the URL with custom plans enabled, which a Citus cluster needs to route statements by their parameter values.
 */
export function withoutGenericPlans(url: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.delete('options');
  // The URL's own options come last and take precedence.
  const options = ['-c plan_cache_mode=force_custom_plan', ...(given === null ? [] : [given])].join(' ');
  // Encode the value manually, because PostgreSQL's client programs do not decode a plus sign as a space.
  address.search += `${address.search === '' ? '?' : '&'}options=${encodeURIComponent(options)}`;
  return address.href;
}

/** OID of `int8[]`, whose elements the driver returns as strings. */
const INT8_ARRAY_OID = 1016;

/** Parses a numeric array in PostgreSQL's text format: `{1,2}`. */
function parseNumbers(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  return inside === '' ? [] : inside.split(',').map((element) => (element === 'NULL' ? null : Number(element)));
}

function getTypeParser(...[oid, format]: Parameters<typeof types.getTypeParser>): (value: never) => unknown {
  // IDs and counters are far below 2^53, so JavaScript numbers represent them exactly.
  if (oid === types.builtins.INT8 && String(format) !== 'binary') return (value: string) => Number(value);
  const typeId: number = oid;
  if (typeId === INT8_ARRAY_OID && String(format) !== 'binary') return parseNumbers;
  return types.getTypeParser(oid, format) as (value: never) => unknown;
}
