const MEBIBYTE = 1024 * 1024;
const DEFAULT_CONNECTIONS = 60;
/** Machines with less memory than this, in bytes, get lower PostgreSQL memory settings. */
const SMALL_MACHINE_BYTES = 4096 * MEBIBYTE;

/** Input for the embedded server's settings. */
export interface SettingsInput {
  /** Memory of this machine, or the container's memory limit, in bytes. */
  readonly memoryBytes: number;
  readonly maxConnections?: number | undefined;
  /**
   * False only in tests. If false, a power failure can destroy the data, but killing the server still loses nothing.
   */
  readonly durable: boolean;
  /** Whether the pg_stat_statements library is installed. */
  readonly statementStatistics: boolean;
}

/** Returns the PostgreSQL settings of the embedded server as `name -> value`. */
export function embeddedSettings(input: SettingsInput): Readonly<Record<string, string>> {
  const memory = Math.floor(input.memoryBytes / MEBIBYTE);
  const small = input.memoryBytes < SMALL_MACHINE_BYTES;
  return {
    max_connections: String(input.maxConnections ?? DEFAULT_CONNECTIONS),
    // A backup locks the partitions of all days in one transaction, and a restore creates all of them in one. The
    // default of 64 locks per transaction is too low for this.
    max_locks_per_transaction: '512',
    shared_buffers: `${clamp(memory / 4, 32, 2048)}MB`,
    effective_cache_size: `${clamp(memory / 2, 64, 1024 * 1024)}MB`,
    work_mem: small ? '16MB' : '32MB',
    maintenance_work_mem: `${clamp(memory / 16, 64, 512)}MB`,
    // A larger buffer would only use more memory, because the server cycles through the whole buffer. Every commit
    // flushes the buffer, and with 16 MB, writing 360 MB at once takes just as long.
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
    // Make the format of times and the processing of text the same on every machine.
    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'iso, ymd',
    default_text_search_config: 'pg_catalog.simple',
    // The client that sent a failed statement receives the error. In the server's log, statements would expose email
    // addresses and message content.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    unix_socket_permissions: '0700',
  };
}

/** Formats the settings as a configuration file. */
export function renderSettings(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return `# Written by Postrider at each start. To change a setting permanently: ALTER SYSTEM SET name = value.\n${lines.join('\n')}\n`;
}

function switches(on: boolean, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, on ? 'on' : 'off']));
}

function clamp(value: number, min: number, max: number): number {
  return Math.floor(Math.min(Math.max(value, min), max));
}
