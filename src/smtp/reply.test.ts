import { describe, expect, it } from 'vitest';
import { createReplyParser, MAX_REPLY_BYTES, MAX_REPLY_LINE_BYTES, MAX_REPLY_LINES, type HeardReply } from './reply.ts';

interface Read {
  readonly replies: readonly HeardReply[];
  readonly fault: string | undefined;
  readonly isWithinReply: boolean;
}

function read(...chunks: readonly (string | Buffer)[]): Read {
  const parser = createReplyParser();
  const replies: HeardReply[] = [];
  let fault: string | undefined;
  for (const chunk of chunks) fault ??= parser.push(Buffer.from(chunk), (heard) => replies.push(heard));
  return { replies, fault, isWithinReply: parser.isWithinReply() };
}

describe('replies', () => {
  it.each([
    ['250 ok\r\n', 250, 'ok', undefined],
    ['250\r\n', 250, '', undefined],
    ['250 \r\n', 250, '', undefined],
    ['354 \r\n', 354, '', undefined],
    ['250 ok\n', 250, 'ok', undefined],
    ['250 2.1.0 Sender ok\r\n', 250, '2.1.0 Sender ok', '2.1.0'],
    ['550 5.1.1 no such user\r\n', 550, '5.1.1 no such user', '5.1.1'],
    ['550 5.7.515\r\n', 550, '5.7.515', '5.7.515'],
    ['500 5.5.1 at the least code of its class\r\n', 500, '5.5.1 at the least code of its class', '5.5.1'],
    ['550-5.1.1 no\r\n550 5.1.1 such user\r\n', 550, '5.1.1 no 5.1.1 such user', '5.1.1'],
    ['550 4.1.1 which is it\r\n', 550, '4.1.1 which is it', undefined],
    ['550 5.1.1.1 an address\r\n', 550, '5.1.1.1 an address', undefined],
    ['550 the 5.1.1 is late\r\n', 550, 'the 5.1.1 is late', undefined],
    ['250-\r\n250 end\r\n', 250, ' end', undefined],
    ['550 \u00fcnbekannt\r\n', 550, '\u00fcnbekannt', undefined],
    ['550 a\u0000b\u001bc\u0085d\r\n', 550, 'a b c d', undefined],
  ])('%j is understood', (bytes, code, text, enhanced) => {
    const { replies, fault } = read(bytes);
    expect(fault).toBeUndefined();
    expect(replies.map(({ reply }) => reply)).toEqual([{ code, text, enhanced }]);
  });

  it('bytes that are not UTF-8 become replacement characters', () => {
    expect(read(Buffer.from([...Buffer.from('550 x'), 0xff, 13, 10])).replies[0]?.reply.text).toBe('x\ufffd');
  });

  it('the lines of a reply are kept apart for EHLO', () => {
    expect(read('250-mx.example\r\n250-SIZE 1\r\n250 PIPELINING\r\n').replies[0]?.lines).toEqual([
      'mx.example',
      'SIZE 1',
      'PIPELINING',
    ]);
  });

  it('replies come out the same wherever the network cuts them', () => {
    const bytes = Buffer.from('250-a\r\n250 b\r\n354 \u00fc\r\n550-5.1.1 x\r\n550 5.1.1 y\r\n');
    const whole = read(bytes);
    expect(whole.replies).toHaveLength(3);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      expect(read(bytes.subarray(0, cut), bytes.subarray(cut)).replies).toEqual(whole.replies);
    }
    expect(read(...Array.from(bytes, (byte) => Buffer.from([byte]))).replies).toEqual(whole.replies);
  });

  it.each([
    ['250 o', true],
    ['250-ok\r\n', true],
    ['250 ok\r\n', false],
  ])('after %j it knows whether more must come', (bytes, isWithin) => {
    expect(read(bytes).isWithinReply).toBe(isWithin);
  });
});

describe('what is no reply', () => {
  it.each([
    'hello\r\n',
    '\r\n',
    '\n',
    '25 ok\r\n',
    '2500 ok\r\n',
    '250_ok\r\n',
    '199 ok\r\n',
    '600 ok\r\n',
    '099 ok\r\n',
    'HTTP/1.1 400 Bad Request\r\n',
    '\u0000\u0001\u0002\r\n',
    '250-ok\r\n251 other\r\n',
    '250-ok\r\nhello\r\n',
    '\u0663\u0662\u0661 ok\r\n',
  ])('%j is a fault', (bytes) => {
    expect(read(bytes).fault).toBeDefined();
  });

  it('replies before it are still given out', () => {
    const { replies, fault } = read('250 ok\r\ngarbage\r\n');
    expect(replies).toHaveLength(1);
    expect(fault).toMatch(/"garbage", which is no SMTP reply/);
  });

  it('a long line is quoted only in part', () => {
    const fault = (length: number) => read(`${'x'.repeat(length)}\r\n`).fault;
    expect(fault(60)).toContain(`"${'x'.repeat(60)}"`);
    expect(fault(61)).toContain(`"${'x'.repeat(60)}..."`);
  });
});

describe('limits', () => {
  const line = (bytes: number): string => `250 ${'x'.repeat(bytes - 4)}`;

  it('a line as long as allowed passes, one byte more does not, with or without its end', () => {
    expect(read(`${line(MAX_REPLY_LINE_BYTES)}\r\n`).fault).toBeUndefined();
    expect(read(line(MAX_REPLY_LINE_BYTES), '\r', '\n').replies).toHaveLength(1);
    expect(read(`${line(MAX_REPLY_LINE_BYTES + 1)}\r\n`).fault).toMatch(/longer than 2048/);
    expect(read(line(MAX_REPLY_LINE_BYTES + 2)).fault).toMatch(/longer than 2048/);
  });

  it('as many lines as allowed pass, one more does not', () => {
    const lines = (count: number): string => `${'250-x\r\n'.repeat(count - 1)}250 x\r\n`;
    expect(read(lines(MAX_REPLY_LINES)).fault).toBeUndefined();
    expect(read(lines(MAX_REPLY_LINES + 1)).fault).toMatch(/more than 100 lines/);
  });

  it('a reply as long as allowed passes, one byte more does not', () => {
    const filler = `250-${'x'.repeat(1_018)}\r\n`;
    const full = filler.repeat(MAX_REPLY_BYTES / filler.length - 1);
    const last = `250 ${'x'.repeat(1_018)}\r\n`;
    expect(read(full, last).fault).toBeUndefined();
    expect(read(full, last, full, last).fault, 'one reply after the other').toBeUndefined();
    expect(read(full, `250 ${'x'.repeat(1_019)}\r\n`).fault).toMatch(/longer than 16384/);
  });
});
