import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { entryLine, finishedLine, MAX_LINE_BYTES, readJournal } from './journal-lines.ts';

const A = { key: 'a', kind: 'D1', value: { at: 1 } };
const B = { key: 'b', kind: 'R1', value: 'grüße \ud800 \u0000' };

function lineOf(entry: typeof A | typeof B): Buffer {
  return entryLine(entry) ?? Buffer.alloc(0);
}

test('reads written entries with any characters', () => {
  expect(readJournal([lineOf(A), lineOf(B)])).toEqual({ entries: [A, B], damaged: 0 });
});

test('returns the last value written for a key', () => {
  const later = { key: 'a', kind: 'R1', value: 2 };
  const file = Buffer.concat([lineOf(A), lineOf(B), entryLine(later) ?? Buffer.alloc(0)]);
  expect(readJournal([file]).entries).toEqual([B, later]);
});

test('omits keys finished in the same file or a later one', () => {
  const finished = finishedLine(['a']) ?? Buffer.alloc(0);
  expect(readJournal([Buffer.concat([lineOf(A), lineOf(B), finished])])).toEqual({ entries: [B], damaged: 0 });
  expect(readJournal([lineOf(A), Buffer.concat([finished, lineOf(B)])]).entries).toEqual([B]);
  expect(finishedLine([])).toBeUndefined();
});

test('ignores a last line truncated at any byte', () => {
  const whole = Buffer.concat([lineOf(A), lineOf(B)]);
  for (let length = lineOf(A).length; length < whole.length; length += 1) {
    expect(readJournal([whole.subarray(0, length)])).toEqual({ entries: [A], damaged: 0 });
  }
});

test('loses at most the changed line and the next one when a byte changes', () => {
  const [first, second, third] = [lineOf(A), lineOf(B), lineOf({ ...A, key: 'c' })];
  for (let at = 0; at < second.length; at += 1) {
    const changed = Buffer.from(second);
    changed[at] = (changed[at] ?? 0) ^ 0x41;
    const { damaged, entries } = readJournal([Buffer.concat([first, changed, third])]);
    expect(entries.map(({ key }) => key)).toEqual(at === second.length - 1 ? ['a'] : ['a', 'c']);
    expect(damaged).toBeGreaterThan(0);
  }
});

test.each([
  ['nothing', ''],
  ['zeros, as file systems leave them after a crash', '\0'.repeat(10_000)],
  ['text', 'not a journal\n'],
  ['no line end at all', 'x'.repeat(MAX_LINE_BYTES * 3)],
  ['empty lines', '\n\n\n'],
])('returns no entries for %s', (_name, text) => {
  expect(readJournal([Buffer.from(text)]).entries).toEqual([]);
});

test('counts a payload of another shape with a valid checksum as damaged', () => {
  for (const payload of [
    { key: 1 as never, kind: 'D1', value: 1 },
    { key: 'a', kind: 2 as never, value: 1 },
  ]) {
    expect(readJournal([entryLine(payload) ?? Buffer.alloc(0)])).toEqual({ entries: [], damaged: 1 });
  }
});

test('writes and reads a line of the maximum length and refuses one byte more', () => {
  const around = (entryLine({ ...A, value: '' }) ?? Buffer.alloc(0)).length;
  const longest = { ...A, value: 'x'.repeat(MAX_LINE_BYTES - around) };
  expect(readJournal([entryLine(longest) ?? Buffer.alloc(0)]).entries).toEqual([longest]);
  expect(entryLine({ ...longest, value: `${longest.value}x` })).toBeUndefined();
});

test('writes lines that end with a line feed and ignores empty lines', () => {
  expect(lineOf(A).indexOf('\n')).toBe(lineOf(A).length - 1);
  const empty = Buffer.from('\n');
  const file = Buffer.concat([empty, lineOf(A), empty, empty, lineOf(B), empty]);
  expect(readJournal([file])).toEqual({ entries: [A, B], damaged: 0 });
});

/** Returns a line with a valid checksum and the given length field. */
function handmade(json: string, length = json.length): Buffer {
  const [sum, size] = [crc32(json), length].map((value) => value.toString(16).padStart(8, '0'));
  return Buffer.from(`${sum} ${size} ${json}\n`);
}

test('counts a line with a wrong stated length as damaged', () => {
  const json = JSON.stringify(['a', 'D1', 1]);
  expect(readJournal([handmade(json)]).entries).toHaveLength(1);
  expect(readJournal([handmade(json, json.length + 1)])).toEqual({ entries: [], damaged: 1 });
});

test('reads a line of 64 KiB from any writer and counts a longer one as damaged', () => {
  const jsonOf = (bytes: number): string =>
    JSON.stringify(['a', 'D1', '']).replace('""', `"${'x'.repeat(bytes - 32)}"`);
  const [fits, tooLong] = [handmade(jsonOf(65_536)), handmade(jsonOf(65_537))];
  expect([fits.length, tooLong.length]).toEqual([65_536, 65_537]);
  expect(readJournal([fits, tooLong])).toMatchObject({ entries: [{ key: 'a' }], damaged: 1 });
  expect(MAX_LINE_BYTES).toBe(fits.length);
});
