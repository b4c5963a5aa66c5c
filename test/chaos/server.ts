import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const READY_WITHIN_MS = 30_000;

/** A change of the program's text that makes it wrong; the proof that a test can fail. */
export interface Mutation {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A copy of the program in a directory of its own, changed by mutations; throws when a text to change is not there. */
export function copyProgram(mutations: readonly Mutation[]): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'postrider-mutant-'));
  for (const part of ['src', 'sql', 'package.json']) cpSync(join(PROJECT, part), join(path, part), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(path, 'node_modules'));
  for (const { file, find, replace } of mutations) {
    const text = readFileSync(join(path, file), 'utf8');
    if (!text.includes(find)) throw new Error(`The mutation of ${file} does not fit any more`);
    writeFileSync(join(path, file), text.replace(find, replace));
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The whole program as its user runs it, in processes of its own that may be killed. */
export interface Server {
  readonly baseUrl: string;
  readonly key: string;
  readonly ownerEmail: string;
  /** What it printed, for a failing test to show. */
  readonly output: () => string;
  start(): Promise<void>;
  /** Process ids: of the main process, of delivery processes, of the database's main process. */
  mainPid(): number;
  deliveryPids(): number[];
  databasePid(): number;
  /** Ends with SIGTERM and waits. */
  stop(): Promise<void>;
  remove(): void;
}

/** Prepares a server with a data directory of its own; nothing runs before `start`. */
export async function prepareServer(options: {
  readonly program?: string;
  readonly environment: Readonly<Record<string, string>>;
}): Promise<Server> {
  const program = options.program ?? PROJECT;
  const dataDir = mkdtempSync(join(tmpdir(), 'postrider-chaos-'));
  const port = await freePort();
  const key = `pr_${'chaos'.repeat(8)}`;
  const baseUrl = `http://127.0.0.1:${port}`;
  const ownerEmail = 'owner@postrider.localhost';
  let child: ChildProcess | undefined;
  let output = '';

  const mainPid = (): number => child?.pid ?? 0;
  return {
    baseUrl,
    key,
    ownerEmail,
    output: () => output,
    mainPid,
    deliveryPids: () => childrenOf(mainPid()).filter((pid) => commandOf(pid).includes('deliver')),
    databasePid: () => Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]),
    async start() {
      child = spawn(process.execPath, [join(program, 'src/main.ts'), 'start'], {
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          PORT: String(port),
          POSTRIDER_DATA: dataDir,
          POSTRIDER_API_KEY: key,
          POSTRIDER_LOG: 'warn',
          ...options.environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout?.on('data', (chunk) => (output += String(chunk)));
      child.stderr?.on('data', (chunk) => (output += String(chunk)));
      await untilReady(baseUrl, child, () => output);
    },
    async stop() {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        running.once('exit', () => resolve());
        running.kill('SIGTERM');
      });
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Sends SIGKILL and waits until the process is gone. */
export async function kill9(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself since it was looked up.
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

async function untilReady(baseUrl: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    const status = await fetch(`${baseUrl}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The server did not become ready:\n${output()}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
