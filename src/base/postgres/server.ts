import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { prepareDataDir } from '../data-dir.ts';
import { isUnavailable } from '../db.ts';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { OWNER } from './cluster.ts';
import { findRunningServer, readPostmasterFile, type PostmasterFile } from './lock-file.ts';
import { takeOwnership, type OwnerLock } from './owner-lock.ts';
import {
  adoptPostmaster,
  endOrphans,
  MAX_KILLS,
  saysKilled,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
} from './postmaster.ts';
import { probe, queryOnce } from './probe.ts';
import {
  prepareSite,
  readOrCreatePassword,
  serverArguments,
  socketUrl,
  tcpUrl,
  type Endpoint,
  type ServerOptions,
  type Site,
} from './site.ts';
import { emptySocketDir, removeSocketDir } from './socket-dir.ts';

const DATABASE = 'postrider';
/** Start timeout in milliseconds. Crash recovery (up to max_wal_size of WAL) can take minutes on a slow disk. */
const READY_DEADLINE_MS = 15 * 60_000;
const READY_POLL_MS = 25;
const SETTLE_DEADLINE_MS = 10_000;
const READY_REPORT_MS = 10_000;
/** Timeout in milliseconds for a previous server's processes to end and its shared memory to be released. */
const PREDECESSOR_DEADLINE_MS = 30_000;
const PREDECESSOR_POLL_MS = 100;
const PREDECESSOR = /pre-existing shared memory block|lock file ".*" already exists/;

/** The embedded server, owned by this process. */
export interface EmbeddedPostgres {
  /** URL of the application database. It stays the same after restarts. */
  readonly url: string;
  /** Whether `stop` was called. The server is then not restarted. */
  readonly isStopped: boolean;
  /** Current process ID of the server. */
  readonly pid: number;
  /** Whether the server was left running by a killed process. */
  readonly adopted: boolean;
  /** PostgreSQL version, for example `18.4`. */
  readonly version: string;
  /** Calls the listener on unexpected exits. The exit code is null after a signal, or if the server was adopted. */
  onExit(listener: (code: number | null) => void): void;
  /** Restarts the server, even if it is still running. Resolves when a query succeeds. */
  restart(): Promise<void>;
  /** Stops the server and releases the data directory. Safe to call more than once. */
  stop(): Promise<void>;
}

interface Running {
  readonly postmaster: Postmaster;
  readonly endpoint: Endpoint;
  readonly version: string;
}

/**
 * Starts the database server of `dataDir`, and creates the cluster on first use. Adopts a server that a killed process
 * left running. Resolves when a query succeeds. Throws StartupError for every problem that requires manual action.
 */
export async function startPostgres(options: ServerOptions): Promise<EmbeddedPostgres> {
  const began = performance.now();
  prepareDataDir(resolve(options.dataDir));
  // The server is recognized by this path, so symbolic links must be resolved.
  const dataDir = realpathSync(options.dataDir);
  const lock = takeOwnership(dataDir);
  try {
    const site = await prepareSite(options, dataDir);
    const { running, url } = await bringUpPrepared(site);
    const { pid, adopted } = running.postmaster;
    const ms = Math.round(performance.now() - began);
    options.log.info('Embedded database ready', { version: running.version, pid, adopted, ms });
    return supervise(site, running, url, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Starts a server with the application database. Retries if its processes are killed during the start. */
async function bringUpPrepared(site: Site): Promise<{ readonly running: Running; readonly url: string }> {
  for (let kills = 0; ; kills += 1) {
    const running = await bringUp(site, site.endpoint, () => false);
    try {
      return { running, url: await prepareDatabase(site, running.endpoint) };
    } catch (error) {
      await stopPostmaster(running.postmaster);
      if (!isUnavailable(error) || kills === MAX_KILLS) throw error;
      site.log.warn('Embedded database stopped during preparation; starting it again');
    }
  }
}

function supervise(site: Site, first: Running, url: string, lock: OwnerLock): EmbeddedPostgres {
  const ends = createEnds();
  let current = first;
  let stopping = false;
  let replacing = false;
  let restarting: Promise<void> | undefined;

  const watch = async ({ postmaster }: Running): Promise<void> => {
    const code = await postmaster.exit;
    if (stopping || replacing || current.postmaster !== postmaster) return;
    site.log.error('Embedded database stopped unexpectedly', { pid: postmaster.pid, code, log: site.logFile });
    ends.report(code);
  };
  void watch(current);

  const again = async (): Promise<void> => {
    const began = performance.now();
    replacing = true;
    try {
      await stopPostmaster(current.postmaster);
      current = await bringUp(site, current.endpoint, () => stopping);
    } finally {
      replacing = false;
    }
    void watch(current);
    const ms = Math.round(performance.now() - began);
    site.log.info('Embedded database restarted', { pid: current.postmaster.pid, ms });
  };

  return {
    url,
    adopted: first.postmaster.adopted,
    get isStopped() {
      return stopping;
    },
    get pid() {
      return current.postmaster.pid;
    },
    get version() {
      return current.version;
    },
    onExit: ends.listen,
    async restart() {
      if (stopping) throw new Error('The embedded database is being stopped');
      restarting ??= again().finally(() => {
        restarting = undefined;
      });
      await restarting;
    },
    async stop() {
      stopping = true;
      // The flag aborts a restart in progress. The caller of the restart gets the error, so ignore it here.
      await restarting?.catch(() => {});
      await stopPostmaster(current.postmaster);
      removeSocketDir(current.endpoint.socketDir, site.dataDir);
      lock.release();
    },
  };
}

/** Reports exits of a server. An exit before the first listener is added is reported to that listener. */
function createEnds() {
  const listeners: ((code: number | null) => void)[] = [];
  let unreported: { readonly code: number | null } | undefined;
  return {
    report: (code: number | null): void => {
      if (listeners.length === 0) unreported = { code };
      for (const listener of listeners) listener(code);
    },
    listen: (listener: (code: number | null) => void): void => {
      listeners.push(listener);
      if (unreported) listener(unreported.code);
      unreported = undefined;
    },
  };
}

/** Adopts the running server, or starts one. Resolves when a query succeeds. Throws once `unwanted` returns true. */
async function bringUp(site: Site, endpoint: Endpoint, unwanted: () => boolean): Promise<Running> {
  const end = performance.now() + PREDECESSOR_DEADLINE_MS;
  let kills = 0;
  for (;;) {
    const adopted = await adopt(site, unwanted);
    if (adopted) return adopted;
    await endOrphans(site.cluster);
    emptySocketDir(endpoint.socketDir);
    const args = serverArguments(site, endpoint);
    const postmaster = startPostmaster(site.launcher, `${site.binaries.bin}/postgres`, args, site.logFile);
    const version = await ready(postmaster, endpoint, site.log, unwanted);
    if (version !== undefined) return { postmaster, endpoint, version };
    const words = postmaster.lastWords();
    if (((await postmaster.exit) === null || saysKilled(words)) && kills < MAX_KILLS && !unwanted()) {
      kills += 1;
      site.log.warn('Embedded database was killed during startup; starting it again');
      continue;
    }
    if (!PREDECESSOR.test(words) || performance.now() > end) throw doesNotStart(site, words);
    await pause(PREDECESSOR_POLL_MS);
  }
}

/** Adopts the running server of this site once it responds. Resolves with undefined if no usable server runs. */
async function adopt(site: Site, unwanted: () => boolean): Promise<Running | undefined> {
  const found = findRunningServer(site.cluster, site.configFile);
  if (!found) return undefined;
  const postmaster = adoptPostmaster(found.pid);
  const file = await settled(site.cluster, postmaster);
  const listensOnTcp = file?.listenAddress !== '';
  if (!file || file.status === 'stopping' || listensOnTcp !== site.tcp) {
    await stopPostmaster(postmaster);
    return undefined;
  }
  const endpoint = { socketDir: file.socketDir, port: file.port };
  const version = await ready(postmaster, endpoint, site.log, unwanted);
  return version === undefined ? undefined : { postmaster, endpoint, version };
}

/** Waits up to 10 s for the server to write its addresses. Resolves with the lock file, or with undefined. */
async function settled(cluster: string, postmaster: Postmaster): Promise<PostmasterFile | undefined> {
  const end = performance.now() + SETTLE_DEADLINE_MS;
  while (!postmaster.exited && performance.now() < end) {
    const file = readPostmasterFile(cluster);
    if (file?.pid === postmaster.pid && file.status !== '') return file;
    await pause(READY_POLL_MS);
  }
  return undefined;
}

/** Resolves with the version once a query succeeds, or undefined if the server ends. Stops the server on failure. */
async function ready(
  postmaster: Postmaster,
  endpoint: Endpoint,
  log: Log,
  unwanted: () => boolean,
): Promise<string | undefined> {
  const url = socketUrl(endpoint, 'postgres');
  const began = performance.now();
  let reportAt = began + READY_REPORT_MS;
  try {
    while (!postmaster.exited) {
      const version = await probe(url);
      if (version !== undefined) return version;
      if (unwanted()) throw new Error('The embedded database is being stopped');
      const now = performance.now();
      if (now - began > READY_DEADLINE_MS) throw notReady();
      if (now > reportAt) {
        reportAt = now + READY_REPORT_MS;
        const seconds = Math.round((now - began) / 1_000);
        log.info('Waiting for the embedded database to recover from a crash', { seconds });
      }
      await pause(READY_POLL_MS);
    }
    return undefined;
  } catch (error) {
    await stopPostmaster(postmaster);
    throw error instanceof DatabaseError ? ownerRefused(error) : error;
  }
}

/** Creates the application database and the TCP password if they are missing. Resolves with the URL of the database. */
async function prepareDatabase(site: Site, endpoint: Endpoint): Promise<string> {
  const admin = socketUrl(endpoint, 'postgres');
  const found = await queryOnce(admin, 'select 1 from pg_database where datname = $1', [DATABASE]);
  if (found.length === 0) await queryOnce(admin, `create database ${DATABASE}`);
  if (!site.tcp) return socketUrl(endpoint, DATABASE);
  const { password, isNew } = readOrCreatePassword(site.dataDir);
  // The password has only letters and digits, so it needs no escaping.
  if (isNew) await queryOnce(admin, `alter role ${OWNER} password '${password}'`);
  return tcpUrl(endpoint, DATABASE, password);
}

function doesNotStart(site: Site, words: string): StartupError {
  return new StartupError(
    `The embedded database failed to start: ${words || 'it printed no message'}`,
    `Fix the cause. See ${site.logFile} for details.`,
  );
}

function notReady(): StartupError {
  return new StartupError(
    `The embedded database was not ready within ${READY_DEADLINE_MS / 60_000} minutes`,
    'See postgres.log in the data directory.',
  );
}

function ownerRefused(error: Error): StartupError {
  return new StartupError(
    `The embedded database is running but rejects connections from its owner: ${error.message}`,
    'Undo the changes to pg_hba.conf in the data directory and start again.',
    { cause: error },
  );
}
