import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createWaiting } from './waiting.ts';

/** Returns both ends of a connection. */
async function ends(): Promise<readonly [Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const near = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  server.close();
  return [near, far];
}

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('reads data that arrived while the process was suspended before it times out', async () => {
  const [near, far] = await ends();
  const waiting = createWaiting();
  let isHeard = false;
  near.on('data', () => {
    isHeard = true;
    waiting.wake();
  });
  const heard = waiting.until(() => isHeard, performance.now() + 1_000);
  await new Promise((resolve) => setImmediate(resolve));
  far.write('250 OK\r\n');
  standStill(1_500);
  expect(await heard).toBe(true);
  near.destroy();
  far.destroy();
});

it('times out if nothing arrives, and returns immediately if the deadline has passed', async () => {
  const waiting = createWaiting();
  expect(await waiting.until(() => false, performance.now() + 20)).toBe(false);
  expect(await waiting.until(() => false, performance.now() - 1)).toBe(false);
  expect(await waiting.until(() => true, performance.now() - 1)).toBe(true);
});
