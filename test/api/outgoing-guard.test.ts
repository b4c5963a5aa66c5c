import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, isIP, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createResolver, type Resolver } from '../../src/base/dns.ts';
import { findAddresses, MAX_ADDRESSES_TRIED } from '../../src/http/outgoing/addresses.ts';
import { createOutgoingClient, type OutgoingClient } from '../../src/http/outgoing/client.ts';
import { MAX_HEADER_BYTES, MAX_KEPT_ORIGINS } from '../../src/http/outgoing/pools.ts';
import type { OutgoingAnswer } from '../../src/http/outgoing/types.ts';
import { makeCertificate } from '../support/certificate.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { randomFrom } from '../support/random.ts';
import { shared } from '../support/shared.ts';

const certificate = makeCertificate(['127.0.0.1', 'localhost', 'a.localhost', 'hooks.example', '*.hooks.example']);

/** A listener that counts connections. */
interface Trap {
  readonly port: number;
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

const traps: Trap[] = [];
let resolver: Resolver;
/** Client with the settings for production. */
let strict: OutgoingClient;
/** Client with the settings for developing a receiver on this machine. */
let development: OutgoingClient;

const dns = shared(startDnsServer);

beforeAll(async () => {
  resolver = createResolver({ servers: [dns.address], clock: systemClock });
  const trustedCertificates = [certificate.cert];
  strict = createOutgoingClient({ resolver, allowLoopback: false, trustedCertificates });
  development = createOutgoingClient({ resolver, allowLoopback: true, trustedCertificates });
});

afterAll(async () => {
  await Promise.all([strict.close(), development.close()]);
  await Promise.all(traps.map((trap) => trap.close()));
});

/**
 * Listens on a free port of 127.0.0.1. With the host `::`, listens on all addresses of the machine, for IPv4 and for
 * IPv6 if available.
 */
async function listen(server: Server, host: '::' | '127.0.0.1' = '127.0.0.1'): Promise<Trap> {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    // Ignore errors, because many of these tests use clients that disconnect.
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => {
    server.once('error', () => server.listen(0, '0.0.0.0', resolve));
    server.listen(0, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const trap: Trap = {
    port: address.port,
    sockets,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  traps.push(trap);
  return trap;
}

/** Starts a server that calls `onRequest` for each connection as soon as the headers of a request have arrived. */
function serve(onRequest: (socket: Socket, head: string) => void): Promise<Trap> {
  return listen(createServer((socket) => onHeads(socket, onRequest)));
}

function serveTls(onRequest: (socket: Socket, head: string) => void, pair = certificate): Promise<Trap> {
  const server = createTlsServer({ key: pair.key, cert: pair.cert }, (socket) => {
    socket.on('error', () => {});
    onHeads(socket, onRequest);
  });
  server.on('tlsClientError', () => {});
  return listen(server);
}

function onHeads(socket: Socket, onRequest: (socket: Socket, head: string) => void): void {
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      const head = received.slice(0, end);
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      received = received.slice(end + 4 + length);
      onRequest(socket, head);
    }
  });
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

interface PostOptions {
  readonly deadlineMs?: number;
  readonly maxAnswerBytes?: number;
  readonly bodyMayBreakOff?: boolean;
}

function post(client: OutgoingClient, url: string, options: PostOptions = {}) {
  return client.post(url, {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"event":"sent"}'),
    deadlineMs: 5_000,
    maxAnswerBytes: 8_192,
    ...options,
  });
}

function postTo(trap: Trap, options: PostOptions = {}): Promise<OutgoingAnswer> {
  return post(development, `http://127.0.0.1:${trap.port}/hook`, options);
}

function bodyOf(answer: OutgoingAnswer): string {
  return answer.kind === 'answered' ? answer.body.toString('latin1') : `failed: ${answer.reason}`;
}

/** Names that attackers control, and their addresses. */
const NAMES: readonly (readonly [name: string, type: 'A' | 'AAAA', addresses: readonly string[]])[] = [
  ['loopback.attack.example', 'A', ['127.0.0.1']],
  ['loopback-far.attack.example', 'A', ['127.255.255.254']],
  ['zero.attack.example', 'A', ['0.0.0.0']],
  ['ten.attack.example', 'A', ['10.0.0.1']],
  ['metadata.attack.example', 'A', ['169.254.169.254']],
  ['carrier.attack.example', 'A', ['100.64.0.1']],
  ['several.attack.example', 'A', ['10.0.0.1', '127.0.0.1', '192.168.0.1']],
  ['broadcast.attack.example', 'A', ['255.255.255.255']],
  ['loopback6.attack.example', 'AAAA', ['::1']],
  ['any6.attack.example', 'AAAA', ['::']],
  ['mapped.attack.example', 'AAAA', ['::ffff:127.0.0.1']],
  ['compatible.attack.example', 'AAAA', ['::127.0.0.1']],
  ['nat64.attack.example', 'AAAA', ['64:ff9b::7f00:1']],
  ['sixtofour.attack.example', 'AAAA', ['2002:7f00:1::1']],
  ['teredo.attack.example', 'AAAA', ['2001:0:7f00:1::1']],
  ['unique-local.attack.example', 'AAAA', ['fd00::1']],
  ['link-local.attack.example', 'AAAA', ['fe80::1']],
];

/**
 * URLs that make an unguarded client connect to this machine or to a private network. PORT is replaced with the port of
 * the test server.
 */
const ATTACKS: readonly string[] = [
  'https://127.0.0.1:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://127.255.255.254:PORT/',
  'https://2130706433:PORT/',
  'https://0x7f000001:PORT/',
  'https://0x7F.0.0.1:PORT/',
  'https://017700000001:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://127.1:PORT/',
  'https://127.0.1:PORT/',
  'https://①②⑦.⓪.⓪.①:PORT/',
  'https://127。0。0。1:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https://0.0.0.0:PORT/',
  'https://0:PORT/',
  'https://10.0.0.1:PORT/',
  'https://172.16.0.1:PORT/',
  'https://192.168.0.1:PORT/',
  'https://100.64.0.1:PORT/',
  'https://169.254.169.254:PORT/latest/meta-data/',
  'https://2852039166:PORT/latest/meta-data/',
  'https://224.0.0.1:PORT/',
  'https://255.255.255.255:PORT/',
  'https://[::1]:PORT/',
  'https://[0:0:0:0:0:0:0:1]:PORT/',
  'https://[::]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://[64:ff9b::127.0.0.1]:PORT/',
  'https://[64:ff9b:1::127.0.0.1]:PORT/',
  'https://[2002:7f00:1::]:PORT/',
  'https://[2001:0:7f00:1::]:PORT/',
  'https://[fd00:ec2::254]:PORT/latest/meta-data/',
  'https://[fe80::1]:PORT/',
  'https://[fe80::1%25lo]:PORT/',
  'https://[ff02::1]:PORT/',
  'https://localhost:PORT/',
  'https://LOCALHOST.:PORT/',
  'https://anything.localhost:PORT/',
  'https://ⓛocalhost:PORT/',
  'https://hooks.example@127.0.0.1:PORT/',
  'https://hooks.example:443@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT\\@hooks.example/',
  'https://127.0.0.1:PORT#@hooks.example/',
  'https:127.0.0.1:PORT/',
  'https:///127.0.0.1:PORT/',
  'https:\\\\127.0.0.1:PORT/',
  '\thttps://127.0.0.1:PORT/',
  'https://127.0.\n0.1:PORT/',
  'http://127.0.0.1:PORT/',
  'http://hooks.example:PORT/',
  ...NAMES.map(([name]) => `https://${name}:PORT/`),
  'https://alias.attack.example:PORT/',
  'https://alias-of-alias.attack.example:PORT/',
  'https://LOOPBACK.attack.EXAMPLE.:PORT/',
];

describe('attacks on an unguarded client', () => {
  let trap: Trap;

  beforeAll(async () => {
    trap = await listen(
      createServer((socket) => socket.destroy()),
      '::',
    );
    for (const [name, type, addresses] of NAMES) dns.set(name, type, addresses);
    dns.set('alias.attack.example', 'CNAME', ['loopback.attack.example']);
    dns.set('alias-of-alias.attack.example', 'CNAME', ['alias.attack.example']);
    dns.set('hooks.example', 'A', ['127.0.0.1']);
  });

  it.each(ATTACKS)('%j opens no connection', async (attack) => {
    const before = trap.sockets.length;
    const answer = await post(strict, attack.replace('PORT', String(trap.port)));
    // Any other error would show that the client tried to connect.
    expect(answer).toMatchObject({ kind: 'failed', fault: 'address' });
    expect(trap.sockets.length).toBe(before);
  });

  it.each([
    'https://10.0.0.1:PORT/',
    'https://169.254.169.254:PORT/latest/meta-data/',
    'https://0.0.0.0:PORT/',
    'https://[::]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[fd00:ec2::254]:PORT/',
    'https://ten.attack.example:PORT/',
    'https://mapped.attack.example:PORT/',
    'http://loopback.attack.example:PORT/',
  ])('%j opens no connection even if this machine is allowed', async (attack) => {
    const before = trap.sockets.length;
    const answer = await post(development, attack.replace('PORT', String(trap.port)));
    expect(answer).toMatchObject({ kind: 'failed', fault: 'address' });
    expect(trap.sockets.length).toBe(before);
  });

  it('are effective: without the guard, more than 26 of them reach the machine', async () => {
    const reached = [];
    for (const attack of ATTACKS) {
      const before = trap.sockets.length;
      await unguarded(attack.replace('PORT', String(trap.port)), resolver);
      if (trap.sockets.length > before) reached.push(attack);
    }

    expect(reached.length).toBeGreaterThan(26);
  });
});

/**
 * Parses a URL, resolves its host, and sends a request, as typical unguarded code does. Skips addresses that do not
 * belong to this machine.
 */
async function unguarded(text: string, names: Resolver): Promise<void> {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const answers = await Promise.all([names.addresses(host, 4), names.addresses(host, 6)]);
  const found = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
  const address = [...(isIP(host) === 0 ? [] : [host]), ...found].find(isOfMachine);
  if (address === undefined) return;
  await new Promise<void>((resolve) => {
    const sent = request({ host: address, port: url.port, agent: false, signal: AbortSignal.timeout(2_000) });
    sent.on('error', () => resolve());
    sent.end();
  });
}

function isOfMachine(address: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|::(?:1|ffff:.*|)$)/.test(address);
}

describe('names', () => {
  it('with some private addresses use only the public ones', async () => {
    dns.set('mixed.example', 'A', ['10.0.0.1', '93.184.216.34', '127.0.0.1']);
    dns.set('mixed.example', 'AAAA', ['::1', '2606:2800:220:1::1', '::ffff:10.0.0.1']);
    expect(await findAddresses('mixed.example', resolver, { allowLoopback: false })).toEqual([
      '93.184.216.34',
      '2606:2800:220:1::1',
    ]);
  });

  it('are tried at up to three addresses', async () => {
    dns.set('many.example', 'A', ['93.184.216.1', '93.184.216.2', '93.184.216.3', '93.184.216.4']);
    const found = await findAddresses('many.example', resolver, { allowLoopback: false });
    expect(found).toHaveLength(MAX_ADDRESSES_TRIED);
  });

  it('use the second address if the first refuses', async () => {
    const trap = await serveTls((socket) => socket.write(OK));
    dns.set('two.hooks.example', 'A', ['127.0.0.9', '127.0.0.1']);
    expect(bodyOf(await post(development, `https://two.hooks.example:${trap.port}/`))).toBe('ok');
  });

  it('are resolved once per connection, so that DNS rebinding has no effect', async () => {
    const trap = await serveTls((socket) => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok`));
    let nowMs = systemClock.now();
    const client = createOutgoingClient({
      resolver: createResolver({ servers: [dns.address], clock: { now: () => nowMs } }),
      allowLoopback: true,
      trustedCertificates: [certificate.cert],
    });
    dns.set('rebinding.hooks.example', 'A', ['127.0.0.1']);
    const url = `https://rebinding.hooks.example:${trap.port}/`;
    expect(bodyOf(await post(client, url))).toBe('ok');
    expect(dns.queries.filter(({ name, type }) => name === 'rebinding.hooks.example' && type === 'A')).toHaveLength(1);
    // The owner of the zone changes the address after the first lookup.
    dns.set('rebinding.hooks.example', 'A', ['10.0.0.1']);
    nowMs += 86_400_000;
    expect(await post(client, url)).toMatchObject({ kind: 'failed', fault: 'address' });
    expect(trap.sockets).toHaveLength(1);
    await client.close();
  });

  it('that do not exist, have no address or fail are DNS errors', async () => {
    dns.set('no-address.example', 'TXT', ['v=1']);
    dns.set('broken.example', 'A', 'SERVFAIL');
    dns.set('broken.example', 'AAAA', 'SERVFAIL');
    const reasons = [];
    for (const name of ['nonexistent.example', 'no-address.example', 'broken.example']) {
      reasons.push(await post(strict, `https://${name}/`));
    }
    expect(reasons).toEqual([
      { kind: 'failed', fault: 'dns', reason: 'nonexistent.example does not exist in DNS' },
      { kind: 'failed', fault: 'dns', reason: 'no-address.example has no IP address in DNS' },
      { kind: 'failed', fault: 'dns', reason: 'DNS did not respond for broken.example' },
    ]);
  });

  it('with a private address do not reveal it', async () => {
    dns.set('secret.example', 'A', ['10.1.2.3']);
    expect(await post(strict, 'https://secret.example/')).toEqual({
      kind: 'failed',
      fault: 'address',
      reason: 'secret.example has no public IP address',
    });
  });
});

describe('certificates', () => {
  it('are accepted if they are valid for the name', async () => {
    const trap = await serveTls((socket) => socket.write(OK));
    for (const host of ['127.0.0.1', 'localhost', 'a.localhost']) {
      expect(bodyOf(await post(development, `https://${host}:${trap.port}/`))).toBe('ok');
    }
  });

  it.each([
    ['of another name', makeCertificate(['other.example']), true, 'it was issued for other.example, not for 127.0.0.1'],
    ['that expired', makeCertificate(['127.0.0.1'], { endsAt: '210101000000Z' }), true, 'it has expired'],
    ['of an untrusted issuer', makeCertificate(['127.0.0.1']), false, 'it is self-signed'],
  ])('%s are refused before a byte is sent, with our own message', async (_what, pair, isTrusted, words) => {
    let summaries = 0;
    const trap = await serveTls(() => (summaries += 1), pair);
    const client = createOutgoingClient({
      resolver,
      allowLoopback: true,
      trustedCertificates: [isTrusted ? pair.cert : certificate.cert],
    });
    const answer = await post(client, `https://127.0.0.1:${trap.port}/`);
    await client.close();
    const reason = `127.0.0.1 has no valid TLS certificate: ${words}`;
    expect(answer).toMatchObject({ kind: 'failed', fault: 'tls', reason });
    expect(summaries).toBe(0);
  });

  it('with very long names give a short reason', async () => {
    const pair = makeCertificate(Array.from({ length: 200 }, (_, n) => `${'a'.repeat(60)}${n}.example`));
    const trap = await serveTls(() => {}, pair);
    const client = createOutgoingClient({ resolver, allowLoopback: true, trustedCertificates: [pair.cert] });
    const answer = await post(client, `https://localhost:${trap.port}/`);
    await client.close();
    expect(answer).toMatchObject({ kind: 'failed', fault: 'tls' });
    expect(answer.kind === 'failed' && answer.reason.length).toBe(300);
  });

  it('are not read from a server that does not speak TLS', async () => {
    const trap = await serve((socket) => socket.write(OK));
    const plain = await listen(createServer((socket) => socket.write('220 mail ESMTP\r\n')));
    expect(await post(development, `https://127.0.0.1:${plain.port}/`)).toMatchObject({ kind: 'failed', fault: 'tls' });
    expect(await post(development, `https://127.0.0.1:${trap.port}/`, { deadlineMs: 300 })).toMatchObject({
      kind: 'failed',
    });
  });
});

describe('responses', () => {
  it('have status, headers and body', async () => {
    const trap = await serve((socket) =>
      socket.write('HTTP/1.1 202 Fine\r\nX-One: a\r\nx-one: b\r\n__proto__: c\r\nContent-Length: 5\r\n\r\nhello'),
    );
    const answer = await postTo(trap);
    expect(answer).toMatchObject({ kind: 'answered', status: 202, body: Buffer.from('hello') });
    const headers = answer.kind === 'answered' ? Object.entries(answer.headers) : [];
    expect(headers).toEqual([
      ['x-one', 'a, b'],
      ['__proto__', 'c'],
      ['content-length', '5'],
    ]);
  });

  it('are requested with POST, Host and Content-Length, without compression', async () => {
    const summaries: string[] = [];
    const trap = await serve((socket, head) => {
      summaries.push(head);
      socket.write(OK);
    });
    await post(development, `http://127.0.0.1:${trap.port}/a?b=c#d`);
    expect(summaries[0]?.split('\r\n').sort()).toEqual([
      'POST /a?b=c HTTP/1.1',
      'connection: keep-alive',
      'content-length: 16',
      'content-type: application/json',
      `host: 127.0.0.1:${trap.port}`,
    ]);
  });

  it.each([301, 302, 303, 307, 308])('%d are not followed', async (status) => {
    const victim = await serve((socket) => socket.write(OK));
    const trap = await serve((socket) =>
      socket.write(
        `HTTP/1.1 ${status} Moved\r\nLocation: http://127.0.0.1:${victim.port}/\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    expect(await postTo(trap)).toMatchObject({ kind: 'answered', status });
    expect(victim.sockets).toHaveLength(0);
  });

  it.each([
    ['the limit', 8_192, 8_192],
    ['one byte more', 8_193, 8_192],
    ['much more', 1_000_000, 8_192],
  ])('as long as %s are kept up to the limit', async (_what, sent, kept) => {
    const trap = await serve((socket) =>
      socket.write(`HTTP/1.1 500 No\r\nContent-Length: ${sent}\r\n\r\n${'x'.repeat(sent)}`),
    );
    const answer = await postTo(trap);
    expect(answer).toMatchObject({ kind: 'answered', status: 500 });
    expect(bodyOf(answer)).toHaveLength(kept);
  });

  it('without an end are cut off with the connection', async () => {
    const trap = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const more = (): void => {
        if (!socket.destroyed) socket.write(`1000\r\n${'y'.repeat(4_096)}\r\n`, more);
      };
      more();
    });
    expect(bodyOf(await postTo(trap))).toHaveLength(8_192);
    await expect.poll(() => trap.sockets.every((socket) => socket.destroyed)).toBe(true);
  });

  it('that are compressed are not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(4_000_000));
    expect(bomb.length).toBeLessThan(8_192);
    const trap = await serve((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const answer = await postTo(trap);
    expect(answer.kind === 'answered' && answer.body.equals(bomb)).toBe(true);
  });

  it('can have headers up to the limit and are refused above it', async () => {
    const answers = [];
    for (const size of [MAX_HEADER_BYTES - 1, MAX_HEADER_BYTES, 20 * MAX_HEADER_BYTES]) {
      // Subtract the other characters that count toward the limit: 15 for Content-Length and its value, and one for the
      // name 'a'.
      const trap = await serve((socket) =>
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\na: ${'z'.repeat(size - 16)}\r\n\r\n`),
      );
      answers.push(await postTo(trap));
    }
    expect(answers.map((answer) => (answer.kind === 'failed' ? answer.fault : answer.status))).toEqual([
      200,
      'protocol',
      'protocol',
    ]);
  });

  it('of HTTP/1.0 end with the connection', async () => {
    const trap = await serve((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nold'));
    expect(bodyOf(await postTo(trap))).toBe('old');
  });

  it('can follow interim responses', async () => {
    const trap = await serve((socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`));
    expect(await postTo(trap)).toMatchObject({ kind: 'answered', status: 200 });
  });

  const LENGTH = 'its Content-Length is invalid or is not the length of its body';

  it.each([
    ['other text', '220 mail.example ESMTP\r\n', 'it does not start with HTTP/1.1'],
    ['zeros', '\0'.repeat(1_000), 'it does not start with HTTP/1.1'],
    ['another version', 'HTTP/9.9 200 OK\r\n\r\n', 'its HTTP version is not supported'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', LENGTH],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
      LENGTH,
    ],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', LENGTH],
    ['an invalid chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'a chunk has an invalid size'],
    [
      'a header with a NUL',
      'HTTP/1.1 200 OK\r\nA: \0\r\nContent-Length: 0\r\n\r\n',
      'a header contains invalid characters',
    ],
    [
      'a protocol switch',
      'HTTP/1.1 101 Switching\r\nUpgrade: tcp\r\nConnection: upgrade\r\n\r\n',
      'it ends with a 1xx status',
    ],
    ['a 100 response', 'HTTP/1.1 100 Continue\r\n\r\n', 'it ends with a 1xx status'],
  ])('of %s are protocol errors', async (_what, bytes, words) => {
    const trap = await serve((socket) => socket.write(bytes));
    const reason = `127.0.0.1 sent an invalid HTTP/1.1 response: ${words}`;
    expect(await postTo(trap)).toEqual({ kind: 'failed', fault: 'protocol', reason });
  });

  it.each([
    ['immediately', ''],
    ['within the headers', 'HTTP/1.1 200 OK\r\nA: b'],
    ['within the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\nhalf'],
  ])('that end %s are failures, by FIN or by RST', async (_what, bytes) => {
    const ends = await serve((socket) => socket.end(bytes));
    const resets = await serve((socket) => {
      if (bytes === '') socket.resetAndDestroy();
      else socket.write(bytes, () => socket.resetAndDestroy());
    });
    expect((await postTo(ends)).kind).toBe('failed');
    expect((await postTo(resets)).kind).toBe('failed');
  });

  it.each([
    ['the body ends early', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'half'],
    ['a chunk ends early', 'HTTP/1.1 202 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\nhalf', 'half'],
    ['a chunk is invalid', 'HTTP/1.1 204 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n', ''],
    ['an error ends early', 'HTTP/1.1 503 Later\r\nRetry-After: 9\r\nContent-Length: 10\r\n\r\nhalf', 'half'],
  ])('count by their headers on request when %s', async (_what, bytes, body) => {
    const ends = await serve((socket) => socket.end(bytes));
    const resets = await serve((socket) => socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 50)));
    const silent = await serve((socket) => socket.write(bytes));
    for (const trap of [ends, resets, silent]) {
      const answer = await postTo(trap, { bodyMayBreakOff: true, deadlineMs: 500 });
      expect(answer).toMatchObject({ kind: 'answered', status: Number(bytes.slice(9, 12)) });
      expect(bodyOf(answer)).toBe(body);
    }
  });

  it.each([
    ['immediately', ''],
    ['within the status line', 'HTTP/1.1 20'],
    ['within the headers', 'HTTP/1.1 200 OK\r\nA: b'],
    ['after a 100 response', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('that end %s are failures even then', async (_what, bytes) => {
    const ends = await serve((socket) => socket.end(bytes));
    expect((await postTo(ends, { bodyMayBreakOff: true })).kind).toBe('failed');
  });

  it('of random bytes never reject and never end the process', async () => {
    const random = randomFrom(17);
    const alphabet = [
      'HTTP/1.1 ',
      '200',
      ' ',
      '\r\n',
      '\n',
      '\0',
      ':',
      'Content-Length',
      'Transfer-Encoding',
      'chunked',
      '9',
    ];
    const trap = await serve((socket) => {
      const parts = Array.from({ length: 1 + Math.floor(random() * 30) }, () => {
        const part = alphabet[Math.floor(random() * alphabet.length)] ?? '';
        return random() < 0.2 ? String.fromCharCode(Math.floor(random() * 256)) : part;
      });
      socket.end(Buffer.from(`${random() < 0.5 ? 'HTTP/1.1 200 OK\r\n' : ''}${parts.join('')}`, 'latin1'));
    });
    const answers = await Promise.all(Array.from({ length: 300 }, () => postTo(trap)));
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['failed', 'answered']));
  });
});

describe('timeout', () => {
  it.each([
    ['accepts the connection and sends nothing', () => {}],
    ['sends a head byte by byte', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'A: b\r\n')],
    [
      'sends a body byte by byte',
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 8000\r\n\r\n', 'x'),
    ],
    ['sends endless interim responses', (socket: Socket) => drip(socket, '', 'HTTP/1.1 103 Hints\r\n\r\n')],
  ])('applies to a receiver that %s', async (_what, behave: (socket: Socket) => void) => {
    const trap = await serve((socket) => behave(socket));
    expect(await postTo(trap, { deadlineMs: 250 })).toMatchObject({ kind: 'failed', fault: 'timeout' });
    await expect.poll(() => trap.sockets.every((socket) => socket.destroyed)).toBe(true);
  });

  it('applies to a receiver that responds without an end', async () => {
    const trap = await serve((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhalf'));
    expect(await postTo(trap, { deadlineMs: 1_500 })).toEqual({
      kind: 'failed',
      fault: 'timeout',
      reason: '127.0.0.1 returned 200, but did not complete the response within 1.5 s',
    });
  });

  it('applies to a stalled handshake, and the connection is closed', async () => {
    // The server must read data to notice that the client has disconnected.
    const trap = await listen(createServer((socket) => socket.resume()));
    const client = createOutgoingClient({ resolver, allowLoopback: true, connectTimeoutMs: 1_500 });
    expect(await post(client, `https://127.0.0.1:${trap.port}/`)).toMatchObject({ kind: 'failed', fault: 'tls' });
    expect(await post(client, `https://127.0.0.1:${trap.port}/`, { deadlineMs: 50 })).toMatchObject({
      fault: 'timeout',
    });
    await expect.poll(() => trap.sockets.length === 2 && trap.sockets.every((socket) => socket.destroyed)).toBe(true);
    await client.close();
  });

  it('applies to a silent name server', async () => {
    dns.set('silent.example', 'A', 'TIMEOUT');
    dns.set('silent.example', 'AAAA', 'TIMEOUT');
    const client = createOutgoingClient({ resolver, allowLoopback: true, connectTimeoutMs: 200 });
    expect(await post(client, 'https://silent.example/')).toMatchObject({ kind: 'failed', fault: 'dns' });
    await client.close();
  });

  it('before there is a connection means that nothing is sent', async () => {
    const summaries: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const trap = await serve((_socket, head) => summaries.push(head));
    const slow: Resolver = {
      ...resolver,
      addresses: async (name, family) => {
        await held;
        return resolver.addresses(name, family);
      },
    };
    const client = createOutgoingClient({ resolver: slow, allowLoopback: true });
    const url = `http://localhost:${trap.port}/`;
    expect(await post(client, url, { deadlineMs: 50 })).toMatchObject({ fault: 'timeout' });
    release();
    await expect.poll(() => trap.sockets.length === 1 && trap.sockets[0]?.destroyed).toBe(true);
    expect(summaries).toEqual([]);
    await client.close();
  });

  it('ends the request with the signal', async () => {
    const stop = new AbortController();
    const trap = await serve(() => stop.abort());
    const request = {
      headers: {},
      body: Buffer.from('{}'),
      deadlineMs: 10_000,
      maxAnswerBytes: 10,
      signal: stop.signal,
    };
    const url = `http://127.0.0.1:${trap.port}/`;
    expect(await development.post(url, request)).toMatchObject({ kind: 'failed', fault: 'reset' });
    expect(await development.post(url, request)).toMatchObject({ kind: 'failed', fault: 'reset' });
    expect(trap.sockets).toHaveLength(1);
  });
});

function drip(socket: Socket, first: string, next: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(next), 10);
  socket.on('close', () => clearInterval(timer));
}

describe('connections', () => {
  it('are reused', async () => {
    const trap = await serve((socket) => socket.write(OK));
    for (let round = 0; round < 20; round += 1) expect(bodyOf(await postTo(trap))).toBe('ok');
    // undici releases a connection shortly after the response, so the next request may find that the connection is
    // still in use.
    expect(trap.sockets.length).toBeLessThanOrEqual(2);
  });

  it('closed by the receiver are replaced', async () => {
    const trap = await serve((socket) => socket.write(OK));
    expect(bodyOf(await postTo(trap))).toBe('ok');
    trap.sockets[0]?.end();
    await expect.poll(() => trap.sockets[0]?.destroyed).toBe(true);
    expect(bodyOf(await postTo(trap))).toBe('ok');
  });

  it('of a hanging request block no other at the same receiver', async () => {
    const trap = await serve((socket, head) => {
      if (!head.startsWith('POST /hang')) socket.write(OK);
    });
    const stop = new AbortController();
    const hanging = Array.from({ length: 50 }, () =>
      development.post(`http://127.0.0.1:${trap.port}/hang`, {
        headers: {},
        body: Buffer.from('{}'),
        deadlineMs: 60_000,
        maxAnswerBytes: 10,
        signal: stop.signal,
      }),
    );
    await expect.poll(() => trap.sockets.length).toBe(50);
    expect(bodyOf(await postTo(trap))).toBe('ok');
    stop.abort();
    expect((await Promise.all(hanging)).every(({ kind }) => kind === 'failed')).toBe(true);
  });

  it('are kept for a limited number of receivers', async () => {
    const trap = await serve((socket) => socket.write(OK));
    for (let no = 0; no < MAX_KEPT_ORIGINS + 20; no += 1) {
      expect(bodyOf(await post(development, `http://h${no}.localhost:${trap.port}/`))).toBe('ok');
    }
    await expect
      .poll(() => trap.sockets.filter((socket) => !socket.destroyed).length)
      .toBeLessThanOrEqual(MAX_KEPT_ORIGINS);
  });

  it('that are refused are connection errors', async () => {
    const trap = await serve(() => {});
    await trap.close();
    expect(await postTo(trap)).toEqual({
      kind: 'failed',
      fault: 'connect',
      reason: '127.0.0.1 refused the connection',
    });
  });

  it('end with the client', async () => {
    const trap = await serve(() => {});
    const client = createOutgoingClient({ resolver, allowLoopback: true });
    const running = post(client, `http://127.0.0.1:${trap.port}/`);
    await expect.poll(() => trap.sockets.length).toBe(1);
    await client.close();
    expect(await running).toMatchObject({ kind: 'failed', fault: 'reset' });
  });

  it('are not opened for invalid headers', async () => {
    const trap = await serve((socket) => socket.write(OK));
    const request = { body: Buffer.from('{}'), deadlineMs: 5_000, maxAnswerBytes: 10 };
    const url = `http://127.0.0.1:${trap.port}/`;
    for (const headers of [{ 'x-a': 'b\r\nc: d' }, { 'x a': 'b' }, { 'x-a': 'b\0' }]) {
      expect(await development.post(url, { ...request, headers })).toMatchObject({ kind: 'failed', fault: 'protocol' });
    }
  });
});

/**
 * Other code that may send HTTP requests. MTA-STS policies have separate rules and address checks. The address of the
 * spam filter is set by the operator and often private. Custom hosts are only requested at this server's own address.
 * Form scripts run in browsers.
 */
const OTHER_CLIENTS =
  /^(?:http\/outgoing\/|features\/sending\/transport-security\/fetch-policy\.ts$|features\/campaigns\/campaign-safeguards\/rspamd\.ts$|features\/sending\/domains\/host-probe\.ts$|features\/campaigns\/forms\/scripts\.ts$)/;
const CLIENT = /(?<![.\w])fetch\(|from 'node:(?:https|http2)'|from 'undici'|\{[^}]*\brequest\b[^}]*\} from 'node:http'/;

describe('guard', () => {
  it('is used by every outgoing request of the product', () => {
    const root = new URL('../../src/', import.meta.url);
    const others = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !OTHER_CLIENTS.test(path))
      .filter((path) => CLIENT.test(readFileSync(new URL(path, root), 'utf8')));
    expect(others).toEqual([]);
  });
});
