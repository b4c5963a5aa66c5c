import { execFileSync } from 'node:child_process';

/** The curl of this machine, by which the lines that documents and pages show are run; undefined, and said aloud, where there is none. */
export function curl(): string | undefined {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return 'curl';
  } catch {
    process.stdout.write('No curl: the lines that documents and pages show are not run. Install curl.\n');
    return undefined;
  }
}
