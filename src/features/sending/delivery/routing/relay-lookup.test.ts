import { expect, it } from 'vitest';
import type { DnsAnswer } from '../../../../base/dns.ts';
import { createRelayLookup } from './relay-lookup.ts';

const relay = (host: string) => ({ host, port: 25, tls: 'opportunistic', login: undefined }) as const;

/** A resolver that knows one name, and the names that it was asked for. */
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

it('a relay is looked up through the resolver of the settings', async () => {
  const own = resolver('relay.inside.example', { kind: 'found', records: ['192.0.2.7'], ttlSeconds: 60 });
  expect(await addressesOf('relay.inside.example', own)).toEqual(['192.0.2.7']);
  expect(own.asked).toEqual(['relay.inside.example 4', 'relay.inside.example 6']);
});

it('a name that the resolver does not know is asked of the system, whose hosts file may', async () => {
  const own = resolver('relay.inside.example', { kind: 'absent' });
  expect(await addressesOf('localhost', own)).toContain('127.0.0.1');
});

it('a resolver that does not answer makes no other answer count', async () => {
  const own = resolver('localhost', { kind: 'failed', reason: 'SERVFAIL from 192.0.2.53' });
  expect(await addressesOf('localhost', own)).toContain('SERVFAIL from 192.0.2.53');
});

it('an address needs no look-up', async () => {
  const own = resolver('', { kind: 'absent' });
  expect(await addressesOf('192.0.2.9', own)).toEqual(['192.0.2.9']);
  expect(own.asked).toEqual([]);
});

it('without a resolver in the settings the system is asked', async () => {
  expect(await addressesOf('localhost', undefined)).toContain('127.0.0.1');
});
