// Place in a run: slow.
import { describe, expect, it } from 'vitest';
import type { SmtpOptions, SmtpResult, SmtpStage } from '../../src/smtp/connection.ts';
import { INCOMPLETE_ACCEPTANCES, ODD_ACCEPTANCES } from '../support/odd-replies.ts';
import { startSmtpSink, type SinkAction, type SinkScript, type SinkStage } from '../support/smtp-sink.ts';
import { connected, DATA, ENVELOPE, faultOf, optionsWith, targetOf } from './peer.ts';

/** Timeout, in milliseconds, for replies that never arrive. */
const SHORT_MS = 2_000;
const EXTENSIONS = ['SIZE 1000000', '8BITMIME', 'SMTPUTF8'];
const LOGIN = { user: 'ann', password: 'hunter2' };
const IMPATIENT_OPTIONS = optionsWith({
  connectMs: SHORT_MS,
  greetingMs: SHORT_MS,
  commandMs: SHORT_MS,
  dataMs: SHORT_MS,
  blockMs: SHORT_MS,
  dotMs: SHORT_MS,
});
/**
 * Returns short timeouts for servers that never reply. For other servers, returns timeouts that are long enough for a
 * slow machine.
 */
const patienceWith = (action: SinkAction): SmtpOptions => (SILENT.includes(action) ? IMPATIENT_OPTIONS : optionsWith());

const NO_LINE_END: SinkAction = { raw: '250 ok' };
const GARBAGE: SinkAction = { raw: '\u0000\u0001<html>\r\n' };
const BAD_CODE: SinkAction = { raw: '199 hm\r\n' };
const SILENT: readonly SinkAction[] = [NO_LINE_END, GARBAGE, BAD_CODE, 'hang', 'drip'];

type Fault = readonly [string, SinkAction, number | undefined, RegExp | undefined];

/**
 * Faults that a server can have at any stage, each with a name, the action, the reply code if the server rejects the
 * command, and the error message if the connection breaks.
 */
const FAULTS: readonly Fault[] = [
  ['421', { say: '421 4.7.0 go away' }, 421, undefined],
  ['450', { say: '450 4.2.1 busy' }, 450, undefined],
  ['451', { say: '451 try later' }, 451, undefined],
  ['452', { say: '452 4.2.2 full' }, 452, undefined],
  ['550', { say: '550 5.1.1 no such user' }, 550, undefined],
  ['552', { say: '552 5.3.4 too big' }, 552, undefined],
  ['554', { say: '554 5.7.1 never' }, 554, undefined],
  ['several lines', { say: '550-5.7.1 first\r\n550-5.7.1 second\r\n550 5.7.1 third' }, 550, undefined],
  ['a line of 100 KB', { say: `550 5.1.1 ${'x'.repeat(100_000)}` }, 550, undefined],
  ['1,000 lines', { say: `${'554-5.7.1 x\r\n'.repeat(999)}554 5.7.1 y` }, 554, undefined],
  ['two codes in one reply', { say: '450-wait\r\n551 no' }, 551, undefined],
  [
    'a line without a code among others',
    { say: '550-blocked, see\r\nhttps://x.example/\r\n550 5.7.1 end' },
    550,
    undefined,
  ],
  ['a line without an end', { raw: 'x'.repeat(2_000_000) }, undefined, /longer than 1048576 bytes/],
  ['silence', 'hang', undefined, /^no answer to .* within 2 s$/],
  ['a reset', 'reset', undefined, /^connection reset by the server$/],
  ['FIN', 'end', undefined, /^the server closed the connection$/],
  // After the final dot, this reply is ignored, because the actual reply may follow.
  ['garbage', GARBAGE, undefined, /which is not an SMTP reply$|^no answer to the final dot within 2 s$/],
  ['a code out of range', BAD_CODE, undefined, /which is not an SMTP reply$|^no answer to the final dot within 2 s$/],
];

/** Replies that start correctly but are incomplete. After the final dot, the code at the start of the reply is used. */
const BEGINNINGS: readonly Fault[] = [
  ['no line end, then silence', NO_LINE_END, undefined, /^no answer to .* within 2 s$/],
  ['no line end, then FIN', { raw: '250 ok', thenEnd: true }, undefined, /closed .* in the middle of a reply$/],
  ['half of several lines, then FIN', { raw: '250-ok\r\n', thenEnd: true }, undefined, /in the middle of a reply$/],
  ['lines without an end', { raw: '250-x\r\n'.repeat(200_000) }, undefined, /longer than 1048576 bytes/],
  ['single bytes', 'drip', undefined, /^no answer to .* within 2 s$/],
];
const BEFORE_THE_DOT = [...FAULTS, ...BEGINNINGS];

function scriptFor(stage: SinkStage, action: SinkAction, changes: SinkScript = {}): SinkScript {
  return { ...changes, on: { ...changes.on, [stage]: action } };
}

describe.each([
  ['greeting', 'greeting', {}, {}],
  ['starttls', 'starttls', { tls: 'starttls' }, { tls: 'required' }],
  ['auth', 'auth', { login: LOGIN }, { login: LOGIN }],
] as const)('before the first message, at %s', (stage, sinkStage, script, target) => {
  it.concurrent.each(BEFORE_THE_DOT)('%s causes a failure at that stage', async (_name, action, code, words) => {
    const sink = await startSmtpSink(scriptFor(sinkStage, action, script));
    const fault = await faultOf(targetOf(sink.port, target), patienceWith(action));
    // A reset may arrive before the client learns that the connection was established.
    const isEarly = action === 'reset' && fault.stage === 'connect';
    expect(fault.kind).toBe('fault');
    expect(fault.stage).toBe(isEarly ? 'connect' : stage);
    expect(fault.reply?.code).toBe(code);
    if (words) expect(fault.error).toMatch(words);
    else expect(fault.error).toContain(`${code} `);
    await sink.until(({ open }) => open === 0);
    await sink.close();
  });
});

describe('at EHLO', () => {
  it.concurrent.each(BEFORE_THE_DOT)(
    '%s causes a failure at that stage, or HELO is tried',
    async (_name, action, code, words) => {
      const sink = await startSmtpSink(scriptFor('ehlo', action));
      const target = targetOf(sink.port);
      if (code !== undefined && code >= 500) {
        const connection = await connected(target, patienceWith(action));
        expect(sink.lines).toEqual(['EHLO client.example', 'HELO client.example']);
        await connection.close();
      } else {
        const fault = await faultOf(target, patienceWith(action));
        expect(fault).toMatchObject({ kind: 'fault', stage: 'ehlo' });
        expect(fault.reply?.code).toBe(code);
        if (words) expect(fault.error).toMatch(words);
      }
      await sink.close();
    },
  );

  it.concurrent.each(BEFORE_THE_DOT)('%s in reply to HELO also causes a failure', async (_name, action, code) => {
    const sink = await startSmtpSink({ on: { ehlo: { say: '502 what' }, helo: action } });
    const fault = await faultOf(targetOf(sink.port), patienceWith(action));
    expect(fault).toMatchObject({ kind: 'fault', stage: 'ehlo' });
    expect(fault.reply?.code).toBe(code);
    await sink.close();
  });
});

describe('at STARTTLS, when TLS is optional', () => {
  it.concurrent.each(BEFORE_THE_DOT)(
    '%s causes a failure, unless it is a refusal',
    async (_name, action, code, words) => {
      const sink = await startSmtpSink(scriptFor('starttls', action, { tls: 'starttls' }));
      if (code === undefined || code === 421) {
        const fault = await faultOf(targetOf(sink.port), patienceWith(action));
        expect(fault).toMatchObject({ kind: 'fault', stage: 'starttls' });
        if (words) expect(fault.error).toMatch(words);
      } else {
        const connection = await connected(targetOf(sink.port), patienceWith(action));
        expect(connection.tls).toBeUndefined();
        expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({ kind: 'accepted' });
        await connection.close();
      }
      await sink.close();
    },
  );
});

const MODES = [
  ['pipelined', ['PIPELINING', ...EXTENSIONS]],
  ['one by one', EXTENSIONS],
] as const;

describe.each(MODES)('a message, %s', (_mode, extensions) => {
  describe.each(['mail', 'rcpt', 'data', 'dot'] as const)('at %s', (stage) => {
    it.concurrent.each(stage === 'dot' ? FAULTS : BEFORE_THE_DOT)('handles %s', async (_name, action, code, words) => {
      // Only the first message encounters the fault. The second message shows whether replies still match commands.
      let isFirst = true;
      const once = (): SinkAction | undefined => {
        if (!isFirst) return undefined;
        isFirst = false;
        return action;
      };
      const sink = await startSmtpSink({ extensions, on: { [stage]: once } });
      const connection = await connected(targetOf(sink.port), patienceWith(action));
      const result = await connection.send(ENVELOPE, DATA, false);
      if (code === undefined) expectBreak(result, stage, words);
      else expectRefusal(result, stage, code);
      expect(sink.messages).toHaveLength(0);

      const isUsable = code !== undefined && code !== 421;
      expect(connection.usable).toBe(isUsable);
      if (isUsable) {
        expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({ kind: 'accepted' });
        expect(sink.messages.map(({ data }) => data.toString())).toEqual([DATA.toString()]);
        expect(sink.connections).toBe(1);
        expect(sink.behindDot).toBe(0);
      } else {
        expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({
          kind: 'broken',
          stage: 'mail',
          dotSent: false,
        });
      }
      await connection.close();
      await sink.until(({ open }) => open === 0);
      await sink.close();
    });
  });
});

function expectRefusal(result: SmtpResult, stage: SmtpStage, code: number): void {
  expect(result).toMatchObject({ kind: 'refused', stage, reply: { code } });
  if (result.kind !== 'refused') return;
  expect(result.sentAt === undefined).toBe(stage !== 'dot');
  expect(result.conversation).toContain(`< ${code}`);
  if (result.reply.text.includes('second')) {
    expect(result.reply.text).toBe('5.7.1 first 5.7.1 second 5.7.1 third');
    expect(result.reply.enhanced).toBe('5.7.1');
  }
}

function expectBreak(result: SmtpResult, stage: SmtpStage, words: RegExp | undefined): void {
  expect(result).toMatchObject({ kind: 'broken', stage, dotSent: stage === 'dot' });
  if (result.kind === 'broken' && words) expect(result.error).toMatch(words);
}

describe.each(MODES)('a message after the final dot, %s', (_mode, extensions) => {
  it.concurrent.each([...ODD_ACCEPTANCES, ...INCOMPLETE_ACCEPTANCES])(
    'is accepted once with %s',
    async (name, action, text) => {
      const sink = await startSmtpSink({ extensions, on: { dot: action } });
      const isEndless = INCOMPLETE_ACCEPTANCES.some(([endless]) => endless === name);
      const connection = await connected(targetOf(sink.port), isEndless ? IMPATIENT_OPTIONS : optionsWith());
      const result = await connection.send(ENVELOPE, DATA, false);
      expect(result.kind).toBe('accepted');
      if (result.kind === 'accepted') expect(result.reply.text).toMatch(text);
      await connection.close();
      await sink.until(({ open }) => open === 0);
      await sink.close();
    },
  );

  it.concurrent.each([
    ['three digits', '451'],
    ['a first line', '451-later\r\n'],
  ])('is refused by %s followed by FIN', async (_name, raw) => {
    const sink = await startSmtpSink({ extensions, on: { dot: { raw, thenEnd: true } } });
    const connection = await connected(targetOf(sink.port));
    expect(await connection.send(ENVELOPE, DATA, false)).toMatchObject({ kind: 'refused', reply: { code: 451 } });
    await sink.close();
  });
});

describe('replies that are neither positive nor negative', () => {
  it.each([
    ['mail', '354 data already'],
    ['rcpt', '354 data already'],
    ['data', '250 no data please'],
    ['dot', '354 more please'],
  ] as const)('at %s, %s breaks the session', async (stage, reply) => {
    const sink = await startSmtpSink({ on: { [stage]: { say: reply } } });
    const connection = await connected(targetOf(sink.port), IMPATIENT_OPTIONS);
    const result = await connection.send(ENVELOPE, DATA, false);
    expect(result).toMatchObject({ kind: 'broken', stage, dotSent: stage === 'dot' });
    expect(connection.usable).toBe(false);
    await sink.close();
  });
});
