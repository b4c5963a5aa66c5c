import { execFileSync } from 'node:child_process';

/**
 * Returns the path of curl, which tests use to run commands from documents and pages. If curl is not installed, prints
 * a message and returns undefined.
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
