import { describe, expect, it } from 'vitest';
import { outcomeOfFault, outcomeOfResult } from '../../src/features/sending/delivery/outcomes/classify.ts';
import type { Outcome } from '../../src/features/sending/delivery/types.ts';
import { connectSmtp, type SmtpOptions, type SmtpTarget } from '../../src/smtp/connection.ts';
import {
  startSmtpSink,
  type SinkAction,
  type SinkScript,
  type SinkStage,
  type SmtpSink,
} from '../support/smtp-sink.ts';
import { connected, DATA, ENVELOPE, optionsWith, startRawServer, targetOf } from './peer.ts';

/** Timeout in milliseconds for tests in which the server never replies. */
const SHORT_MS = 2_000;
const NOW_MS = 1_000;
const IMPATIENT_OPTIONS = optionsWith({
  connectMs: SHORT_MS,
  greetingMs: SHORT_MS,
  commandMs: SHORT_MS,
  dataMs: SHORT_MS,
  blockMs: SHORT_MS,
  dotMs: SHORT_MS,
});

const STAGES = ['connect', 'banner', 'ehlo', 'starttls', 'mail', 'rcpt', 'data', 'dot', 'quit'] as const;
type Stage = (typeof STAGES)[number];

/** The actions of a server, by name. */
const FAULTS = {
  '421': { say: '421 4.7.0 Too many connections' },
  '450': { say: '450 4.2.1 Mailbox busy' },
  '451': { say: '451 Try again later' },
  '452': { say: '452 4.2.2 Mailbox full' },
  '550': { say: '550 5.1.1 No such user' },
  '552': { say: '552 5.2.2 Mailbox full' },
  '554': { say: '554 Transaction failed' },
  'multi-line': { say: '554-5.6.0 The mail\r\n554-5.6.0 is not\r\n554 5.6.0 as it should be' },
  'no CRLF': { raw: '250 ok' },
  '100 KB line': { say: `550 5.1.1 ${'x'.repeat(100_000)}` },
  hang: 'hang',
  drip: 'drip',
  RST: 'reset',
  FIN: 'end',
  garbage: { raw: '\u0000\u0001\u00ff<html>\r\n' },
} as const satisfies Record<string, SinkAction>;
type Fault = keyof typeof FAULTS;

/**
 * Returns short timeouts for servers that never reply. For other servers, returns timeouts that are long enough for a
 * slow machine.
 */
const patienceWith = (fault: Fault): SmtpOptions =>
  ['no CRLF', 'hang', 'drip', 'garbage'].includes(fault) ? IMPATIENT_OPTIONS : optionsWith();

/** Meanings of the letters in the table below. */
const MEANINGS: Readonly<Record<string, Partial<Outcome>>> = {
  // Delivered.
  D: { kind: 'delivered', handedOverAtMs: expect.any(Number) },
  // Delivered, because an incomplete reply started with a success code. The sink does not record the message in this
  // case.
  d: { kind: 'delivered', handedOverAtMs: expect.any(Number) },
  // Retried, because the server cannot have accepted the message.
  r: { kind: 'deferred', bounceClass: 'transient', handedOverAtMs: undefined },
  // Retried, although the server may have accepted the message.
  m: { kind: 'deferred', bounceClass: 'transient', handedOverAtMs: NOW_MS },
  // Retried, because the mailbox is full.
  f: { kind: 'deferred', bounceClass: 'mailbox-full', handedOverAtMs: undefined },
  // Bounced because of the recipient, a full mailbox, or a policy.
  R: { kind: 'bounced', bounceClass: 'recipient' },
  F: { kind: 'bounced', bounceClass: 'mailbox-full' },
  P: { kind: 'bounced', bounceClass: 'policy' },
  // Failed because of a problem with the message.
  X: { kind: 'failed', bounceClass: 'message' },
};

/**
 * 135 cells, with one column for each stage in the order of STAGES. A rejection before the first message says nothing
 * about the recipient. After a permanently rejected EHLO, the client sends HELO, and after a rejected STARTTLS, it
 * continues in plain text, because TLS is optional here. If the server is silent or sends garbage after the end of the
 * data, the client cannot know whether the message was accepted, unless the garbage starts like a reply. At QUIT, the
 * message has already been accepted.
 */
const EXPECTED: Readonly<Record<Fault, string>> = {
  // c b e s m r d . q
  '421': 'r r r r r r r r D',
  '450': 'r r r D r r r r D',
  '451': 'r r r D r r r r D',
  '452': 'r r r D f f f f D',
  '550': 'r r D D R R R R D',
  '552': 'r r D D F F F F D',
  '554': 'r r D D P P P P D',
  'multi-line': 'r r D D X X X X D',
  'no CRLF': 'r r r r r r r d D',
  '100 KB line': 'r r D D R R R R D',
  hang: 'r r r r r r r m D',
  drip: 'r r r r r r r d D',
  RST: 'r r r r r r r m D',
  FIN: 'r r r r r r r m D',
  garbage: 'r r r r r r r m D',
};

const CELLS = (Object.keys(FAULTS) as Fault[]).flatMap((fault) =>
  STAGES.map((stage, column) => [stage, fault, EXPECTED[fault].split(' ')[column] ?? ''] as const),
);

const SINK_STAGES: Readonly<Record<Exclude<Stage, 'connect'>, SinkStage>> = {
  banner: 'greeting',
  ehlo: 'ehlo',
  starttls: 'starttls',
  mail: 'mail',
  rcpt: 'rcpt',
  data: 'data',
  dot: 'dot',
  quit: 'quit',
};

/** Starts the server of a cell. For 'connect', the fault occurs when the TLS handshake should start. */
async function startPeer(stage: Stage, fault: Fault): Promise<{ target: SmtpTarget; sink: SmtpSink }> {
  if (stage === 'connect') {
    const sink = await startSmtpSink({ on: { greeting: FAULTS[fault] } });
    return { sink, target: targetOf(sink.port, { tls: 'implicit' }) };
  }
  const script: SinkScript = { on: { [SINK_STAGES[stage]]: FAULTS[fault] } };
  const sink = await startSmtpSink(stage === 'starttls' ? { ...script, tls: 'starttls' } : script);
  return { sink, target: targetOf(sink.port) };
}

async function deliver(target: SmtpTarget, options = optionsWith()): Promise<Outcome> {
  const connection = await connectSmtp(target, options);
  if ('kind' in connection) return outcomeOfFault(connection);
  const result = await connection.send(ENVELOPE, DATA, false);
  await connection.close();
  return outcomeOfResult(result, NOW_MS);
}

it('has a cell for each combination of nine stages and fifteen faults', () => {
  expect(CELLS.filter(([, , mark]) => mark in MEANINGS)).toHaveLength(135);
});

describe('a failing server', () => {
  it.concurrent.each(CELLS)('at %s with %s results in %s', async (stage, fault, mark) => {
    const { sink, target } = await startPeer(stage, fault);
    const outcome = await deliver(target, stage === 'connect' ? IMPATIENT_OPTIONS : patienceWith(fault));
    expect(outcome).toMatchObject(MEANINGS[mark] ?? {});
    // Only a 421 reply slows down the site, and only at stages at which the client reads replies.
    const isClosing = fault === '421' && stage !== 'connect' && stage !== 'quit';
    expect(outcome.signal).toEqual(isClosing ? { kind: 'slow' } : undefined);
    // A message that is retried or bounced was not accepted. A message that is delivered was accepted once.
    expect(sink.messages).toHaveLength(mark === 'D' ? 1 : 0);
    await sink.until(({ open }) => open === 0);
    await sink.close();
  });
});

describe('the second message over a connection', () => {
  const refusals = (Object.keys(FAULTS) as Fault[]).filter((fault) => /^(?:45|55|multi)/.test(fault));

  it.concurrent.each(
    refusals.flatMap((fault) => (['mail', 'rcpt', 'data', 'dot'] as const).map((s) => [s, fault] as const)),
  )('is delivered after a refusal at %s with %s', async (stage, fault) => {
    let isFirst = true;
    const once = (): SinkAction | undefined => (isFirst ? ((isFirst = false), FAULTS[fault]) : undefined);
    const sink = await startSmtpSink({ on: { [stage]: once } });
    const connection = await connected(targetOf(sink.port));
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('refused');
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    expect(sink.messages).toHaveLength(1);
    await connection.close();
    await sink.close();
  });
});

it('a message is retried if nothing listens on the port', async () => {
  const server = await startRawServer(() => {});
  await server.close();
  expect(await deliver(targetOf(server.port))).toMatchObject({ kind: 'deferred', bounceClass: 'transient' });
});
