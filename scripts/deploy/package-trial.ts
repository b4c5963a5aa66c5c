import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ordinaryUser } from './ordinary-user.ts';

const WITHIN_MS = 120_000;
const INSTALL_WITHIN_MS = 300_000;

interface Trial {
  /** Whether to use the packages of this clone as dependencies. */
  readonly isLinked: boolean;
  /** Path of an existing package file. If undefined, a new package is created. */
  readonly tarball: string | undefined;
  readonly log: (line: string) => void;
}

/** Installs the packed application into an empty folder and sends a first email. Throws on failure. */
export async function tryPackage({ isLinked, log, tarball }: Trial): Promise<{ readonly firstMailMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-package-'));
  const user = ordinaryUser();
  try {
    const packed = resolve(tarball ?? pack(folder));
    const home = join(folder, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{"name":"empty","private":true}\n');
    if (isLinked) link(packed, home);
    if (user) {
      execFileSync('chmod', ['755', folder]);
      for (const path of [home, join(home, 'package.json')]) chownSync(path, user.uid, user.gid);
    }
    if (!isLinked) installIn(home, user, packed);
    log(`Installed into an empty folder as ${user ? 'nobody' : 'this user'}.`);
    return await startAndSend(home, user, log);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packs a copy of the clone, because packing runs a build that would replace the clone's build output. */
function pack(folder: string): string {
  const clone = join(folder, 'clone');
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  for (const path of listed.split('\n')) if (path !== '' && existsSync(path)) cpSync(path, join(clone, path));
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm packed nothing');
  return join(folder, name);
}

/** Unpacks the package and links the packages of this clone next to it. */
function link(packed: string, home: string): void {
  const modules = join(home, 'node_modules');
  mkdirSync(join(modules, 'postrider'), { recursive: true });
  execFileSync('tar', ['-xzf', packed, '--strip-components=1', '-C', join(modules, 'postrider')]);
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('.') || existsSync(join(modules, name))) continue;
    symlinkSync(resolve('node_modules', name), join(modules, name));
  }
  mkdirSync(join(modules, '.bin'));
  symlinkSync('../postrider/bin/postrider.cjs', join(modules, '.bin', 'postrider'));
  execFileSync('chmod', ['755', join(modules, 'postrider', 'bin', 'postrider.cjs')]);
}

function environmentIn(home: string): NodeJS.ProcessEnv {
  return {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    PORT: '0',
    POSTRIDER_INBOX_PORT: '0',
    POSTRIDER_WORKERS: '1',
    POSTRIDER_API_KEY: `pr_${'A1b2C3d4'.repeat(4)}`,
    npm_config_update_notifier: 'false',
  };
}

/**
 * Runs npm in the folder as the given user. Uses the registry from the npm settings of the current user, because the
 * given user has no settings.
 */
function installIn(home: string, user: ReturnType<typeof ordinaryUser>, packed: string): void {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  execFileSync('npm', ['install', '--no-fund', '--no-audit', packed], {
    cwd: home,
    env: {
      ...environmentIn(home),
      npm_config_registry: registry,
      NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_WITHIN_MS,
    ...user,
  });
}

async function startAndSend(
  home: string,
  user: ReturnType<typeof ordinaryUser>,
  log: Trial['log'],
): Promise<{ readonly firstMailMs: number }> {
  const startedAtMs = performance.now();
  const env = environmentIn(home);
  const child = spawn('npx', ['--no-install', 'postrider', 'start'], { cwd: home, env, detached: true, ...user });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const ended = new Promise<void>((end) => child.once('close', () => end()));
  try {
    const baseUrl = await eventually(
      () => /API {10}(http:\S+)/.exec(output)?.[1],
      () => output,
    );
    const key = env['POSTRIDER_API_KEY'] ?? '';
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const mail = {
      from: 'onboarding@sandbox.localhost',
      to: ['owner@postrider.localhost'],
      subject: 'The first mail of a package',
      text: 'It arrived.',
    };
    const sent = await fetch(`${baseUrl}/transactional/emails`, {
      method: 'POST',
      headers,
      body: JSON.stringify(mail),
    });
    if (sent.status !== 202) throw new Error(`Sending returned ${sent.status}: ${await sent.text()}`);
    const { id } = (await sent.json()) as { id: string };
    await eventually(
      async () => {
        const found = await fetch(`${baseUrl}/transactional/emails/${id}`, { headers });
        const { status } = (await found.json()) as { status: string };
        return status === 'delivered' ? status : undefined;
      },
      () => output,
    );
    log('The first mail was delivered into the local inbox.');
    return { firstMailMs: performance.now() - startedAtMs };
  } finally {
    // Send the signal to the process group, because npx does not forward every signal.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await Promise.race([ended, sleep(30_000)]);
  }
}

async function eventually<T>(look: () => T | undefined | Promise<T | undefined>, why: () => string): Promise<T> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`Timed out:\n${why()}`);
    await sleep(50);
  }
}
