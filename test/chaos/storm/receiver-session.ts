import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { dkimFault, type KeyRecords } from './dkim-check.ts';
import type { Arrival, History } from './history.ts';
import { between, type Random } from './random.ts';

/** Faults that a mail server can simulate, at most one per connection. */
export type Fault = 'greeting-421' | 'rcpt-451' | 'data-452' | 'hang' | 'drop' | 'garbage';

/** Behavior of the receiver in one connection. */
export interface Meeting {
  readonly domain: string;
  readonly history: History;
  readonly random: Random;
  readonly records: KeyRecords;
  readonly fault: Fault | undefined;
  mayDefer(recipient: string): boolean;
  /**
   * Records a fault. `whom` is the recipient whose messages the fault may defer or, for a fault before RCPT, the
   * domain.
   */
  note(fault: Fault, whom: string): void;
}

/** Prefix of addresses that do not exist, so that messages to them bounce. */
export const GONE_PREFIX = 'gone-';

const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
const HANG_MS = [2_000, 6_000] as const;
const LINE_END = Buffer.from('\r\n');
const DATA_END = Buffer.from('\r\n.\r\n');

interface Session {
  readonly meeting: Meeting;
  readonly socket: Socket;
  /** The planned fault of the session, until it has occurred. */
  fault: Fault | undefined;
  buffer: Buffer;
  recipient: string | undefined;
  isInData: boolean;
  isSilent: boolean;
  hasQuit: boolean;
  last: Arrival | undefined;
}

/** Handles one SMTP connection (RFC 5321) until its end, with at most one fault. */
export function serveSession(socket: Socket, meeting: Meeting): void {
  const session: Session = {
    meeting,
    socket,
    fault: meeting.fault,
    buffer: Buffer.alloc(0),
    recipient: undefined,
    isInData: false,
    isSilent: false,
    hasQuit: false,
    last: undefined,
  };
  // Ignore connection errors. They are expected, because the storm kills clients.
  socket.on('error', () => {});
  socket.on('close', () => {
    if (session.last && !session.hasQuit) session.last.cutAtMs = performance.now();
  });
  socket.on('data', (chunk: Buffer) => {
    session.buffer = session.buffer.length === 0 ? chunk : Buffer.concat([session.buffer, chunk]);
    if (session.buffer.length > MAX_BUFFERED_BYTES) socket.destroy();
    while (!session.isSilent && (session.isInData ? takeMail(session) : takeLine(session)));
  });
  if (!greetsWrongly(session)) say(session, '220 receiver.chaos.example ESMTP');
}

/**
 * Simulates the fault of the session if it replaces the greeting, and returns whether it does. Such a fault can defer
 * any message to the domain, because the recipient is not known yet.
 */
function greetsWrongly(session: Session): boolean {
  const { fault, meeting, socket } = session;
  if (fault !== 'greeting-421' && fault !== 'garbage') return false;
  meeting.note(fault, meeting.domain);
  session.isSilent = true;
  if (fault === 'greeting-421') socket.end('421 4.3.2 Going down for a moment\r\n');
  else socket.end(Buffer.from(Array.from({ length: 300 }, () => Math.floor(meeting.random() * 256))));
  return true;
}

function takeLine(session: Session): boolean {
  const end = session.buffer.indexOf(LINE_END);
  if (end < 0) return false;
  const line = session.buffer.toString('latin1', 0, end);
  session.buffer = session.buffer.subarray(end + LINE_END.length);
  const [verb = ''] = line.split(' ', 1);
  const command = COMMANDS.get(verb.toUpperCase());
  if (command) command(session, line);
  else say(session, '500 5.5.2 Unknown command');
  return true;
}

const COMMANDS: ReadonlyMap<string, (session: Session, line: string) => void> = new Map([
  [
    'EHLO',
    (session) => say(session, '250-receiver.chaos.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 1000000'),
  ],
  ['MAIL', (session) => say(session, '250 2.1.0 Ok')],
  ['RCPT', takeRecipient],
  ['DATA', startData],
  ['RSET', (session) => say(session, '250 2.0.0 Ok')],
  [
    'QUIT',
    (session) => {
      session.hasQuit = true;
      session.socket.end('221 2.0.0 Bye\r\n');
    },
  ],
]);

function takeRecipient(session: Session, line: string): void {
  const recipient = /<([^>]*)>/.exec(line)?.[1] ?? '';
  session.recipient = undefined;
  if (recipient.startsWith(GONE_PREFIX)) return say(session, '550 5.1.1 No such user');
  if (happens(session, 'rcpt-451', recipient)) return say(session, '451 4.3.0 Try again later');
  session.recipient = recipient;
  say(session, '250 2.1.5 Ok');
}

function startData(session: Session): void {
  session.isInData = session.recipient !== undefined;
  say(session, session.isInData ? '354 Go ahead' : '503 5.5.1 RCPT first');
}

function takeMail(session: Session): boolean {
  const end = session.buffer.indexOf(DATA_END);
  if (end < 0) return false;
  const mail = session.buffer.toString('latin1', 0, end + LINE_END.length).replaceAll('\r\n.', '\r\n');
  session.buffer = session.buffer.subarray(end + DATA_END.length);
  session.isInData = false;
  const recipient = session.recipient ?? '';
  session.recipient = undefined;

  if (happens(session, 'data-452', recipient)) say(session, '452 4.3.1 No room at the moment');
  else if (happens(session, 'drop', recipient)) {
    keep(session, recipient, mail, false);
    session.isSilent = true;
    session.socket.resetAndDestroy();
  } else if (happens(session, 'hang', recipient)) {
    keep(session, recipient, mail, false);
    session.isSilent = true;
    const { random } = session.meeting;
    setTimeout(() => session.socket.destroy(), between(random, ...HANG_MS)).unref();
  } else {
    keep(session, recipient, mail, true);
    say(session, '250 2.0.0 Kept');
  }
  return true;
}

/** Returns whether the given fault is the planned fault of the session and occurs now. A fault occurs only once. */
function happens(session: Session, fault: Fault, recipient: string): boolean {
  if (session.fault !== fault || !session.meeting.mayDefer(recipient)) return false;
  session.fault = undefined;
  session.meeting.note(fault, recipient);
  return true;
}

function keep(session: Session, recipient: string, mail: string, isReplied: boolean): void {
  const { history, records } = session.meeting;
  const hex = /^message-id:\s*<([0-9a-f]{32})@/im.exec(mail)?.[1];
  const arrival: Arrival = {
    recipient,
    id: hex && `tm_${hex}`,
    atMs: performance.now(),
    isReplied,
    textHash: hashOf(mail.slice(mail.indexOf('\r\n\r\n') + 4)),
    dkimFault: dkimFault(mail, records),
  };
  session.last = arrival;
  history.arrivals.push(arrival);
}

/** Returns the SHA-256 hash of text with normalized line endings and without trailing white space. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n').trimEnd(), 'latin1').digest('hex');
}

function say({ socket }: Session, reply: string): void {
  socket.write(`${reply}\r\n`);
}
