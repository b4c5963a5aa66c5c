import { afterEach, describe, expect, it } from 'vitest';
import { createResolver } from '../../src/base/dns.ts';
import { findTargets, MAX_ADDRESSES_PER_HOST, MAX_MX_HOSTS, type MxOptions, type MxResult } from '../../src/smtp/mx.ts';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.ts';

const servers: DnsServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function find(
  zone: Zone,
  options: Partial<MxOptions> = {},
  domain = 'x.example',
  timeoutMs = 10_000,
): Promise<MxResult> {
  const server = await startDnsServer(zone);
  servers.push(server);
  const resolver = createResolver({ servers: [server.address], timeoutMs, clock: { now: () => 0 } });
  // Allow private addresses, because the zones use documentation ranges, which count as private.
  return findTargets(domain, resolver, { port: 25, allowPrivate: true, random: () => 0, ...options });
}

const mx = (...hosts: readonly string[]) =>
  hosts.map((host) => {
    const [preference = '', exchange = ''] = host.split(' ');
    return { exchange, preference: Number(preference) };
  });

describe('the servers of a domain', () => {
  it('are its MX hosts by preference, each with IPv4 first', async () => {
    const result = await find({
      'x.example': { MX: mx('20 b.example', '10 a.example'), A: ['192.0.2.99'] },
      'a.example': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
      'b.example': { AAAA: ['2001:db8::2'], A: ['192.0.2.3'] },
    });
    expect(result).toEqual({
      kind: 'targets',
      site: 'a.example,b.example',
      targets: [
        { host: 'a.example', address: '192.0.2.1' },
        { host: 'a.example', address: '192.0.2.2' },
        { host: 'a.example', address: '2001:db8::1' },
        { host: 'b.example', address: '192.0.2.3' },
        { host: 'b.example', address: '2001:db8::2' },
      ],
    });
  });

  it('are in random order if they are equal, and belong to the same site', async () => {
    const zone: Zone = {
      'x.example': { MX: mx('10 b.example', '10 a.example', '5 c.example') },
      'a.example': { A: ['192.0.2.1'] },
      'b.example': { A: ['192.0.2.2'] },
      'c.example': { A: ['192.0.2.3'] },
    };
    const orders = [
      [0.1, 0.2, 0.3],
      [0.3, 0.2, 0.1],
    ].map((numbers) => {
      const values = [...numbers];
      return find(zone, { random: () => values.shift() ?? 0 });
    });
    const [one, other] = await Promise.all(orders);
    const hosts = (result: MxResult | undefined) =>
      result?.kind === 'targets' ? [result.site, ...result.targets.map(({ host }) => host)] : [];
    expect(hosts(one)).toEqual(['a.example,b.example,c.example', 'c.example', 'a.example', 'b.example']);
    expect(hosts(other)).toEqual(['a.example,b.example,c.example', 'c.example', 'b.example', 'a.example']);
  });

  it('share a site with other domains that have the same ones, in any notation', async () => {
    const zone: Zone = {
      'x.example': { MX: mx('10 a.example', '20 b.example', '30 a.example') },
      'y.example': { MX: mx('5 B.Example', '1 A.EXAMPLE') },
      'a.example': { A: ['192.0.2.1'] },
      'b.example': { A: ['192.0.2.2'] },
    };
    const [x, y] = await Promise.all([find(zone), find(zone, {}, 'y.example')]);
    expect(x).toEqual(y);
  });

  it('consist of the domain itself without MX records', async () => {
    expect(await find({ 'x.example': { A: ['192.0.2.1'] } })).toEqual({
      kind: 'targets',
      site: 'x.example',
      targets: [{ host: 'x.example', address: '192.0.2.1' }],
    });
    expect(await find({ 'x.example': { AAAA: ['2001:db8::1'], TXT: ['x'] } }, {}, 'X.Example')).toMatchObject({
      site: 'x.example',
      targets: [{ host: 'x.example', address: '2001:db8::1' }],
    });
  });

  it('consist of this machine for localhost, if allowed', async () => {
    expect(await find({}, {}, 'sandbox.localhost')).toMatchObject({
      targets: [{ address: '127.0.0.1' }, { address: '::1' }],
    });
    expect(await find({}, { allowPrivate: false }, 'sandbox.localhost')).toEqual({
      kind: 'private',
      host: 'sandbox.localhost',
      address: '127.0.0.1',
    });
  });

  it('are found through aliases of domain and host', async () => {
    expect(
      await find({
        'x.example': { CNAME: ['y.example'] },
        'y.example': { MX: mx('10 a.example') },
        'a.example': { CNAME: ['b.example'] },
        'b.example': { A: ['192.0.2.1'] },
      }),
    ).toMatchObject({ site: 'a.example', targets: [{ host: 'a.example', address: '192.0.2.1' }] });
  });

  it('are limited to the preferred ones', async () => {
    const zone: Record<string, Zone[string]> = {};
    const hosts = Array.from({ length: MAX_MX_HOSTS + 1 }, (_, number) => `${number} h${number}.example`);
    for (const host of hosts) zone[host.split(' ')[1] ?? ''] = { A: ['192.0.2.1'] };
    const all = await find({ ...zone, 'x.example': { MX: mx(...hosts.toReversed()) } });
    expect(all.kind === 'targets' && all.targets.map(({ host }) => host)).toEqual(
      Array.from({ length: MAX_MX_HOSTS }, (_, number) => `h${number}.example`),
    );
  });

  it('include all of fifteen, and the ten preferred ones form the site name', async () => {
    const zone: Record<string, Zone[string]> = {};
    const hosts = Array.from({ length: 15 }, (_, number) => `${number} h${String(number).padStart(2, '0')}.example`);
    for (const [number, host] of hosts.entries()) zone[host.slice(-11)] = { A: [`192.0.2.${number}`] };
    const all = await find({ ...zone, 'x.example': { MX: mx(...hosts) } });
    expect(all.kind === 'targets' && all.targets.map(({ host }) => host)).toEqual(hosts.map((host) => host.slice(-11)));
    expect(all.kind === 'targets' && all.site.split(',')).toEqual(hosts.slice(0, 10).map((host) => host.slice(-11)));
  });

  it('have a limited number of addresses each', async () => {
    const addresses = Array.from({ length: MAX_ADDRESSES_PER_HOST + 1 }, (_, number) => `192.0.2.${number}`);
    const result = await find({ 'x.example': { A: addresses } });
    expect(result.kind === 'targets' && result.targets.map(({ address }) => address)).toEqual(
      addresses.slice(0, MAX_ADDRESSES_PER_HOST),
    );
  });

  it('are those that have an address', async () => {
    expect(
      await find({
        'x.example': {
          MX: mx('1 gone.example', '2 empty.example', '3 broken.example', '4 a.example', '5 192.0.2.9', '6 .'),
        },
        'empty.example': {},
        'broken.example': { A: 'SERVFAIL', AAAA: 'SERVFAIL' },
        'a.example': { A: ['192.0.2.1'], AAAA: 'SERVFAIL' },
      }),
    ).toMatchObject({
      site: 'a.example,broken.example,empty.example,gone.example',
      targets: [{ host: 'a.example', address: '192.0.2.1' }],
    });
  });
});

describe('a domain without servers', () => {
  it.each<readonly [string, Zone, MxResult]>([
    ['a null MX', { 'x.example': { MX: mx('0 .'), A: ['192.0.2.1'] } }, { kind: 'null-mx' }],
    ['a name that does not exist', {}, { kind: 'nonexistent' }],
    ['a name without MX and address', { 'x.example': { TXT: ['x'] } }, { kind: 'no-server' }],
    [
      'an MX without address',
      { 'x.example': { MX: mx('1 a.example'), A: ['192.0.2.1'] } },
      { kind: 'no-address', hosts: ['a.example'] },
    ],
    [
      'an MX that is an IP address',
      { 'x.example': { MX: mx('1 192.0.2.1'), A: ['192.0.2.1'] } },
      { kind: 'no-address', hosts: [] },
    ],
    ['an MX that is not a host name', { 'x.example': { MX: mx('1 a*b.example') } }, { kind: 'no-address', hosts: [] }],
  ])('is reported for %s', async (_name, zone, result) => {
    expect(await find(zone)).toEqual(result);
  });

  it.each<readonly [string, Zone, RegExp]>([
    ['SERVFAIL for the MX', { 'x.example': { MX: 'SERVFAIL' } }, /^MX lookup for x\.example: 127\..*SERVFAIL$/],
    ['no response for the MX', { 'x.example': { MX: 'TIMEOUT' } }, /^MX lookup for x\.example: .*no answer in time$/],
    [
      'SERVFAIL for the only address',
      { 'x.example': { MX: mx('1 a.example', '2 b.example') }, 'a.example': { A: 'SERVFAIL' }, 'b.example': {} },
      /^address lookup for a\.example: .*SERVFAIL$/,
    ],
  ])('is a temporary failure with %s', async (_name, zone, reason) => {
    const result = await find(zone, {}, 'x.example', 2_000);
    expect(result.kind).toBe('failed');
    if (result.kind === 'failed') expect(result.reason).toMatch(reason);
  });
});

describe('private addresses', () => {
  const zone: Zone = {
    'x.example': { MX: mx('10 in.example', '20 out.example') },
    'in.example': { A: ['10.0.0.1'], AAAA: ['fd00::1', '::ffff:127.0.0.1'] },
    'out.example': { A: ['127.0.0.1', '8.8.8.8', '169.254.169.254'], AAAA: ['2606:4700::1111', '64:ff9b::7f00:1'] },
  };

  it('are left out', async () => {
    expect(await find(zone, { allowPrivate: false })).toEqual({
      kind: 'targets',
      site: 'in.example,out.example',
      targets: [
        { host: 'out.example', address: '8.8.8.8' },
        { host: 'out.example', address: '2606:4700::1111' },
      ],
    });
  });

  it('are reported if there are no others', async () => {
    expect(await find({ ...zone, 'out.example': {} }, { allowPrivate: false })).toEqual({
      kind: 'private',
      host: 'in.example',
      address: '10.0.0.1',
    });
  });

  it('are a failure together with a host whose lookup failed', async () => {
    expect((await find({ ...zone, 'out.example': { A: 'SERVFAIL' } }, { allowPrivate: false })).kind).toBe('failed');
  });
});
