import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  concealReturnPaths,
  findReturnAddress,
  makeLocalPart,
  parseLocalPart,
  type ReturnAddress,
} from './return-path.ts';

const KEY = createHmac('sha256', 'return path').update('test').digest();
const OTHER_KEY = createHmac('sha256', 'return path').update('other').digest();
const MESSAGE_ID = '01936c8e-5f00-7abc-8def-0123456789ab';
const bounce: ReturnAddress = { kind: 'bounce', accountId: 42, messageId: MESSAGE_ID, recipientNo: 7 };

describe('return path', () => {
  test('parses back for any recipient, in any case, and has at most 64 octets', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('bounce' as const, 'unsubscribe' as const),
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.uuid(),
        fc.integer({ min: 0, max: 0x7fff_ffff }),
        (kind, accountId, messageId, recipientNo) => {
          const address = { kind, accountId, messageId, recipientNo };
          const local = makeLocalPart(KEY, address);
          expect(local).toMatch(/^[bu]\+[a-z2-7]+$/);
          expect(Buffer.byteLength(local)).toBeLessThanOrEqual(64);
          expect(parseLocalPart([KEY], local)).toEqual(address);
          expect(parseLocalPart([KEY], local.toUpperCase())).toEqual(address);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('stays valid across releases for messages that are already sent', () => {
    expect(makeLocalPart(KEY, bounce)).toBe('b+aaaaaaaaaaacuamtnshf6ad2xsg66ajdivtytkyaaaaao2rekx25zoi');
  });

  test('is not parsed with another key', () => {
    expect(parseLocalPart([OTHER_KEY], makeLocalPart(KEY, bounce))).toBeUndefined();
  });

  test('is not valid for another kind', () => {
    const local = makeLocalPart(KEY, bounce);
    expect(parseLocalPart([KEY], local.replace('b+', 'u+'))).toBeUndefined();
  });

  test('is not parsed with any one character changed, added or removed', () => {
    const local = makeLocalPart(KEY, bounce);
    for (let at = 0; at < local.length; at += 1) {
      const other = local[at] === 'a' ? 'c' : 'a';
      expect(parseLocalPart([KEY], local.slice(0, at) + other + local.slice(at + 1))).toBeUndefined();
      expect(parseLocalPart([KEY], local.slice(0, at) + local.slice(at + 1))).toBeUndefined();
    }
    expect(parseLocalPart([KEY], `${local}a`)).toBeUndefined();
    expect(parseLocalPart([KEY], `${local}\n`)).toBeUndefined();
  });

  test.each(['', 'b+', 'b', '+', 'b+%', 'x+aaaa', 'b+\u0000', `b+${'a'.repeat(55)}`, `b+${'a'.repeat(10_000)}`])(
    'is not parsed from %j',
    (local) => {
      expect(parseLocalPart([KEY], local)).toBeUndefined();
    },
  );
});

describe('findReturnAddress', () => {
  test('finds the first of our addresses, even after forged ones and in angle brackets', () => {
    const local = makeLocalPart(KEY, bounce);
    const forged = makeLocalPart(OTHER_KEY, bounce);
    const text = `Return-Path: <${forged}@bounce.example>\r\nX: <${local.toUpperCase()}@bounce.example>\r\n`;
    expect(findReturnAddress([KEY], text)).toEqual(bounce);
  });

  test('stops after 50 candidates', () => {
    const forged = `${makeLocalPart(OTHER_KEY, bounce)}@x `;
    const text = (count: number): string => `${forged.repeat(count)}${makeLocalPart(KEY, bounce)}@x`;
    expect(findReturnAddress([KEY], text(49))).toEqual(bounce);
    expect(findReturnAddress([KEY], text(50))).toBeUndefined();
  });

  test('ignores an address that is the end of a longer word', () => {
    expect(findReturnAddress([KEY], `x${makeLocalPart(KEY, bounce)}@x`)).toBeUndefined();
  });
});

describe('concealed return paths', () => {
  const local = makeLocalPart(KEY, bounce);

  test('keep the identifying part and lose the HMAC', () => {
    const concealed = concealReturnPaths(`<${local}@x> and ${local.toUpperCase()}@x`);
    const kept = local.slice(0, -11);
    expect(concealed).toBe(`<${kept}***@x> and ${kept.toUpperCase()}***@x`);
    // The 28 bytes of account, message, and recipient fill 44 characters and a part of the 45th. The 45th is removed,
    // because it also contains bits of the HMAC.
    expect(kept).toHaveLength('b+'.length + Math.floor((28 * 8) / 5));
  });

  test('are searched only in the first 256 Ki characters', () => {
    const text = (before: number): string => `${' '.repeat(before)}${local}@x`;
    const room = 262_144 - `${local}@`.length;
    expect(findReturnAddress([KEY], text(room))).toEqual(bounce);
    expect(findReturnAddress([KEY], text(room + 1))).toBeUndefined();
  });
});
