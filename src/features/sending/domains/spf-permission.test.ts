import { expect, it } from 'vitest';
import type { DnsAnswer, Resolver } from '../../../base/dns.ts';
import { refusedBySpf } from './spf-permission.ts';

const OURS = ['192.0.2.7', '2001:db8::7'];
const HOST = 'bounce.d.example';

/** Creates a resolver that knows a few names and records the queries. */
function resolverOf(zone: Readonly<Record<string, Partial<Record<'TXT' | 'A' | 'AAAA' | 'MX', readonly unknown[]>>>>) {
  const asked: string[] = [];
  const answer = (name: string, type: 'TXT' | 'A' | 'AAAA' | 'MX'): Promise<DnsAnswer<never>> => {
    asked.push(`${name} ${type}`);
    const records = zone[name]?.[type];
    if (records?.[0] === 'SERVFAIL') return Promise.resolve({ kind: 'failed', reason: 'SERVFAIL' });
    if (records) return Promise.resolve({ kind: 'found', records: records as never[], ttlSeconds: 60 });
    return Promise.resolve({ kind: zone[name] ? 'absent' : 'nonexistent' });
  };
  const resolver: Pick<Resolver, 'txt' | 'mx' | 'addresses'> = {
    txt: (name) => answer(name, 'TXT'),
    mx: (name) => answer(name, 'MX'),
    addresses: (name, family) => answer(name, family === 4 ? 'A' : 'AAAA'),
  };
  return { asked, resolver: resolver as Resolver };
}

const SERVER = { A: ['192.0.2.7'], AAAA: ['2001:db8::7'] };
const INCLUDED = { 'spf.d.example': { TXT: ['v=spf1 ip4:192.0.2.7 ip6:2001:db8::7 -all'] } };

it.each([
  ['its addresses', 'v=spf1 ip4:192.0.2.7 ip6:2001:db8::7 -all', {}],
  ['networks', 'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ~all', {}],
  ['a host name', 'v=spf1 a:mail.d.example -all', { 'mail.d.example': SERVER }],
  [
    'the servers that receive its mail',
    'v=spf1 mx:d.example -all',
    { 'd.example': { MX: [{ exchange: 'mail.d.example', preference: 10 }] }, 'mail.d.example': SERVER },
  ],
  ['an included record', 'v=spf1 include:spf.d.example -all', INCLUDED],
  ['a redirect to another record', 'v=spf1 redirect=spf.d.example', INCLUDED],
])('an SPF record permits us by %s', async (_name, text, zone) => {
  const { resolver } = resolverOf({ [HOST]: { TXT: [text] }, ...zone });
  expect(await refusedBySpf(resolver, HOST, OURS)).toEqual([]);
});

it.each([
  ['only others', 'v=spf1 ip4:198.51.100.1 -all', OURS],
  ['one of our addresses', 'v=spf1 ip4:192.0.2.7 -all', ['2001:db8::7']],
  ['nothing explicitly', 'v=spf1 ~all', OURS],
  ['an invalid address', 'v=spf1 ip4:192.0.2.300 +all', OURS],
  ['us after the end of the record', 'v=spf1 -all ip4:192.0.2.7', OURS],
])('an SPF record that permits %s refuses our other addresses', async (_name, text, refused) => {
  const { resolver } = resolverOf({ [HOST]: { TXT: [text] } });
  expect(await refusedBySpf(resolver, HOST, OURS)).toEqual(refused);
});

it('more DNS lookups than RFC 7208 allows are an error and are not made', async () => {
  const chain = Array.from({ length: 30 }, (_none, no) => [
    `s${no}.d.example`,
    { TXT: [`v=spf1 include:s${no + 1}.d.example -all`] },
  ]);
  const { asked, resolver } = resolverOf({
    [HOST]: { TXT: ['v=spf1 include:s0.d.example ip4:192.0.2.7 -all'] },
    ...Object.fromEntries(chain),
  });
  expect(await refusedBySpf(resolver, HOST, ['192.0.2.7'])).toEqual(['192.0.2.7']);
  expect(asked.length).toBeLessThanOrEqual(12);
});

it('a DNS failure is inconclusive', async () => {
  const { resolver } = resolverOf({
    [HOST]: { TXT: ['v=spf1 include:spf.d.example -all'] },
    'spf.d.example': { TXT: ['SERVFAIL'] },
  });
  expect(await refusedBySpf(resolver, HOST, OURS)).toBeUndefined();
});
