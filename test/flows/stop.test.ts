// Place in a run: slow.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/db.ts';
import { MAIN, runProgram } from './program.ts';

const MODULE = new URL('../../src/app/stop-signals.ts', import.meta.url).href;

/**
 * Runs a process that uses the given source code as `stop`, with a limit of 300 ms. Resolves with its exit code and
 * output.
 */
async function ended(stop: string): Promise<{ code: number | null; output: string }> {
  const source = `
    const { firstSignal, runUntilStopped } = await import('${MODULE}');
    const log = { debug: console.log, info: console.log, warn: console.log, error: console.log };
    setInterval(() => {}, 1000);
    setTimeout(() => console.log('up'), 0);
    await runUntilStopped(firstSignal(), log, ${stop}, 300);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    if (output === '') child.kill('SIGTERM');
    output += String(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

it('exits with 0 after stopping in time', async () => {
  expect(await ended('() => Promise.resolve()')).toMatchObject({ code: 0, output: expect.stringContaining('Stopped') });
});

it('exits with 1 after the limit if the stop hangs', async () => {
  expect(await ended('() => new Promise(() => {})')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Shutdown timed out'),
  });
});

it('stops a role gracefully during its start', async () => {
  const test = await createTestDatabase();
  const program = runProgram(['worker'], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_INBOX_PORT: '0',
    POSTRIDER_METRICS_PORT: '0',
    POSTRIDER_LOG: 'info',
  });
  await program.printed(/Metrics listener ready/);
  expect(await program.stop()).toBe(0);
  expect(program.output()).toContain('Stopped');
  await test.drop();
}, 120_000);

it.each(['start', 'deliver'])('ends %s that another process started if its own start fails', async (role) => {
  const child = spawn(process.execPath, [MAIN, role], {
    env: { PATH: process.env['PATH'], POSTRIDER_SECRET: 'too short' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
});

it('stops a role whose database accepts connections but never responds', async () => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  // Safe cast: the server listens on a port, so its address is neither a path nor null.
  const { port } = silent.address() as AddressInfo;
  const program = runProgram(['worker'], {
    DATABASE_URL: `postgres://postrider@127.0.0.1:${port}/postrider`,
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
  });
  await once(silent, 'connection');
  expect(await program.stop()).toBe(0);
  silent.close();
}, 120_000);
