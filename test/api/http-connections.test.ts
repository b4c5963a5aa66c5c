import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { parseRange } from '../../src/base/ip-address.ts';
import type { HttpLimits } from '../../src/http/limits.ts';
import { parserOf } from '../../src/http/parser.ts';
import { route, type Reply } from '../../src/http/route.ts';
import type { HttpServerOptions } from '../../src/http/server.ts';
import { KEY, openWire, startListener, type Listener } from './http-listener.ts';

const FLOOD = '127.0.0.2';
const OTHER = '127.0.0.3';
const THIRD = '127.0.0.4';
const open: { close(): Promise<void> | void }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});

/**
 * Starts a listener with three public routes: one that records callers, one that responds on request, and one with a
 * large response.
 */
async function listen(limits: Partial<HttpLimits>, options: Partial<HttpServerOptions> = {}) {
  const asked: string[] = [];
  let held: (() => void)[] = [];
  const publicRoute = (path: string, method: 'GET' | 'POST', handle: () => Promise<Reply>) =>
    route({
      method,
      path,
      summary: '',
      scope: undefined,
      handle: ({ query }) => {
        asked.push(String(query.who));
        return handle();
      },
      query: parserOf(Type.Object({ who: Type.Optional(Type.String()) })),
    });
  const done = (): Promise<Reply> => Promise.resolve({ status: 200, body: { done: true } });
  const listener = await startListener({
    limits,
    ...options,
    routes: [
      publicRoute('/note', 'GET', done),
      publicRoute('/note', 'POST', done),
      publicRoute('/hold', 'GET', () => new Promise((resolve) => held.push(() => void done().then(resolve)))),
      publicRoute('/big', 'GET', () => Promise.resolve({ status: 200, body: 'x'.repeat(20_000_000) })),
    ],
  });
  open.push(listener);
  const release = (): void => {
    for (const answer of held) answer();
    held = [];
  };
  open.push({ close: release });
  return { listener, asked, release };
}

/** Connects from an address of this machine. Reads responses only if requested. */
async function dial({ port }: Listener, from: string): Promise<Socket & { text: string }> {
  const socket = Object.assign(connect({ port, host: '127.0.0.1', localAddress: from }), { text: '' });
  // Ignore errors, because some of the connections are expected to be reset.
  socket.on('error', () => {});
  socket.on('data', (chunk) => (socket.text += chunk.toString('latin1')));
  open.push({ close: () => void socket.destroy() });
  await once(socket, 'connect');
  return socket;
}

async function dialAll(listener: Listener, from: string, count: number): Promise<(Socket & { text: string })[]> {
  const sockets = [];
  for (let at = 0; at < count; at += 1) sockets.push(await dial(listener, from));
  return sockets;
}

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (target: string): string => `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * Sends a request on the connection. Resolves with true when the response arrives, and with false when the connection
 * closes.
 */
async function isServed(socket: Socket & { text: string }): Promise<boolean> {
  socket.text = '';
  socket.write(get('/note'));
  await until(() => socket.text.includes('done') || socket.destroyed);
  return socket.text.includes('done');
}

describe('pipelined requests on one connection', () => {
  it.each([
    ['GET', get],
    ['POST', post],
  ])('with %s are answered up to a limit, and the connection closes with the last', async (_name, request) => {
    const { listener, asked } = await listen({ maxPipelined: 32 });
    const wire = await openWire(listener.port);
    wire.write(request('/note').repeat(1_000));
    const received = await wire.closed();
    const answers = received.split('HTTP/1.1 200 OK').slice(1);
    expect(answers).toHaveLength(32);
    expect(answers.map((answer) => /connection: close/i.test(answer))).toEqual([...Array(31).fill(false), true]);
    expect(asked).toHaveLength(32);
  });

  it('are all answered in order, repeatedly, if they are within the limit', async () => {
    const { listener } = await listen({ maxPipelined: 32 });
    const wire = await openWire(listener.port);
    for (let round = 1; round <= 5; round += 1) {
      const targets = Array.from({ length: 31 }, (_, at) => `/echo?at=${round}-${at}`);
      wire.write(
        targets.map((target) => get(target).replace('\r\n\r\n', `\r\nAuthorization: Bearer ${KEY}\r\n\r\n`)).join(''),
      );
      const received = await wire.until(new RegExp(`"at":"${round}-30"`));
      expect([...received.matchAll(/"at":"(\d+-\d+)"/g)].slice(-31).map(([, at]) => `/echo?at=${at}`)).toEqual(targets);
    }
    wire.destroy();
  });

  it('do not block other connections', async () => {
    const { listener, asked } = await listen({ maxPipelined: 32 });
    const flood = await dialAll(listener, FLOOD, 20);
    const other = await dial(listener, OTHER);
    for (const socket of flood) socket.write(post('/note?who=flood').repeat(1_000));
    other.write(get('/note?who=other'));
    await until(() => asked.includes('other'));
    // At this point, the server has read at most two batches of four requests from each connection.
    expect(asked.indexOf('other')).toBeLessThanOrEqual(20 * 8);
    await until(() => asked.length === 20 * 32 + 1);
  });

  it('release their slots when the connection closes', async () => {
    const { listener, asked, release } = await listen({ maxRequests: 4 });
    const socket = await dial(listener, FLOOD);
    socket.write(get('/hold').repeat(8));
    await until(() => asked.length === 4);
    socket.destroy();
    const other = await dial(listener, OTHER);
    // Wait, because the operating system reports the end of the connections with a delay.
    for (;;) {
      other.text = '';
      other.write(get('/note'));
      await until(() => /done|service_unavailable/.test(other.text));
      if (other.text.includes('done')) break;
    }
    // The four requests that did not get a slot were never passed to the handler.
    expect(asked.filter((who) => who === 'undefined')).toHaveLength(5);
    release();
    await listener.close(60_000);
  });
});

describe('responses that clients do not read', () => {
  it('are cut off, oldest first, if they are too many bytes', async () => {
    const { listener } = await listen({ maxUnsentBytes: 45_000_000, checkIntervalMs: 20 });
    const sockets = [];
    for (let at = 0; at < 3; at += 1) {
      const socket = await dial(listener, FLOOD);
      socket.pause();
      socket.write(get('/big'));
      sockets.push(socket);
    }
    const [first, second, third] = sockets;
    // Wait for several checks, because this thread checks connections every 20 ms.
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Bytes in the buffers of the operating system are not counted. They are less than a third of the response.
    first?.resume();
    await once(first as Socket, 'close');
    expect(first?.text.length).toBeLessThan(20_000_000);
    for (const socket of [second, third]) {
      socket?.resume();
      await until(() => (socket?.text.length ?? 0) > 20_000_000);
    }
  });
});

describe('idle connections', () => {
  it('of one address do not block another: its longest idle connection is closed for each new one', async () => {
    const { listener } = await listen({ maxConnections: 20 });
    const early = await dial(listener, OTHER);
    expect(await isServed(early)).toBe(true);
    const flood = await dialAll(listener, FLOOD, 30);
    await until(() => flood.filter(({ destroyed }) => destroyed).length === 12);
    expect(flood.slice(0, 12).every(({ destroyed }) => destroyed)).toBe(true);
    const [late, third] = [await dial(listener, OTHER), await dial(listener, THIRD)];
    expect([await isServed(late), await isServed(third), await isServed(early)]).toEqual([true, true, true]);
    expect(flood.slice(0, 14).every(({ destroyed }) => destroyed)).toBe(true);
    expect(flood.slice(14).some(({ destroyed }) => destroyed)).toBe(false);
  });

  it('are all kept while there is room, even of one address', async () => {
    const { listener } = await listen({ maxConnections: 40 });
    const server = await dialAll(listener, FLOOD, 36);
    expect(await isServed(await dial(listener, OTHER))).toBe(true);
    for (const socket of server) expect(await isServed(socket)).toBe(true);
  });

  it('of trusted proxies are closed last', async () => {
    const proxy = parseRange(OTHER);
    if (!proxy) throw new Error('no range');
    const { listener } = await listen({ maxConnections: 20 }, { trustedProxies: [proxy] });
    const proxied = await dialAll(listener, OTHER, 15);
    const flood = await dialAll(listener, FLOOD, 30);
    await until(() => flood.filter(({ destroyed }) => destroyed).length >= 26);
    const another = await dial(listener, OTHER);
    for (const socket of [...proxied, another]) expect(await isServed(socket)).toBe(true);
  });

  it('are closed, but busy ones are not, and some slots are reserved for addresses with few connections', async () => {
    const { listener, asked, release } = await listen({ maxConnections: 20 });
    const busy = await dialAll(listener, FLOOD, 19);
    for (const socket of busy) socket.write(get('/hold'));
    await until(() => asked.length === 19);
    const more = await dial(listener, FLOOD);
    expect(await isServed(more)).toBe(false);
    expect(await isServed(await dial(listener, OTHER))).toBe(true);
    release();
    await until(() => busy.every(({ text }) => text.includes('done')));
  });
});
