import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { createVault, type Vault } from '../base/crypto.ts';
import { readOrCreateSecret, resolveDataDir } from '../base/data-dir.ts';
import { withoutGenericPlans } from '../base/client-config.ts';
import { type Database, isUnavailable, openDatabase, sqlStateOf, withDeadline } from '../base/db.ts';
import { createLog, type Log } from '../base/log.ts';
import { withoutRepeats } from '../base/log-repeats.ts';
import { settleTls } from '../base/postgres/address.ts';
import { type EmbeddedPostgres, startPostgres } from '../base/postgres/server.ts';
import type { HtmlWork } from '../mail/html-work.ts';
import { explainConnectFailure, requireUsableServer } from '../base/postgres/requirements.ts';
import { StartupError } from '../base/startup-error.ts';
import { createHtmlWork } from './html-work.ts';
import { isOutageOfReachedServer, patiently } from './patience.ts';
import { isAlive } from './queries.ts';
import { requireSameSecret } from './secret-check.ts';

const DISK_FULL = '53100';
/** Fails if the disk is full: writes about one megabyte to a temporary table. */
const RECORD_FREE_SPACE = `create temporary table postrider_disk_room on commit drop as
  select repeat('x', 2000) as filler from generate_series(1, 500)`;

interface DiskWatch {
  readonly db: Database;
  /**
   * Resolves with whether the database's disk has free space. Queries the database only after a statement has failed
   * because the disk was full.
   */
  hasRoom(): Promise<boolean>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Components that every role uses, such as configuration, log, database and secrets. */
export interface Installation {
  readonly config: Config;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Database;
  /** Resolves with true if the database responds and has free disk space. */
  readonly isReady: () => Promise<boolean>;
  readonly databaseUrl: string;
  readonly vault: Vault;
  readonly html: HtmlWork;
  /** The embedded server, if this process runs it. */
  readonly postgres: EmbeddedPostgres | undefined;
  readonly dataDir: string;
  /** Closes connections, ends workers and stops the embedded server. */
  close(): Promise<void>;
}

/** File that commands use to find a running server that uses the same data directory. */
export interface RunningServer {
  readonly pid: number;
  readonly databaseUrl: string;
  readonly baseUrl: string | undefined;
}

const RUNNING_FILE = 'running.json';
const CONNECTIONS = 12;
/** Number of milliseconds after which a probe without a response has failed. */
const READY_DEADLINE_MS = 5_000;
const POSTGRES_RETRY_MS = 5_000;

/** Opens the external database or starts the embedded server. Throws StartupError if the database cannot be used. */
export async function openInstallation(
  config: Config,
  environment: Environment,
  role: string,
  cloneRoot: string | undefined,
): Promise<Installation> {
  const log = logOf(config);
  const dataDir = resolveDataDir(config, cloneRoot, environment).path;
  if (config.databaseUrl === undefined) clearLibpqVariables();
  const postgres = config.databaseUrl ? undefined : await startPostgres({ dataDir, binDir: config.pgBin, log });
  if (postgres) keepRunning(postgres, log);
  const databaseUrl = config.databaseUrl ?? postgres?.url ?? '';
  try {
    return await openOn({ config, environment, role, log, dataDir, databaseUrl, postgres });
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

function logOf({ logFormat, logLevel }: Config): Log {
  return withoutRepeats(createLog(logLevel, undefined, logFormat));
}

/** Removes PGSSLMODE and similar variables. Otherwise, the driver would apply them to the embedded server. */
function clearLibpqVariables(): void {
  for (const name of Object.keys(process.env)) {
    if (/^PG[A-Z]/.test(name)) delete process.env[name];
  }
}

/** Restarts the database server whenever it stops unexpectedly. */
function keepRunning(postgres: EmbeddedPostgres, log: Log): void {
  postgres.onExit((code) => {
    log.error('Database server stopped; starting it again', { code });
    void restart(postgres, log);
  });
}

async function restart(postgres: EmbeddedPostgres, log: Log): Promise<void> {
  for (;;) {
    try {
      return await postgres.restart();
    } catch (error) {
      if (postgres.isStopped) return;
      log.error('Database server failed to start; retrying', { error });
      await sleep(POSTGRES_RETRY_MS);
    }
  }
}

/**
 * Connects to the external database, or to a running server that uses the same data directory. Otherwise, starts the
 * embedded server.
 */
export async function joinInstallation(
  config: Config,
  environment: Environment,
  role: string,
  cloneRoot: string | undefined,
): Promise<Installation> {
  const dataDir = resolveDataDir(config, cloneRoot, environment).path;
  const running = findRunningServer(dataDir);
  if (config.databaseUrl || !running) return openInstallation(config, environment, role, cloneRoot);
  clearLibpqVariables();
  const log = logOf(config);
  return openOn({ config, environment, role, log, dataDir, databaseUrl: running.databaseUrl, postgres: undefined });
}

/** Returns the running server of a data directory, if its process is alive. */
export function findRunningServer(dataDir: string): RunningServer | undefined {
  try {
    // Safe cast: the file is written only by announceRunning.
    const running = JSON.parse(readFileSync(join(dataDir, RUNNING_FILE), 'utf8')) as RunningServer;
    process.kill(running.pid, 0);
    return running;
  } catch {
    // If the file or the process does not exist, no server is running.
    return undefined;
  }
}

/** Writes the file that commands use to find this process. Returns a function that removes the file. */
export function announceRunning(dataDir: string, running: RunningServer): () => void {
  const file = join(dataDir, RUNNING_FILE);
  // With an external database, the data directory may not exist yet.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

async function openOn(parts: {
  readonly config: Config;
  readonly environment: Environment;
  readonly role: string;
  readonly log: Log;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly postgres: EmbeddedPostgres | undefined;
}): Promise<Installation> {
  const { config, environment, log, dataDir, postgres } = parts;
  const { databaseUrl, db: opened } = await connect(parts);
  const disk = watchDisk(opened);
  const vault = createVault(readOrCreateSecret(config, dataDir), config.previousSecrets);
  const html = createHtmlWork();
  return {
    config,
    environment,
    clock: systemClock,
    log,
    db: disk.db,
    isReady: async () =>
      (await isAlive(withDeadline(disk.db, READY_DEADLINE_MS))).length === 1 && (await disk.hasRoom()),
    databaseUrl,
    vault,
    html,
    postgres,
    dataDir,
    async close() {
      await html.close();
      await opened.close();
      await postgres?.stop();
    },
  };
}

/** Opens a usable database. Returns the URL that the whole installation must use. */
async function connect(parts: {
  readonly config: Config;
  readonly environment: Environment;
  readonly role: string;
  readonly log: Log;
  readonly databaseUrl: string;
  readonly postgres: EmbeddedPostgres | undefined;
}): Promise<{ readonly db: Database; readonly databaseUrl: string }> {
  const { config, environment, databaseUrl: given, log, postgres, role } = parts;
  const open = (url: string): Database => openDatabase({ url, log, connections: CONNECTIONS, applicationName: role });
  const openUsable = async (): Promise<{ readonly db: Database; readonly databaseUrl: string }> => {
    const url = config.databaseUrl === undefined ? given : await settleTls(given, environment['PGSSLMODE']);
    const db = open(url);
    try {
      const { hasCitus } = await requireUsableServer(db, { unsafeDurability: config.unsafeDurability, log });
      if (!hasCitus) return { db, databaseUrl: url };
    } catch (error) {
      await db.close();
      throw error;
    }
    await db.close();
    const databaseUrl = withoutGenericPlans(url);
    return { db: open(databaseUrl), databaseUrl };
  };
  try {
    return await patiently(log, openUsable, postgres ? isUnavailable : isOutageOfReachedServer());
  } catch (error) {
    throw error instanceof StartupError ? error : explainConnectFailure(error, given);
  }
}

/** Throws StartupError if neither the master secret nor a previous secret matches the database. */
export async function requireOwnSecret(installation: Installation): Promise<void> {
  await requireSameSecret(installation.db, installation.vault);
}

/** Logs a warning if webhooks may connect to loopback addresses. */
export function warnOfLoopbackWebhooks({ config, log }: Installation): void {
  if (!config.allowLoopbackWebhooks) return;
  log.warn(
    'POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS is on, for development only: webhooks can reach this machine, even over plain HTTP',
  );
}

/** Watches the statements of a process for errors about a full disk. */
function watchDisk(db: Database): DiskWatch {
  let isFull = false;
  const noting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (sqlStateOf(error) === DISK_FULL) isFull = true;
      throw error;
    }
  };
  return {
    db: {
      ...db,
      query: (asked, values) => noting(db.query(asked, values)),
      transaction: (work, options) => noting(db.transaction(work, options)),
    },
    async hasRoom() {
      if (!isFull) return true;
      try {
        await db.transaction(async (tx) => tx.query({ name: '', text: RECORD_FREE_SPACE }, []));
        isFull = false;
      } catch (error) {
        // If the database user may not create temporary tables, this check cannot detect a full disk.
        isFull = isUnavailable(error);
      }
      return !isFull;
    },
  };
}
