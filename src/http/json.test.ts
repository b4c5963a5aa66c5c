import { describe, expect, it } from 'vitest';
import { Refusal } from '../base/refusal.ts';
import { decodeJson, MAX_DEPTH, MAX_VALUES } from './json.ts';

function decode(text: string | Uint8Array): unknown {
  return decodeJson(Buffer.from(text as string));
}

function refusalOf(text: string | Uint8Array): Refusal {
  try {
    decode(text);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation_error') return error;
    throw error;
  }
  throw new Error('It was taken');
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('decodeJson', () => {
  it.each([
    ['{"a":[1,-2.5e3,true,null,"x"]}', { a: [1, -2500, true, null, 'x'] }],
    [' \n[]\t', []],
    ['"a \\"quoted\\" \\\\ text"', 'a "quoted" \\ text'],
    ['{"a:b":"c:d,{[","e":{}}', { 'a:b': 'c:d,{[', e: {} }],
    ['{"\\u0041":"\\ud83d\\ude00"}', { A: '😀' }],
    ['5', 5],
  ])('decodes %s', (text, value) => {
    expect(decode(text)).toEqual(value);
  });

  it.each(['', ' ', '\r\n\t'])('returns undefined for %j', (text) => {
    expect(decode(text)).toBeUndefined();
  });

  it('accepts a byte order mark', () => {
    expect(decode('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    ['a byte that never occurs', [0x22, 0xff, 0x22]],
    ['a truncated sequence', [0x22, 0xc3, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0x80, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x22, 0x00, 0x22, 0x00]],
  ])('rejects invalid UTF-8: %s', (_name, bytes) => {
    expect(refusalOf(Uint8Array.from(bytes)).message).toContain('UTF-8');
  });
});

describe('invalid JSON', () => {
  it.each([
    ['{"a":1', 'line 1, column 7 (position 6)', '"," or the closing bracket'],
    ['{"a" 1}', 'position 5', '":"'],
    ['{"a":1,}', 'position 7', 'a key in double quotes'],
    ['{a:1}', 'position 1', 'a key in double quotes or "}"'],
    ["{'a':1}", 'position 1', 'a key in double quotes or "}"'],
    ['[1,]', 'position 3', 'a value'],
    ['[', 'position 1', 'a value or "]"'],
    ['{"a":01}', 'position 5', 'a value'],
    ['{"a":+1}', 'position 5', 'a value'],
    ['{"a":1.}', 'position 5', 'a value'],
    ['{"a":tru}', 'position 5', 'a value'],
    ['{"a":NaN}', 'position 5', 'a value'],
    ['{} {}', 'position 3', 'the end of the body'],
    ['{"a":1}]', 'position 7', 'the end of the body'],
    ['[1}', 'position 2', '"," or the closing bracket'],
    ['{\n "a": "x\ny"}', 'line 2, column 9 (position 10)', 'a string'],
    ['{"a":"\\x"}', 'position 6', 'a string'],
    ['{"a":"\\u12G4"}', 'position 6', 'a string'],
    ['{"a":"never ends', 'position 16', 'a string'],
    ['{"a":"ends in \\', 'position 14', 'a string'],
    ['undefined', 'position 0', 'a value'],
    ['\u00a0{}', 'position 0', 'a value'],
  ])('%j is rejected with the position: %s', (text, place, expected) => {
    const { message } = refusalOf(text);
    expect(message).toContain(place);
    expect(message).toContain(`expected ${expected}`);
  });
});

describe('repeated keys', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":{"b":[{},{"c":1,"d":{"e":1},"c":2}]}}', 'x.b.1.c'],
    ['[{"a":"\\"a\\":"},{"b":1,"b":1}]', '1.b'],
    ['{"__proto__x":1,"a":{},"a":{}}', 'a'],
  ])('%s are rejected with the path %s', (text, path) => {
    const refusal = refusalOf(text);
    expect(refusal.details.errors).toEqual({ [path]: ['must be given only once.'] });
  });

  it.each(['{"a":{"a":1},"b":{"a":2}}', '[{"a":1},{"a":1}]', '{"a":"a:","b":"\\"a\\":1"}', '{"a":1,"A":2}'])(
    'are not found in %s',
    (text) => {
      expect(decode(text)).toEqual(JSON.parse(text));
    },
  );
});

describe('limits of a body', () => {
  it(`allow at most ${MAX_DEPTH} levels`, () => {
    expect(decode(nested(MAX_DEPTH))).toBeDefined();
    expect(refusalOf(nested(MAX_DEPTH + 1)).message).toContain(String(MAX_DEPTH));
    expect(refusalOf(nested(200_000)).message).toContain(String(MAX_DEPTH));
    expect(refusalOf('{"a":'.repeat(100_000)).message).toContain(String(MAX_DEPTH));
  });

  it('do not count brackets in strings as levels', () => {
    expect(decode(JSON.stringify(['['.repeat(100)]))).toEqual(['['.repeat(100)]);
  });

  it(`allow at most ${MAX_VALUES} values`, () => {
    // The array itself also counts as a value.
    const list = (items: number): string => `[${'1,'.repeat(items - 1)}1]`;
    expect(decode(list(MAX_VALUES - 1))).toHaveLength(MAX_VALUES - 1);
    expect(refusalOf(list(MAX_VALUES)).message).toContain(String(MAX_VALUES));
  });

  it.each([
    ['{"a":["\\u0000"]}', 'a.0', 'NUL'],
    ['{"a":{"b":"x\\u0000"}}', 'a.b', 'NUL'],
    ['{"a":{"\\u0000":1}}', 'a', 'NUL'],
    ['{"a":"\\ud800"}', 'a', 'surrogate'],
    ['{"a":"\\udc00\\ud800"}', 'a', 'surrogate'],
    ['{"a":[{"\\ud800":1}]}', 'a.0', 'surrogate'],
    ['{"a":1e999}', 'a', 'number'],
    ['[-1e999]', '0', 'number'],
    ['"\\u0000"', 'body', 'NUL'],
    ['{"a":{"__proto__":{"b":1}}}', 'a', '__proto__'],
    ['{"__proto__":[]}', 'body', '__proto__'],
    ['{"\\u005f_proto__":[]}', 'body', '__proto__'],
  ])('reject %s at %s', (text, path, word) => {
    const { errors } = refusalOf(text).details;
    expect(Object.keys(errors ?? {})).toEqual([path]);
    expect(errors?.[path]?.[0]).toContain(word);
  });

  it('truncate long keys in messages', () => {
    const key = JSON.stringify('x'.repeat(5_000));
    expect(refusalOf(`{${key}:1,${key}:1}`).message.length).toBeLessThan(300);
    expect(Object.keys(refusalOf(`{${key}:"\\u0000"}`).details.errors ?? {})[0]?.length).toBe(200);
  });

  it('keep keys from changing a prototype', () => {
    expect(decode('{"constructor":{"prototype":{"polluted":1}},"toString":1}')).toHaveProperty('toString', 1);
    expect({}).not.toHaveProperty('polluted');
  });
});
