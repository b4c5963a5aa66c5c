import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Ghost version to install. The lock file of this version lists all dependencies. */
const GHOST = 'ghost@6.65.0';
const PNPM = 'pnpm@12.4.2';
/**
 * Node.js version that both Ghost and its database driver support. The driver is built with the headers of this
 * version.
 */
const NODE = `node-${process.platform}-${process.arch}@22.23.3`;
const INSTALL_MS = 20 * 60_000;

const run = promisify(execFile);

/** A Ghost installation: its folder, and the Node.js binary that runs it. */
export interface GhostFolder {
  readonly folder: string;
  readonly node: string;
}

/** Installs Ghost in a folder outside this tree. An existing installation is reused. */
export async function installGhost(home: string): Promise<GhostFolder> {
  const folder = join(home, 'package');
  const tools = join(home, 'tools');
  const nodeHome = join(tools, 'node_modules', NODE.slice(0, NODE.lastIndexOf('@')));
  const installed = { folder, node: join(nodeHome, 'bin', 'node') };
  const isBuilt = join(home, 'built');
  if (existsSync(isBuilt)) return installed;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(tools, { recursive: true });
  const options = { timeout: INSTALL_MS, maxBuffer: 64 * 1024 * 1024 };
  say('fetching Ghost');
  await run('npm', ['pack', GHOST, '--silent'], { ...options, cwd: home });
  await run('tar', ['xzf', `${GHOST.replace('@', '-')}.tgz`], { ...options, cwd: home });
  await run('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', NODE, PNPM, 'node-gyp@12'], options);
  const env = { ...process.env, PATH: `${join(nodeHome, 'bin')}:${process.env['PATH'] ?? ''}`, CI: '1' };
  say('installing the dependencies of Ghost');
  const pnpm = join(tools, 'node_modules', '.bin', 'pnpm');
  await run(pnpm, ['install', '--prod', '--frozen-lockfile', '--ignore-scripts'], { ...options, cwd: folder, env });
  say('building its database driver');
  const driver = realpathSync(join(folder, 'node_modules', 'better-sqlite3'));
  const gyp = join(tools, 'node_modules', '.bin', 'node-gyp');
  await run(gyp, ['rebuild', '--release', `--nodedir=${nodeHome}`], { ...options, cwd: driver, env });
  mkdirSync(isBuilt);
  return installed;
}

/** Prints a progress message with the time. */
export function say(text: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
