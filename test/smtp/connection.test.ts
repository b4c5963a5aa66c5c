// Place in a run: slow.
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { SmtpConnection } from '../../src/smtp/connection.ts';
import { startSmtpSink, type SinkScript, type SmtpSink } from '../support/smtp-sink.ts';
import { address, connected, DATA, ENVELOPE, faultOf, optionsWith, startRawServer, targetOf, until } from './peer.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function sinkWith(script: SinkScript = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(script);
  closers.push(() => sink.close());
  return sink;
}

async function open(port: number, options = optionsWith()): Promise<SmtpConnection> {
  const connection = await connected(targetOf(port), options);
  closers.push(async () => connection.destroy());
  return connection;
}

/** Starts a server that replies to commands normally and handles the message data as the test specifies. */
async function serverForData(onData: (socket: Socket, sizeBytes: number) => void): Promise<number> {
  const server = await startRawServer((socket) => {
    let isInData = false;
    let sizeBytes = 0;
    socket.write('220 raw.example\r\n');
    socket.on('data', (chunk: Buffer) => {
      if (isInData) {
        sizeBytes += chunk.length;
        onData(socket, sizeBytes);
        return;
      }
      const text = chunk.toString('latin1');
      if (text.startsWith('EHLO')) socket.write('250-raw.example\r\n250 PIPELINING\r\n');
      if (!text.includes('DATA\r\n')) return;
      isInData = true;
      socket.write('250 ok\r\n250 ok\r\n354 go\r\n');
      onData(socket, 0);
    });
  });
  closers.push(() => server.close());
  return server.port;
}

/**
 * Starts a listener that accepts no connections and whose backlog is full, so that the system drops new connections.
 */
async function startSilentListener(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const blocked = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(workerData, 0, 0);
     });`,
    { eval: true, workerData: blocked },
  );
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const fillers = Array.from({ length: 6 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => {}));
  await until(() => fillers.some((filler) => !filler.connecting));
  return {
    port,
    async close() {
      for (const filler of fillers) filler.destroy();
      Atomics.store(blocked, 0, 1);
      Atomics.notify(blocked, 0);
      await worker.terminate();
    },
  };
}

/** Removes durations from a conversation, because they depend on the machine. */
function withoutTimes(conversation: string): string {
  return conversation.replaceAll(/\(\+\d+ ms\)\n/g, '');
}

describe('a message', () => {
  it('has its time of sending and the conversation if it is accepted', async () => {
    const sink = await sinkWith();
    const connection = await open(sink.port, optionsWith({}, { clock: { now: () => 1_234 } }));
    const result = await connection.send(ENVELOPE, DATA, false);
    expect({ ...result, conversation: withoutTimes(result.conversation) }).toEqual({
      kind: 'accepted',
      reply: { code: 250, text: '2.0.0 queued', enhanced: '2.0.0' },
      sentAt: 1_234,
      conversation: [
        '< 220 sink.example ESMTP',
        '> EHLO client.example',
        '< 250-sink.example',
        '< 250-PIPELINING',
        '< 250-SIZE 104857600',
        '< 250-8BITMIME',
        '< 250 SMTPUTF8',
        '> MAIL FROM:<ann@x.example> SIZE=22',
        '< 250 2.1.0 ok',
        '> RCPT TO:<bob@y.example>',
        '< 250 2.1.5 ok',
        '> DATA',
        '< 354 go ahead',
        '> (22 bytes)',
        '< 250 2.0.0 queued',
        '',
      ].join('\n'),
    });
    expect(sink.messages).toMatchObject([
      { from: 'ann@x.example', to: ['bob@y.example'], data: DATA, tls: false, authenticated: undefined },
    ]);
  });

  it('is sent with the null sender', async () => {
    const sink = await sinkWith();
    const connection = await open(sink.port);
    await connection.send({ ...ENVELOPE, from: '' }, DATA, false);
    expect(sink.messages[0]).toMatchObject({ from: '', mailCommand: 'MAIL FROM:<> SIZE=22' });
  });

  it('has no SIZE parameter if the server does not offer SIZE', async () => {
    const sink = await sinkWith({ extensions: [] });
    const connection = await open(sink.port);
    await connection.send(ENVELOPE, DATA, false);
    expect(sink.messages[0]?.mailCommand).toBe('MAIL FROM:<ann@x.example>');
  });

  it('is sent to a server whose EHLO response has 130 lines', async () => {
    const sink = await sinkWith({ extensions: ['SIZE 104857600', ...Array.from({ length: 128 }, (_, n) => `X-${n}`)] });
    const connection = await open(sink.port);
    for (let number = 1; number <= 2; number += 1) {
      expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({ kind: 'accepted' });
    }
    expect(sink.messages).toMatchObject([{ mailCommand: expect.stringContaining('SIZE=22') }, { data: DATA }]);
  });

  it.each([['PIPELINING'], []])('can follow many others over one connection, with %s', async (...extensions) => {
    const sink = await sinkWith({ extensions });
    const connection = await open(sink.port);
    for (let number = 1; number <= 200; number += 1) {
      expect(connection.usable).toBe(true);
      const result = await connection.send(ENVELOPE, Buffer.from(`n: ${number}\r\n\r\n.\r\n`), false);
      expect(result.kind).toBe('accepted');
      expect(result.conversation.startsWith('(reused connection)\n')).toBe(number > 1);
      expect(connection.sent).toBe(number);
    }
    expect(sink.messages.map(({ data }) => data.toString())).toEqual(
      Array.from({ length: 200 }, (_, index) => `n: ${index + 1}\r\n\r\n.\r\n`),
    );
    expect(sink.connections).toBe(1);
    expect(sink.behindDot).toBe(0);
    expect(sink.lines).not.toContain('RSET');
  });

  it('cannot be sent at the same time as another', async () => {
    const sink = await sinkWith();
    const connection = await open(sink.port);
    const first = connection.send(ENVELOPE, DATA, false);
    expect(connection.usable).toBe(false);
    await expect(connection.send(ENVELOPE, DATA, false)).rejects.toThrow('one email at a time');
    expect((await first).kind).toBe('accepted');
    expect(connection.usable).toBe(true);
  });

  it.each([
    ['from', 'ann@x.example\r\nRCPT TO:<eve@x.example>'],
    ['to', 'bob@y.example> X=<'],
    ['to', 'bob@y.example\0'],
    ['to', ''],
  ] as const)('is rejected as a bug if it has %s %j, and nothing is sent', async (field, text) => {
    const sink = await sinkWith();
    const connection = await open(sink.port);
    const envelope = { ...ENVELOPE, [field]: address(text) };
    await expect(connection.send(envelope, DATA, false)).rejects.toThrow('is not allowed in an SMTP envelope');
    expect(connection.usable).toBe(true);
    expect(sink.lines).toEqual(['EHLO client.example']);
  });
});

describe('commands', () => {
  it('are written at once to a server with PIPELINING', async () => {
    let safeguard = (): void => {};
    const opened = new Promise<void>((resolve) => (safeguard = resolve));
    const chunks: string[] = [];
    const server = await startRawServer((socket) => {
      socket.write('220 raw\r\n');
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk.toString('latin1'));
        if (chunks.length === 1) socket.write('250-raw\r\n250 PIPELINING\r\n');
        if (chunks.length === 2) safeguard();
      });
    });
    closers.push(() => server.close());
    const connection = await open(server.port);
    const sending = connection.send(ENVELOPE, DATA, false);
    await opened;
    expect(chunks[1]).toBe('MAIL FROM:<ann@x.example>\r\nRCPT TO:<bob@y.example>\r\nDATA\r\n');
    connection.destroy();
    expect(await sending).toMatchObject({ kind: 'broken', stage: 'mail', dotSent: false });
  });

  it('wait for each reply if PIPELINING is not offered', async () => {
    const sink = await sinkWith({ extensions: [], on: { mail: { say: '550 5.7.1 not you' } } });
    const connection = await open(sink.port);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({ kind: 'refused', stage: 'mail' });
    expect(sink.lines.slice(1).join()).toMatch(/^MAIL [^,]*(,RSET)?$/);
  });

  it('include RSET after a refusal so that the next message can be sent, with and without pipelining', async () => {
    for (const extensions of [['PIPELINING'], []]) {
      let mails = 0;
      const sink = await sinkWith({
        extensions,
        on: { rcpt: () => ((mails += 1) % 2 === 1 ? { say: '550 5.1.1 no' } : undefined) },
      });
      const connection = await open(sink.port);
      for (const kind of ['refused', 'accepted', 'refused', 'accepted']) {
        expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe(kind);
      }
      expect(sink.lines.filter((line) => line === 'RSET')).toHaveLength(2);
      expect(sink.messages).toHaveLength(2);
    }
  });

  it('stop after a server refuses RSET', async () => {
    const sink = await sinkWith({ on: { rcpt: { say: '550 no' }, rset: { say: '502 what' } } });
    const connection = await open(sink.port);
    await connection.send(ENVELOPE, DATA, false);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
      kind: 'broken',
      stage: 'mail',
      error: 'the server refused RSET: 502 what',
      dotSent: false,
    });
    expect(connection.usable).toBe(false);
  });

  it('report the first refusal', async () => {
    const sink = await sinkWith({ on: { mail: { say: '550 5.7.1 not you' }, rcpt: { say: '450 4.2.1 later' } } });
    const connection = await open(sink.port);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
      kind: 'refused',
      stage: 'mail',
      reply: { code: 550 },
    });
  });

  it('report a refusal even if the connection breaks immediately after it', async () => {
    const sink = await sinkWith({ on: { rcpt: { say: '550 5.1.1 no' }, data: 'reset' } });
    const connection = await open(sink.port);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
      kind: 'refused',
      stage: 'rcpt',
      reply: { code: 550 },
    });
    expect(connection.usable).toBe(false);
  });

  it.each([
    ['554 5.5.1 no valid recipients', true],
    ['250 2.0.0 taken, for nobody', true],
    ['421 4.3.0 going down', false],
  ])('end data without a recipient with a single dot; then %s', async (answer, isUsable) => {
    let isFirst = true;
    const once = (say: string) => () => (isFirst ? { say } : undefined);
    const sink = await sinkWith({
      on: {
        rcpt: once('550 5.1.1 no'),
        data: once('354 go ahead'),
        dot: () => {
          const action = isFirst ? { say: answer } : undefined;
          isFirst = false;
          return action;
        },
      },
    });
    const connection = await open(sink.port);
    const result = await connection.send(ENVELOPE, DATA, false);
    expect(result).toMatchObject({ kind: 'refused', stage: 'rcpt', reply: { code: 550 } });
    expect(withoutTimes(result.conversation)).toContain(`> .\n< ${answer}\n`);
    expect(connection.usable).toBe(isUsable);
    expect(sink.messages.filter(({ data }) => data.length > 0)).toHaveLength(0);
    expect(sink.lines).not.toContain('RSET');
    if (isUsable) expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
  });

  it('do not end data for a recipient after MAIL was refused, so that no empty message is delivered', async () => {
    const sink = await sinkWith({
      on: { mail: { say: '550 5.7.1 not you' }, rcpt: { say: '250 ok' }, data: { say: '354 go ahead' } },
    });
    const connection = await open(sink.port);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({ kind: 'refused', stage: 'mail' });
    expect(connection.usable).toBe(false);
    await sink.until(({ open }) => open === 0);
    expect(sink.messages).toHaveLength(0);
  });
});

describe('a server that closes the connection', () => {
  it('with 421 after some messages refuses the next, which was not offered', async () => {
    const sink = await sinkWith({ mailsPerConnection: 3 });
    const connection = await open(sink.port);
    for (let number = 0; number < 3; number += 1) await connection.send(ENVELOPE, DATA, false);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
      kind: 'refused',
      stage: 'mail',
      reply: { code: 421 },
    });
    expect(connection.usable).toBe(false);
    expect(sink.messages).toHaveLength(3);
  });

  it('between two messages makes the connection unusable, and the next message is not offered', async () => {
    const sink = await sinkWith({ on: { dot: { say: '250 ok', thenEnd: true } } });
    const connection = await open(sink.port);
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    await until(() => !connection.usable);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
      kind: 'broken',
      stage: 'mail',
      error: 'the server closed the connection',
      dotSent: false,
    });
  });

  it('with an unsolicited 421 leaves the previous message accepted', async () => {
    const sink = await sinkWith({ on: { dot: { say: '250 ok\r\n421 4.4.2 idle for too long' } } });
    const connection = await open(sink.port);
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    await until(() => !connection.usable);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
      kind: 'broken',
      stage: 'mail',
      error: 'the server sent an unexpected reply: 421 4.4.2 idle for too long',
    });
  });

  it('cannot make an extra reply count for the next command', async () => {
    const sink = await sinkWith({ on: { rcpt: { say: '550 5.1.1 no\r\n250 yes after all' } } });
    const connection = await open(sink.port);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({ kind: 'refused', stage: 'rcpt' });
    expect(connection.usable).toBe(false);
    expect(sink.messages).toHaveLength(0);
  });

  it('cannot accept a message before the final dot', async () => {
    const port = await serverForData((socket, sizeBytes) => {
      if (sizeBytes === 0) socket.write('250 2.0.0 queued\r\n');
    });
    const connection = await open(port);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
      kind: 'broken',
      stage: 'data',
      dotSent: false,
    });
    expect(connection.usable).toBe(false);
  });
});

describe('a long message', () => {
  const LINES = Buffer.from(`.${'x'.repeat(70)}\r\n`.repeat(40_000));

  it('arrives completely', async () => {
    const sink = await sinkWith();
    const connection = await open(sink.port);
    expect((await connection.send(ENVELOPE, LINES, false)).kind).toBe('accepted');
    expect(sink.messages[0]?.data.equals(LINES)).toBe(true);
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
  });

  it.each([0, 1, 255, 256, 257, 512].map((kibibytes) => kibibytes * 1024))(
    'of %i bytes arrives completely',
    async (size) => {
      const sink = await sinkWith();
      const connection = await open(sink.port);
      for (const sizeBytes of [size, Math.max(0, size - 1)]) {
        const data = Buffer.alloc(sizeBytes, 'x');
        expect((await connection.send(ENVELOPE, data, false)).kind).toBe('accepted');
        const arrived = sink.messages.at(-1)?.data.toString();
        expect(arrived === (sizeBytes === 0 ? '' : `${data.toString()}\r\n`)).toBe(true);
      }
    },
  );

  it('is not sent to its end if the server refuses it in the middle', async () => {
    let received = 0;
    const port = await serverForData((socket, sizeBytes) => {
      if (received < 300_000 && sizeBytes >= 300_000) socket.write('552 5.3.4 too big\r\n');
      received = sizeBytes;
    });
    const connection = await open(port);
    const result = await connection.send(ENVELOPE, Buffer.alloc(64 * 1024 * 1024, 'x'), false);
    expect(result).toMatchObject({ kind: 'refused', stage: 'dot', reply: { code: 552, enhanced: '5.3.4' } });
    expect('sentAt' in result).toBe(false);
    expect(connection.usable).toBe(false);
    expect(received).toBeLessThan(64 * 1024 * 1024);
  });

  it('breaks off if the server does not read in time, and counts as not delivered', async () => {
    const port = await serverForData((socket) => socket.pause());
    const connection = await open(port, optionsWith({ blockMs: 300 }));
    const result = await connection.send(ENVELOPE, Buffer.alloc(64 * 1024 * 1024, 'x'), false);
    expect(result).toMatchObject({
      kind: 'broken',
      stage: 'data',
      error: 'the server did not accept 262144 bytes within 0.3 s',
      dotSent: false,
    });
  });

  it('is refused if the server refuses it in the middle and then closes the connection', async () => {
    const port = await serverForData((socket, sizeBytes) => {
      if (sizeBytes < 50_000) return;
      socket.pause();
      socket.end('552 5.3.4 too big\r\n');
    });
    const connection = await open(port);
    const result = await connection.send(ENVELOPE, Buffer.alloc(64 * 1024 * 1024, 'x'), false);
    expect(result).toMatchObject({ kind: 'refused', stage: 'dot', reply: { code: 552 } });
  });

  it('counts as not delivered if a reset interrupts it', async () => {
    const port = await serverForData((socket, sizeBytes) => {
      if (sizeBytes > 300_000) socket.resetAndDestroy();
    });
    const connection = await open(port);
    const result = await connection.send(ENVELOPE, Buffer.alloc(64 * 1024 * 1024, 'x'), false);
    expect(result).toMatchObject({ kind: 'broken', stage: 'data', dotSent: false });
  });
});

describe('bytes', () => {
  it.each([
    '',
    '.\r\n',
    '.',
    '..\r\n.\r\n...\r\n',
    'a\r\n.\r\nMAIL FROM:<eve@x.example>\r\nRCPT TO:<bob@y.example>\r\nDATA\r\nb\r\n',
    'a\r\n\r\n\r\n',
    'no line end',
    '\u00fc\u20ac\r\n',
    'nul \0 and escape \u001b\r\n',
  ])('of %j arrive as one message for every receiver', async (text) => {
    const sink = await sinkWith();
    const connection = await open(sink.port);
    const data = Buffer.from(text);
    expect((await connection.send(ENVELOPE, data, false)).kind).toBe('accepted');
    const expected = text === '' || text.endsWith('\r\n') ? text : `${text}\r\n`;
    expect(sink.messages).toHaveLength(1);
    expect(sink.messages[0]?.data.toString()).toBe(expected);
    expect(sink.messages[0]?.lenientCount).toBe(1);
    expect(sink.behindDot).toBe(0);
  });

  it.each([
    'a\n.\nMAIL FROM:<eve@x.example>\r\n',
    'a\r\n.\rMAIL FROM:<eve@x.example>\r\n',
    'a\n.\r\nMAIL FROM:<eve@x.example>\r\n',
    'a\r.\r\nMAIL FROM:<eve@x.example>\r\n',
  ])('of %j, which are never composed, are sent unchanged and are one message for a strict receiver', async (text) => {
    const sink = await sinkWith();
    const connection = await open(sink.port);
    expect((await connection.send(ENVELOPE, Buffer.from(text), false)).kind).toBe('accepted');
    expect(sink.messages.map(({ data }) => data.toString())).toEqual([text]);
    expect(sink.lines.filter((line) => line.startsWith('MAIL'))).toHaveLength(1);
  });

  it('are interpreted differently by lenient and strict receivers in the sink', async () => {
    const sink = await sinkWith();
    const connection = await open(sink.port);
    await connection.send(ENVELOPE, Buffer.from('a\n.\nb\r\n'), false);
    expect(sink.messages[0]?.lenientCount).toBe(2);
  });
});

describe('SMTPUTF8', () => {
  const international = { from: address('ann@x.example'), to: address('j\u00f6rg@y.example') };

  it('is requested with 8BITMIME if the message needs it', async () => {
    const sink = await sinkWith();
    const connection = await open(sink.port);
    expect((await connection.send(ENVELOPE, DATA, true)).kind).toBe('accepted');
    expect((await connection.send(international, DATA, false)).kind).toBe('accepted');
    expect(sink.messages.map(({ mailCommand }) => mailCommand)).toEqual([
      'MAIL FROM:<ann@x.example> SIZE=22 BODY=8BITMIME SMTPUTF8',
      'MAIL FROM:<ann@x.example> SIZE=22 BODY=8BITMIME SMTPUTF8',
    ]);
    expect(sink.messages[1]?.to).toEqual(['j\u00f6rg@y.example']);
  });

  it('that the server lacks causes a local refusal, without contacting the server', async () => {
    const sink = await sinkWith({ extensions: ['PIPELINING'] });
    const connection = await open(sink.port);
    const result = await connection.send(international, DATA, false);
    expect(result).toMatchObject({
      kind: 'refused',
      stage: 'mail',
      reply: { code: 550, enhanced: '5.6.7', text: expect.stringContaining('local decision') },
    });
    expect(sink.lines).toEqual(['EHLO client.example']);
    expect(connection.usable).toBe(true);
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
  });
});

describe('timeouts', () => {
  it('of the session end every step except the reply to the final dot', async () => {
    const fault = await faultOf(
      targetOf((await sinkWith({ on: { greeting: 'drip' } })).port),
      optionsWith({ sessionMs: 1_000 }),
    );
    expect(fault).toMatchObject({
      stage: 'greeting',
      error: 'no answer to the connection before the session limit of 1 s',
    });

    let release = (): void => {};
    const safeguard = new Promise<void>((resolve) => (release = resolve));
    const sink = await sinkWith({ on: { dot: { wait: safeguard } } });
    const connection = await open(sink.port, optionsWith({ sessionMs: 2_500 }));
    const openedAt = performance.now();
    const sending = connection.send(ENVELOPE, DATA, false);
    await until(() => performance.now() - openedAt > 2_600);
    release();
    expect((await sending).kind).toBe('accepted');
    expect(connection.usable).toBe(false);
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
      kind: 'broken',
      stage: 'mail',
      error: 'the session time limit was reached',
      dotSent: false,
    });
  });

  it('of a step start again for the next one', async () => {
    // Each reply is late but within its own timeout. Together, the replies take longer than the timeout of one step.
    const late = () => ({ wait: new Promise((resolve) => setTimeout(resolve, 1_000)) });
    const sink = await sinkWith({ on: { mail: late, rcpt: late, data: late, dot: late } });
    const connection = await open(sink.port, optionsWith({ commandMs: 3_500, dataMs: 3_500, dotMs: 3_500 }));
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
  });
});

describe('closing', () => {
  it('sends QUIT', async () => {
    const sink = await sinkWith();
    const connection = await connected(targetOf(sink.port));
    await connection.close();
    await sink.until(({ lines }) => lines.includes('QUIT'));
    expect(sink.lines).toEqual(['EHLO client.example', 'QUIT']);
    expect(connection.usable).toBe(false);
    await connection.close();
    await sink.until(({ open }) => open === 0);
  });

  it.each(['hang', 'drip', 'reset', 'end'] as const)('does not depend on the reply to QUIT: %s', async (action) => {
    const sink = await sinkWith({ on: { quit: action } });
    const connection = await connected(targetOf(sink.port));
    await connection.close();
    await sink.until(({ open }) => open === 0);
  });

  it('ends a message that is being sent', async () => {
    const sink = await sinkWith({ on: { dot: 'hang' } });
    const connection = await connected(targetOf(sink.port));
    const sending = connection.send(ENVELOPE, DATA, false);
    await sink.until(({ lines }) => lines.includes('DATA'));
    await connection.close();
    expect((await sending).kind).toBe('broken');
  });
});

describe('a connection', () => {
  it('fails if nothing listens', async () => {
    const sink = await startSmtpSink();
    await sink.close();
    expect(await faultOf(targetOf(sink.port))).toEqual({
      kind: 'fault',
      stage: 'connect',
      reply: undefined,
      error: 'connection refused',
      conversation: '',
    });
  });

  it.each([
    [{ address: 'localhost' }, '"localhost" is not an IP address'],
    [{ address: '' }, '"" is not an IP address'],
    [{ port: 0 }, '0 is not a valid port'],
    [{ port: 65_536 }, '65536 is not a valid port'],
  ])('fails with %o', async (changes, error) => {
    expect(await faultOf(targetOf(25, changes))).toMatchObject({ stage: 'connect', error });
  });

  it('that is not accepted ends after its timeout', async () => {
    const silent = await startSilentListener();
    const fault = await faultOf(targetOf(silent.port), optionsWith({ connectMs: 300 }));
    expect(fault).toMatchObject({ stage: 'connect', error: 'no connection within 0.3 s' });
    await silent.close();
  });

  it('from an address of another machine fails', async () => {
    const sink = await sinkWith();
    const fault = await faultOf(targetOf(sink.port), optionsWith({}, { localAddress: '192.0.2.1' }));
    expect(fault).toMatchObject({ stage: 'connect', error: 'the local address cannot be used' });
  });

  it('from a local address succeeds', async () => {
    const sink = await sinkWith();
    const connection = await open(sink.port, optionsWith({}, { localAddress: '127.0.0.2' }));
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
  });
});
