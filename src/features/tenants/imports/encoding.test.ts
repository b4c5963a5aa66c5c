import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { createEncodingDetector, NoText } from './encoding.ts';
import { decode, encodingNamed, type Encoding } from './encodings.ts';
import { createLineCutter } from './lines.ts';

function detect(file: Buffer, pieceBytes = file.length): Encoding {
  const detector = createEncodingDetector();
  for (let at = 0; at < file.length; at += pieceBytes) detector.look(file.subarray(at, at + pieceBytes));
  return detector.end();
}

const bytes = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));
const ROWS = 'email,name\nann@x.example,Ann\n'.repeat(20_000);

describe('encoding detection', () => {
  it.each<[what: string, encoding: Encoding, file: Buffer]>([
    ['only ASCII', 'UTF-8', bytes(ROWS)],
    ['UTF-8', 'UTF-8', bytes('Jürgen,Łucja\n')],
    ['one bad byte in UTF-8', 'UTF-8', bytes('Jürgen,Zoë,Groß\nRen', 0xe9, '\n')],
    ['an incomplete character at the end of UTF-8', 'UTF-8', bytes('Jürgen,Zoë,Groß\nRen', 0xc3)],
    ['a UTF-8 byte order mark and bad bytes', 'UTF-8', bytes('\uFEFFRen', 0xe9, '\n')],
    ['one bad byte at the end', 'UTF-8', bytes('Jürgen,Zoë,Groß\n', ROWS, 'Ren', 0xe9, '\n')],
    ['non-ASCII letters only at the end', 'Windows-1252', bytes(ROWS, 'Ren', 0xe9, '\n')],
    ['a NUL in the text', 'UTF-8', bytes(ROWS, 'a', 0, 'b\n')],
    [
      'Cyrillic names in UTF-16 without a byte order mark',
      'UTF-16 LE',
      Buffer.from('email,имя\nann@x.example,Анна\n', 'utf16le'),
    ],
    [
      'Chinese names in UTF-16 without a byte order mark',
      'UTF-16 BE',
      Buffer.from('email,姓名\nann@x.example,张伟\n', 'utf16le').swap16(),
    ],
    ['no content', 'UTF-8', Buffer.alloc(0)],
  ])('detects the encoding of a file with %s', (_what, encoding, file) => {
    expect(detect(file)).toBe(encoding);
    expect(detect(file, 64 * 1024)).toBe(encoding);
  });

  it('returns the same encoding wherever UTF-8 is split into pieces', () => {
    const file = Buffer.from('Jürgen 山田 👩 é\n');
    for (let pieceBytes = 1; pieceBytes < file.length; pieceBytes += 1) expect(detect(file, pieceBytes)).toBe('UTF-8');
  });

  it('throws NoText for a binary file', () => {
    expect(() => detect(bytes('a', 0, 1, 2, 0, 'b'))).toThrow(NoText);
  });

  it.each([
    ['utf8', 'UTF-8'],
    ['UTF_16LE', 'UTF-16 LE'],
    ['windows-1250', 'Windows-1250'],
    ['cp1251', 'Windows-1251'],
    ['WIN1252', 'Windows-1252'],
    ['latin1', 'ISO-8859-1'],
    ['iso8859-15', 'ISO-8859-15'],
    ['macintosh', 'Mac Roman'],
    ['mac roman', 'Mac Roman'],
    ['koi8-r', 'KOI8-R'],
    ['shift-jis', 'Shift_JIS'],
    ['gbk', 'GB18030'],
    ['cp850', 'IBM850'],
    ['ebcdic', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('resolves the encoding name %j', (name, encoding) => {
    expect(encodingNamed(name)).toBe(encoding);
  });
});

describe('createLineCutter', () => {
  it.each<[Encoding, string]>([
    ['UTF-16 LE', 'utf16le'],
    ['UTF-16 BE', 'utf16be'],
    ['Shift_JIS', 'shiftjis'],
    ['GB18030', 'gb18030'],
    ['Big5', 'big5'],
    ['EUC-KR', 'euckr'],
    ['KOI8-R', 'koi8r'],
    ['Mac Roman', 'macroman'],
    ['UTF-8', 'utf8'],
  ])('splits and decodes lines in %s for any piece size', (encoding, codec) => {
    const sample = decode(iconv.encode('Jürgen Анна 山田 王伟 陳 김 ਊ上੍\u0a0a', codec), encoding);
    const character = fc.constantFrom(...Array.from(sample), '\n', '\r', '\r\n', ',');
    fc.assert(
      fc.property(fc.array(character, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (characters, pieceBytes) => {
        const text = characters.join('');
        const file = iconv.encode(text, codec);
        const cutter = createLineCutter(encoding, 0, 1_000);
        const lines = [];
        for (let at = 0; at < file.length; at += pieceBytes)
          lines.push(...cutter.push(file.subarray(at, at + pieceBytes)));
        lines.push(...cutter.end());
        expect(lines.map((line) => line.text + line.ending).join('')).toBe(text);
        expect(lines.at(-1)?.endsAt ?? 0).toBe(file.length);
        expect(lines.every((line) => !/[\r\n]/.test(line.text))).toBe(true);
      }),
    );
  });

  it('keeps only the start of a line over the limit, for any piece size', () => {
    for (const pieceBytes of [1, 7, 100, 10_000]) {
      const file = Buffer.from(`a\n${'x'.repeat(5_000)}\r\nb\n`);
      const cutter = createLineCutter('UTF-8', 0, 1_000);
      const lines = [];
      for (let at = 0; at < file.length; at += pieceBytes)
        lines.push(...cutter.push(file.subarray(at, at + pieceBytes)));
      lines.push(...cutter.end());
      expect(lines.map(({ endsAt, isTooLong }) => [endsAt, isTooLong])).toEqual([
        [2, false],
        [5_004, true],
        [5_006, false],
      ]);
      expect(lines[1]?.text.length).toBeLessThanOrEqual(1_024);
    }
  });
});
