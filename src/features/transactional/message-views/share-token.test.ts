import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../base/crypto.ts';
import { lookupOf, makeShareToken } from './share-token.ts';

describe('share token', () => {
  it.each([1, 36, 123_456_789, Number.MAX_SAFE_INTEGER])(
    'of account %d is looked up within that account',
    (accountId) => {
      const { token, tokenHash } = makeShareToken(accountId);
      expect(token).toMatch(/^[0-9a-z]+\.[A-Za-z0-9]{32}$/);
      expect(lookupOf(token)).toEqual({ accountId, tokenHash });
      expect(tokenHash).toEqual(sha256(token));
    },
  );

  it('is different each time', () => {
    expect(makeShareToken(1).token).not.toBe(makeShareToken(1).token);
  });

  it.each([
    '',
    '.',
    '1',
    `1.${'a'.repeat(31)}`,
    `1.${'a'.repeat(33)}`,
    `A.${'a'.repeat(32)}`,
    `zzzzzzzzzzz.${'a'.repeat(32)}`,
    `100000000000.${'a'.repeat(32)}`,
    `1.${'a'.repeat(31)}-`,
    `1.${'a'.repeat(32)}\n`,
    'x'.repeat(1_000),
  ])('is looked up even if it is invalid: %j', (text) => {
    expect(lookupOf(text)).toEqual({ accountId: 0, tokenHash: sha256(text) });
  });
});
