/**
 * `npm run lock`: completes package-lock.json with the optional packages of other platforms. npm omits from the lock
 * file the packages that the current registry does not serve, and `npm ci` then rejects the lock file. An entry with
 * `os` and `cpu` is enough for `npm ci` to accept it.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

/** The relevant properties of a package-lock.json (lockfile version 3). */
export interface Lock {
  packages: Record<string, Entry>;
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPUS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** Returns the name and version of each optional package that the lock requires but has no entry for. */
export function missingFromLock(lock: Lock): { name: string; version: string; dev: boolean }[] {
  const missing = [];
  for (const entry of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const isThere = Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`));
      if (!isThere) missing.push({ name, version, dev: entry.dev === true });
    }
  }
  return missing;
}

/**
 * Returns the lock with an entry for each missing package, sorted as npm sorts them. Throws if the name of a missing
 * package does not contain a platform.
 */
export function completeLock(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const { name, version, dev } of missingFromLock(lock)) {
    const { cpu, libc, os } = platformOf(name);
    // The keys are in npm's own order, so that npm does not rewrite the entry later.
    packages[`node_modules/${name}`] = {
      version,
      cpu,
      ...(dev ? { dev } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      ...(os ? { os } : {}),
    };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

function platformOf(name: string): { cpu: string[]; os?: string[]; libc?: string[] } {
  const words = name.split(/[-/]/);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => CPUS.includes(word));
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32'))
    throw new Error(`The package name ${name} has no platform`);
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined;
  return { cpu: [cpu], ...(os ? { os: [os] } : {}), ...(os === 'linux' && libc ? { libc: [libc] } : {}) };
}

if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url);
  // Safe cast: npm wrote the file, and lockfile version 3 has `packages`.
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const missing = missingFromLock(lock);
  writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  console.log(`package-lock.json: ${missing.length} optional packages of other platforms added.`);
}
