import { describe, expect, it } from 'vitest';
import type { SmtpOptions, SmtpResult, SmtpStage } from '../../src/smtp/connection.ts';
import { startSmtpSink, type SinkAction, type SinkScript, type SinkStage } from '../support/smtp-sink.ts';
import { connected, DATA, ENVELOPE, faultOf, optionsWith, targetOf } from './peer.ts';

/** How long what never comes is waited for. */
const SHORT_MS = 2_000;
const EXTENSIONS = ['SIZE 1000000', '8BITMIME', 'SMTPUTF8'];
const LOGIN = { user: 'ann', password: 'hunter2' };
const NO_PATIENCE = optionsWith({
  connectMs: SHORT_MS,
  greetingMs: SHORT_MS,
  commandMs: SHORT_MS,
  dataMs: SHORT_MS,
  blockMs: SHORT_MS,
  dotMs: SHORT_MS,
});
/** Impatient with a server that will not answer alone: one that will gets all the time that a loaded machine needs. */
const patienceWith = (action: SinkAction): SmtpOptions => (SILENT.includes(action) ? NO_PATIENCE : optionsWith());

const NO_LINE_END: SinkAction = { raw: '250 ok' };
const SILENT: readonly SinkAction[] = [NO_LINE_END, 'hang', 'drip'];

/** Everything that a server may do wrong at any point: its name, the action, the code of a refusal, the words of a break. */
const FAULTS: readonly (readonly [string, SinkAction, number | undefined, RegExp | undefined])[] = [
  ['421', { say: '421 4.7.0 go away' }, 421, undefined],
  ['450', { say: '450 4.2.1 busy' }, 450, undefined],
  ['451', { say: '451 try later' }, 451, undefined],
  ['452', { say: '452 4.2.2 full' }, 452, undefined],
  ['550', { say: '550 5.1.1 no such user' }, 550, undefined],
  ['552', { say: '552 5.3.4 too big' }, 552, undefined],
  ['554', { say: '554 5.7.1 never' }, 554, undefined],
  ['several lines', { say: '550-5.7.1 first\r\n550-5.7.1 second\r\n550 5.7.1 third' }, 550, undefined],
  ['no line end, then silence', NO_LINE_END, undefined, /^no answer to .* within 2 s$/],
  ['no line end, then FIN', { raw: '250 ok', thenEnd: true }, undefined, /closed .* in the middle of a reply$/],
  ['half of several lines, then FIN', { raw: '250-ok\r\n', thenEnd: true }, undefined, /in the middle of a reply$/],
  ['a line of 100 KB', { raw: `250 ${'x'.repeat(100_000)}\r\n` }, undefined, /longer than 2048 bytes/],
  ['a line of 100 KB without an end', { raw: 'x'.repeat(100_000) }, undefined, /longer than 2048 bytes/],
  ['lines without an end', { raw: '250-x\r\n'.repeat(5_000) }, undefined, /more than 100 lines/],
  ['silence', 'hang', undefined, /^no answer to .* within 2 s$/],
  ['a byte now and then', 'drip', undefined, /^no answer to .* within 2 s$/],
  ['a reset', 'reset', undefined, /^connection reset by the server$/],
  ['FIN', 'end', undefined, /^the server closed the connection$/],
  ['garbage', { raw: '\u0000\u0001<html>\r\n' }, undefined, /which is no SMTP reply$/],
  ['a code out of range', { raw: '199 hm\r\n' }, undefined, /which is no SMTP reply$/],
  ['two codes in one reply', { raw: '250-a\r\n550 b\r\n' }, undefined, /differ in code/],
];

function scriptFor(stage: SinkStage, action: SinkAction, changes: SinkScript = {}): SinkScript {
  return { ...changes, on: { ...changes.on, [stage]: action } };
}

describe.each([
  ['greeting', 'greeting', {}, {}],
  ['starttls', 'starttls', { tls: 'starttls' }, { tls: 'required' }],
  ['auth', 'auth', { login: LOGIN }, { login: LOGIN }],
] as const)('before the first mail, at %s', (stage, sinkStage, script, target) => {
  it.concurrent.each(FAULTS)('%s is a fault of that stage', async (_name, action, code, words) => {
    const sink = await startSmtpSink(scriptFor(sinkStage, action, script));
    const fault = await faultOf(targetOf(sink.port, target), patienceWith(action));
    // A reset may be there before we learn that the connection was.
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
  it.concurrent.each(FAULTS)('%s is a fault of that stage, or HELO is tried', async (_name, action, code, words) => {
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
  });

  it.concurrent.each(FAULTS)('%s to HELO too is a fault', async (_name, action, code) => {
    const sink = await startSmtpSink({ on: { ehlo: { say: '502 what' }, helo: action } });
    const fault = await faultOf(targetOf(sink.port), patienceWith(action));
    expect(fault).toMatchObject({ kind: 'fault', stage: 'ehlo' });
    expect(fault.reply?.code).toBe(code);
    await sink.close();
  });
});

describe('at STARTTLS, when TLS is only wanted', () => {
  it.concurrent.each(FAULTS)('%s is a fault, unless it is a refusal', async (_name, action, code, words) => {
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
  });
});

const MODES = [
  ['pipelined', ['PIPELINING', ...EXTENSIONS]],
  ['one by one', EXTENSIONS],
] as const;

describe.each(MODES)('a mail, %s', (_mode, extensions) => {
  describe.each(['mail', 'rcpt', 'data', 'dot'] as const)('at %s', (stage) => {
    it.concurrent.each(FAULTS)('%s is understood', async (_name, action, code, words) => {
      // Only the first mail meets the fault; the second tells whether the connection is still in step.
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
  if (result.reply.text.includes('first')) {
    expect(result.reply.text).toBe('5.7.1 first 5.7.1 second 5.7.1 third');
    expect(result.reply.enhanced).toBe('5.7.1');
  }
}

function expectBreak(result: SmtpResult, stage: SmtpStage, words: RegExp | undefined): void {
  expect(result).toMatchObject({ kind: 'broken', stage, dotSent: stage === 'dot' });
  if (result.kind === 'broken' && words) expect(result.error).toMatch(words);
}

describe('answers that are neither yes nor no', () => {
  it.each([
    ['mail', '354 data already'],
    ['rcpt', '354 data already'],
    ['data', '250 no data please'],
    ['dot', '354 more please'],
  ] as const)('at %s, %s breaks the session', async (stage, reply) => {
    const sink = await startSmtpSink({ on: { [stage]: { say: reply } } });
    const connection = await connected(targetOf(sink.port), optionsWith());
    const result = await connection.send(ENVELOPE, DATA, false);
    expect(result).toMatchObject({ kind: 'broken', stage, dotSent: stage === 'dot' });
    expect(connection.usable).toBe(false);
    await sink.close();
  });
});
