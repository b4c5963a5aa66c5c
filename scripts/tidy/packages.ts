import { missingFromLock, type Lock } from '../complete-lock.ts';

/**
 * Returns problems in a lock file that would make `npm ci` fail on other machines, or bind the lock to the registry of
 * one machine.
 */
export function lockFaults(text: string): string[] {
  // Safe cast: npm wrote the file, and lockfile version 3 has `packages`.
  const lock = JSON.parse(text) as Lock;
  const faults = missingFromLock(lock).map(({ name }) => `${name} has no entry: run npm run lock`);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.resolved !== undefined) faults.push(`${path} contains the URL of its registry`);
    const isForOnePlatform = entry.optional === true && (entry.os ?? entry.cpu) !== undefined;
    if (path !== '' && entry.integrity === undefined && !isForOnePlatform) faults.push(`${path} has no integrity`);
  }
  return faults;
}
