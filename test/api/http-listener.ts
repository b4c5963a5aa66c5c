import { connect, type Socket } from 'node:net';
import { Type } from 'typebox';
import { createLog } from '../../src/base/log.ts';
import { parserOf } from '../../src/http/parser.ts';
import type { Principal } from '../../src/http/principal.ts';
import { route, type Route } from '../../src/http/route.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/http/server.ts';

export const KEY = 'pr_key-with-every-scope';
export const READ_ONLY_KEY = 'pr_key-that-may-read';
export const BODY_LIMIT = 64 * 1024;

/** A running listener with echo routes. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  /** Log lines as parsed objects. */
  readonly logged: readonly Record<string, unknown>[];
  close(graceMs?: number): Promise<void>;
}

/**
 * Starts a listener on a free port. `options` override the defaults. The routes in `options` are added to the echo routes.
 */
export async function startListener(options: Partial<HttpServerOptions> = {}): Promise<Listener> {
  const logged: Record<string, unknown>[] = [];
  const server = createHttpServer({
    authenticate: (token) => Promise.resolve(principals.get(token)),
    log: createLog('debug', (line) => void logged.push(JSON.parse(line) as Record<string, unknown>)),
    baseUrl: () => 'http://mail.example',
    ready: () => Promise.resolve(true),
    ...options,
    routes: [...echoRoutes, ...(options.routes ?? [])],
  });
  const { port } = await server.listen('127.0.0.1', 0);
  return { port, url: `http://127.0.0.1:${port}`, logged, close: (graceMs = 0) => server.close(graceMs) };
}

function principalWith(scopes: string[]): Principal {
  const account = {
    email: 'a@x.example',
    plan: 'unlimited',
    isOperator: false,
    transactionalEnabled: true,
    pausedAt: undefined,
    pauseReason: undefined,
    quota: {
      monthlyLimit: undefined,
      dailyLimit: undefined,
      counters: { day: '2026-01-01', monthUsed: 0, dayUsed: 0 },
    },
  };
  const rate = { perSecond: undefined, perMinute: undefined };
  return { accountId: 7, via: 'key', rateBucket: 1, scopes: new Set(scopes), domain: undefined, rate, account };
}

const principals = new Map([
  [KEY, principalWith(['read', 'write'])],
  [READ_ONLY_KEY, principalWith(['read'])],
]);

const anything = parserOf(Type.Unknown());
const object = parserOf(Type.Object({}));

const echoRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/echo',
    summary: 'The body, with the query merged into it',
    scope: 'write',
    body: anything,
    bodyLimitBytes: BODY_LIMIT,
    handle: ({ body }) => Promise.resolve({ status: 200, body: { given: body } }),
  }),
  route({
    method: 'GET',
    path: '/echo',
    summary: 'The query',
    scope: 'read',
    query: anything,
    handle: ({ query }) => Promise.resolve({ status: 200, body: { given: query } }),
  }),
  route({
    method: 'PATCH',
    path: '/things/:id',
    summary: 'An object and a parameter',
    scope: 'write',
    body: object,
    handle: ({ body, params, principal }) =>
      Promise.resolve({ status: 200, body: { given: body, params, account: principal.accountId } }),
  }),
  route({
    method: 'DELETE',
    path: '/things/:id',
    summary: 'Nothing but a status',
    scope: 'write',
    handle: () => Promise.resolve({ status: 204, body: undefined }),
  }),
];

/** A TCP connection for sending bytes that no HTTP client would send. */
export interface Wire {
  write(text: string | Buffer): void;
  /** Ends the sending side of the connection, and keeps receiving. */
  end(text?: string | Buffer): void;
  /** Resolves with all data received so far, as soon as the data matches the pattern. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with all received data as soon as the server has closed the connection. */
  closed(): Promise<string>;
  destroy(): void;
}

/** Opens a connection to a port on this machine. */
export async function openWire(port: number): Promise<Wire> {
  let received = '';
  let isClosed = false;
  let look: (() => void)[] = [];
  const socket = await opened(port);
  const notify = (): void => {
    const waiting = look;
    look = [];
    for (const again of waiting) again();
  };
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    notify();
  });
  // Ignore errors, because the server may close the connection with a reset.
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    notify();
  });
  const when = async (isTrue: () => boolean, what: string): Promise<string> => {
    while (!isTrue()) {
      if (isClosed) throw new Error(`Closed before ${what}; received: ${received}`);
      await new Promise<void>((resolve) => look.push(resolve));
    }
    return received;
  };
  return {
    write: (text) => void socket.write(text),
    end: (text = '') => void socket.end(text),
    until: (pattern) => when(() => pattern.test(received), String(pattern)),
    closed: () => when(() => isClosed, 'the end'),
    destroy: () => void socket.destroy(),
  };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => resolve(socket));
    socket.once('error', reject);
    // Close the connection when the server closes it, unless the test still wants to send data.
    socket.on('end', () => void socket.end());
  });
}

/**
 * Returns the bytes of a request that contains the API key. The test adds headers such as Content-Length and
 * Content-Type.
 */
export function requestText(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${KEY}`, ...headers, '', body].join('\r\n');
}

/** Returns the JSON body of the last response in the received data. */
export function problemIn(received: string): Record<string, unknown> {
  return JSON.parse(received.slice(received.lastIndexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
}
