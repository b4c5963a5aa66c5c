import { types, type ClientConfig } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/** The longest that a statement or an idle transaction may last. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** An idle connection is probed after this time. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Session settings that statements and the driver rely on, whatever the server, the database or the role prescribe. They travel
 * with the start of each connection and rank above `ALTER ROLE` and `ALTER DATABASE`.
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
  // Asked for at the start: a pooler that drops these settings drops this one as well.
  'postrider.session': 'on',
};

/** Connection settings shared by the pool and by the listener: 8-byte integers arrive as numbers. */
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
    // Statements are named and plain: planning each execution anew cost four times what running it did. Of two values of a
    // setting the last one counts.
    options: ['-c plan_cache_mode=force_generic_plan', ...options, ...REQUIRED_OPTIONS].join(' '),
    types: { getTypeParser },
  };
}

const REQUIRED_OPTIONS = Object.entries(SESSION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`);

/** The driver would let the options of an address replace ours. */
function splitOptions(url: string): { readonly address: string; readonly options: readonly string[] } {
  const given = URL.canParse(url) ? new URL(url).searchParams.get('options') : null;
  if (given === null) return { address: url, options: [] };
  const address = new URL(url);
  address.searchParams.delete('options');
  return { address: address.href, options: [given] };
}

/** The address by which plans are for the values of a call: a cluster finds by them where a statement belongs. */
export function withoutGenericPlans(url: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.delete('options');
  // What the address itself says comes last, and counts.
  const options = ['-c plan_cache_mode=force_custom_plan', ...(given === null ? [] : [given])].join(' ');
  // Written out: programs of PostgreSQL take no plus for a space.
  address.search += `${address.search === '' ? '?' : '&'}options=${encodeURIComponent(options)}`;
  return address.href;
}

/** The driver gives the elements of these as texts. */
const INT8_ARRAY_OID = 1016;

/** An array of numbers as PostgreSQL writes it: `{1,2}`. */
function parseNumbers(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  return inside === '' ? [] : inside.split(',').map((element) => (element === 'NULL' ? null : Number(element)));
}

function getTypeParser(...[oid, format]: Parameters<typeof types.getTypeParser>): (value: never) => unknown {
  // Ids and counters stay far below 2^53.
  if (oid === types.builtins.INT8 && String(format) !== 'binary') return (value: string) => Number(value);
  const typeId: number = oid;
  if (typeId === INT8_ARRAY_OID && String(format) !== 'binary') return parseNumbers;
  return types.getTypeParser(oid, format) as (value: never) => unknown;
}
