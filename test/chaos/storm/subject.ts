import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresProcessesIn } from '../../../src/base/postgres/process-table.ts';
import { freePort } from '../../support/free-port.ts';
import { backendProcesses, deliveryProcesses, endAll, kill9 } from './processes.ts';

const READY_POLL_MS = 20;
const READY_WITHIN_MS = 60_000;
/**
 * Delay, in milliseconds, before restarting a main process that exited because its database was killed during startup.
 */
const RESTART_MS = 100;
const STOP_WITHIN_MS = 30_000;
const OUTPUT_CHARACTERS = 4_000;

/** A whole installation as users run it, in separate processes that can be killed. */
export interface Subject {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Environment variables of the installation. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the application has reported that it is ready since its main process last started. */
  readonly isReady: boolean;
  /** Number of times that a main process exited without being killed. */
  readonly unbidden: number;
  /** Returns the last part of the application's output. */
  output(): string;
  /** Starts the main process and resolves when it is ready. Rejects if it is not ready within a minute. */
  start(): Promise<void>;
  untilReady(): Promise<void>;
  mainPid(): number | undefined;
  deliveryPids(): number[];
  backendPids(): number[];
  /** Returns the process IDs of the database: its main process and all others. */
  databasePids(): number[];
  /** Kills the main process and starts a new one, without waiting until the new one is ready. */
  killMain(): Promise<void>;
  /**
   * Stops the installation gracefully, then kills all remaining processes. Resolves with true if the main process
   * exited with code 0 and no database or delivery process remained.
   */
  stop(): Promise<boolean>;
  remove(): void;
}

/** Prepares an installation with its own data directory. Does not start anything before `start` is called. */
export async function prepareSubject(options: {
  readonly mainFile: string;
  /** Directory that contains the data directory. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}): Promise<Subject> {
  const dataDir = realpathSync(mkdtempSync(join(options.directory, 'postrider-storm-')));
  // If the installation is started by root, the database runs as another user, which needs access to the directory.
  chmodSync(dataDir, 0o711);
  const cluster = join(dataDir, 'pg');
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const environment = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    POSTRIDER_PG_BIN: process.env['POSTRIDER_PG_BIN'],
    PORT: String(port),
    POSTRIDER_DATA: dataDir,
    POSTRIDER_LOG: 'warn',
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
    ...options.environment,
  };
  const main = superviseMain(options.mainFile, environment, baseUrl);
  const databasePids = (): number[] => (existsSync(cluster) ? postgresProcessesIn(cluster) : []);

  return {
    baseUrl,
    dataDir,
    environment,
    get isReady() {
      return main.isReady;
    },
    get unbidden() {
      return main.unbidden;
    },
    output: () => main.output(),
    async start() {
      await fillCompileCache(options.mainFile, environment);
      main.start();
      await main.untilReady();
    },
    untilReady: () => main.untilReady(),
    mainPid: () => main.pid(),
    deliveryPids: () => deliveryProcesses(dataDir),
    backendPids: () => backendProcesses(cluster),
    databasePids,
    async killMain() {
      await main.kill();
      main.start();
    },
    async stop() {
      const isOrderly = await main.stop();
      const isClean = databasePids().length === 0 && deliveryProcesses(dataDir).length === 0;
      await endAll(dataDir, cluster);
      return isOrderly && isClean;
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Runs the program once to fill Node's compile cache. Node.js writes the cache only when a process exits normally, but
 * the processes of a storm are killed. With the cache, processes start faster, so that more kills interrupt work.
 */
function fillCompileCache(mainFile: string, environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    // Ignore errors, because the same errors occur again when the application is started.
    execFile(process.execPath, [mainFile, 'help'], { env: environment }, () => resolve());
  });
}

/** The main process, which is restarted when it exits. */
interface Main {
  readonly isReady: boolean;
  readonly unbidden: number;
  pid(): number | undefined;
  output(): string;
  start(): void;
  untilReady(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<boolean>;
}

function superviseMain(mainFile: string, environment: NodeJS.ProcessEnv, baseUrl: string): Main {
  let child: ChildProcess | undefined;
  let isReady = false;
  let isWanted = false;
  let unbidden = 0;
  let text = '';
  const listen = (chunk: Buffer): void => void (text = `${text}${chunk.toString('utf8')}`.slice(-OUTPUT_CHARACTERS));
  const lives = (): boolean => child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

  function start(): void {
    isWanted = true;
    isReady = false;
    // The main process stops when this IPC channel closes, so it does not outlive this process.
    const started = spawn(process.execPath, [mainFile, 'start'], {
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    started.stdout?.on('data', listen);
    started.stderr?.on('data', listen);
    started.on('error', (error) => void (text += error.message));
    started.once('exit', () => {
      if (child !== started || !isWanted) return;
      unbidden += 1;
      setTimeout(() => isWanted && child === started && start(), RESTART_MS).unref();
    });
    void untilAnswered(baseUrl, () => child === started && isWanted).then((answered) => (isReady ||= answered));
  }

  return {
    get isReady() {
      return isReady;
    },
    get unbidden() {
      return unbidden;
    },
    pid: () => (lives() ? child?.pid : undefined),
    output: () => text,
    start,
    async untilReady() {
      const deadlineMs = performance.now() + READY_WITHIN_MS;
      while (!isReady) {
        if (performance.now() > deadlineMs || !isWanted) throw new Error(`The program is not ready:\n${text}`);
        await pause(READY_POLL_MS);
      }
    },
    async kill() {
      isWanted = false;
      isReady = false;
      if (lives() && child?.pid !== undefined) await kill9([child.pid]);
    },
    stop() {
      isWanted = false;
      return endChild(lives() ? child : undefined);
    },
  };
}

/**
 * Polls until the application is ready, and resolves with true. Resolves with false as soon as `isAsked` returns false.
 */
async function untilAnswered(baseUrl: string, isAsked: () => boolean): Promise<boolean> {
  while (isAsked()) {
    const status = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 0,
    );
    if (status === 200) return isAsked();
    await pause(READY_POLL_MS);
  }
  return false;
}

/**
 * Stops a process with SIGTERM. Resolves with true if it ends with exit code 0 within half a minute, otherwise with
 * false.
 */
async function endChild(child: ChildProcess | undefined): Promise<boolean> {
  if (!child) return true;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), STOP_WITHIN_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
    child.kill('SIGTERM');
  });
}
