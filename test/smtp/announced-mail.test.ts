import { afterEach, expect, it } from 'vitest';
import type { AnnouncedMail, SmtpConnection } from '../../src/smtp/connection.ts';
import { startSmtpSink, type SinkScript, type SmtpSink } from '../support/smtp-sink.ts';
import { address, connected, DATA, ENVELOPE, targetOf } from './peer.ts';

const NEXT = { from: ENVELOPE.from, to: address('eve@z.example') };
const ANNOUNCED: AnnouncedMail = { envelope: NEXT, bytes: DATA.length, smtpUtf8: false };

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function opened(
  script: SinkScript = {},
): Promise<{ readonly sink: SmtpSink; readonly connection: SmtpConnection }> {
  const sink = await startSmtpSink(script);
  const connection = await connected(targetOf(sink.port));
  closers.push(
    () => sink.close(),
    async () => connection.destroy(),
  );
  return { sink, connection };
}

/** Sends a message together with the commands of the next message. */
function sendAhead(connection: SmtpConnection, next = ANNOUNCED): ReturnType<SmtpConnection['send']> {
  return connection.send(ENVELOPE, DATA, false, undefined, () => next);
}

it('the commands of the next message are sent with the end of the previous one, and its data follows', async () => {
  const { connection, sink } = await opened();
  expect((await sendAhead(connection)).kind).toBe('accepted');
  expect(sink.behindDot).toBe(1);
  const second = await connection.send(NEXT, DATA, false);
  expect(second.kind).toBe('accepted');
  expect(second.conversation).toContain('> MAIL FROM:<ann@x.example> SIZE=22\n');
  expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
  expect(sink.messages.map(({ to }) => to.join())).toEqual(['bob@y.example', 'eve@z.example', 'bob@y.example']);
  expect(sink.lines.filter((line) => line === 'DATA')).toHaveLength(3);
});

it('nothing is sent ahead to a server without PIPELINING', async () => {
  const { connection, sink } = await opened({ extensions: [] });
  expect(connection.pipelines).toBe(false);
  expect((await sendAhead(connection)).kind).toBe('accepted');
  expect((await connection.send(NEXT, DATA, false)).kind).toBe('accepted');
  expect(sink.behindDot).toBe(0);
});

it('a message that needs SMTPUTF8 is not announced to a server without it, and not sent', async () => {
  const { connection, sink } = await opened({ extensions: ['PIPELINING'] });
  expect((await sendAhead(connection, { ...ANNOUNCED, smtpUtf8: true })).kind).toBe('accepted');
  expect(sink.behindDot).toBe(0);
  expect(await connection.send(NEXT, DATA, true)).toMatchObject({ kind: 'refused', reply: { enhanced: '5.6.7' } });
});

it('an announced recipient is refused separately, and the next message uses the same connection', async () => {
  const { connection, sink } = await opened({
    on: { rcpt: ({ line }) => (line.includes('eve@') ? { say: '550 5.1.1 no' } : undefined) },
  });
  expect((await sendAhead(connection)).kind).toBe('accepted');
  expect(await connection.send(NEXT, DATA, false)).toMatchObject({ kind: 'refused', stage: 'rcpt' });
  expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
  expect(sink.connections).toBe(1);
});

it('the reply to the previous message does not affect the announced one', async () => {
  let dots = 0;
  const { connection, sink } = await opened({
    on: { dot: () => ((dots += 1) === 1 ? { say: '554 5.7.1 spam' } : undefined) },
  });
  expect(await sendAhead(connection)).toMatchObject({ kind: 'refused', stage: 'dot', reply: { code: 554 } });
  expect((await connection.send(NEXT, DATA, false)).kind).toBe('accepted');
  expect(sink.messages.map(({ to }) => to.join())).toEqual(['eve@z.example']);
});

it.each([
  ['for another recipient', ENVELOPE, DATA, false],
  ['with another size', NEXT, Buffer.from('Subject: Hi\r\n\r\nHello, you\r\n'), false],
  ['with other extensions', NEXT, DATA, true],
])(
  'another message %s is not sent in place of the announced one, and the connection ends',
  async (_words, envelope, data, utf8) => {
    const { connection, sink } = await opened();
    await sendAhead(connection);
    expect(await connection.send(envelope, data, utf8)).toMatchObject({
      kind: 'broken',
      stage: 'mail',
      dotSent: false,
      error: 'another email was already announced',
    });
    expect(connection.usable).toBe(false);
    expect(sink.messages).toHaveLength(1);
  },
);

it('a connection that is closed before the announced message sends no QUIT, which would be read as its data', async () => {
  const { connection, sink } = await opened();
  await sendAhead(connection);
  await connection.close();
  await sink.until(({ open }) => open === 0);
  expect(sink.messages).toHaveLength(1);
  expect(sink.lines).not.toContain('QUIT');
});

it('a server that closes the connection after a message has received nothing of the announced one', async () => {
  const { connection, sink } = await opened({
    on: { dot: { say: '421 4.7.0 enough', thenEnd: true } },
  });
  expect(await sendAhead(connection)).toMatchObject({ kind: 'refused', stage: 'dot', reply: { code: 421 } });
  expect(connection.usable).toBe(false);
  expect(await connection.send(NEXT, DATA, false)).toMatchObject({ kind: 'broken', stage: 'mail', dotSent: false });
  expect(sink.messages).toEqual([]);
});
