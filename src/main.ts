import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Start } from './app/roles.ts';
import { outliveUnreadOutput } from './app/unread-output.ts';

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
