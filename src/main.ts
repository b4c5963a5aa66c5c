import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Start } from './app/roles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// The published package does not contain `src`. The data of a clone is stored in the clone.
const cloneRoot = existsSync(new URL('../src/main.ts', import.meta.url)) ? root : undefined;

const start: Start = { environment: process.env, mainFile: fileURLToPath(import.meta.url), cloneRoot };
const args = process.argv.slice(2);

outliveUnreadOutput();
process.exitCode = args[0] === 'deliver' ? await deliver() : await runCommand();

async function deliver(): Promise<number> {
  const { runDeliver } = await import('./app/deliver.ts');
  return runDeliver(start);
}

async function runCommand(): Promise<number> {
  const { runCommandLine } = await import('./app/cli.ts');
  return runCommandLine(start, args);
}

/**
 * Keeps the process running if its output cannot be written: the pipe has no reader (EPIPE), the terminal is gone
 * (EIO), or the disk of the log file is full. Node would otherwise end the process, and delivery would stop.
 */
function outliveUnreadOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
