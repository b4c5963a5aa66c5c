import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { afterEach, expect, inject, test } from 'vitest';
import { makeCertificate } from '../../../test/support/certificate.ts';
import { parsePostgresUrl, settleTls } from './address.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * Starts a server that answers an SSLRequest with one byte, or closes the connection if `answer` is empty. Resolves
 * with its port.
 */
async function serverAnswering(answer: string): Promise<number> {
  return listening((socket, request) => {
    if (isTlsRequest(request)) socket.end(answer);
    else socket.destroy();
  });
}

/** Starts a server that passes each connection with its first packet to `serve`. Resolves with its port. */
async function listening(serve: (socket: Socket, request: Buffer) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (request) => serve(socket, request));
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // Safe cast: a server on a TCP port has an `AddressInfo`.
  return (server.address() as AddressInfo).port;
}

function isTlsRequest(request: Buffer): boolean {
  return request.length === 8 && request.readInt32BE(4) === 80_877_103;
}

/** Forwards a connection to the database server of the test run. */
function forward(client: Duplex, first?: Buffer): void {
  const { hostname, port } = new URL(inject('templateUrl'));
  const server = connect(join(decodeURIComponent(hostname), `.s.PGSQL.${port}`));
  for (const end of [client, server]) end.on('error', () => {});
  if (first) server.write(first);
  client.pipe(server).pipe(client);
}

/** Handles a connection after the server has answered `S`. */
type OverTls = (socket: Socket) => void;

const certificate = makeCertificate(['127.0.0.1']);

function secure(socket: Socket): TLSSocket {
  return new TLSSocket(socket, { isServer: true, ...certificate });
}

/** Completes the handshake and answers the startup packet with an error (Protocol, ErrorResponse). */
function refusing(sqlState: string): OverTls {
  return (socket) => {
    const stream = secure(socket);
    stream.on('error', () => {});
    stream.once('data', () => {
      const fields = Buffer.from(`SFATAL\0C${sqlState}\0Mrefused\0\0`);
      const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
      stream.end(Buffer.concat([head, fields]));
    });
  };
}

/**
 * Starts a server that offers TLS. Passes connections without TLS to the database server of the test run, or closes
 * them.
 */
async function serverWithTls(overTls: OverTls, { isClosedWithoutTls = false } = {}): Promise<string> {
  const port = await listening((socket, request) => {
    if (isTlsRequest(request)) {
      socket.write('S');
      overTls(socket);
    } else if (isClosedWithoutTls) socket.destroy();
    else forward(socket, request);
  });
  return `postgres://postrider@127.0.0.1:${port}/postgres?sslmode=prefer`;
}

test.for<[what: string, mode: string, overTls: OverTls]>([
  ['accepts the sign-in', 'no-verify', (socket) => forward(secure(socket))],
  ['closes the connection in the handshake', 'disable', (socket) => socket.end()],
  [
    'resets the connection in the handshake',
    'disable',
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
  ],
  [
    'sends something else than a handshake',
    'disable',
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 400\r\n\r\n')),
  ],
  ['has no entry for TLS in pg_hba.conf', 'disable', refusing('28000')],
  ['requires another password over TLS', 'disable', refusing('28P01')],
  ['is starting', 'no-verify', refusing('57P03')],
  ['has no database of that name', 'no-verify', refusing('3D000')],
])('resolves prefer as libpq does if a server that offers TLS %s', async ([, mode, overTls]) => {
  const url = await serverWithTls(overTls);
  expect(new URL(await settleTls(url, undefined)).searchParams.get('sslmode')).toBe(mode);
});

test('resolves prefer to TLS if connections with and without TLS fail', async () => {
  const url = await serverWithTls(refusing('28000'), { isClosedWithoutTls: true });
  expect(await settleTls(url, undefined)).toContain('sslmode=no-verify');
});

test('does not fall back if the server answers the request for TLS with an error', async () => {
  const url = `postgres://127.0.0.1:${await serverAnswering('EFATAL')}/mail?sslmode=prefer`;
  await expect(settleTls(url, undefined)).rejects.toThrow('request for TLS');
});

test.for([
  'postgres://db.example/mail',
  'postgresql://me:p,w@db.example:6543/mail',
  'postgres://me@[2001:db8::1]:5432/mail?sslmode=verify-full',
  'postgres:///mail?host=/var/run/postgresql',
  'postgres://me@%2Fvar%2Frun/mail',
  'postgres://db.example/mail?target_session_attrs=read-write&connect_timeout=5&channel_binding=require',
])('accepts %s unchanged', (url) => {
  expect(parsePostgresUrl(url)).toBe(url);
});

test.for([
  ['mysql://db.example/mail', 'must begin with postgres://'],
  ['postgres://one.example,two.example/mail', 'contains several hosts'],
  ['postgres://me:x@one.example:5432,two.example:5433/mail', 'contains several hosts'],
  ['postgres://me:x@one.example%2Ctwo.example/mail', 'contains several hosts'],
  ['postgres:///mail?host=one.example,two.example', 'contains several hosts'],
  ['postgres://db.example/mail?port=5432,5433', 'contains several hosts'],
  ['postgres://db.example/mail?hostaddr=192.0.2.1', 'the hostaddr parameter'],
  ['postgres://db.example/mail?load_balance_hosts=random', 'the load_balance_hosts parameter'],
  ['postgres://db.example/mail?service=mail', 'the service parameter'],
  ['postgres://db.example/mail?target_session_attrs=standby', 'target_session_attrs=standby'],
  ['postgres://db.example/mail?sslmode=allow', 'sslmode=allow'],
  ['postgres://db.example/mail?sslmode=on', 'sslmode=on'],
] as const)('rejects %s with the reason', ([url, words]) => {
  expect(() => parsePostgresUrl(url)).toThrow(words);
});

test('uses prefer from the environment only if the URL has no mode', async () => {
  const url = `postgres://me@127.0.0.1:${await serverAnswering('N')}/mail`;
  expect(await settleTls(url, 'prefer')).toBe(`${url}?sslmode=disable`);
  expect(await settleTls(`${url}?sslmode=verify-full`, 'prefer')).toBe(`${url}?sslmode=verify-full`);
});

test('disables TLS for prefer over a socket and reports an unreachable server', async () => {
  expect(await settleTls('postgres:///mail?host=/run/pg&sslmode=prefer', undefined)).toContain('sslmode=disable');
  await expect(settleTls('postgres://127.0.0.1:1/mail?sslmode=prefer', undefined)).rejects.toThrow('ECONNREFUSED');
  const port = await serverAnswering('');
  await expect(settleTls(`postgres://127.0.0.1:${port}/mail?sslmode=prefer`, undefined)).rejects.toThrow('closed');
});

test('resolves other modes without a connection', async () => {
  expect(await settleTls('postgres://db.example/mail', undefined)).toBe('postgres://db.example/mail');
  expect(await settleTls('postgres://db.example/mail?sslmode=require', undefined)).toContain('sslmode=verify-full');
  expect(await settleTls('postgres://db.example/mail?sslmode=disable', 'prefer')).toContain('sslmode=disable');
});
