const MEBIBYTE = 1024 * 1024;
const DEFAULT_CONNECTIONS = 60;
/** Below this much memory the larger working areas would not fit. */
const SMALL_MACHINE_BYTES = 4096 * MEBIBYTE;

/** What the settings of the embedded server depend on. */
export interface SettingsInput {
  /** Memory that this machine, or the container's limit, allows. */
  readonly memoryBytes: number;
  readonly maxConnections?: number | undefined;
  /** False for tests only: a power cut destroys the data. A killed server still loses nothing. */
  readonly durable: boolean;
  /** Whether the library pg_stat_statements is there. */
  readonly statementStatistics: boolean;
}

/** PostgreSQL's settings for the embedded server, as `name -> value`. */
export function embeddedSettings(input: SettingsInput): Readonly<Record<string, string>> {
  const memory = Math.floor(input.memoryBytes / MEBIBYTE);
  const small = input.memoryBytes < SMALL_MACHINE_BYTES;
  return {
    max_connections: String(input.maxConnections ?? DEFAULT_CONNECTIONS),
    // A backup locks every day's tables, and a restore makes them, in one transaction each.
    max_locks_per_transaction: '512',
    shared_buffers: `${clamp(memory / 4, 32, 2048)}MB`,
    effective_cache_size: `${clamp(memory / 2, 64, 1024 * 1024)}MB`,
    work_mem: small ? '16MB' : '32MB',
    maintenance_work_mem: `${clamp(memory / 16, 64, 512)}MB`,
    // Touched whole at each start. Every commit empties them; 360 MB written at once take no longer with these than with 16 MB.
    wal_buffers: '4MB',
    max_wal_size: '4GB',
    min_wal_size: input.durable ? '1GB' : '80MB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    synchronous_commit: 'on',
    jit: 'off',
    autovacuum_naptime: '15s',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    idle_in_transaction_session_timeout: '30s',
    shared_preload_libraries: input.statementStatistics ? 'pg_stat_statements' : '',
    ...switches(input.durable, ['fsync', 'full_page_writes']),
    // Times and text mean the same on every machine.
    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'iso, ymd',
    default_text_search_config: 'pg_catalog.simple',
    // Failed statements are reported to the program that sent them; here they would leave addresses and texts of mails.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    unix_socket_permissions: '0700',
  };
}

/** The settings as a configuration file. */
export function renderSettings(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return `# Written by Postrider at each start. To change a setting for good: ALTER SYSTEM SET name = value.\n${lines.join('\n')}\n`;
}

function switches(on: boolean, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, on ? 'on' : 'off']));
}

function clamp(value: number, min: number, max: number): number {
  return Math.floor(Math.min(Math.max(value, min), max));
}
