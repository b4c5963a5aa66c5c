import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMac, MAX_PIECE_BYTES } from './hmac.ts';

function expected(key: Uint8Array, prefix: string, body: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(prefix).update(body).digest(encoding);
}

describe('createMac', () => {
  it.each([
    // RFC 4231, test cases 1 and 2.
    ['0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      Buffer.from('Jefe').toString('hex'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    // RFC 4231, test case 6: the key is longer than a block.
    [
      'aa'.repeat(131),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('matches RFC 4231 for the key %s', (key, text, digest) => {
    expect(createMac(Buffer.from(key, 'hex'))('', Buffer.from(text), 'hex')).toBe(digest);
  });

  it.each([0, 1, 63, 64, 65, 4_096])('matches node:crypto with a key of %i bytes', (bytes) => {
    const key = Buffer.alloc(bytes, 7);
    const body = Buffer.from('{"id":"whd_1"}');
    expect(createMac(key)('1790000000.', body, 'hex')).toBe(expected(key, '1790000000.', body, 'hex'));
    expect(createMac(key)('whd_1.5.', body, 'base64')).toBe(expected(key, 'whd_1.5.', body, 'base64'));
    for (const long of [body, Buffer.alloc(MAX_PIECE_BYTES)]) {
      expect(createMac(key)('1 links', long, 'buffer').toString('hex')).toBe(expected(key, '1 links', long, 'hex'));
    }
  });

  it.each([1, 2_730, 2_731, MAX_PIECE_BYTES])(
    'matches node:crypto with a prefix of %i three-byte characters',
    (count) => {
      const key = Buffer.from('whsec_');
      for (const body of [Buffer.alloc(0), Buffer.from('ab')]) {
        expect(createMac(key)('€'.repeat(count), body, 'hex')).toBe(expected(key, '€'.repeat(count), body, 'hex'));
      }
    },
  );

  it('keeps no state of a long body that affects the next signature', () => {
    const key = Buffer.from('whsec_');
    const mac = createMac(key);
    for (const bytes of [MAX_PIECE_BYTES - 30, 0, MAX_PIECE_BYTES, 1, MAX_PIECE_BYTES - 6, MAX_PIECE_BYTES - 5, 9]) {
      const body = Buffer.alloc(bytes, 'é');
      for (const prefix of ['é.', '']) {
        expect(mac(prefix, body, 'hex'), `${bytes}`).toBe(expected(key, prefix, body, 'hex'));
      }
    }
  });
});
