import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';

const MODULE = new URL('../../src/app/stop-signals.ts', import.meta.url).href;

/** A process that stops by `stop`, given as source, within 300 ms; resolves with how it ended. */
async function ended(stop: string): Promise<{ code: number | null; output: string }> {
  const source = `
    const { runUntilStopped } = await import('${MODULE}');
    const log = { debug: console.log, info: console.log, warn: console.log, error: console.log };
    setInterval(() => {}, 1000);
    setTimeout(() => console.log('up'), 0);
    await runUntilStopped(log, ${stop}, 300);`;
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

it('what stops in time ends with 0', async () => {
  expect(await ended('() => Promise.resolve()')).toMatchObject({ code: 0, output: expect.stringContaining('Stopped') });
});

it('what hangs at its stop is cut off at its bound, with 1', async () => {
  expect(await ended('() => new Promise(() => {})')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Not stopped in time'),
  });
});
