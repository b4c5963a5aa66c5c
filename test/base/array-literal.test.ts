import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrayLiteral, byteaArray, isOfBytes } from '../../src/base/array-literal.ts';
import { createTestDatabase } from '../support/db.ts';
import { shared } from '../support/shared.ts';

const test = shared(async () => createTestDatabase({ empty: true }));

async function read(type: string, literal: string | Buffer): Promise<unknown> {
  const text = `select $1::${type}[] as elements`;
  const [row] = await test.db.query<{ elements: unknown }>({ name: `read_${type.replaceAll(' ', '_')}`, text }, [
    literal,
  ]);
  return row?.elements;
}

it('arrayLiteral preserves any text and null', async () => {
  const texts = fc.array(fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\u0000', ''))));
  await fc.assert(
    fc.asyncProperty(texts, async (elements) => {
      expect(await read('text', arrayLiteral(elements))).toEqual(elements);
    }),
  );
});

it.each([
  ['NULL', 'a word that means null without quotes'],
  ['', 'the empty text'],
  ['{a,b}', 'braces and commas'],
  ['\\"', 'what quotes are escaped with'],
  [' \t\r\n', 'white space'],
])('arrayLiteral preserves the text %j (%s)', async (text) => {
  expect(await read('text', arrayLiteral([text, text]))).toEqual([text, text]);
});

it('arrayLiteral encodes numbers, booleans, bytes and empty arrays', async () => {
  expect(await read('float8', arrayLiteral([0, -1, Number.MAX_SAFE_INTEGER, null]))).toEqual([
    0,
    -1,
    Number.MAX_SAFE_INTEGER,
    null,
  ]);
  expect(await read('float8', arrayLiteral([0.1, 1e-7, 1e21]))).toEqual([0.1, 1e-7, 1e21]);
  expect(await read('boolean', arrayLiteral([true, false]))).toEqual([true, false]);
  expect(await read('bytea', arrayLiteral([Buffer.from([0, 255, 34]), Buffer.alloc(0)]))).toEqual([
    Buffer.from([0, 255, 34]),
    Buffer.alloc(0),
  ]);
  expect(await read('text', arrayLiteral([]))).toEqual([]);
});

it('byteaArray encodes any bytes, empty ones and null', async () => {
  const bytes = fc.array(fc.option(fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))), {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(bytes, async (elements) => {
      expect(await read('bytea', byteaArray(elements))).toEqual(elements);
    }),
  );
});

it.each([
  [[Buffer.alloc(0)], true],
  [[null, Buffer.from('a')], true],
  [[null], false],
  [[], false],
  [[Buffer.from('a'), 'a'], false],
])('isOfBytes recognizes arrays of bytes, as in %j', (elements, expected) => {
  expect(isOfBytes(elements)).toBe(expected);
});

it.each([[[]], [[3]], [[1, null, -2, 9_007_199_254_740_991]]])(
  'bigint arrays are read as numbers: %j',
  async (elements) => {
    expect(await read('bigint', arrayLiteral(elements))).toEqual(elements);
  },
);

it('arrayLiteral encodes timestamps to the millisecond', async () => {
  const moments = [new Date(0), new Date(1_800_000_000_123)];
  expect(await read('timestamp with time zone', arrayLiteral(moments))).toEqual(moments);
});

it('arrayLiteral throws RangeError for an invalid date', () => {
  expect(() => arrayLiteral([new Date(Number.NaN)])).toThrow(RangeError);
});
