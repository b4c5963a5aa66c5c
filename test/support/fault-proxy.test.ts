import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { randomFrom } from './random.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** Starts a proxy in front of an echo server. */
async function proxied(seed = 1): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe cast: a server that listens on a TCP port has an address with a port.
  const proxy = await startFaultProxy({ port: (server.address() as AddressInfo).port }, randomFrom(seed));
  undo.push(async () => {
    await proxy.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return proxy;
}

interface Caller {
  readonly socket: Socket;
  heard(): string;
  readonly closed: Promise<void>;
  /** Resolves when this many characters have been received. */
  hears(count: number): Promise<string>;
}

async function call(proxy: FaultProxy): Promise<Caller> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', noDelay: true });
  undo.push(async () => socket.destroy());
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => {});
  return {
    socket,
    heard: () => text,
    closed: new Promise((resolve) => {
      socket.once('close', () => resolve());
    }),
    async hears(count) {
      while (text.length < count) await once(socket, 'data');
      return text;
    },
  };
}

test('"pass" forwards all data and the end of the connection', async () => {
  const caller = await call(await proxied());
  const ended = once(caller.socket, 'end');
  caller.socket.end('x'.repeat(300_000));
  await ended;
  expect(caller.heard()).toHaveLength(300_000);
});

test('"refuse" resets new and existing connections', async () => {
  const proxy = await proxied();
  const early = await call(proxy);
  early.socket.write('a');
  await early.hears(1);
  const ends = early.closed;
  proxy.behave('refuse');
  await ends;
  const late = await call(proxy);
  await late.closed;
  expect(late.heard()).toBe('');
});

test('"black hole" holds data back and forwards it when the behavior changes to "pass"', async () => {
  const proxy = await proxied();
  const other = await call(await proxied());
  const caller = await call(proxy);
  proxy.behave('black hole');
  caller.socket.write('held');
  // If the proxy forwarded the held data, its echo would arrive before this loop ends.
  for (let round = 1; round <= 20; round += 1) {
    other.socket.write('x');
    await other.hears(round);
  }
  expect(caller.heard()).toBe('');
  proxy.behave('pass');
  expect(await caller.hears(4)).toBe('held');
});

test('"half open" forwards requests and holds responses back', async () => {
  const proxy = await proxied();
  const caller = await call(proxy);
  proxy.behave('half open');
  caller.socket.write('said');
  const other = await call(await proxied());
  for (let round = 1; round <= 20; round += 1) {
    other.socket.write('x');
    await other.hears(round);
  }
  expect(caller.heard()).toBe('');
  proxy.behave('pass');
  expect(await caller.hears(4)).toBe('said');
});

test('"slow" and "drip" forward everything in order', async () => {
  const proxy = await proxied();
  const caller = await call(proxy);
  proxy.behave('slow');
  caller.socket.write('slow ');
  await caller.hears(5);
  proxy.behave('drip');
  caller.socket.write('drip');
  expect(await caller.hears(9)).toBe('slow drip');
});

test('"drip" forwards the rest immediately when it changes to "pass"', async () => {
  const proxy = await proxied();
  const caller = await call(proxy);
  proxy.behave('drip');
  caller.socket.write('y'.repeat(50_000));
  await caller.hears(2);
  proxy.behave('pass');
  expect(await caller.hears(50_000)).toBe('y'.repeat(50_000));
});

test('"cut" forwards part of the data and then resets the connection', async () => {
  const proxy = await proxied();
  const caller = await call(proxy);
  proxy.behave('cut');
  caller.socket.write('z'.repeat(100_000));
  await caller.closed;
  expect(caller.heard().length).toBeLessThan(100_000);
});

test('"garbage" is deterministic for a seed', async () => {
  const heard = await Promise.all(
    [1, 1, 2].map(async (seed) => {
      const proxy = await proxied(seed);
      const caller = await call(proxy);
      proxy.behave('garbage');
      caller.socket.write('abcdefgh');
      return caller.hears(8);
    }),
  );
  expect(heard[0]).not.toBe('abcdefgh');
  expect(heard[1]).toBe(heard[0]);
  expect(heard[2]).not.toBe(heard[0]);
});
