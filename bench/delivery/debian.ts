import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Unavailable } from './candidate.ts';

/**
 * Unpacks Debian packages and those that they need and this machine lacks into `directory`: nothing is configured, no
 * user is made, no daemon starts. Throws Unavailable where that is not possible.
 */
export function unpackDebian(directory: string, names: readonly string[]): void {
  const downloads = join(directory, 'packages');
  mkdirSync(downloads, { recursive: true });
  // Their daemons run as other users.
  chmodSync(directory, 0o755);
  const packages = [...names, ...missingNeeds(names)];
  if (run('apt-get', ['download', '-qq', ...packages], downloads) === undefined) {
    run('apt-get', ['update', '-qq'], downloads);
    if (run('apt-get', ['download', '-qq', ...packages], downloads) === undefined) {
      throw new Unavailable(`its Debian packages (${names.join(', ')}) cannot be fetched here`);
    }
  }
  if (run('sh', ['-c', 'for package in *.deb; do dpkg -x "$package" ..; done'], downloads) === undefined) {
    throw new Unavailable(`its Debian packages (${names.join(', ')}) cannot be unpacked here`);
  }
}

/** Libraries that the packages ask for and that are not installed. */
function missingNeeds(names: readonly string[]): string[] {
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances', 'pre-depends'];
  const flags = ['--recurse', ...kinds.map((kind) => `--no-${kind}`)];
  const needed = linesOf(run('apt-cache', ['depends', ...flags, ...names], '/')).filter((line) => /^lib\w/.test(line));
  const installed = new Set(linesOf(run('dpkg-query', ['-W', '-f', '${Package}\n'], '/')));
  return [...new Set(needed)].filter((name) => !installed.has(name));
}

function linesOf(text: string | undefined): string[] {
  return (text ?? '').split('\n').filter(Boolean);
}

/** What a command printed; undefined when it failed or does not exist. */
function run(command: string, args: readonly string[], cwd: string): string | undefined {
  const { status, stdout } = spawnSync(command, [...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}
