import type { Clock } from '../base/clock.ts';
import { stuffDots, terminatorOf } from './dot-stuffing.ts';
import { isInternational } from './envelope.ts';
import type { Session } from './opening.ts';
import type { ReceivedReply, Reply } from './reply.ts';
import { replyWords } from './sentences.ts';
import type { SmtpTimeouts } from './timeouts.ts';
import type { Transcript } from './transcript.ts';
import type { AnnouncedMail, SmtpEnvelope, SmtpResult } from './types.ts';
import { isWireFault, type WireFault } from './wire.ts';

/** Size, in bytes, of the blocks in which a message is written. */
export const BLOCK_BYTES = 256 * 1024;

/** A message with everything that its SMTP dialogue needs. */
export interface MailDialogue {
  readonly session: Session;
  readonly envelope: SmtpEnvelope;
  readonly data: Buffer;
  readonly smtpUtf8: boolean;
  readonly onDot: (() => void) | undefined;
  /** Returns the next message if it is already available. */
  readonly ahead: (() => AnnouncedMail | undefined) | undefined;
  /** Whether the commands of this message were pipelined after the final dot of the previous message. */
  readonly isAnnounced: boolean;
  readonly timeouts: SmtpTimeouts;
  readonly clock: Clock;
  readonly transcript: Transcript;
}

/**
 * The result for the message, and what the session can do next: send another message (`mail`), send another message
 * after RSET (`reset`), or only close (`end`).
 */
export interface MailOutcome {
  readonly result: SmtpResult;
  readonly next: 'mail' | 'reset' | 'end';
  /** The message whose commands (MAIL, RCPT, and DATA) were pipelined after the final dot. It must be sent next. */
  readonly announced?: AnnouncedMail | undefined;
}

type CommandStage = 'mail' | 'rcpt' | 'data';

interface Refusal {
  readonly stage: CommandStage;
  readonly reply: Reply;
}

interface Break {
  readonly stage: CommandStage | 'dot';
  readonly error: string;
}

/** The result of the commands MAIL, RCPT, and DATA. */
interface Commands {
  /** The first rejection of a command. */
  refusal: Refusal | undefined;
  /** Stage at which the dialogue ended. Nothing more can be sent. */
  break: Break | undefined;
  isRecipientTaken: boolean;
  /** Whether the server waits for the data. */
  isDataAwaited: boolean;
}

const COMMAND_STAGES = ['mail', 'rcpt', 'data'] as const;
const CLOSING = 421;

/** Sends one message over a session. No other message may be in progress on the session. */
export async function offerMail(dialogue: MailDialogue): Promise<MailOutcome> {
  const { capabilities } = dialogue.session;
  if (isUtf8Needed(dialogue) && !capabilities.smtpUtf8) return withoutSmtpUtf8(dialogue);
  const commands = await sendCommands(dialogue);
  if (commands.refusal) return afterRefusal(dialogue, commands, commands.refusal);
  if (commands.break) return { result: broken(dialogue, commands.break, false), next: 'end' };
  return sendData(dialogue);
}

/**
 * Returns the outcome of a message that requires SMTPUTF8 if the server does not support it. The message must not be
 * sent (RFC 6531 section 3.2; status code from section 3.7.4.2).
 */
function withoutSmtpUtf8(dialogue: MailDialogue): MailOutcome {
  const reply: Reply = {
    code: 550,
    text: '5.6.7 The server does not support SMTPUTF8, which this email requires (local decision, not a server reply)',
    enhanced: '5.6.7',
  };
  dialogue.transcript.note(`(${reply.text})`);
  return { result: { ...refused(dialogue, { stage: 'mail', reply }), isForeseen: true }, next: 'mail' };
}

/**
 * Sends MAIL, RCPT, and DATA: pipelined if the server supports it (RFC 2920), otherwise one at a time until one is
 * rejected.
 */
async function sendCommands(dialogue: MailDialogue): Promise<Commands> {
  const { session, timeouts, transcript } = dialogue;
  const { wire, capabilities } = session;
  const lines = commandsOf(session, { ...dialogue, bytes: dialogue.data.length });
  const commands: Commands = { refusal: undefined, break: undefined, isRecipientTaken: false, isDataAwaited: false };
  if (capabilities.pipelining && !dialogue.isAnnounced) wire.ask([`${lines.join('\r\n')}\r\n`], lines.length);
  for (const [index, stage] of COMMAND_STAGES.entries()) {
    const line = lines[index] ?? '';
    transcript.said(line);
    if (!capabilities.pipelining) wire.ask([`${line}\r\n`], 1);
    const heard = await wire.hear(stage.toUpperCase(), stage === 'data' ? timeouts.dataMs : timeouts.commandMs);
    if (!isWireFault(heard)) transcript.heard(heard);
    noteAnswer(commands, stage, heard);
    if (commands.break || (commands.refusal && !capabilities.pipelining)) break;
  }
  return commands;
}

function noteAnswer(commands: Commands, stage: CommandStage, heard: ReceivedReply | WireFault): void {
  if (isWireFault(heard)) {
    commands.break = { stage, error: heard.fault };
    return;
  }
  const { reply } = heard;
  // RFC 5321 section 4.3.2: an unknown code is interpreted by its first digit, so 353 is treated like 354.
  const isPositive = stage === 'data' ? reply.code >= 300 && reply.code < 400 : reply.code < 300;
  if (isPositive) {
    if (stage === 'rcpt') commands.isRecipientTaken = true;
    if (stage === 'data') commands.isDataAwaited = true;
  } else if (reply.code >= 400) {
    commands.refusal ??= { stage, reply };
    // After 421, the server closes the connection without replying to pipelined commands.
    if (reply.code === CLOSING) commands.break = { stage, error: 'the server closes the connection' };
  } else {
    // The reply is neither positive nor negative. End the dialogue, because it is unknown what the server expects next.
    commands.break = { stage, error: `the server answered ${stage.toUpperCase()} with ${replyWords(reply)}` };
  }
}

async function afterRefusal(dialogue: MailDialogue, commands: Commands, refusal: Refusal): Promise<MailOutcome> {
  const next = await nextAfterRefusal(dialogue, commands);
  return { result: refused(dialogue, refusal), next };
}

/** Prepares the session for the next message after a rejection. */
async function nextAfterRefusal(dialogue: MailDialogue, commands: Commands): Promise<MailOutcome['next']> {
  if (commands.break) return 'end';
  if (!commands.isDataAwaited) return 'reset';
  // Sending the final dot here would deliver an empty message. Closing the connection cancels the message.
  if (commands.isRecipientTaken) return 'end';
  // RFC 2920 section 3.1: if the server accepts DATA although it rejected the recipient, the client sends only the
  // final dot, and the server rejects the empty message.
  const { session, timeouts, transcript } = dialogue;
  transcript.said('.');
  session.wire.ask(['.\r\n'], 1);
  const heard = await session.wire.hear('the final dot', timeouts.dotMs);
  if (isWireFault(heard)) return 'end';
  transcript.heard(heard);
  return heard.reply.code === CLOSING ? 'end' : 'mail';
}

async function sendData(dialogue: MailDialogue): Promise<MailOutcome> {
  const { clock, data, session, timeouts, transcript } = dialogue;
  const { wire } = session;
  const stuffed = stuffDots(data);
  const lastBlockAt = Math.floor(Math.max(0, stuffed.length - 1) / BLOCK_BYTES) * BLOCK_BYTES;
  // The reply to the final dot may arrive before the dot is sent, because a server can reject a message before it has
  // read all of it.
  wire.ask([], 1);
  for (let start = 0; start < lastBlockAt && !wire.hasReply && wire.broken === undefined; start += BLOCK_BYTES) {
    await wire.pass(stuffed.subarray(start, start + BLOCK_BYTES), timeouts.blockMs);
  }
  if (wire.hasReply || wire.broken !== undefined) return unfinished(dialogue);
  transcript.said(`(${data.length} bytes)`);
  dialogue.onDot?.();
  const sentAt = clock.now();
  const announced = announceable(dialogue);
  const end = [stuffed.subarray(lastBlockAt), terminatorOf(data)];
  if (announced) {
    const lines = commandsOf(session, announced);
    wire.ask([...end, `${lines.join('\r\n')}\r\n`], lines.length);
  } else wire.ask(end, 0);
  const heard = await wire.hearVerdict(timeouts.dotMs);
  return { ...afterData(dialogue, heard, sentAt), announced };
}

/** Returns the next message if its commands can be pipelined after the final dot of the current message. */
function announceable({ ahead, session }: MailDialogue): AnnouncedMail | undefined {
  const { capabilities } = session;
  const next = capabilities.pipelining ? ahead?.() : undefined;
  return next && isUtf8Needed(next) && !capabilities.smtpUtf8 ? undefined : next;
}

/**
 * Returns the outcome if the server replied, or the connection failed, before the final dot was written. The server
 * cannot have accepted the message.
 */
async function unfinished(dialogue: MailDialogue): Promise<MailOutcome> {
  const { session, transcript } = dialogue;
  transcript.said('(part of the email)');
  const heard = await session.wire.hear('the data', 1);
  if (isWireFault(heard))
    return { result: broken(dialogue, { stage: 'data', error: heard.fault }, false), next: 'end' };
  transcript.heard(heard);
  const { reply } = heard;
  if (reply.code >= 400) return { result: refused(dialogue, { stage: 'dot', reply }), next: 'end' };
  const error = `the server answered ${replyWords(reply)} before the email was sent`;
  return { result: broken(dialogue, { stage: 'data', error }, false), next: 'end' };
}

function afterData(dialogue: MailDialogue, heard: ReceivedReply | WireFault, sentAt: number): MailOutcome {
  if (isWireFault(heard)) return { result: broken(dialogue, { stage: 'dot', error: heard.fault }, true), next: 'end' };
  const { transcript } = dialogue;
  transcript.heard(heard);
  const { cutShort, reply } = heard;
  if (cutShort !== undefined) transcript.note(`(${cutShort})`);
  const next = cutShort !== undefined || reply.code === CLOSING ? 'end' : 'mail';
  if (reply.code < 300) {
    return { result: { kind: 'accepted', reply, sentAt, conversation: transcript.text() }, next };
  }
  if (reply.code >= 400) return { result: { ...refused(dialogue, { stage: 'dot', reply }), sentAt }, next };
  const error = `the server answered the final dot with ${replyWords(reply)}`;
  return { result: broken(dialogue, { stage: 'dot', error }, true), next: 'end' };
}

function commandsOf(session: Session, mail: AnnouncedMail): readonly string[] {
  return [mailCommand(session, mail), `RCPT TO:<${mail.envelope.to}>`, 'DATA'];
}

function mailCommand({ capabilities }: Session, mail: AnnouncedMail): string {
  let line = `MAIL FROM:<${mail.envelope.from}>`;
  if (capabilities.size) line += ` SIZE=${mail.bytes}`;
  if (capabilities.dsn && mail.envelope.id !== undefined) line += ` ENVID=${mail.envelope.id}`;
  if (!isUtf8Needed(mail)) return line;
  // With SMTPUTF8, the header may be 8-bit (RFC 6532). A server with SMTPUTF8 must also support 8BITMIME (RFC 6531
  // section 3.1).
  return `${line}${capabilities.eightBitMime ? ' BODY=8BITMIME' : ''} SMTPUTF8`;
}

function isUtf8Needed({ envelope, smtpUtf8 }: Pick<AnnouncedMail, 'envelope' | 'smtpUtf8'>): boolean {
  return smtpUtf8 || isInternational(envelope.from) || isInternational(envelope.to);
}

function refused(
  { transcript }: MailDialogue,
  refusal: { readonly stage: CommandStage | 'dot'; readonly reply: Reply },
): Extract<SmtpResult, { kind: 'refused' }> {
  return { kind: 'refused', ...refusal, conversation: transcript.text() };
}

function broken({ transcript }: MailDialogue, about: Break, dotSent: boolean): SmtpResult {
  return { kind: 'broken', ...about, conversation: transcript.text(), dotSent };
}
