import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createReplyParser,
  MAX_KEPT_CHARACTERS,
  MAX_LINE_BYTES,
  MAX_REPLY_BYTES,
  type ReceivedReply,
} from './reply.ts';

interface Read {
  readonly replies: readonly ReceivedReply[];
  readonly garbage: readonly string[];
  readonly fault: string | undefined;
  readonly begun: ReceivedReply | undefined;
  readonly isWithinReply: boolean;
}

function read(...chunks: readonly (string | Buffer)[]): Read {
  const replies: ReceivedReply[] = [];
  const garbage: string[] = [];
  const parser = createReplyParser({
    onReply: (heard) => replies.push(heard),
    onGarbage: (line) => garbage.push(line),
  });
  let fault: string | undefined;
  for (const chunk of chunks) fault ??= parser.push(Buffer.from(chunk));
  return { replies, garbage, fault, begun: parser.begun(), isWithinReply: parser.isWithinReply() };
}

describe('replies', () => {
  it.each([
    ['250 ok\r\n', 250, 'ok', undefined],
    ['250\r\n', 250, '', undefined],
    ['250 \r\n', 250, '', undefined],
    ['354 \r\n', 354, '', undefined],
    ['250 ok\n', 250, 'ok', undefined],
    ['250\n', 250, '', undefined],
    ['250\tok\r\n', 250, 'ok', undefined],
    ['250ok\r\n', 250, 'ok', undefined],
    ['250_ok\r\n', 250, '_ok', undefined],
    ['\r\n\n250 ok\r\n', 250, 'ok', undefined],
    [' 250 ok\r\n', 250, 'ok', undefined],
    ['\u0000250 ok\r\n', 250, 'ok', undefined],
    ['\ufeff250 ok\r\n', 250, 'ok', undefined],
    ['250 2.1.0 Sender ok\r\n', 250, '2.1.0 Sender ok', '2.1.0'],
    ['550 5.1.1 no such user\r\n', 550, '5.1.1 no such user', '5.1.1'],
    ['550 5.7.515\r\n', 550, '5.7.515', '5.7.515'],
    ['500 5.5.1 at the least code of its class\r\n', 500, '5.5.1 at the least code of its class', '5.5.1'],
    ['550-5.1.1 no\r\n550 5.1.1 such user\r\n', 550, '5.1.1 no 5.1.1 such user', '5.1.1'],
    ['550-no such\r\n550 5.1.1 user\r\n', 550, 'no such 5.1.1 user', '5.1.1'],
    ['550 4.1.1 which is it\r\n', 550, '4.1.1 which is it', undefined],
    ['550 5.1.1.1 an address\r\n', 550, '5.1.1.1 an address', undefined],
    ['550 the 5.1.1 is late\r\n', 550, 'the 5.1.1 is late', undefined],
    ['250-\r\n250 end\r\n', 250, ' end', undefined],
    ['550 \u00fcnbekannt\r\n', 550, '\u00fcnbekannt', undefined],
    ['550 a\u0000b\u001bc\u0085d\r\n', 550, 'a b c d', undefined],
    ['250-ok\r\n251 other\r\n', 251, 'ok other', undefined],
    ['220-mx.example\r\n521 5.3.2 no mail here\r\n', 521, 'mx.example 5.3.2 no mail here', '5.3.2'],
    ['250-queued\r\n451 4.3.0 not after all\r\n', 451, 'queued 4.3.0 not after all', '4.3.0'],
    [
      '550-blocked, see\r\nhttps://x.example/?a=1\r\n550 end\r\n',
      550,
      'blocked, see https://x.example/?a=1 end',
      undefined,
    ],
    ['250-a\r\n\r\n250 b\r\n', 250, 'a b', undefined],
  ])('parses %j', (bytes, code, text, enhanced) => {
    const { fault, garbage, isWithinReply, replies } = read(bytes);
    expect({ fault, garbage, isWithinReply }).toEqual({ fault: undefined, garbage: [], isWithinReply: false });
    expect(replies.map(({ reply }) => reply)).toEqual([{ code, text, enhanced }]);
  });

  it('replaces bytes that are not UTF-8', () => {
    expect(read(Buffer.from([...Buffer.from('550 x'), 0xff, 13, 10])).replies[0]?.reply.text).toBe('x\ufffd');
  });

  it('keeps the lines of a reply separate for EHLO', () => {
    expect(read('250-mx.example\r\n250-SIZE 1\r\n250 PIPELINING\r\n').replies[0]?.lines).toEqual([
      'mx.example',
      'SIZE 1',
      'PIPELINING',
    ]);
  });

  it.each([
    ['250 o', true],
    ['250-ok\r\n', true],
    ['hello\r\n', true],
    ['250 ok\r\n', false],
  ])('knows after %j whether more must arrive', (bytes, isWithin) => {
    expect(read(bytes).isWithinReply).toBe(isWithin);
  });
});

describe('a line that is not a reply', () => {
  it.each([
    'hello\r\n',
    '25 ok\r\n',
    '2500 ok\r\n',
    '199 ok\r\n',
    '600 ok\r\n',
    '099 ok\r\n',
    '2026-11-30 disk is full\r\n',
    'HTTP/1.1 400 Bad Request\r\n',
    '\u0663\u0662\u0661 ok\r\n',
  ])('%j is reported, and kept with the reply after it', (bytes) => {
    const { garbage, replies } = read(bytes, '250 ok\r\n');
    expect(garbage).toHaveLength(1);
    expect(replies).toMatchObject([{ reply: { code: 250 } }]);
    expect(replies[0]?.lines).toHaveLength(2);
  });

  it('does not hide the replies before it', () => {
    const { garbage, replies } = read('250 ok\r\ngarbage\r\n');
    expect(replies).toHaveLength(1);
    expect(garbage).toEqual(['"garbage"']);
  });

  it('is quoted only in part if it is long', () => {
    const quoted = (length: number) => read(`${'x'.repeat(length)}\r\n`).garbage[0];
    expect(quoted(60)).toBe(`"${'x'.repeat(60)}"`);
    expect(quoted(61)).toBe(`"${'x'.repeat(60)}..."`);
  });
});

describe('an incomplete reply', () => {
  it.each([
    ['', undefined],
    ['2', 200],
    ['25', 250],
    ['250', 250],
    ['250 o', 250],
    ['250-a\r\n', 250],
    ['250-a\r\n4', 250],
    ['250-a\r\n451-b\r\n', 250],
    ['250-a\r\nhttp://x', 250],
    ['hello\r\n25', 250],
    ['550-no\r\n', 550],
    ['4', undefined],
    ['45', undefined],
    ['451', 451],
    ['hello\r\n', undefined],
    ['2026-11', undefined],
    ['250 ok\r\n', undefined],
    ['250 ok\r\n55', undefined],
  ])('%j counts by its first code, %s', (bytes, code) => {
    expect(read(bytes).begun?.reply.code).toBe(code);
  });
});

describe('limits', () => {
  it('a line is cut to the limit, and its code counts', () => {
    const line = (bytes: number): string => `550 5.1.1 ${'x'.repeat(bytes - 10)}`;
    const kept = MAX_LINE_BYTES - 4;
    for (const bytes of [MAX_LINE_BYTES, MAX_LINE_BYTES + 1, 100_000]) {
      const [heard] = read(`${line(bytes)}\r\n`).replies;
      expect(heard?.reply).toMatchObject({ code: 550, enhanced: '5.1.1' });
      expect(heard?.reply.text).toHaveLength(kept);
    }
  });

  it('lines are kept up to the limit, and the code of the last one counts', () => {
    const reply = (lines: number): string => `${'250-x\r\n'.repeat(lines - 1)}250 PIPELINING\r\n`;
    expect(read(reply(130)).replies[0]?.lines).toHaveLength(130);
    expect(read(reply(130)).replies[0]?.lines.at(-1)).toBe('PIPELINING');
    const [long] = read(`${'250-x\r\n'.repeat(100_000)}451 y\r\n`).replies;
    expect(long?.reply.code).toBe(451);
    expect(long?.reply.text.length).toBeLessThanOrEqual(MAX_KEPT_CHARACTERS + MAX_LINE_BYTES);
  });

  it('a reply of the maximum length is parsed, and one more byte is a fault that leaves its first code', () => {
    const line = (bytes: number): string => `250 ${'x'.repeat(bytes - 4)}`;
    expect(read(line(MAX_REPLY_BYTES), '\r\n').fault).toMatch(/longer than 1048576/);
    expect(read(line(MAX_REPLY_BYTES), '\n').replies).toHaveLength(1);
    const { begun, fault, replies } = read('250-x\r\n'.repeat(200_000));
    expect({ fault, replies }).toEqual({ fault: 'a reply is longer than 1048576 bytes', replies: [] });
    expect(begun?.reply.code).toBe(250);
    expect(read(`${line(MAX_REPLY_BYTES - 1)}\r\n`.repeat(3)).fault, 'one reply after the other').toBeUndefined();
  });
});

describe('chunks of the stream do not affect the replies', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '250 ok',
      '250-a',
      '451-b',
      '550 5.1.1 no',
      '354',
      '2',
      '25',
      '250',
      '251 x',
      '\t',
      '250\t',
      'garbage',
    ),
    fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '-', ' ', '', '\u00fc', '\u0000'),
    fc.constantFrom('x'.repeat(MAX_LINE_BYTES), `250 ${'\u00fc'.repeat(MAX_LINE_BYTES)}`),
  );

  it('at any bytes', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.array(fc.nat({ max: 5_000 }), { maxLength: 8 }),
        (pieces, cuts) => {
          const bytes = Buffer.from(pieces.join(''));
          const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
          const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
          expect(read(...chunks)).toEqual(read(bytes));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('byte by byte, and at the limit of a reply', () => {
    const bytes = Buffer.from('250-a\r\n251 b\r\nhm\r\n354 \u00fc\r\n550-5.1.1 x\r\n550 5.1.1 y\r\n25');
    expect(read(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(read(bytes));
    const flood = Buffer.from(`${'250-x\r\n'.repeat(149_796)}4510000\r\n`);
    for (let end = MAX_REPLY_BYTES - 8; end <= MAX_REPLY_BYTES + 8; end += 1) {
      expect(read(flood.subarray(0, end), flood.subarray(end))).toEqual(read(flood));
    }
  });
});

describe('limits', () => {
  /** Returns a reply with 65 lines. The texts of the first 64 lines have `characters` characters, and one per line. */
  const replyOf = (characters: number): string => {
    const last = `250-${'y'.repeat(characters - 63 * 1024 - 1)}\r\n`;
    return `${`250-${'x'.repeat(1023)}\r\n`.repeat(63)}${last}250 end\r\n`;
  };

  it.each([
    ['drop the line after 65,536 characters', 65_536, 64],
    ['keep the line after 65,535 characters', 65_535, 65],
  ])('%s, in each reply', (_name, characters, lines) => {
    const { replies } = read(replyOf(characters).repeat(2));
    expect(replies.map((heard) => heard.lines.length)).toEqual([lines, lines]);
    expect(replies.map(({ reply }) => reply.code)).toEqual([250, 250]);
  });

  it('keep 2,048 bytes of a line', () => {
    expect(read(`250 ${'x'.repeat(3_000)}\r\n`).replies[0]?.reply.text).toHaveLength(2_048 - 4);
  });

  it('count all lines and their ends', () => {
    const first = `250-${'x'.repeat(1_000)}\r\n`;
    const lastOf = (bytes: number): string => `250 ${'y'.repeat(bytes - 5)}\r\n`;
    expect(read(first + lastOf(MAX_REPLY_BYTES - first.length)).fault).toBeUndefined();
    expect(read(first + lastOf(MAX_REPLY_BYTES - first.length + 1)).fault).toMatch(/longer than/);
  });
});

describe('an incomplete reply', () => {
  it.each([
    ['', undefined, undefined],
    ['1', undefined, undefined],
    ['250-one\r\n', 250, 'one'],
    ['250-one\r\n250 two', 250, 'one two'],
    [`250 ${'x'.repeat(MAX_REPLY_BYTES)}`, 250, 'x'.repeat(MAX_LINE_BYTES - 4)],
  ])('%#: has the code and the text that have arrived', (text, code, words) => {
    const { begun } = read(text);
    expect([begun?.reply.code, begun?.reply.text]).toEqual([code, words]);
  });

  it('does not exist before any data', () => {
    expect(read().isWithinReply).toBe(false);
  });
});
