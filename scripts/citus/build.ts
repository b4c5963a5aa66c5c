import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A release of the last series of Citus that supports PostgreSQL 15. */
const VERSION = 'v13.2.2';
const SOURCE = 'https://github.com/citusdata/citus';
const MAJOR = '15';
const LIBRARY = `usr/lib/postgresql/${MAJOR}`;
const SHARE = `usr/share/postgresql/${MAJOR}`;
/** Packages with headers that the server's own headers require. The packages are unpacked locally and not installed. */
const HEADERS = ['libzstd-dev', 'liblz4-dev', 'libkrb5-dev', 'krb5-multidev', 'comerr-dev'];
/** Packages that must be installed on this machine: the compiler and the libraries to link with. */
const NEEDED = [
  [`/${LIBRARY}/bin/postgres`, `postgresql-${MAJOR}`],
  ['/usr/bin/gcc', 'build-essential'],
  ['/usr/include/postgresql/libpq-fe.h', 'libpq-dev'],
  ['/usr/include/openssl/ssl.h', 'libssl-dev'],
  ['/usr/include/libxml2', 'libxml2-dev'],
] as const;
const BUILD_MS = 60 * 60_000;

const run = promisify(execFile);

/**
 * Builds Citus in a folder and installs it into a copy of Debian's PostgreSQL 15. Returns the directory that contains
 * the copy's executables. An earlier build is reused. The machine's own PostgreSQL is not changed. `source` is a git
 * repository. If required packages are not installed, throws an error that names them.
 */
export async function buildCitus(home: string, source = SOURCE, say = console.log): Promise<string> {
  const programs = join(home, 'root', LIBRARY, 'bin');
  const isBuilt = join(home, 'built');
  if (existsSync(isBuilt) && readFileSync(isBuilt, 'utf8') === VERSION) return programs;
  const missing = NEEDED.filter(([path]) => !existsSync(path)).map(([, name]) => name);
  if (missing.length > 0) throw new Error(`Citus cannot be built here; install ${missing.join(', ')}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  say(`fetching Citus ${VERSION}`);
  const options = { timeout: BUILD_MS, maxBuffer: 256 * 1024 * 1024 };
  const code = join(home, 'source');
  await run('git', ['clone', '--quiet', '--depth', '1', '--branch', VERSION, source, code], options);
  const headers = await unpackHeaders(home);
  copyServer(home);
  say('building Citus, which takes a few minutes');
  const pgConfig = writePgConfig(home, headers);
  const without = ['--without-libcurl', '--without-lz4', '--without-zstd', '--with-security-flags=no'];
  await run('./configure', [`PG_CONFIG=${pgConfig}`, ...without], { ...options, cwd: code });
  const settings = [
    // Disable LLVM bitcode, with which Debian's server was built. It is not needed at run time.
    'with_llvm=no',
    `includedir_server=${headers}/postgresql/${MAJOR}/server`,
    `COPT=-I${headers}`,
    `DESTDIR=${join(home, 'root')}`,
  ];
  await run('make', [`-j${availableParallelism()}`, ...settings], { ...options, cwd: code });
  await run('make', ['install', ...settings], { ...options, cwd: code });
  writeFileSync(isBuilt, VERSION);
  return programs;
}

/**
 * Unpacks headers of exactly the same version as the server, because a later version may export symbols that the server
 * lacks.
 */
async function unpackHeaders(home: string): Promise<string> {
  const { stdout } = await run('dpkg-query', ['-W', '-f', '${Version}', `postgresql-${MAJOR}`]);
  const packages = join(home, 'packages');
  mkdirSync(packages);
  const wanted = [`postgresql-server-dev-${MAJOR}=${stdout.trim()}`, ...HEADERS];
  await run('apt-get', ['download', ...wanted], { cwd: packages });
  await run('sh', ['-c', 'for package in *.deb; do dpkg -x "$package" ../headers; done'], { cwd: packages });
  return join(home, 'headers/usr/include');
}

/**
 * Copies the server. PostgreSQL finds its files relative to its executables, so a copy of both directory trees is an
 * independent server.
 */
function copyServer(home: string): void {
  for (const tree of [LIBRARY, SHARE]) cpSync(`/${tree}`, join(home, 'root', tree), { recursive: true });
}

/** Writes a wrapper for Debian's `pg_config` that reports the directory with the unpacked headers. */
function writePgConfig(home: string, headers: string): string {
  const path = join(home, 'pg_config');
  const real = `exec /${LIBRARY}/bin/pg_config "$@"`;
  writeFileSync(
    path,
    `#!/bin/sh\n[ "$1" = --includedir-server ] && exec echo ${headers}/postgresql/${MAJOR}/server\n${real}\n`,
  );
  chmodSync(path, 0o755);
  return path;
}
