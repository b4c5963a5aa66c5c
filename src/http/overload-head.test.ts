import { describe, expect, it } from 'vitest';
import { readPlainHead } from './overload-head.ts';

const read = (text: string) => readPlainHead(Buffer.from(text, 'latin1'));
const post = (lines: readonly string[], body = ''): string =>
  `POST /mails HTTP/1.1\r\n${['Host: x', ...lines].map((line) => `${line}\r\n`).join('')}\r\n${body}`;

describe('readPlainHead', () => {
  it('returns the method, the target and the end of the request', () => {
    const text = post(['content-LENGTH: \t5 '], 'abcde');
    expect(read(text)).toEqual({
      method: 'POST',
      target: '/mails',
      headBytes: text.length - 5,
      totalBytes: text.length,
      isOrdinary: true,
    });
  });

  it('includes a body that has not arrived yet in the total', () => {
    expect(read(post(['Content-Length: 5'], 'ab'))?.totalBytes).toBe(post([], 'abcde').length + 19);
  });

  it('returns no body bytes without a length', () => {
    const text = post([]);
    expect(read(text)?.totalBytes).toBe(text.length);
  });

  it.each(['Connection: keep-alive', 'connection:Keep-Alive ', 'X-Expect: nothing', 'Accept: */*', 'X-Umlaut: \xfc'])(
    'is ordinary with %s',
    (line) => expect(read(post([line]))?.isOrdinary).toBe(true),
  );

  it.each(['Connection: close', 'Connection: keep-alive, close', 'Expect: 100-continue', 'connection: upgrade'])(
    'is not ordinary with %s',
    (line) => expect(read(post([line]))?.isOrdinary).toBe(false),
  );

  it.each([
    ['no end', 'POST / HTTP/1.1\r\nHost: x\r\n'],
    ['no text', ''],
    ['no header', 'POST / HTTP/1.1\r\n\r\n'],
    ['an empty line before it', `\r\n${post([])}`],
    ['HTTP/1.0', 'POST / HTTP/1.0\r\nHost: x\r\n\r\n'],
    ['a method in small letters', 'post / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space in the target', 'POST /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two spaces', 'POST  / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a bare LF', post(['A: b\nContent-Length: 3'])],
    ['a bare CR', post(['A: b\rContent-Length: 3'])],
    ['a folded line', post(['A: b', ' Content-Length: 3'])],
    ['a space before the colon', post(['Content-Length : 3'])],
    ['no name', post([': 3'])],
    ['a NUL', post(['A: \0'])],
    ['Transfer-Encoding', post(['transfer-encoding: chunked'])],
    ['Transfer-Encoding beside a length', post(['Content-Length: 3', 'Transfer-Encoding: identity'], 'abc')],
    ['Upgrade', post(['Upgrade: h2c'])],
    ['two lengths', post(['Content-Length: 3', 'Content-Length: 3'], 'abc')],
    ['a list of lengths', post(['Content-Length: 3, 3'], 'abc')],
    ['an empty length', post(['Content-Length:'])],
    ['a signed length', post(['Content-Length: +3'], 'abc')],
    ['a hexadecimal length', post(['Content-Length: 0x3'], 'abc')],
    ['a length beyond all numbers', post([`Content-Length: ${'9'.repeat(16)}`])],
  ])('returns undefined for a head with %s', (_what, text) => expect(read(text)).toBeUndefined());

  it('accepts up to 4,096 bytes before the empty line', () => {
    const withValue = (length: number): string => `POST / HTTP/1.1\r\nA: ${'b'.repeat(length)}\r\n\r\n`;
    const most = 4_096 - withValue(0).length + 4;
    expect(read(withValue(most))).toBeDefined();
    expect(read(withValue(most + 1))).toBeUndefined();
  });

  it('runs in linear time for any input', () => {
    for (const unit of ['A: b\r\n', 'a', ' ', '\r', 'content-length:', ':']) {
      const text = `POST / HTTP/1.1\r\n${unit.repeat(4_000)}`.slice(0, 4_000);
      expect(read(`${text}\0\r\n\r\n`)).toBeUndefined();
    }
  });
});
