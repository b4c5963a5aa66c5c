import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stuffDots, terminatorOf } from './dot-stuffing.ts';

/** Reverses dot-stuffing, as receivers do (RFC 5321 section 4.5.2). */
function unstuff(wire: string): string {
  return wire.replace(/^\.\./, '.').replaceAll('\r\n..', '\r\n.');
}

describe('dot-stuffing', () => {
  it.each([
    ['', ''],
    ['a.b\r\n', 'a.b\r\n'],
    ['.\r\n', '..\r\n'],
    ['.', '..'],
    ['..\r\n', '...\r\n'],
    ['a\r\n.\r\n', 'a\r\n..\r\n'],
    ['a\r\n.\r\n.\r\n', 'a\r\n..\r\n..\r\n'],
    ['a\r\n.b\r\n..c\r\n', 'a\r\n..b\r\n...c\r\n'],
    ['a\r\n.', 'a\r\n..'],
    ['a\n.\nb\r\n', 'a\n.\nb\r\n'],
    ['a\r.\rb\r\n', 'a\r.\rb\r\n'],
    ['a\n.\r\n', 'a\n.\r\n'],
    ['\r\n\r\n.', '\r\n\r\n..'],
  ])('%j becomes %j', (data, stuffed) => {
    expect(stuffDots(Buffer.from(data)).toString()).toBe(stuffed);
  });

  it('data without a dot at the start of a line is not copied', () => {
    const data = Buffer.from('a.\r\nb\r\n');
    expect(stuffDots(data)).toBe(data);
  });

  it.each([
    ['', '.\r\n'],
    ['a\r\n', '.\r\n'],
    ['a', '\r\n.\r\n'],
    ['a\n', '\r\n.\r\n'],
    ['a\r', '\r\n.\r\n'],
    ['\n', '\r\n.\r\n'],
  ])('%j is terminated by %j', (data, terminator) => {
    expect(terminatorOf(Buffer.from(data)).toString()).toBe(terminator);
  });

  it('in any data, the first end of data is the last one, and the received data equals the data sent', () => {
    const pieces = fc.array(fc.constantFrom('.', '\r\n', '\r', '\n', 'a', '..'), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const data = Buffer.from(parts.join(''));
        const wire = `\r\n${stuffDots(data).toString()}${terminatorOf(data).toString()}`;
        expect(wire.indexOf('\r\n.\r\n')).toBe(wire.length - 5);
        const body = wire.slice(2, -3);
        const given = data.toString();
        const isComplete = given === '' || given.endsWith('\r\n');
        expect(unstuff(body)).toBe(isComplete ? given : `${given}\r\n`);
      }),
    );
  });
});
