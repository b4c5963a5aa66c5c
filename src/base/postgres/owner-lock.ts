import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../crypto.ts';
import { StartupError } from '../startup-error.ts';
import { readProcess } from './process-table.ts';

const FILE = 'owner.pid';
/**
 * Maximum number of attempts. Another attempt is needed only if another process claims or releases the directory at the
 * same time.
 */
const ATTEMPTS = 20;

/** Exclusive right of a process to start, stop, and adopt the server of a data directory. */
export interface OwnerLock {
  /** Releases the directory. Safe to call more than once. */
  release(): void;
}

/**
 * Makes this process the owner of `dataDir`. Takes over the claim of a process that is not running. If another process,
 * or another server in this process, owns the directory, throws StartupError with its process ID.
 */
export function takeOwnership(dataDir: string): OwnerLock {
  const path = join(dataDir, FILE);
  const identity = readProcess(process.pid)?.identity ?? '';
  const claim = `${process.pid}\n${identity}\n${randomText(16)}\n`;
  const draft = `${path}.${process.pid}.${randomText(8)}`;
  writeFileSync(draft, claim, { mode: 0o644, flag: 'wx' });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (linked(draft, path) && readClaim(path) === claim) return { release: () => release(path, claim) };
      const other = readClaim(path);
      if (other === undefined) continue;
      const owner = livingOwner(other);
      if (owner !== undefined) throw inUse(dataDir, owner);
      removeStale(path, other);
    }
    throw inUse(dataDir, undefined);
  } finally {
    rmSync(draft, { force: true });
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function livingOwner(claim: string): number | undefined {
  const [pid = '', identity = ''] = claim.split('\n');
  const found = readProcess(Number(pid));
  // The process ID may have been reused. It is the same process only if its start identity matches.
  return found && found.identity === identity ? Number(pid) : undefined;
}

function removeStale(path: string, judged: string): void {
  const aside = `${path}.stale.${randomText(8)}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    // Another process has already removed the claim.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // A third process may have claimed the directory between the check and the rename. Restore its claim.
  if (readClaim(aside) !== judged) linked(aside, path);
  rmSync(aside, { force: true });
}

function release(path: string, claim: string): void {
  if (readClaim(path) === claim) rmSync(path, { force: true });
}

function readClaim(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function inUse(dataDir: string, pid: number | undefined): StartupError {
  const who = pid === undefined ? 'other processes that are starting at the same time' : `process ${pid}`;
  return new StartupError(
    `The data directory is in use by ${who}: ${dataDir}`,
    'Stop that process first, or choose another directory for this process with POSTRIDER_DATA.',
  );
}
