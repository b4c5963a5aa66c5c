import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plant, type Patch } from '../support/planted.ts';
import { queryOnce } from '../../src/base/postgres/probe.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const READY_WITHIN_MS = 90_000;
const QUERY_TRIES = 5;

/** Copies the program to a new directory and plants bugs in the copy. Throws if a patch does not apply. */
export function copyProgram(patches: readonly Patch[]): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'postrider-mutant-'));
  for (const part of ['src', 'sql', 'package.json']) cpSync(join(PROJECT, part), join(path, part), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(path, 'node_modules'));
  for (const patch of patches) {
    const file = join(path, patch.path);
    writeFileSync(file, plant(readFileSync(file, 'utf8'), patch));
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The whole program as users run it, in separate processes that can be killed. */
export interface Server {
  /** URL of the server, which changes with each start. */
  readonly baseUrl: string;
  readonly key: string;
  readonly ownerEmail: string;
  /** Returns the output of the server, for the messages of failed tests. */
  readonly output: () => string;
  /** Returns the log of the server's database. */
  databaseLog(): string;
  start(): Promise<void>;
  /** Process IDs of the main process, the delivery processes, and the database's main process. */
  mainPid(): number;
  deliveryPids(): number[];
  databasePid(): number;
  /** Returns the URL of the server's database. */
  databaseUrl(): string;
  /** Runs one statement on the server's database. */
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Makes all waiting messages due immediately, and expires all leases, such as those of killed processes. */
  endLeases(): Promise<void>;
  /**
   * Makes messages due immediately that are due in more than 30 seconds. Leases are shorter, so attempts in progress
   * keep them.
   */
  endDelays(): Promise<void>;
  /** Returns whether the main process is alive. */
  isRunning(): boolean;
  /** Stops the server with SIGTERM and waits until it has ended. */
  stop(): Promise<void>;
  remove(): void;
}

/** Prepares a server with its own data directory. Does not start anything before `start` is called. */
export async function prepareServer(options: {
  readonly program?: string;
  readonly environment: Readonly<Record<string, string>>;
  /** An existing data directory, which `remove` does not delete. */
  readonly dataDir?: string;
  /** Arguments before the server's command, such as a program that sets limits and then executes the server. */
  readonly prefix?: readonly string[];
  readonly nodeArguments?: readonly string[];
}): Promise<Server> {
  const program = options.program ?? PROJECT;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'postrider-chaos-'));
  const key = `pr_${'chaos'.repeat(8)}`;
  let baseUrl = '';
  const ownerEmail = 'owner@postrider.localhost';
  let child: ChildProcess | undefined;
  let output = '';

  const mainPid = (): number => child?.pid ?? 0;
  const databaseUrl = (): string => readRunning(dataDir)?.databaseUrl ?? '';
  const query = async (text: string): Promise<Record<string, unknown>[]> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await queryOnce(databaseUrl(), text);
      } catch (error) {
        // Retry after a timeout, because other tests also use the machine.
        if (tries === QUERY_TRIES || !/timeout/.test((error as Error).message)) throw error;
      }
    }
  };
  return {
    get baseUrl() {
      return baseUrl;
    },
    key,
    ownerEmail,
    output: () => output,
    mainPid,
    deliveryPids: () => childrenOf(mainPid()).filter((pid) => commandOf(pid).includes('deliver')),
    databasePid: () => Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]),
    databaseLog: () => readFileSync(join(dataDir, 'postgres.log'), 'utf8'),
    databaseUrl,
    query,
    async endLeases() {
      await query(`update delivery set next_at = now() where next_at > now()`);
    },
    async endDelays() {
      await query(`update delivery set next_at = now() where next_at > now() + interval '30 seconds'`);
    },
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    async start() {
      const { nodeArguments = [], prefix = [] } = options;
      const command = [...prefix, process.execPath, ...nodeArguments, join(program, 'src/main.ts'), 'start'];
      child = spawn(command[0] ?? '', command.slice(1), {
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          // Do not share the compile cache with a modified copy of the program, because the compiled code of the copy
          // would remain in the cache.
          NODE_COMPILE_CACHE: program === PROJECT ? process.env['NODE_COMPILE_CACHE'] : undefined,
          PORT: '0',
          POSTRIDER_DATA: dataDir,
          POSTRIDER_API_KEY: key,
          POSTRIDER_LOG: 'warn',
          ...options.environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout?.on('data', (chunk) => (output += String(chunk)));
      child.stderr?.on('data', (chunk) => (output += String(chunk)));
      baseUrl = await untilReady(dataDir, child, () => output);
    },
    async stop() {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        running.once('exit', () => resolve());
        running.kill('SIGTERM');
      });
    },
    remove() {
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Sends SIGKILL to a process and waits for up to five seconds until the process has ended. */
export async function kill9(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended since its ID was read.
    return;
  }
  for (let tries = 0; tries < 500 && isRunning(pid); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Returns the URL of the server once it is ready. Throws if the server ends first, or if it is not ready in time. */
async function untilReady(dataDir: string, child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    const running = readRunning(dataDir);
    if (running?.pid === child.pid && (await isReady(running?.baseUrl ?? ''))) return running?.baseUrl ?? '';
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The server did not become ready:\n${output()}`);
}

async function isReady(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  );
}

/** The file in which the program records its process ID and URLs. A killed program leaves the file behind. */
interface Running {
  readonly pid: number;
  readonly baseUrl: string;
  readonly databaseUrl: string;
}

function readRunning(dataDir: string): Running | undefined {
  try {
    // Safe cast: only the program writes this file.
    return JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as Running;
  } catch {
    // The file does not exist yet or is only partly written.
    return undefined;
  }
}
