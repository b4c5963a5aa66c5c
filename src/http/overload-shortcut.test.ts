import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createShortcut } from './overload-shortcut.ts';

const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 5\r\n\r\nshort';
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server that answers with the body, or with 503 on the shortcut once `isFull`; and one connection to it. */
async function start(answersAt: (server: Server) => void = () => {}) {
  const state = { isFull: false, asked: [] as string[], held: [] as (() => void)[], holds: false };
  const shortcut = createShortcut({
    refuses: (method, target) => {
      state.asked.push(`${method} ${target}`);
      return state.isFull;
    },
    refusal: () => REFUSAL,
  });
  const server = createServer((request, response) => {
    let body = '';
    if (request.url?.startsWith('/refused') === true) shortcut.take(request.socket);
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const answer = (): void => void response.end(`usual ${request.url} ${body};`);
      if (state.holds) state.held.push(answer);
      else answer();
    });
  });
  answersAt(server);
  shortcut.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is one.
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  open.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { server, socket, until: reader(socket) });
}

/** Resolves with what came since the last time, once it matches. */
function reader(socket: Socket): (pattern: RegExp) => Promise<string> {
  let received = '';
  let look = (): void => {};
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    look();
  });
  socket.on('close', () => {
    received += '<closed>';
    look();
  });
  return (pattern) =>
    new Promise((resolve) => {
      look = () => {
        if (!pattern.test(received)) return;
        resolve(received);
        received = '';
        look = () => {};
      };
      look();
    });
}

const post = (target: string, body: string, more = ''): string =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

/** A connection that was refused in the usual way, and then served once: its next requests may be refused on the shortcut. */
async function startServed() {
  const wire = await start();
  for (const target of ['/refused', '/sure']) {
    wire.socket.write(post(target, 'a'));
    await wire.until(/usual \/\w+ a;/);
  }
  return wire;
}

describe('refusing on the shortcut', () => {
  it('leaves everything to the server while nothing is refused', async () => {
    const { socket, until, asked } = await startServed();
    socket.write(post('/second', 'b'));
    expect(await until(/;/)).toMatch(/200 OK[^]*usual \/second b;/);
    expect(asked).toEqual(['POST /second']);
  });

  it('answers a whole request before the server sees it, and the next one is the server’s again', async () => {
    const wire = await startServed();
    wire.isFull = true;
    for (const body of ['b', 'cc', 'ddd']) {
      wire.socket.write(post('/second', body));
      expect(await wire.until(/short/)).toBe(REFUSAL);
    }
    wire.isFull = false;
    wire.socket.write(post('/third', 'c'));
    expect(await wire.until(/;/)).toMatch(/usual \/third c;/);
  });

  it('reads a head again that differs in one byte, or in how much follows it', async () => {
    const wire = await startServed();
    wire.isFull = true;
    for (const [target, body] of [
      ['/second', 'b'],
      ['/secone', 'b'],
      ['/secone', 'cc'],
      ['/second', 'b'],
    ] as const) {
      wire.socket.write(post(target, body));
      expect(await wire.until(/short/)).toBe(REFUSAL);
    }
    expect(wire.asked).toEqual(['/second', '/secone', '/secone', '/second'].map((target) => `POST ${target}`));
  });

  it('waits for the rest of a request whose head it knows', async () => {
    const wire = await startServed();
    wire.isFull = true;
    const text = post('/second', 'body');
    wire.socket.write(text);
    await wire.until(/short/);
    const seen = once(wire.server, 'request');
    wire.socket.write(text.slice(0, -1));
    await seen;
    wire.socket.write(text.slice(-1));
    // What came in two pieces is the server's.
    expect(await wire.until(/;/)).toMatch(/usual \/second body;/);
  });

  it.each([1_024, 1_025])(
    'refuses again and again with a head of %i bytes, which is the most that it keeps, or one more',
    async (bytes) => {
      const wire = await startServed();
      wire.isFull = true;
      const withPad = (pad: number): string => post('/second', 'b', `X-Pad: ${'p'.repeat(pad)}\r\n`);
      const text = withPad(bytes - (withPad(0).length - 1));
      for (const _again of [1, 2, 3]) {
        wire.socket.write(text);
        expect(await wire.until(/short/)).toBe(REFUSAL);
      }
    },
  );

  it('leaves a connection to the server on which nothing was refused', async () => {
    const wire = await start();
    wire.isFull = true;
    for (const target of ['/first', '/second', '/third']) {
      wire.socket.write(post(target, 'a'));
      expect(await wire.until(/;/)).toMatch(/usual \/\w+ a;/);
    }
    expect(wire.asked).toEqual([]);
  });

  it('leaves a connection to the server until one of its requests was one piece, and nothing was left over', async () => {
    const wire = await start();
    wire.isFull = true;
    // A head that begins behind the refused request: what follows belongs to it.
    wire.socket.write(`${post('/refused', 'a')}POST /outer HTTP/1.1\r\nX: `);
    await wire.until(/usual \/refused a;/);
    wire.socket.write(post('/inner', 'b'));
    await wire.until(/usual \/outer b;/);
    wire.socket.write(post('/third', 'c'));
    await wire.until(/usual \/third c;/);
    expect(wire.asked).toEqual([]);
    wire.socket.write(post('/fourth', 'd'));
    expect(await wire.until(/short/)).toBe(REFUSAL);
  });

  it('survives the server’s time for headers on a connection that only has refusals', async () => {
    const wire = await startServed();
    Object.assign(wire.server, { headersTimeout: 1, requestTimeout: 1 });
    wire.isFull = true;
    for (let count = 0; count < 100; count += 1) {
      wire.socket.write(post('/again', 'x'));
      expect(await wire.until(/short/)).toBe(REFUSAL);
    }
  });

  it.each([
    ['a body that comes later', [post('/b', '').replace(': 0', ': 3'), 'abc'], /usual \/b abc;/],
    [
      'a chunked body',
      ['POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'],
      /\/b a;/,
    ],
    ['one that wants to be told to go on', [post('/b', 'abc', 'Expect: 100-continue\r\n')], /usual \/b abc;/],
    ['one that ends the connection', [post('/b', 'abc', 'Connection: close\r\n')], /usual \/b abc;<closed>/],
    ['two in one piece', [post('/b', 'abc') + post('/c', 'd')], /usual \/b abc;[^]*usual \/c d;/],
  ])('leaves %s to the server, bodies whole', async (_what, pieces, expected) => {
    const wire = await startServed();
    wire.isFull = true;
    const [first = '', ...others] = pieces;
    const isTaken = once(wire.server, 'request');
    wire.socket.write(first);
    // What follows is a piece of its own, since the server has seen the first.
    await isTaken;
    for (const other of others) wire.socket.write(other);
    expect(await wire.until(expected)).not.toMatch(/short/);
  });

  it('never takes the inside of a body for a request', async () => {
    const wire = await startServed();
    wire.isFull = true;
    const inner = post('/inner', 'x');
    const isTaken = once(wire.server, 'request');
    wire.socket.write(post('/outer', '').replace(': 0', `: ${inner.length}`));
    await isTaken;
    wire.socket.write(inner);
    expect(await wire.until(/;/)).toContain(`usual /outer ${inner};`);
    expect(wire.asked).toEqual([]);
  });

  it('answers nothing ahead of a request that is under way on the connection', async () => {
    const wire = await startServed();
    wire.holds = true;
    const isHeld = once(wire.server, 'request');
    wire.socket.write(post('/held', 'a'));
    await isHeld;
    wire.isFull = true;
    const isNext = once(wire.server, 'request');
    wire.socket.write(post('/next', 'b'));
    await isNext;
    while (wire.held.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const answer of wire.held) answer();
    expect(await wire.until(/\/next/)).toMatch(/usual \/held a;[^]*usual \/next b;/);
    expect(wire.asked).toEqual(['POST /held']);
  });

  it('leaves a connection alone on which it is no longer known where requests begin', async () => {
    const wire = await startServed();
    wire.socket.write(`\r\n${post('/odd', 'a')}`);
    await wire.until(/usual \/odd a;/);
    wire.isFull = true;
    wire.socket.write(post('/next', 'b'));
    expect(await wire.until(/;/)).toMatch(/usual \/next b;/);
  });

  it('leaves a server alone that is read in another way', async () => {
    const wire = await start((server) => server.on('connection', (socket: Socket) => socket.on('data', () => {})));
    wire.isFull = true;
    for (const target of ['/refused', '/b', '/c']) {
      wire.socket.write(post(target, 'a'));
      expect(await wire.until(/;/)).toMatch(/usual \/\w+ a;/);
    }
    expect(wire.asked).toEqual([]);
  });
});
