import { expect, it } from 'vitest';
import type { CachedAnswer } from './dns-answer.ts';
import { createDnsCache, MAX_KEPT_ANSWERS } from './dns-cache.ts';

function found(ttlSeconds: number): CachedAnswer {
  return { answer: { kind: 'found', records: ['192.0.2.1'], ttlSeconds }, keepSeconds: ttlSeconds };
}

it('returns an answer with its remaining TTL until it expires', () => {
  let nowMs = 0;
  const cache = createDnsCache({ now: () => nowMs });
  cache.keep('A x', found(60));
  expect(cache.find('A x')).toEqual({ kind: 'found', records: ['192.0.2.1'], ttlSeconds: 60 });
  nowMs = 59_500;
  expect(cache.find('A x')).toMatchObject({ ttlSeconds: 1 });
  nowMs = 60_000;
  expect(cache.find('A x')).toBeUndefined();
  expect(cache.find('A y')).toBeUndefined();
});

it('evicts the least recently written answer when the cache is full', () => {
  const cache = createDnsCache({ now: () => 0 });
  for (let number = 0; number < MAX_KEPT_ANSWERS; number += 1) cache.keep(`A ${number}`, found(60));
  expect(cache.find('A 0')).toBeDefined();
  cache.keep('A 0', found(60));
  cache.keep('A more', found(60));
  expect(cache.find('A 0')).toBeDefined();
  expect(cache.find('A 1')).toBeUndefined();
  expect(cache.find('A 2')).toBeDefined();
});
