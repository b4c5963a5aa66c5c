import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../../src/app/installation.ts';
import { end, freePort } from '../delivery/candidate.ts';
import { WITHOUT_SHORTCUT } from './refuser.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** What `npm start` gives the same process. */
const { HEAP_ARGUMENTS, HEAP_ENVIRONMENT } = createRequire(import.meta.url)('../../bin/heap.cjs') as {
  // An array of strings there; CommonJS without types.
  readonly HEAP_ARGUMENTS: readonly string[];
  readonly HEAP_ENVIRONMENT: Readonly<Record<string, string>>;
};
const READY_WITHIN_MS = 60_000;

/** An API process on an installation that somebody else has opened. */
export interface ApiProcess {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts `postrider api`, the HTTP role alone, with the shortcut for refusals or without, and waits until it is ready. */
export async function startApiProcess(
  installation: Installation,
  { hasShortcut = true }: { readonly hasShortcut?: boolean } = {},
): Promise<ApiProcess> {
  const port = await freePort();
  const before = hasShortcut ? [] : ['--import', WITHOUT_SHORTCUT];
  const child = spawn(process.execPath, [...HEAP_ARGUMENTS, ...before, MAIN, 'api'], {
    env: {
      ...HEAP_ENVIRONMENT,
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      DATABASE_URL: installation.databaseUrl,
      POSTRIDER_DATA: installation.dataDir,
      POSTRIDER_LOG: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = (): Promise<void> => end(child);
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      // It does not listen yet.
      () => false,
    );
    if (isReady && child.pid !== undefined) return { port, pid: child.pid, stop };
    await sleep(50);
  }
  await stop();
  throw new Error('The API did not become ready');
}

/** Resident memory of a process in MB. Linux only: NaN elsewhere. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** CPU seconds of a process so far. Linux only: NaN elsewhere. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name in parentheses may hold spaces; user and system time are fields 14 and 15 (proc(5)), in hundredths.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
