import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR } from '../../../../test/support/growth.ts';
import { MAX_ROW_BYTES } from './limits.ts';
import { createLineCutter } from './lines.ts';
import { createRecordReader, type Cutting, type FileRecord } from './record-reader.ts';

/** Returns the rows of text that arrives in chunks of `pieceBytes` bytes. */
function read(text: string, cutting: Partial<Cutting> = {}, pieceBytes = 1_000_000): FileRecord[] {
  const lines = createLineCutter('UTF-8', 0, MAX_ROW_BYTES);
  const records = createRecordReader({ delimiter: ',', ...cutting }, 1);
  const bytes = Buffer.from(text);
  const found: FileRecord[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    found.push(...records.push(lines.push(bytes.subarray(at, at + pieceBytes))));
  }
  return [...found, ...records.push(lines.end()), ...records.end()];
}

const cellsOf = (records: readonly FileRecord[]): unknown[] => records.map(({ cells, fault }) => fault ?? cells);

const UNCLOSED = 'has a quotation mark that is not closed.';
const STRAY = expect.stringContaining('has a quotation mark in the middle of a cell');

describe('createRecordReader', () => {
  it.each<[what: string, text: string, rows: unknown[], cutting?: Partial<Cutting>]>([
    [
      'plain cells',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no line break at the end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'Windows line breaks',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'classic Mac line breaks',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['line breaks of all kinds', 'a\r\nb\rc\nd', [['a'], ['b'], ['c'], ['d']]],
    ['blank rows', '\n,,\na\n  ,\t\n;\n', [['a'], [';']]],
    ['a delimiter at the end', 'a,b,\n', [['a', 'b', '']]],
    ['quoted cells', '"a, b","c ""d"""\n', [['a, b', 'c "d"']]],
    ['empty quoted cells', '"","a"\n', [['', 'a']]],
    ['spaces around quoted cells', ' "a, b" , "c"  \r\n', [['a, b', 'c']]],
    ['a tab and a space after a quoted cell', '"a"\t"b ""c""" \r\n', [['a', 'b "c"']], { delimiter: '\t' }],
    [
      'line breaks in quoted cells',
      '"a\r\nb",c\nd,"e\n\nf"\n',
      [
        ['a\r\nb', 'c'],
        ['d', 'e\n\nf'],
      ],
    ],
    ['quotation marks escaped with backslashes', '"{\\"a\\": \\"x, y\\"}",b\n', [['{"a": "x, y"}', 'b']]],
    [
      'quotation marks escaped with backslashes over two lines',
      '"{\\"a\\": \\"x\ny\\"}",b\n',
      [['{"a": "x\ny"}', 'b']],
    ],
    ['a backslash at the end of a quoted cell', '"C:\\",b\n', [['C:\\', 'b']]],
    ['quotation marks within unquoted cells', '5" disk,a "b" c\n', [['5" disk', 'a "b" c']]],
    ['null values of MySQL and PostgreSQL', '\\N,a,\\N\n', [['', 'a', '']]],
    ['NUL', 'a\0b,c\n', [['ab', 'c']]],
    ['unescaped quotation marks within quoted cells', '"Ann "A" Berg",x\n', [['Ann "A" Berg', 'x']], { width: 2 }],
    ['JSON with unescaped quotation marks', 'a,"{"b": 1}",c\n', [['a', '{"b": 1}', 'c']], { width: 3 }],
    ['text after a quoted cell', '"Ann" Berg,x\n', [['"Ann" Berg', 'x']], { width: 2 }],
    ['a quotation mark that changes the number of columns', '"a "b", c",d\ne,f\n', [STRAY, ['e', 'f']], { width: 2 }],
    ['a quotation mark that is never closed', 'a,"b\nc,d\ne,f\n', [UNCLOSED, ['c', 'd'], ['e', 'f']], { width: 2 }],
    ['a quotation mark in the last line that is never closed', 'a,b\nc,"d', [['a', 'b'], UNCLOSED]],
    ['a quotation mark that the next quoted cell would close', 'a,"b\nc,"d"\n', [UNCLOSED, ['c', 'd']], { width: 2 }],
    [
      'an unclosed quotation mark before quoted empty cells',
      'a@x.example,"b\nc@x.example,""\nd@x.example,"e"\n',
      [UNCLOSED, ['c@x.example', ''], ['d@x.example', 'e']],
      { width: 2 },
    ],
    [
      'two rows that each lack one quotation mark',
      'a@x.example,"b\nc@x.example,d"\ne@x.example,f\n',
      [UNCLOSED, ['c@x.example', 'd"'], ['e@x.example', 'f']],
      { width: 2 },
    ],
    [
      'a quoted cell of two lines before the address',
      '"Ann\nBerg",ann@x.example,Ulm\n',
      [['Ann\nBerg', 'ann@x.example', 'Ulm']],
      { width: 3 },
    ],
    ['one unclosed quotation mark in each row', 'a,"b\nc,"d\ne,"f\n', [UNCLOSED, UNCLOSED, UNCLOSED], { width: 2 }],
  ])('reads rows with %s', (_what, text, rows, cutting) => {
    expect(cellsOf(read(text, cutting))).toEqual(rows);
    expect(cellsOf(read(text, cutting, 1))).toEqual(rows);
    expect(cellsOf(read(text, cutting, 3))).toEqual(rows);
  });

  it('reports the first line of each row and the position of the next row', () => {
    const text = 'a,b\r\n\r\n"c\r\nd",e\r\n"f,g\r\nh,i';
    expect(read(text, { width: 2 }).map(({ endsAt, endsLine, line }) => [line, endsLine, endsAt])).toEqual([
      [1, 1, 5],
      [3, 4, 17],
      [5, 5, 23],
      [6, 6, 26],
    ]);
  });

  it('reads cells of several megabytes, and rejects rows over the limit', () => {
    const cell = 'x'.repeat(MAX_ROW_BYTES - 10);
    const [first, second, third] = read(`a,"${cell}"\nb,${cell}${cell}\nc,d\n`, { width: 2 }, 100_000);
    expect(first?.cells[1]?.length).toBe(cell.length);
    expect(second).toMatchObject({ line: 2, fault: expect.stringContaining('is longer than') });
    expect(second?.cells[0]?.length).toBeLessThan(1_000);
    expect(third).toMatchObject({ line: 3, cells: ['c', 'd'] });
  });

  it('continues after a quotation mark that is not closed within the limit', () => {
    const filler = `b@x.example,${'x'.repeat(1_000)}\n`.repeat(5_000);
    const rows = read(`a,"b\n${filler}c,d"\n`, { width: 2 }, 250_000);
    expect(rows).toHaveLength(5_002);
    expect(rows[0]).toMatchObject({ line: 1, fault: UNCLOSED });
  });

  it.each(['a,"\n', 'a,"b\n', '"\n', 'a,""\n', 'a,"""b\n', 'a,"x\\"y\n', '"a\\"\n', 'a,"b""\n'])(
    'reads repetitions of %j in linear time',
    (line) => {
      const growth = growthOf((size) => void read(line.repeat(size), { width: 2 }, 250_000), 6_000);
      expect(growth).toBeLessThan(LINEAR);
    },
  );

  it('accounts for every line that is not blank, for any input', () => {
    const piece = fc.constantFrom('"', '""', '\\"', ',', '\n', '\r', '\r\n', 'a', 'b@x.example', ' ', 'é', '\\N', '\0');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (pieces, pieceBytes) => {
        const text = pieces.join('');
        const rows = read(text, { width: 2 }, pieceBytes);
        const lines = text.split(/\r\n|\n|\r/);
        const covered = new Set(rows.flatMap(({ endsLine, line }) => range(line, endsLine)));
        const missing = lines.filter((line, at) => !covered.has(at + 1) && /[^\s",\\N\0]/.test(line));
        expect(missing).toEqual([]);
        // Each line occurs once, in order.
        expect(rows.flatMap(({ endsLine, line }) => range(line, endsLine))).toEqual(
          [...covered].toSorted((a, b) => a - b),
        );
        expect(rows).toEqual(read(text, { width: 2 }));
      }),
      { numRuns: 3_000 },
    );
  });

  it('returns the same rows when it starts at the end of any row', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'ü', '€', ' '), maxLength: 8 });
    const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), fc.nat(), (table, pick) => {
        const text = table.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
        const rows = read(text);
        expect(rows.map(({ cells }) => cells.map((each) => each.trim()))).toEqual(
          table.map((cells) => cells.map((each) => each.trim())).filter((cells) => cells.some((each) => each !== '')),
        );
        const from = rows[pick % Math.max(1, rows.length)];
        if (!from) return;
        const rest = read(Buffer.from(text).subarray(from.endsAt).toString());
        expect(cellsOf(rest)).toEqual(cellsOf(rows.slice(rows.indexOf(from) + 1)));
      }),
      { numRuns: 2_000 },
    );
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
