import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
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
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (request) => {
      if (request.length === 8 && request.readInt32BE(4) === 80_877_103) socket.end(answer);
      else socket.destroy();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server on a TCP port has an `AddressInfo`.
  return (server.address() as AddressInfo).port;
}

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
  ['postgres://one.example,two.example/mail', 'names several hosts'],
  ['postgres://me:x@one.example:5432,two.example:5433/mail', 'names several hosts'],
  ['postgres://me:x@one.example%2Ctwo.example/mail', 'names several hosts'],
  ['postgres:///mail?host=one.example,two.example', 'names several hosts'],
  ['postgres://db.example/mail?port=5432,5433', 'names several hosts'],
  ['postgres://db.example/mail?hostaddr=192.0.2.1', 'the parameter hostaddr'],
  ['postgres://db.example/mail?load_balance_hosts=random', 'the parameter load_balance_hosts'],
  ['postgres://db.example/mail?service=mail', 'the parameter service'],
  ['postgres://db.example/mail?target_session_attrs=standby', 'target_session_attrs=standby'],
  ['postgres://db.example/mail?sslmode=allow', 'sslmode=allow'],
  ['postgres://db.example/mail?sslmode=on', 'sslmode=on'],
] as const)('rejects %s with the reason', ([url, words]) => {
  expect(() => parsePostgresUrl(url)).toThrow(words);
});

test.for([
  ['S', 'no-verify'],
  ['N', 'disable'],
] as const)('resolves prefer with a server that answers %s to %s', async ([answer, mode]) => {
  const url = `postgres://me@127.0.0.1:${await serverAnswering(answer)}/mail?sslmode=prefer`;
  expect(new URL(await settleTls(url, undefined)).searchParams.get('sslmode')).toBe(mode);
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
