// Place in a run: slow.
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';

const NOBODY = 65_534;
const WAIT = { timeout: 45_000, interval: 20 };
const ENDED_PROCESS_NUMBER = 2 ** 22 + 1;

const root = mkdtempSync(join(tmpdir(), 'postrider bootstrap '));

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/**
 * Script that replaces the package manager. It records its arguments, and creates the files that a real package manager
 * would create.
 */
const FAKE_NPM = `
const fs = require('fs');
const path = require('path');
const args = process.argv.slice(2);
const mode = process.env.FAKE_NPM || 'installs';
if (args[0] === 'config') { console.log(process.env.FAKE_CACHE || __dirname); process.exit(0); }
fs.appendFileSync(path.join(__dirname, 'calls'), JSON.stringify(args) + '\\n');
fs.writeFileSync(path.join(__dirname, 'cache'), process.env.npm_config_cache || '');
console.log('added 1 package');
if (mode === 'fails') process.exit(217);
if (mode === 'hangs') { setInterval(() => {}, 1000); return; }
const home = path.join(process.cwd(), 'node_modules', 'node');
fs.mkdirSync(path.join(home, 'bin'), { recursive: true });
if (mode === 'installs') fs.symlinkSync(process.env.REAL_NODE, path.join(home, 'bin', 'node'));
if (mode === 'without scripts') {
  fs.writeFileSync(path.join(home, 'installArchSpecificPackage.js'),
    "require('fs').symlinkSync(process.env.REAL_NODE, require('path').join(process.cwd(), 'bin', 'node'))");
}
`;

/** Node options that the program is started with. `bin/heap.cjs` explains them. */
const BOUNDS = ['--max-semi-space-size=16', '--heap-growing-percent=60', '--no-parallel-scavenge'];

const REPORT = `
process.stdout.write(JSON.stringify({
  args: process.argv.slice(2), cwd: process.cwd(), first: process.env.PATH.split(':')[0],
  bootstrapped: process.env.POSTRIDER_BOOTSTRAPPED, execPath: process.execPath, nodeArgs: process.execArgv,
  arenas: process.env.MALLOC_ARENA_MAX,
}));
process.exitCode = 7;
`;

/**
 * Script that records each signal, and the end of its parent process, in the given file. It exits after the first of
 * these.
 */
const LISTENER = `
const fs = require('fs');
const note = (text) => fs.appendFileSync(process.argv[2], text + ' ');
const end = (text) => { note(text); setTimeout(() => process.exit(3), 300); };
process.on('SIGTERM', () => end('SIGTERM'));
process.on('SIGINT', () => end('SIGINT'));
process.on('disconnect', () => end('disconnect'));
note('ready');
`;

interface Clone {
  readonly directory: string;
  readonly tools: string;
  readonly calls: () => string[][];
  readonly start: (args: readonly string[], options?: StartOptions) => Running;
}

interface StartOptions {
  readonly env?: Record<string, string>;
  readonly nodeArgs?: readonly string[];
  readonly entry?: string;
  readonly spawn?: SpawnOptions;
  readonly node?: string;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>;
}

function makeClone(): Clone {
  const home = mkdtempSync(join(root, 'a clone '));
  const directory = join(home, 'postrider');
  const tools = join(home, 'tools');
  mkdirSync(tools);
  cpSync('bin', join(directory, 'bin'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(directory, file));
  mkdirSync(join(directory, 'src'));
  writeFileSync(join(directory, 'src', 'main.ts'), REPORT);
  writeFileSync(join(directory, 'report.cjs'), REPORT);
  writeFileSync(join(directory, 'listener.cjs'), LISTENER);
  writeFileSync(join(tools, 'npm.cjs'), FAKE_NPM);
  writeFileSync(join(tools, 'npm'), `#!/bin/sh\nexec "$REAL_NODE" "${tools}/npm.cjs" "$@"\n`);
  chmodSync(join(tools, 'npm'), 0o755);
  return {
    directory,
    tools,
    calls() {
      const record = join(tools, 'calls');
      if (!existsSync(record)) return [];
      const lines = readFileSync(record, 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line) as string[]);
    },
    start(args, options = {}) {
      const node = options.node ?? process.execPath;
      const entry = join(directory, 'bin', options.entry ?? 'bootstrap.cjs');
      const env = { PATH: `${tools}:/usr/bin:/bin`, HOME: home, REAL_NODE: node, ...options.env };
      const child = spawn(node, [...(options.nodeArgs ?? []), entry, ...args], { cwd: home, env, ...options.spawn });
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      return { child, ended: collect(child) };
    },
  };
}

function collect(child: ChildProcess): Running['ended'] {
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Returns Node arguments that make Node report a different version. */
function pretending(clone: Clone, version: string): string[] {
  const file = join(clone.tools, `${version}.cjs`);
  writeFileSync(file, `Object.defineProperty(process, 'version', { value: '${version}' });`);
  return ['-r', file];
}

function readNotes(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : [];
}

describe('first start of a clone', () => {
  it('installs all packages and runs the script with the installed Node', async () => {
    const clone = makeClone();
    const { code, stdout, stderr } = await clone.start(['report.cjs', 'a', 'b c']).ended;
    expect(clone.calls()).toHaveLength(1);
    expect(clone.calls()[0]).toEqual(expect.arrayContaining(['ci', '--include=dev', '--include=optional']));
    expect(stderr).toContain('installing the packages');
    expect(JSON.parse(stdout)).toMatchObject({
      args: ['a', 'b c'],
      cwd: dirname(clone.directory),
      first: join(clone.directory, 'node_modules', '.bin'),
      bootstrapped: '1',
    });
    expect(code).toBe(7);
  });

  it('limits the memory of the program, but not of other scripts or against explicit settings', async () => {
    const clone = makeClone();
    const [program, script, reported] = [
      await clone.start(['src/main.ts', 'keys']).ended,
      await clone.start(['report.cjs']).ended,
      await clone.start(['src/main.ts'], { env: { MALLOC_ARENA_MAX: '4' } }).ended,
    ].map(({ stdout }) => JSON.parse(stdout) as { readonly nodeArgs: string[]; readonly arenas?: string });
    expect(program).toMatchObject({ args: ['keys'], nodeArgs: BOUNDS, arenas: '1' });
    expect(script?.nodeArgs).toEqual([]);
    expect(script?.arenas).toBeUndefined();
    expect(reported?.arenas).toBe('4');
  });

  it('installs only once: the second start runs the script directly', async () => {
    const clone = makeClone();
    await clone.start(['report.cjs']).ended;
    const second = await clone.start(['report.cjs']).ended;
    expect(second.stderr).toBe('');
    expect(second.code).toBe(7);
    expect(clone.calls()).toHaveLength(1);
    expect(readdirSync(clone.directory)).not.toContain('.postrider-install-lock');
  });

  it('installs again if package-lock.json changed', async () => {
    const clone = makeClone();
    await clone.start(['report.cjs']).ended;
    rmSync(join(clone.directory, 'node_modules'), { recursive: true });
    writeFileSync(join(clone.directory, 'package-lock.json'), '{"packages":{}}');
    await clone.start(['report.cjs']).ended;
    expect(clone.calls()).toHaveLength(2);
  });

  it('installs nothing if npm was run by hand', async () => {
    const clone = makeClone();
    const lock = join(clone.directory, 'package-lock.json');
    mkdirSync(join(clone.directory, 'node_modules', 'node', 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(clone.directory, 'node_modules', 'node', 'bin', 'node'));
    const hidden = join(clone.directory, 'node_modules', '.package-lock.json');
    copyFileSync(lock, hidden);
    expect((await clone.start(['report.cjs']).ended).code).toBe(7);
    expect(clone.calls()).toEqual([]);

    rmSync(join(clone.directory, 'node_modules', '.postrider-install'));
    const record = JSON.parse(readFileSync(hidden, 'utf8')) as { packages: Record<string, unknown> };
    delete record.packages['node_modules/fastify'];
    writeFileSync(hidden, JSON.stringify(record));
    await clone.start(['report.cjs'], { env: { FAKE_NPM: 'fails' } }).ended;
    expect(clone.calls()).toHaveLength(1);
  });

  it('lets one of two concurrent starts install while the other waits', async () => {
    const clone = makeClone();
    const both = await Promise.all([clone.start(['report.cjs']).ended, clone.start(['report.cjs']).ended]);
    expect(both.map(({ code }) => code)).toEqual([7, 7]);
    expect(clone.calls()).toHaveLength(1);
  });

  it('starts over after an install was killed', async () => {
    const clone = makeClone();
    const killed = clone.start(['report.cjs'], { env: { FAKE_NPM: 'hangs' }, spawn: { detached: true } });
    await vi.waitFor(() => expect(clone.calls()).toHaveLength(1), WAIT);
    process.kill(-(killed.child.pid ?? 0), 'SIGKILL');
    await killed.ended;
    const again = await clone.start(['report.cjs']).ended;
    expect(again.code).toBe(7);
    expect(clone.calls()).toHaveLength(2);
  });

  it.each([
    ['of processes that ended', hostname(), [ENDED_PROCESS_NUMBER], 0],
    ['of another host without recent heartbeats', 'elsewhere.example', [process.pid], 21],
    ['whose process number was reused long ago', hostname(), [process.pid], 601],
    ['without an owner', undefined, [], 21],
  ])('takes over a lock %s', async (_name, host, pids, ageSeconds) => {
    const clone = makeClone();
    const lock = join(clone.directory, '.postrider-install-lock');
    const owner = join(lock, 'owner.json');
    mkdirSync(lock);
    if (host !== undefined) writeFileSync(owner, JSON.stringify({ host, pids }));
    const then = new Date(Date.now() - ageSeconds * 1000);
    utimesSync(host === undefined ? lock : owner, then, then);
    expect((await clone.start(['report.cjs']).ended).code).toBe(7);
    expect(existsSync(lock)).toBe(false);
  });

  it.each([
    ['whose process is alive', hostname(), 30],
    ['of another host with recent heartbeats', 'elsewhere.example', 5],
  ])('waits for a lock %s, and continues when it is released', async (_name, host, ageSeconds) => {
    const clone = makeClone();
    const lock = join(clone.directory, '.postrider-install-lock');
    const owner = join(lock, 'owner.json');
    mkdirSync(lock);
    writeFileSync(owner, JSON.stringify({ host, pids: [process.pid] }));
    const then = new Date(Date.now() - ageSeconds * 1000);
    utimesSync(owner, then, then);
    const { child, ended } = clone.start(['report.cjs']);
    await new Promise((resolve) => child.stderr?.once('data', resolve));
    expect(clone.calls()).toEqual([]);
    rmSync(lock, { recursive: true });
    expect(await ended).toMatchObject({ code: 7, stderr: expect.stringContaining('waiting for another install') });
  });

  it('does not start the script if the install fails', async () => {
    const clone = makeClone();
    const { code, stdout, stderr } = await clone.start(['report.cjs'], { env: { FAKE_NPM: 'fails' } }).ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('npm ci ended with code 217');
    expect((await clone.start(['report.cjs']).ended).code).toBe(7);
  });

  it('ends with the signal that interrupted the install', async () => {
    const clone = makeClone();
    const { child, ended } = clone.start(['report.cjs'], { env: { FAKE_NPM: 'hangs' } });
    await vi.waitFor(() => expect(clone.calls()).toHaveLength(1), WAIT);
    child.kill('SIGTERM');
    expect((await ended).signal).toBe('SIGTERM');
    expect(existsSync(join(clone.directory, '.postrider-install-lock'))).toBe(false);
  });
});

describe('installation on an incomplete machine', () => {
  it.each(['bootstrap.cjs', 'postrider.cjs'])('gets instructions from %s on an old Node', async (entry) => {
    const clone = makeClone();
    const nodeArgs = pretending(clone, 'v12.22.12');
    const { code, stderr } = await clone.start(['report.cjs'], { entry, nodeArgs }).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('v12.22.12');
    expect(stderr).toContain('requires Node.js 20 or newer');
    expect(clone.calls()).toEqual([]);
  });

  it('gets an error from the published package if Node is too old for the package', async () => {
    const clone = makeClone();
    rmSync(join(clone.directory, 'src'), { recursive: true });
    const nodeArgs = pretending(clone, 'v22.18.0');
    const { code, stderr } = await clone.start(['help'], { entry: 'postrider.cjs', nodeArgs }).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('requires Node.js 22.19 or newer');
  });

  it('runs the built program of the published package', async () => {
    const clone = makeClone();
    rmSync(join(clone.directory, 'src'), { recursive: true });
    mkdirSync(join(clone.directory, 'dist'));
    writeFileSync(join(clone.directory, 'dist', 'main.js'), 'console.log(process.argv[2]); process.exitCode = 5;');
    const { code, stdout } = await clone.start(['help'], { entry: 'postrider.cjs' }).ended;
    expect([code, stdout]).toEqual([5, 'help\n']);
    expect(clone.calls()).toEqual([]);
  });

  it("gets memory limits from the published package for serving commands, in the same process and after Node's own arguments", async () => {
    const clone = makeClone();
    rmSync(join(clone.directory, 'src'), { recursive: true });
    mkdirSync(join(clone.directory, 'dist'));
    const main =
      'console.log(JSON.stringify([process.pid, process.execArgv, process.argv.slice(2), process.env.MALLOC_ARENA_MAX]));';
    writeFileSync(join(clone.directory, 'dist', 'main.js'), main);
    const nodeArgs = ['--stack-trace-limit=20'];
    const { child, ended } = clone.start(['start', 'a b'], { entry: 'postrider.cjs', nodeArgs });
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([child.pid, [...nodeArgs, ...BOUNDS], ['start', 'a b'], '1']);
  });

  it('gets an error if npm is missing', async () => {
    const clone = makeClone();
    rmSync(join(clone.tools, 'npm'));
    const { code, stderr } = await clone.start(['report.cjs'], { env: { PATH: clone.tools } }).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('npm is missing');
  });

  it("installs the clone's own Node if npm runs no install scripts", async () => {
    const clone = makeClone();
    const { code, stdout } = await clone.start(['report.cjs'], { env: { FAKE_NPM: 'without scripts' } }).ended;
    expect(code).toBe(7);
    expect(existsSync(join(clone.directory, 'node_modules', 'node', 'bin', 'node'))).toBe(true);
    expect(stdout).not.toBe('');
  });

  it('uses the running Node if its own cannot be downloaded and the running one is new enough', async () => {
    const clone = makeClone();
    const { code, stderr } = await clone.start(['report.cjs'], { env: { FAKE_NPM: 'without node' } }).ended;
    expect(code).toBe(7);
    expect(stderr).toContain(`using ${process.version}`);
  });

  it('gets an error if neither Node is usable', async () => {
    const clone = makeClone();
    const nodeArgs = pretending(clone, 'v20.20.2');
    const { code, stderr } = await clone.start(['report.cjs'], { nodeArgs, env: { FAKE_NPM: 'without node' } }).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('Install Node.js 22.19 or newer');
  });

  it('installs with a separate cache if the home directory is not writable', async () => {
    const clone = makeClone();
    const user = ordinaryUser(clone);
    const sealed = join(clone.tools, 'sealed');
    mkdirSync(sealed, { mode: 0o555 });
    const { code } = await clone.start(['report.cjs'], { ...user, env: { FAKE_CACHE: join(sealed, '.npm') } }).ended;
    expect(code).toBe(7);
    const cache = readFileSync(join(clone.tools, 'cache'), 'utf8');
    expect(cache).toContain('postrider-npm-');
    expect(existsSync(cache)).toBe(false);
  });

  it('tells a user without write access to the clone which user must install', async () => {
    const clone = makeClone();
    const user = ordinaryUser(clone);
    chmodSync(clone.directory, 0o555);
    const { code, stderr } = await clone.start(['report.cjs'], user).ended;
    chmodSync(clone.directory, 0o755);
    expect(code).toBe(1);
    expect(stderr).toContain('cannot write');
    expect(clone.calls()).toEqual([]);
  });

  it('needs no write access once everything is installed', async () => {
    const clone = makeClone();
    const user = ordinaryUser(clone);
    await clone.start(['report.cjs'], user).ended;
    rmSync(join(clone.directory, 'node_modules', '.postrider-install'));
    copyFileSync(
      join(clone.directory, 'package-lock.json'),
      join(clone.directory, 'node_modules', '.package-lock.json'),
    );
    for (const directory of [clone.directory, join(clone.directory, 'node_modules')]) chmodSync(directory, 0o555);
    const { code } = await clone.start(['report.cjs'], user).ended;
    for (const directory of [clone.directory, join(clone.directory, 'node_modules')]) chmodSync(directory, 0o755);
    expect(code).toBe(7);
    expect(clone.calls()).toHaveLength(1);
  });
});

describe('running script', () => {
  it('passes on its exit code and signal', async () => {
    const clone = makeClone();
    writeFileSync(
      join(clone.directory, 'dies.cjs'),
      `process.kill(process.pid, 'SIGUSR2'); setInterval(() => {}, 1e3);`,
    );
    expect((await clone.start(['report.cjs']).ended).code).toBe(7);
    expect((await clone.start(['dies.cjs']).ended).signal).toBe('SIGUSR2');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('receives %s once, even if it is sent in a burst', async (signal) => {
    const clone = makeClone();
    const notes = join(clone.tools, 'notes');
    const { child, ended } = clone.start(['listener.cjs', notes]);
    await vi.waitFor(() => expect(readNotes(notes)).toEqual(['ready']), WAIT);
    for (let sent = 0; sent < 3; sent += 1) child.kill(signal);
    expect((await ended).code).toBe(3);
    expect(readNotes(notes)).toEqual(['ready', signal]);
  });

  it('receives Ctrl-C from a terminal once', async () => {
    const clone = makeClone();
    const notes = join(clone.tools, 'notes');
    await clone.start(['report.cjs']).ended;
    const command = `exec '${process.execPath}' '${join(clone.directory, 'bin/bootstrap.cjs')}' listener.cjs '${notes}'`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { env: { PATH: '/usr/bin:/bin' } });
    onTestFinished(() => {
      terminal.kill('SIGKILL');
    });
    const ended = collect(terminal);
    await vi.waitFor(() => expect(readNotes(notes)).toEqual(['ready']), WAIT);
    terminal.stdin.write('\u0003');
    expect((await ended).code).toBe(3);
    expect(readNotes(notes)).toEqual(['ready', 'SIGINT']);
  });

  it('is notified if its parent is killed', async () => {
    const clone = makeClone();
    const notes = join(clone.tools, 'notes');
    const { child, ended } = clone.start(['listener.cjs', notes]);
    await vi.waitFor(() => expect(readNotes(notes)).toEqual(['ready']), WAIT);
    child.kill('SIGKILL');
    await ended;
    await vi.waitFor(() => expect(readNotes(notes)).toEqual(['ready', 'disconnect']), WAIT);
  });
});

describe('npm start', () => {
  /**
   * Starts the clone with the real npm in the same way as a service manager: in a separate session without a terminal.
   */
  async function startByNpm(user: (clone: Clone) => StartOptions) {
    const clone = makeClone();
    await clone.start(['report.cjs']).ended;
    writeFileSync(
      join(clone.directory, 'src', 'main.ts'),
      LISTENER.replace(/^const fs.*$/m, "import fs from 'node:fs';"),
    );
    const { node = process.execPath, spawn: as } = user(clone);
    const npm = spawn(node, [realNpm(), 'start'], {
      cwd: clone.directory,
      env: { PATH: `${dirname(node)}:/usr/bin:/bin`, HOME: dirname(clone.directory) },
      detached: true,
      ...as,
    });
    onTestFinished(() => {
      npm.kill('SIGKILL');
    });
    // The file is named `start`, because the listener uses the argument of the program as its file name.
    const notes = (): string[] => readNotes(join(clone.directory, 'start'));
    await vi.waitFor(() => expect(notes()).toEqual(['ready']), WAIT);
    return { npm, ended: collect(npm), notes };
  }

  const asIs = (): StartOptions => ({});

  it.each([
    ['SIGTERM', 'SIGTERM', asIs],
    ['SIGINT', 'SIGINT', asIs],
    ['SIGHUP', 'SIGTERM', asIs],
    ['SIGKILL', 'SIGTERM', asIs],
    ['SIGTERM', 'SIGTERM', ordinaryUser],
    ['SIGKILL', 'SIGTERM', ordinaryUser],
  ] as const)('shuts down gracefully if only npm receives %s, by %s', async (sent, heard, user) => {
    const { npm, ended, notes } = await startByNpm(user);
    npm.kill(sent);
    await vi.waitFor(() => expect(notes()).toEqual(['ready', heard]), WAIT);
    await ended;
  });

  it('makes npm wait until the program ended, and passes on its exit code', async () => {
    const { npm, ended } = await startByNpm(asIs);
    npm.kill('SIGTERM');
    expect((await ended).code).toBe(3);
  });

  it('continues running without npm if its parent ended', async () => {
    const clone = makeClone();
    const notes = join(clone.tools, 'notes');
    await clone.start(['report.cjs']).ended;
    const line = `'${process.execPath}' '${join(clone.directory, 'bin/bootstrap.cjs')}' listener.cjs '${notes}' & echo $!`;
    const shell = spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = Number(await new Promise((resolve) => shell.stdout.once('data', resolve)));
    onTestFinished(() => {
      process.kill(pid, 'SIGKILL');
    });
    await vi.waitFor(() => expect(readNotes(notes)).toEqual(['ready']), WAIT);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(readNotes(notes)).toEqual(['ready']);
  });
});

describe('files that an old Node reads', () => {
  it.each(['bootstrap.cjs', 'heap.cjs', 'postrider.cjs', 'versions.cjs'])(
    'use only the syntax of Node 8: %s',
    (file) => {
      const text = readFileSync(join('bin', file), 'utf8');
      // Matches the syntax added after ECMAScript 2017 that is most likely to be used: optional chaining, nullish and
      // logical assignment, numeric separators, catch without a binding, import(), and class fields.
      expect(text).not.toMatch(/\?\.[a-z([]|\?\?|\|\|=|&&=|\d_\d|catch \{|\bimport\(|\.\.\.\w|\bstatic\b|^\s*#\w+/m);
    },
  );
});

/** Returns the path of the npm that runs these tests, or else of the npm installed on this machine. */
function realNpm(): string {
  return process.env['npm_execpath'] ?? realpathSync('/usr/bin/npm');
}

/** Returns options for running as an unprivileged user who owns the clone, because root can write to any file. */
function ordinaryUser(clone: Clone): StartOptions {
  if (process.getuid?.() !== 0) return {};
  const node = join(clone.tools, 'node');
  // Use a copy of Node, because the user may not have access to the directory of the Node that runs the tests.
  copyFileSync(process.execPath, node);
  chmodSync(root, 0o755);
  const home = dirname(clone.directory);
  const owned = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((path) => join(home, path));
  for (const path of [home, ...owned]) chownSync(path, NOBODY, NOBODY);
  return { node, spawn: { uid: NOBODY, gid: NOBODY } };
}
