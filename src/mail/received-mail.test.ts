import { describe, expect, test } from 'vitest';
import { fieldGroups, returnedHeader, shownWords, type ReceivedPart } from './received-mail.ts';

const groupsOf = (text: string): (readonly (readonly [string, string])[])[] =>
  fieldGroups(Buffer.from(text)).map((group) => Array.from(group));

describe('fieldGroups', () => {
  test('groups fields by empty lines, unfolds them, and keeps the first of each name', () => {
    expect(groupsOf('A: 1\r\nB : 2\r\n  more\r\na: 3\r\n\r\n \r\nC:4\n\tend\rD: 5\r\n')).toEqual([
      [
        ['a', '1'],
        ['b', '2 more'],
      ],
      [
        ['c', '4 end'],
        ['d', '5'],
      ],
    ]);
  });

  test('skips invalid fields with their continuation lines', () => {
    expect(groupsOf('no field\r\n : x\r\n continued\r\nÄ: x\r\nA: 1\r\nA: 2\r\n of the second\r\n')).toEqual([
      [['a', '1']],
    ]);
    expect(groupsOf('')).toEqual([]);
  });

  test('reads at most one hundred groups', () => {
    const text = (count: number): string => 'A: 1\r\n\r\n'.repeat(count);
    expect(groupsOf(text(100))).toHaveLength(100);
    expect(groupsOf(text(101))).toHaveLength(100);
  });

  test('reads at most two hundred fields per group', () => {
    const text = (count: number): string => Array.from({ length: count }, (_, no) => `F${no}: 1\r\n`).join('');
    expect(groupsOf(text(200))[0]).toHaveLength(200);
    expect(groupsOf(text(201))[0]).toHaveLength(200);
  });

  test('truncates values to 4,000 characters, however often they are continued', () => {
    expect(groupsOf(`A: ${'x'.repeat(4_000)}`)[0]?.[0]?.[1]).toHaveLength(4_000);
    expect(groupsOf(`A: ${'x'.repeat(4_001)}\r\n y`)[0]?.[0]?.[1]).toHaveLength(4_000);
    expect(groupsOf(`A: x${'\r\n  yyyy'.repeat(10_000)}`)[0]?.[0]?.[1]).toHaveLength(4_000);
  });

  test('reads at most 256 KB', () => {
    const end = `${'x'.repeat(256 * 1024 - 6)}\r\n`;
    expect(groupsOf(`${end}A: 1`)).toEqual([[['a', '1']]]);
    expect(groupsOf(`x${end}A: 1`)).toEqual([[['a', '']]]);
  });
});

describe('returnedHeader', () => {
  const headerOf = (...parts: ReceivedPart[]): string => returnedHeader({ headers: new Map(), text: '', parts });
  const part = (mimeType: string, content: string): ReceivedPart => ({
    mimeType,
    filename: null,
    content: Buffer.from(content),
  });

  test.each(['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'])(
    'returns the header of a %s part',
    (type) => {
      expect(headerOf(part('text/x', 'no'), part(type, '\r\nA: 1\r\nB: 2\r\n\r\nC: 3'))).toBe('A: 1\r\nB: 2');
    },
  );

  test('returns an empty text without a part, and whatever is left of a truncated part', () => {
    expect(headerOf()).toBe('');
    expect(headerOf(part('message/rfc822', ''))).toBe('');
    expect(headerOf(part('message/rfc822', 'A: 1'))).toBe('A: 1');
  });
});

describe('shownWords', () => {
  test('returns one line of at most 1,000 characters that any database accepts', () => {
    expect(shownWords(' a\r\n\tb\u0000c\u001b[31md\u2028e ')).toBe('a b c [31md e');
    expect(shownWords('x'.repeat(1_000))).toHaveLength(1_000);
    expect(shownWords('x'.repeat(1_001))).toHaveLength(1_000);
    expect(shownWords(`${'x'.repeat(999)}😀`).isWellFormed()).toBe(true);
    expect(shownWords('\ud800')).toBe('\ufffd');
  });
});
