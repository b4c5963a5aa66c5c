import { expect, it } from 'vitest';
import { linkAddress, SUBSCRIPTION_LINK_PREFIX, tokenOfLocalPart } from './subscription-address.ts';

/** Tokens of 16 to 38 bytes: from the shortest to the longest that fits in a local part. */
const TOKENS = Array.from({ length: 23 }, (_none, more) =>
  Buffer.from(Array.from({ length: 16 + more }, (_byte, at) => (at * 37 + more * 11) % 256)).toString('base64url'),
);

it.each(TOKENS)('parses the token %s back from an address in any case', (token) => {
  const localPart = linkAddress(SUBSCRIPTION_LINK_PREFIX, token).slice('mailto:'.length);
  expect(localPart.length).toBeLessThanOrEqual(64);
  expect([tokenOfLocalPart(localPart), tokenOfLocalPart(localPart.toUpperCase())]).toEqual([token, token]);
});

it('writes the token unchanged in other links', () => {
  expect(linkAddress('https://x.example/u/', 'AbC')).toBe('https://x.example/u/AbC');
});

it.each([
  '',
  'n+',
  'n+abc',
  `b+${'a'.repeat(32)}`,
  `n+${'a'.repeat(25)}`,
  `n+${'a'.repeat(63)}`,
  `n+${'1'.repeat(32)}`,
])('finds no token in the local part "%s"', (localPart) => {
  expect(tokenOfLocalPart(localPart)).toBeUndefined();
});
