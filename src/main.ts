import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from './app/cli.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// A clone has the sources beside it and keeps its data there; the published package has only dist/.
const cloneRoot = existsSync(new URL('../src/main.ts', import.meta.url)) ? root : undefined;

process.exitCode = await runCommandLine(
  { environment: process.env, mainFile: fileURLToPath(import.meta.url), cloneRoot },
  process.argv.slice(2),
);
