import { mayCarryPassword, signIn } from './auth.ts';
import { type Capabilities, NO_CAPABILITIES, parseCapabilities } from './capabilities.ts';
import type { ReceivedReply, Reply } from './reply.ts';
import { failureSentence, replyWords, seconds } from './sentences.ts';
import { describeTls, startTls } from './tls.ts';
import { createTranscript, type Transcript } from './transcript.ts';
import type { SmtpFault, SmtpOptions, SmtpStage, SmtpTarget, TlsFailure } from './types.ts';
import { createWire, isWireFault, type SessionLimit, type Wire } from './wire.ts';
import { connect, isIP, type Socket } from 'node:net';

/** Size of the read buffer, in bytes. Replies are short, so Node's default of 64 KB would waste memory. */
const READ_BYTES = 8 * 1024;

/** Error message that explains why a connection attempt failed. */
interface DialFault {
  readonly dialFault: string;
}

/** An open session that is ready for the first MAIL command. */
export interface Session {
  readonly wire: Wire;
  readonly capabilities: Capabilities;
  readonly tls: string | undefined;
  readonly tlsFailure: TlsFailure | undefined;
  readonly conversation: string;
}

/**
 * Opens a session: connection, greeting, EHLO, STARTTLS, and AUTH, as the target requires. If this fails, resolves with
 * the fault.
 */
export async function openSession(target: SmtpTarget, options: SmtpOptions): Promise<Session | SmtpFault> {
  const { connectMs, sessionMs } = options.timeouts;
  const session = { endsAt: performance.now() + sessionMs, totalMs: sessionMs };
  const transcript = createTranscript('');
  const socket = await dial(target, options, Math.min(connectMs, sessionMs));
  if ('dialFault' in socket) {
    return { kind: 'fault', stage: 'connect', reply: undefined, error: socket.dialFault, conversation: '' };
  }
  const wire = createWire(socket, session);
  const opening: Opening = { target, options, session, transcript, wire, tls: undefined, tlsFailure: undefined };
  try {
    const capabilities = await open(opening);
    const { tls, tlsFailure } = opening;
    return { wire: opening.wire, capabilities, tls, tlsFailure, conversation: transcript.text() };
  } catch (error) {
    opening.wire.destroy();
    if (!(error instanceof Stop)) throw error;
    const { stage, message, reply, tlsFailure } = error;
    const failed = tlsFailure && { tlsFailure };
    return { kind: 'fault', stage, reply, error: message, conversation: transcript.text(), ...failed };
  }
}

/** A session that is being opened. Starting TLS replaces its `wire`. */
interface Opening {
  readonly target: SmtpTarget;
  readonly options: SmtpOptions;
  readonly session: SessionLimit;
  readonly transcript: Transcript;
  wire: Wire;
  tls: string | undefined;
  tlsFailure: TlsFailure | undefined;
}

/** Thrown within a step to stop opening the session. Caught in this file. */
class Stop extends Error {
  readonly stage: SmtpStage;
  readonly reply: Reply | undefined;
  readonly tlsFailure: TlsFailure | undefined;

  constructor(stage: SmtpStage, message: string, cause: { reply?: Reply; tlsFailure?: TlsFailure } = {}) {
    super(message);
    this.stage = stage;
    this.reply = cause.reply;
    this.tlsFailure = cause.tlsFailure;
  }
}

/** TLS failure that is reported if the server does not respond, or closes the connection, after STARTTLS. */
const NO_STARTTLS = { tlsFailure: 'validation-failure' } as const;

async function open(opening: Opening): Promise<Capabilities> {
  if (opening.target.tls === 'implicit') await secure(opening);
  await greet(opening);
  let capabilities = await introduce(opening);
  const isAsked = await changeToTls(opening, capabilities);
  if (isAsked) capabilities = await introduceAgain(opening);
  await authenticate(opening, capabilities);
  return opening.options.pipelining === false ? { ...capabilities, pipelining: false } : capabilities;
}

async function greet(opening: Opening): Promise<void> {
  opening.wire.ask([], 1);
  const { reply } = await hear(opening, 'greeting', 'the connection', opening.options.timeouts.greetingMs);
  if (!isPositive(reply)) throw refusal('greeting', reply);
}

/** Sends EHLO, or HELO if the server does not support EHLO (RFC 5321 section 3.2). */
async function introduce(opening: Opening): Promise<Capabilities> {
  const { ehloName } = opening.options;
  const ehlo = await ask(opening, 'ehlo', `EHLO ${ehloName}`);
  if (isPositive(ehlo.reply)) return parseCapabilities(ehlo.lines);
  if (ehlo.reply.code < 500) throw refusal('ehlo', ehlo.reply);
  const helo = await ask(opening, 'ehlo', `HELO ${ehloName}`);
  if (!isPositive(helo.reply)) throw refusal('ehlo', helo.reply);
  return NO_CAPABILITIES;
}

/**
 * Sends EHLO again after STARTTLS, as RFC 3207 section 4.2 requires. After a rejected STARTTLS, the reply shows whether
 * the server continues without TLS. If the server does not respond and TLS is optional, throws Stop with the stage
 * `starttls`, because STARTTLS is the likely cause.
 */
async function introduceAgain(opening: Opening): Promise<Capabilities> {
  try {
    return await introduce(opening);
  } catch (error) {
    const isOverTls = opening.tls !== undefined;
    if (!(error instanceof Stop) || (isOverTls && error.reply) || opening.target.tls !== 'opportunistic') throw error;
    throw new Stop('starttls', error.message, {
      tlsFailure: isOverTls ? 'validation-failure' : 'starttls-not-supported',
    });
  }
}

/**
 * Starts TLS if the server offers it and the target does not exclude STARTTLS. Returns true if STARTTLS was sent. The
 * earlier capabilities are then invalid. Throws Stop if the target requires TLS and TLS cannot be started, or if the
 * handshake fails.
 */
async function changeToTls(opening: Opening, capabilities: Capabilities): Promise<boolean> {
  const { tls } = opening.target;
  if (tls === 'never' || tls === 'implicit') return false;
  if (!capabilities.startTls) {
    opening.tlsFailure = opening.target.reportTls && 'starttls-not-supported';
    if (tls === 'opportunistic') return false;
    const message = 'the server does not offer STARTTLS, and TLS is required';
    throw new Stop('starttls', message, { tlsFailure: 'starttls-not-supported' });
  }
  const { reply } = await ask(opening, 'starttls', 'STARTTLS');
  if (isPositive(reply)) {
    await secure(opening);
    return true;
  }
  // RFC 3207 section 4: after a rejection, the dialogue may continue without TLS, unless the server is closing the
  // connection.
  opening.tlsFailure = opening.target.reportTls && 'starttls-not-supported';
  if (tls === 'opportunistic' && reply.code >= 400 && reply.code !== 421) return true;
  const { message } = refusal('starttls', reply);
  throw new Stop('starttls', message, { reply, tlsFailure: 'starttls-not-supported' });
}

/**
 * Switches to TLS. Discards unencrypted data that arrived after the 220 reply, because an attacker may have injected
 * it.
 */
async function secure(opening: Opening): Promise<void> {
  const { options, session, target } = opening;
  const remainingMs = Math.max(1, session.endsAt - performance.now());
  const secured = await startTls(opening.wire.release(), target, {
    withinMs: Math.min(options.timeouts.connectMs, remainingMs),
    trustedCertificates: options.trustedCertificates,
  });
  if ('tlsFault' in secured) throw new Stop('starttls', secured.tlsFault, { tlsFailure: secured.failure });
  opening.wire = createWire(secured.socket, session);
  opening.tls = describeTls(secured.socket);
  opening.tlsFailure = secured.failure;
  opening.transcript.note(`(${opening.tls})`);
}

async function authenticate(opening: Opening, capabilities: Capabilities): Promise<void> {
  const { options, target, transcript, wire } = opening;
  if (!target.login) return;
  if (!mayCarryPassword(opening.tls, target.address)) {
    throw new Stop('auth', 'the connection is not encrypted, so the password was not sent');
  }
  const about = { transcript, withinMs: options.timeouts.commandMs };
  const fault = await signIn(wire, target.login, capabilities.auth, about);
  if (fault) throw new Stop('auth', fault.authFault, fault.reply && { reply: fault.reply });
}

function ask(opening: Opening, stage: SmtpStage, command: string): Promise<ReceivedReply> {
  opening.transcript.said(command);
  opening.wire.ask([`${command}\r\n`], 1);
  return hear(opening, stage, command.split(' ')[0] ?? command, opening.options.timeouts.commandMs);
}

async function hear(opening: Opening, stage: SmtpStage, what: string, withinMs: number): Promise<ReceivedReply> {
  const heard = await opening.wire.hear(what, withinMs);
  if (isWireFault(heard)) throw new Stop(stage, heard.fault, stage === 'starttls' ? NO_STARTTLS : {});
  opening.transcript.heard(heard);
  return heard;
}

function refusal(stage: SmtpStage, reply: Reply): Stop {
  return new Stop(stage, `the server answered ${replyWords(reply)}`, { reply });
}

function isPositive(reply: Reply): boolean {
  return reply.code >= 200 && reply.code < 300;
}

/** Connects to the address of a target within `withinMs`. Never rejects. */
function dial(
  target: SmtpTarget,
  options: Pick<SmtpOptions, 'localAddress'>,
  withinMs: number,
): Promise<Socket | DialFault> {
  const { address, port } = target;
  if (isIP(address) === 0) return Promise.resolve({ dialFault: `${JSON.stringify(address)} is not an IP address` });
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return Promise.resolve({ dialFault: `${port} is not a valid port` });
  }
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      // Disable Nagle's algorithm. Otherwise, a message would wait up to 40 ms for the server's delayed acknowledgment
      // of the previous commands.
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafeSlow(READ_BYTES),
        callback(bytes, buffer) {
          // Copy the bytes, because the buffer is reused and listeners may keep the data.
          socket.emit('data', Buffer.from(buffer.subarray(0, bytes)));
          return true;
        },
      },
      ...(options.localAddress !== undefined && { localAddress: options.localAddress }),
    });
    const fail = (dialFault: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ dialFault });
    };
    const timer = setTimeout(() => fail(`no connection within ${seconds(withinMs)}`), withinMs);
    const onError = (error: Error): void => fail(failureSentence(error));
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(socket);
    });
  });
}
