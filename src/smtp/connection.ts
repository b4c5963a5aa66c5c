import { systemClock } from '../base/clock.ts';
import { requireEnvelopeAddress } from './envelope.ts';
import { offerMail, type MailDialogue } from './mail-dialogue.ts';
import { openSession, type Session } from './opening.ts';
import { replyWords } from './sentences.ts';
import { createTranscript } from './transcript.ts';
import type {
  AnnouncedMail,
  CommandGroup,
  SmtpConnection,
  SmtpFault,
  SmtpOptions,
  SmtpResult,
  SmtpTarget,
} from './types.ts';
import { isWireFault, type Wire } from './wire.ts';

export { RFC_TIMEOUTS, type SmtpTimeouts } from './timeouts.ts';
export type {
  SmtpEnvelope,
  AnnouncedMail,
  CommandGroup,
  SmtpConnection,
  SmtpFault,
  SmtpOptions,
  SmtpResult,
  SmtpStage,
  SmtpTarget,
  TlsFailure,
} from './types.ts';

/** Maximum time, in milliseconds, to wait for each outstanding reply after QUIT was sent. */
const QUIT_MS = 1_000;

/** Opens a session with a server. If this fails, resolves with the fault and the stage at which it occurred. */
export async function connectSmtp(target: SmtpTarget, options: SmtpOptions): Promise<SmtpConnection | SmtpFault> {
  const session = await openSession(target, options);
  return 'kind' in session ? session : createConnection(session, options);
}

type OfferedMail = Pick<MailDialogue, 'envelope' | 'data' | 'smtpUtf8' | 'onDot' | 'ahead'>;

function createConnection(session: Session, options: SmtpOptions): SmtpConnection {
  const { wire } = session;
  const clock = options.clock ?? systemClock;
  let [sent, isBusy, isResetPending] = [0, false, false];
  let group: CommandGroup = 'single';
  let announced: AnnouncedMail | undefined;

  async function send(mail: OfferedMail): Promise<SmtpResult> {
    const isAnnounced = announced !== undefined;
    const transcript = createTranscript(sent === 0 ? session.conversation : '(reused connection)\n');
    const error =
      announced && !isSame(announced, mail)
        ? 'another email was already announced'
        : await whyUnusable(session, isResetPending, options);
    [announced, isResetPending] = [undefined, false];
    sent += 1;
    group = isAnnounced ? 'behind-dot' : session.capabilities.pipelining ? 'together' : 'single';
    if (error !== undefined) return endedBy(wire, error, transcript.text());
    const dialogue = { ...mail, session, isAnnounced, timeouts: options.timeouts, clock, transcript };
    const { announced: following, next, result } = await offerMail(dialogue);
    if (next === 'end') wire.destroy();
    else announced = following;
    if (next === 'reset') {
      wire.ask(['RSET\r\n'], 1);
      isResetPending = true;
    }
    return result;
  }

  return {
    tls: session.tls,
    tlsFailure: session.tlsFailure,
    pipelines: session.capabilities.pipelining,
    get usable() {
      return !isBusy && !wire.isOver && wire.broken === undefined;
    },
    get sent() {
      return sent;
    },
    get group() {
      return group;
    },
    async send(envelope, data, smtpUtf8, onDot, ahead) {
      if (isBusy) throw new Error('A connection can send only one email at a time');
      if (envelope.from !== '') requireEnvelopeAddress(envelope.from);
      requireEnvelopeAddress(envelope.to);
      isBusy = true;
      try {
        return await send({ envelope, data, smtpUtf8, onDot, ahead });
      } finally {
        isBusy = false;
      }
    },
    async close() {
      // Do not send QUIT while the server is waiting for message data, because it would treat QUIT as data.
      if (!isBusy && !announced) await sendQuit(wire, isResetPending ? 2 : 1);
      wire.destroy();
    },
    destroy: () => wire.destroy(),
  };
}

function endedBy(wire: Wire, error: string, conversation: string): SmtpResult {
  wire.destroy();
  return { kind: 'broken', stage: 'mail', error, conversation, dotSent: false };
}

function isSame({ bytes, envelope, smtpUtf8 }: AnnouncedMail, mail: OfferedMail): boolean {
  const { from, id, to } = mail.envelope;
  if (id !== envelope.id) return false;
  return from === envelope.from && to === envelope.to && bytes === mail.data.length && smtpUtf8 === mail.smtpUtf8;
}

/**
 * Returns the reason why no message can be sent now, or undefined if a message can be sent. After a rejection, RSET is
 * written immediately, but its reply is read only here, so that the result of a message does not wait for this reply.
 */
async function whyUnusable(
  { wire }: Session,
  isResetPending: boolean,
  { timeouts }: SmtpOptions,
): Promise<string | undefined> {
  if (wire.isOver) return 'the session time limit was reached';
  if (!isResetPending) return wire.broken;
  const heard = await wire.hear('RSET', timeouts.commandMs);
  if (isWireFault(heard)) return heard.fault;
  return heard.reply.code < 300 ? wire.broken : `the server refused RSET: ${replyWords(heard.reply)}`;
}

/**
 * Sends QUIT and reads the outstanding replies. Ignores their content, because the caller then closes the connection.
 */
async function sendQuit(wire: Wire, owedReplies: number): Promise<void> {
  if (wire.broken !== undefined) return;
  wire.ask(['QUIT\r\n'], 1);
  for (let owed = owedReplies; owed > 0; owed -= 1) await wire.hear('QUIT', QUIT_MS);
}
