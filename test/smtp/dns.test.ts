import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, it } from 'vitest';
import { createResolver, type DnsAnswer, type Resolver, type ResolverOptions } from '../../src/base/dns.ts';
import { MAX_CNAME_CHAIN } from '../../src/base/dns-message.ts';
import { startDnsServer, type DnsServer, type Zone, type ZoneAnswers } from '../support/dns-server.ts';

const servers: DnsServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serverWith(zone: Zone): Promise<DnsServer> {
  const server = await startDnsServer(zone);
  servers.push(server);
  return server;
}

interface TestClock {
  nowMs: number;
  now(): number;
}

function testClock(): TestClock {
  return {
    nowMs: 1_000,
    now() {
      return this.nowMs;
    },
  };
}

function resolverOf(server: DnsServer, options: Partial<ResolverOptions> = {}): Resolver {
  return createResolver({ servers: [server.address], clock: testClock(), ...options });
}

const ZONE: Zone = {
  'x.example': {
    A: ['192.0.2.1', '192.0.2.2'],
    AAAA: ['2001:db8::1'],
    MX: [
      { exchange: 'MX1.x.example', preference: 10 },
      { exchange: 'mx2.x.example', preference: 20 },
    ],
    TXT: ['v=spf1 -all', ['v=DKIM1; k=rsa; ', 'p=MIIB', ''], 'x'.repeat(600), ''],
  },
  'alias.example': { CNAME: ['Alias2.example'] },
  'alias2.example': { CNAME: ['x.example'] },
  'lost.example': { CNAME: ['nowhere.example'] },
  'bare.example': { CNAME: ['empty.example'] },
  'loop.example': { CNAME: ['loop.example'] },
  'ring1.example': { CNAME: ['ring2.example'] },
  'ring2.example': { CNAME: ['ring1.example'] },
  'null.example': { MX: [{ exchange: '.', preference: 0 }] },
  'empty.example': {},
};

describe('an answer', () => {
  it('contains the records of its type', async () => {
    const resolver = resolverOf(await serverWith(ZONE));
    const found = (records: readonly unknown[]) => ({ kind: 'found', records, ttlSeconds: 300 });
    expect(await resolver.addresses('x.example', 4)).toEqual(found(['192.0.2.1', '192.0.2.2']));
    expect(await resolver.addresses('x.example', 6)).toEqual(found(['2001:db8::1']));
    expect(await resolver.mx('x.example')).toEqual(
      found([
        { exchange: 'mx1.x.example', preference: 10 },
        { exchange: 'mx2.x.example', preference: 20 },
      ]),
    );
    expect(await resolver.txt('x.example')).toEqual(
      found(['v=spf1 -all', 'v=DKIM1; k=rsa; p=MIIB', 'x'.repeat(600), '']),
    );
    expect(await resolver.cname('alias.example')).toEqual(found(['alias2.example']));
    expect(await resolver.mx('null.example')).toEqual(found([{ exchange: '', preference: 0 }]));
  });

  it('is the same for a name in capitals or with a trailing dot, and queried once', async () => {
    const server = await serverWith(ZONE);
    const resolver = resolverOf(server);
    for (const name of ['x.example', 'X.Example', 'x.example.']) {
      expect((await resolver.addresses(name, 4)).kind).toBe('found');
    }
    expect(server.queries).toHaveLength(1);
  });

  it.each([
    ['empty.example', 'absent'],
    ['alias.example', 'found'],
    ['bare.example', 'absent'],
    ['lost.example', 'nonexistent'],
    ['nowhere.example', 'nonexistent'],
    ['loop.example', 'failed'],
    ['ring1.example', 'failed'],
  ])('to the MX query of %s is %s', async (name, kind) => {
    const resolver = resolverOf(await serverWith(ZONE));
    expect((await resolver.mx(name)).kind).toBe(kind);
  });

  it('is found after the maximum number of aliases, and one more alias is a failure', async () => {
    const zone: Record<string, Zone[string]> = { 'a0.example': { A: ['192.0.2.1'] } };
    for (let link = 1; link <= MAX_CNAME_CHAIN + 1; link += 1) {
      zone[`a${link}.example`] = { CNAME: [`a${link - 1}.example`] };
    }
    const resolver = resolverOf(await serverWith(zone));
    expect((await resolver.addresses(`a${MAX_CNAME_CHAIN}.example`, 4)).kind).toBe('found');
    expect(await resolver.addresses(`a${MAX_CNAME_CHAIN + 1}.example`, 4)).toEqual({
      kind: 'failed',
      reason: 'a11.example has a chain of more than 10 CNAME records',
    });
  });

  it.each([
    ['SERVFAIL', 'failed', /SERVFAIL$/],
    ['REFUSED', 'failed', /REFUSED$/],
    ['NXDOMAIN', 'nonexistent', undefined],
  ] as const)('of %s is %s', async (answers, kind, reason) => {
    const server = await serverWith({ 'x.example': { TXT: answers } });
    const answer = await resolverOf(server).txt('x.example');
    expect(answer.kind).toBe(kind);
    if (reason && answer.kind === 'failed') expect(answer.reason).toMatch(reason);
    expect(server.queries).toHaveLength(1);
  });

  it('needs no server for names of this machine', async () => {
    const server = await serverWith({});
    const resolver = resolverOf(server);
    for (const name of ['localhost', 'sandbox.localhost', 'LOCALHOST.']) {
      expect(await resolver.addresses(name, 4)).toMatchObject({ kind: 'found', records: ['127.0.0.1'] });
      expect(await resolver.addresses(name, 6)).toMatchObject({ kind: 'found', records: ['::1'] });
      expect(await resolver.mx(name)).toEqual({ kind: 'absent' });
      expect(await resolver.txt(name)).toEqual({ kind: 'absent' });
    }
    expect((await resolver.mx('notlocalhost')).kind).toBe('nonexistent');
    expect(server.queries.map(({ name }) => name)).toEqual(['notlocalhost']);
  });

  it.each([
    ['', false],
    ['.', false],
    ['a..b', false],
    ['.a', false],
    ['a b', false],
    ['b\u00fccher.example', false],
    [`${'a'.repeat(63)}.example`, true],
    [`${'a'.repeat(64)}.example`, false],
    [`${'a.'.repeat(126)}a`, true],
    [`${'a.'.repeat(126)}ab`, false],
    ['_dmarc.x-1.example', true],
  ])('for %j does not exist, and whether a server is queried is %s', async (name, isAsked) => {
    const server = await serverWith({});
    expect((await resolverOf(server).txt(name)).kind).toBe('nonexistent');
    expect(server.queries).toHaveLength(isAsked ? 1 : 0);
  });
});

describe('a query', () => {
  it('uses another port and another ID each time', async () => {
    const server = await serverWith({});
    const resolver = resolverOf(server);
    for (let number = 0; number < 20; number += 1) await resolver.txt(`n${number}.example`);
    expect(new Set(server.queries.map(({ id }) => id)).size).toBeGreaterThan(15);
    expect(new Set(server.queries.map(({ port }) => port)).size).toBeGreaterThan(10);
  });

  it('ignores replies with another ID, another question or only half of their bytes', async () => {
    const server = await serverWith(ZONE);
    server.switches.forge = true;
    expect(await resolverOf(server).addresses('x.example', 4)).toMatchObject({ records: ['192.0.2.1', '192.0.2.2'] });
  });

  it('is repeated over TCP if the answer was truncated', async () => {
    const server = await serverWith({
      'x.example': { TXT: Array.from({ length: 100 }, (_, n) => `${n}`.repeat(200)) },
    });
    server.switches.truncate = true;
    const answer = await resolverOf(server).txt('x.example');
    expect(answer.kind === 'found' && answer.records.length).toBe(100);
    expect(server.queries.map(({ transport }) => transport)).toEqual(['udp', 'tcp']);
  });

  it('is repeated if a datagram is lost', async () => {
    const server = await serverWith(ZONE);
    server.switches.drop = 2;
    expect((await resolverOf(server, { timeoutMs: 6_000 }).mx('x.example')).kind).toBe('found');
    expect(server.queries).toHaveLength(3);
  });

  it('goes to the next server if one refuses, does not respond or does not exist', async () => {
    const good = await serverWith(ZONE);
    const refusing = await serverWith({ 'x.example': { MX: 'REFUSED' } });
    const silent = await serverWith({ 'x.example': { MX: 'TIMEOUT' } });
    const gone = await startDnsServer();
    await gone.close();
    for (const bad of [refusing, silent, gone]) {
      const resolver = resolverOf(good, { servers: [bad.address, good.address], timeoutMs: 6_000 });
      expect((await resolver.mx('x.example')).kind).toBe('found');
    }
    expect(good.queries).toHaveLength(3);
  });

  it('without a response fails within its total timeout', async () => {
    const silent = await serverWith({ 'x.example': { MX: 'TIMEOUT' } });
    const answer = await resolverOf(silent, { timeoutMs: 3_000 }).mx('x.example');
    expect(answer).toEqual({ kind: 'failed', reason: `${silent.address}: no answer in time` });
    expect(silent.queries).toHaveLength(3);
  });

  it('fails if nothing listens', async () => {
    const gone = await startDnsServer();
    await gone.close();
    expect(await resolverOf(gone).mx('x.example')).toEqual({
      kind: 'failed',
      reason: `${gone.address}: connection refused`,
    });
  });

  it('fails without a server', async () => {
    const resolver = createResolver({ servers: [], clock: testClock() });
    expect(await resolver.mx('x.example')).toEqual({ kind: 'failed', reason: 'no name server is configured' });
  });

  it('with an invalid server is rejected immediately', () => {
    expect(() => createResolver({ servers: ['dns.example'], clock: testClock() })).toThrow(
      'is not a DNS server address',
    );
  });

  it('of a thousand concurrent callers is sent once', async () => {
    const server = await serverWith(ZONE);
    const resolver = resolverOf(server);
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => resolver.mx('x.example')));
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['found']));
    expect(server.queries).toHaveLength(1);
  });

  it('succeeds the next time if it found no free slot among many others', async () => {
    const names = Array.from({ length: 200 }, (_none, no) => `silent${no}.example`);
    const silent = names.map((name): [string, Zone[string]] => [name, { A: 'TIMEOUT' }]);
    const server = await serverWith({ ...ZONE, ...Object.fromEntries(silent) });
    const resolver = resolverOf(server, { timeoutMs: 300, keepsAnswers: false });
    let answer: DnsAnswer<string>;
    do {
      // Half of the queries occupy all slots until they time out, and the other half are queued before this query.
      const asked = names.map(async (name) => resolver.addresses(name, 4));
      answer = await resolver.addresses('x.example', 4);
      await Promise.all(asked);
      // The slots are released at about the time when this query stops waiting for one. If the process was suspended
      // then, the query may get a slot. In that case, try again.
    } while (answer.kind !== 'failed' || answer.reason !== 'too many simultaneous DNS queries');
    expect(await resolver.addresses('x.example', 4)).toMatchObject({ kind: 'found' });
  });

  it('waits for a slot if very many are sent at once', async () => {
    const server = await serverWith({});
    const resolver = resolverOf(server, { timeoutMs: 10_000 });
    const names = Array.from({ length: 300 }, (_, number) => `n${number}.example`);
    const answers = await Promise.all(names.map((name) => resolver.txt(name)));
    expect(answers.every(({ kind }) => kind === 'nonexistent')).toBe(true);
    expect(new Set(server.queries.map(({ name }) => name)).size).toBe(300);
  });
});

describe('caching', () => {
  it('is disabled with `keepsAnswers: false`', async () => {
    const server = await serverWith(ZONE);
    const resolver = resolverOf(server, { keepsAnswers: false });
    expect(await resolver.txt('later.example')).toMatchObject({ kind: 'nonexistent' });
    server.set('later.example', 'TXT', ['found']);
    expect(await resolver.txt('later.example')).toMatchObject({ records: ['found'] });
    server.set('later.example', 'TXT', ['mended']);
    expect(await resolver.txt('later.example')).toMatchObject({ records: ['mended'] });
  });

  it.each([
    [0, 5],
    [60, 60],
    [100_000, 3_600],
  ])('keeps an answer with a time to live of %i s for %i s', async (ttlSeconds, keptSeconds) => {
    const clock = testClock();
    const server = await serverWith(ZONE);
    server.switches.ttlSeconds = ttlSeconds;
    const resolver = resolverOf(server, { clock });
    expect(await resolver.mx('x.example')).toMatchObject({ ttlSeconds: keptSeconds });
    clock.nowMs += keptSeconds * 1_000 - 1;
    expect(await resolver.mx('x.example')).toMatchObject({ ttlSeconds: 1 });
    expect(server.queries).toHaveLength(1);
    clock.nowMs += 1;
    await resolver.mx('x.example');
    expect(server.queries).toHaveLength(2);
  });

  it.each([
    ['NXDOMAIN', 60],
    [[], 60],
    ['SERVFAIL', 5],
  ] as const satisfies readonly (readonly [ZoneAnswers, number])[])(
    'keeps %j for no more than %i s',
    async (answers, keptSeconds) => {
      const clock = testClock();
      const server = await serverWith({ 'x.example': { TXT: answers } });
      const resolver = resolverOf(server, { clock });
      await resolver.txt('x.example');
      server.set('x.example', 'TXT', ['here']);
      clock.nowMs += keptSeconds * 1_000 - 1;
      expect((await resolver.txt('x.example')).kind).not.toBe('found');
      clock.nowMs += 1;
      expect((await resolver.txt('x.example')).kind).toBe('found');
    },
  );
});

it('a server that sends invalid replies is treated like one that does not respond', async () => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  socket.on('message', (_bytes, from) => socket.send('nonsense', from.port, from.address));
  const servers = [`127.0.0.1:${socket.address().port}`];
  const resolver = createResolver({ servers, timeoutMs: 200, clock: testClock() });
  expect((await resolver.mx('x.example')).kind).toBe('failed');
  await new Promise<void>((resolve) => {
    socket.close(() => resolve());
  });
});
