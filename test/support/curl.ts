import { execFileSync } from 'node:child_process';

/**
 * Returns the curl of this machine, which runs the commands shown in documents and pages; returns undefined and prints
 * a message if it is missing.
 */
export function curl(): string | undefined {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return 'curl';
  } catch {
    process.stdout.write('No curl: the lines that documents and pages show are not run. Install curl.\n');
    return undefined;
  }
}
