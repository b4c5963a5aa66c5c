import { describe, expect, it } from 'vitest';
import type { IpFamily } from '../../../base/config.ts';
import { chooseSource, defaultSource } from './sources.ts';

const POOL = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
const DOMAINS = Array.from({ length: 1_000 }, (_, no) => `d${no}.example`);

describe('the source of the settings', () => {
  it.each<[addresses: string | undefined, family: IpFamily, expected: object]>([
    [undefined, 'ipv6-first', { family: 'ipv6-first' }],
    ['192.0.2.1', 'ipv4-first', { family: 'ipv4-only', ipv4: '192.0.2.1' }],
    ['2001:db8::1', 'ipv4-only', { family: 'ipv6-only', ipv6: '2001:db8::1' }],
    ['2001:db8::1,192.0.2.1', 'ipv4-first', { family: 'ipv4-first', ipv4: '192.0.2.1', ipv6: '2001:db8::1' }],
  ])('with %s and %s uses the given addresses', (addresses, family, expected) => {
    expect(defaultSource({ addresses, family, ehloName: 'mta.example' })).toEqual({
      name: 'default',
      ehloName: 'mta.example',
      ...expected,
    });
  });
});

describe('the source of a pool', () => {
  it('is always the same for an account and a domain, regardless of the order of the pool', () => {
    for (const domain of DOMAINS) {
      expect(chooseSource(POOL, 1, domain)).toBe(chooseSource(POOL.toReversed(), 1, domain.toUpperCase()));
    }
  });

  it('is distributed about equally over the pool', () => {
    const chosen = DOMAINS.map((domain) => chooseSource(POOL, 1, domain)?.name);
    for (const { name } of POOL) {
      const share = chosen.filter((found) => found === name).length;
      expect(share).toBeGreaterThan(200);
      expect(share).toBeLessThan(300);
    }
  });

  it('differs between accounts', () => {
    const chosen = new Set(Array.from({ length: 100 }, (_, accountId) => chooseSource(POOL, accountId, 'd.example')));
    expect(chosen.size).toBe(POOL.length);
  });

  it('changes only for messages of a source that is removed', () => {
    const left = POOL.filter(({ name }) => name !== 'b');
    for (const domain of DOMAINS) {
      const before = chooseSource(POOL, 1, domain);
      if (before?.name !== 'b') expect(chooseSource(left, 1, domain)).toBe(before);
    }
  });

  it('is undefined for an empty pool', () => {
    expect(chooseSource([], 1, 'd.example')).toBeUndefined();
  });
});
