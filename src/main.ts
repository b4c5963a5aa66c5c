import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Start } from './app/roles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// A clone has the sources beside it and keeps its data there; the published package has only dist/.
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
 * Lets the process go on when what it prints cannot be written: the reader of its pipe is gone (EPIPE), its terminal is
 * (EIO), or the disk of its log file is full. Node would end the process otherwise, and mail would wait for want of a log.
 */
function outliveUnreadOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
