import { describe, expect, it } from 'vitest';
import { encodePiece, encodeQuotedPrintable, writePlainPiece } from './quoted-printable.ts';

describe('encodePiece', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['ends with a space ', 'ends with a space=20'],
    ['two  spaces', 'two=20 spaces'],
    ['.begins with a dot', '=2Ebegins with a dot'],
    ['From here', '=46rom here'],
    ['keeps its line ends\n\r\n', 'keeps its line ends\r\n\r\n'],
    ['a=b', 'a=3Db'],
  ])('encodes %j as %j', (text, expected) => expect(encodePiece(text).toString()).toBe(expected));

  it('leaves room for a soft break after 75 characters, which the end of a text does not need', () => {
    expect(encodePiece('x'.repeat(75)).toString()).toBe('x'.repeat(75));
    expect(encodePiece('x'.repeat(76)).toString()).toBe(`${'x'.repeat(75)}=\r\nx`);
    expect(encodeQuotedPrintable('x'.repeat(76)).toString()).toBe(`${'x'.repeat(76)}\r\n`);
  });
});

describe('writePlainPiece', () => {
  const target = Buffer.alloc(100);

  it.each(['', 'Ann', 'Ann Lee', 'x'.repeat(75)])('writes %j unchanged', (text) => {
    expect(writePlainPiece(text, target, 3)).toBe(3 + text.length);
    expect(target.toString('latin1', 3, 3 + text.length)).toBe(encodePiece(text).toString());
  });

  it.each(['x'.repeat(76), '.a', 'From a', 'a ', 'a  b', 'a\tb', 'a\nb', 'ü', '=', '\ud800', '\u0141'])(
    'returns -1 for %j',
    (text) => expect(writePlainPiece(text, target, 0)).toBe(-1),
  );

  it('returns -1 if the piece does not fit', () => {
    expect(writePlainPiece('Ann', target, 97)).toBe(100);
    expect(writePlainPiece('Ann', target, 98)).toBe(-1);
  });
});
