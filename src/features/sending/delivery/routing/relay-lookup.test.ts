import { expect, it } from 'vitest';
import type { DnsAnswer } from '../../../../base/dns.ts';
import { createRelayLookup } from './relay-lookup.ts';

const relay = (host: string) => ({ host, port: 25, tls: 'opportunistic', login: undefined }) as const;

/** Creates a resolver that resolves one name and records all lookups. */
function resolver(known: string, answer: DnsAnswer<string>) {
  const asked: string[] = [];
  return {
    asked,
    addresses: (name: string, family: 4 | 6): Promise<DnsAnswer<string>> => {
      asked.push(`${name} ${family}`);
      if (name !== known) return Promise.resolve({ kind: 'nonexistent' });
      return Promise.resolve(family === 4 ? answer : { kind: 'absent' });
    },
  };
}

async function addressesOf(host: string, from: ReturnType<typeof resolver> | undefined) {
  const found = await createRelayLookup({ now: () => 0 }, from).find(relay(host));
  return found.kind === 'targets' ? found.targets.map(({ address }) => address) : found.reason;
}

it('a relay is looked up through the configured resolver', async () => {
  const own = resolver('relay.inside.example', { kind: 'found', records: ['192.0.2.7'], ttlSeconds: 60 });
  expect(await addressesOf('relay.inside.example', own)).toEqual(['192.0.2.7']);
  expect(own.asked).toEqual(['relay.inside.example 4', 'relay.inside.example 6']);
});

it('a name that the resolver cannot find is looked up by the system, which may find it in its hosts file', async () => {
  const own = resolver('relay.inside.example', { kind: 'absent' });
  expect(await addressesOf('localhost', own)).toContain('127.0.0.1');
});

it('the system is not asked if the resolver does not respond', async () => {
  const own = resolver('localhost', { kind: 'failed', reason: 'SERVFAIL from 192.0.2.53' });
  expect(await addressesOf('localhost', own)).toContain('SERVFAIL from 192.0.2.53');
});

it('an address needs no lookup', async () => {
  const own = resolver('', { kind: 'absent' });
  expect(await addressesOf('192.0.2.9', own)).toEqual(['192.0.2.9']);
  expect(own.asked).toEqual([]);
});

it('the system is used without a configured resolver', async () => {
  expect(await addressesOf('localhost', undefined)).toContain('127.0.0.1');
});
