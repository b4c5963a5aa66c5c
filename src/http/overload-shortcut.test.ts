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

/**
 * Starts a server that returns the request body, or 503 through the shortcut once `isFull` is set. Opens one connection
 * to it.
 */
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
  // Safe cast: the address of a TCP server is an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  open.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { server, socket, until: reader(socket) });
}

/**
 * Returns a function that takes a pattern. It resolves with the data received since its last call as soon as this data
 * matches the pattern.
 */
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

/**
 * Opens a connection and sends a request that is rejected normally and one that is served. After that, the shortcut may
 * reject requests on this connection.
 */
async function startServed() {
  const wire = await start();
  for (const target of ['/refused', '/sure']) {
    wire.socket.write(post(target, 'a'));
    await wire.until(/usual \/\w+ a;/);
  }
  return wire;
}

describe('overload shortcut', () => {
  it('passes everything to the server while nothing is refused', async () => {
    const { socket, until, asked } = await startServed();
    socket.write(post('/second', 'b'));
    expect(await until(/;/)).toMatch(/200 OK[^]*usual \/second b;/);
    expect(asked).toEqual(['POST /second']);
  });

  it('answers a complete request before the server sees it and passes the next one to the server', async () => {
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

  it('reads a head again if it differs in one byte or in the body length', async () => {
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

  it('waits for the rest of a request with a known head', async () => {
    const wire = await startServed();
    wire.isFull = true;
    const text = post('/second', 'body');
    wire.socket.write(text);
    await wire.until(/short/);
    const seen = once(wire.server, 'request');
    wire.socket.write(text.slice(0, -1));
    await seen;
    wire.socket.write(text.slice(-1));
    // A request that arrives in two chunks is passed to the server.
    expect(await wire.until(/;/)).toMatch(/usual \/second body;/);
  });

  it.each([1_024, 1_025])(
    'refuses repeatedly with a head of %i bytes, the maximum that is cached or one more',
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

  it('ignores a connection on which no request was refused', async () => {
    const wire = await start();
    wire.isFull = true;
    for (const target of ['/first', '/second', '/third']) {
      wire.socket.write(post(target, 'a'));
      expect(await wire.until(/;/)).toMatch(/usual \/\w+ a;/);
    }
    expect(wire.asked).toEqual([]);
  });

  it('ignores a connection until one of its requests was exactly one chunk', async () => {
    const wire = await start();
    wire.isFull = true;
    // The head of another request starts right after the rejected request, so the following bytes belong to that
    // request.
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

  it('keeps a connection that only has refusals open beyond the headers timeout', async () => {
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
    ['two requests in one chunk', [post('/b', 'abc') + post('/c', 'd')], /usual \/b abc;[^]*usual \/c d;/],
  ])('passes %s to the server with complete bodies', async (_what, pieces, expected) => {
    const wire = await startServed();
    wire.isFull = true;
    const [first = '', ...others] = pieces;
    const isTaken = once(wire.server, 'request');
    wire.socket.write(first);
    // Wait until the server has received the first part, so that the rest arrives as a separate chunk.
    await isTaken;
    for (const other of others) wire.socket.write(other);
    expect(await wire.until(expected)).not.toMatch(/short/);
  });

  it('never treats part of a body as a request', async () => {
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

  it('answers nothing while a request is in progress on the connection', async () => {
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

  it('ignores a connection once the start of the next request is unknown', async () => {
    const wire = await startServed();
    wire.socket.write(`\r\n${post('/odd', 'a')}`);
    await wire.until(/usual \/odd a;/);
    wire.isFull = true;
    wire.socket.write(post('/next', 'b'));
    expect(await wire.until(/;/)).toMatch(/usual \/next b;/);
  });

  it('ignores a server with an additional data listener', async () => {
    const wire = await start((server) => server.on('connection', (socket: Socket) => socket.on('data', () => {})));
    wire.isFull = true;
    for (const target of ['/refused', '/b', '/c']) {
      wire.socket.write(post(target, 'a'));
      expect(await wire.until(/;/)).toMatch(/usual \/\w+ a;/);
    }
    expect(wire.asked).toEqual([]);
  });
});
