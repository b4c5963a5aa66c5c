import { describe, expect, it } from 'vitest';
import type { DnsAnswer } from '../../../base/dns.ts';
import { noteOf } from './record-notes.ts';

const DMARC = { host: '_dmarc.d.example', name: 'dmarc' };

/** Creates a resolver that returns these TXT records and stores the names that were queried. */
function resolverOf(zone: Readonly<Record<string, DnsAnswer<string>>>) {
  const asked: string[] = [];
  return {
    asked,
    txt: (name: string): Promise<DnsAnswer<string>> => {
      asked.push(name);
      return Promise.resolve(zone[name] ?? { kind: 'nonexistent' });
    },
  };
}

const found = (text: string): DnsAnswer<string> => ({ kind: 'found', records: [text], ttlSeconds: 60 });

describe('a DKIM record', () => {
  it.each(['v=DKIM1; t=y; p=AAAA', 'v=DKIM1; t=s:y; p=AAAA', 'p=AAAA; t = y'])(
    '%s has a note about testing mode',
    async (text) => {
      const note = await noteOf(resolverOf({}), { host: 'pr1._domainkey.d.example', name: 'dkim1' }, [text]);
      expect(note).toContain('has t=y (testing)');
    },
  );

  it.each(['v=DKIM1; p=AAAA', 'v=DKIM1; t=s; p=AAAA'])('%s has no note about testing mode', async (text) => {
    expect(await noteOf(resolverOf({}), { host: 'x', name: 'dkim2_ed25519' }, [text])).toBeUndefined();
  });
});

describe('a DMARC record', () => {
  const elsewhere = 'v=DMARC1; p=none; rua=mailto:dmarc-reports@host.example';

  it('with reports to another domain has a note that this domain must authorize them', async () => {
    const note = await noteOf(resolverOf({}), DMARC, [elsewhere]);
    expect(note).toContain('a TXT record at d.example._report._dmarc.host.example with v=DMARC1');
    expect(note).toContain('*._report._dmarc.host.example');
  });

  it.each([
    ['authorizes them', found('v=DMARC1')],
    ['authorizes them with additional tags', found('v=DMARC1; rua=mailto:other@host.example')],
    ['cannot be queried', { kind: 'failed', reason: 'SERVFAIL' } as const],
  ])('has no note if that domain %s', async (_name, answer) => {
    const resolver = resolverOf({ 'd.example._report._dmarc.host.example': answer });
    expect(await noteOf(resolver, DMARC, [elsewhere])).toBeUndefined();
  });

  it.each([
    'v=DMARC1; p=none',
    'v=DMARC1; p=none; rua=mailto:a@d.example,mailto:b@in.d.example!10m',
    'v=DMARC1; p=none; rua=https://d.example/reports',
  ])('%s requires no DNS query', async (text) => {
    const resolver = resolverOf({});
    expect(await noteOf(resolver, DMARC, [text])).toBeUndefined();
    expect(resolver.asked).toEqual([]);
  });

  it('is found among other texts', async () => {
    expect(await noteOf(resolverOf({}), DMARC, ['something else', elsewhere])).toContain('host.example');
  });
});
