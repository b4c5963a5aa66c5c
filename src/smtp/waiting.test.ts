import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createWaiting } from './waiting.ts';

/** The two ends of a connection. */
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

it('hears at its end what had arrived while the process stood still', async () => {
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

it('ends at its time when nothing comes, and at once when it is over already', async () => {
  const waiting = createWaiting();
  expect(await waiting.until(() => false, performance.now() + 20)).toBe(false);
  expect(await waiting.until(() => false, performance.now() - 1)).toBe(false);
  expect(await waiting.until(() => true, performance.now() - 1)).toBe(true);
});
