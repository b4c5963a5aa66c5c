import { isDamaged, isUnavailable } from '../../../../base/db.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { requireEnvelopeAddress } from '../../../../smtp/envelope.ts';
import type { Claim, MailKey, Outcome } from '../types.ts';

/** Number of attempts after which a message that cannot be prepared fails. */
export const MAX_UNPREPARED_ATTEMPTS = 8;
/** Milliseconds until the next log entry about the same message or mailing. */
const LOG_INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 1_000;
const MAX_CAUSE_CHARACTERS = 300;
const REPORTED = 'the operator of this server was notified';
const UNKNOWN = `This message could not be prepared because of an internal error; ${REPORTED}`;

/** Reason that is recorded for a recipient who can no longer receive the message when it is about to be sent. */
export const UNWANTED = 'Not sent: the contact unsubscribed, bounced, was deleted, or is no longer confirmed';

/** Thrown if a message is no longer stored. */
export class MessageDeleted extends Error {}

/** Thrown if the mailing of a message is paused or canceled, so that the message must not be sent. */
export class MessageHeld extends Error {}

/** Thrown if the recipient no longer wants the message or can no longer receive it. The message is never sent. */
export class MailUnwanted extends Error {
  constructor() {
    super(UNWANTED);
  }
}

/** Thrown if a message is larger than receivers accept. */
export class MailTooLarge extends Error {}

/**
 * Thrown if a message cannot be prepared from its stored data. The cause is for the operator and is not shown to the
 * sender.
 */
export class UnpreparableMail extends Error {
  /** Description of the data that cannot be read. */
  readonly what: string;

  /**
   * `what` is the start of the error message that the sender sees, for example 'the stored content of this message'.
   */
  constructor(what: string, cause: unknown) {
    super(`${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be read; ${REPORTED}`, { cause });
    this.what = what;
  }
}

/**
 * Returns the error to report for data that could not be read. `what` names the data. Returns errors of the classes in
 * this file unchanged. Also returns errors caused by an unavailable database unchanged, because the message is not the
 * cause.
 */
export function faultOf(what: string, error: unknown): Error {
  const reported = [UnpreparableMail, MessageHeld, MailUnwanted, MailTooLarge, MessageDeleted];
  if (error instanceof Error && reported.some((kind) => error instanceof kind)) return error;
  if (error instanceof Error && isUnavailable(error) && !isDamaged(error)) return error;
  return new UnpreparableMail(what, error);
}

/**
 * Returns the message if its addresses are valid in an SMTP envelope, and throws UnpreparableMail if they are not. Must
 * be called before the MAIL command is pipelined with the end of the previous message, so that an invalid address
 * cannot break the SMTP dialogue of that message.
 */
export function addressable<Mail extends { readonly envelopeFrom: EmailAddress }>(
  mail: Mail,
  { recipient }: Pick<Claim, 'recipient'>,
): Mail {
  try {
    if (mail.envelopeFrom !== '') requireEnvelopeAddress(mail.envelopeFrom);
    requireEnvelopeAddress(recipient);
  } catch (error) {
    throw new UnpreparableMail('the address of this recipient', error);
  }
  return mail;
}

/**
 * Returns the outcome of an attempt whose message could not be prepared: suppressed if the message is no longer wanted,
 * and failed if it is too large or deleted. For any other error, the outcome is deferred, or failed after
 * MAX_UNPREPARED_ATTEMPTS attempts. Must not be called for a `MessageHeld` error.
 */
export function outcomeOfFailure(error: unknown, { attempts }: Pick<Claim, 'attempts'>): Outcome {
  const none = { handedOverAtMs: undefined } as const;
  if (error instanceof MailUnwanted) return { ...none, kind: 'suppressed', status: '5.7.1', reason: error.message };
  // RFC 3463 section 3.4: message too big for system.
  if (error instanceof MailTooLarge) {
    return { ...none, kind: 'failed', status: '5.3.4', reason: error.message, bounceClass: 'message' };
  }
  if (error instanceof MessageDeleted) {
    return { ...none, kind: 'failed', status: '5.3.0', reason: error.message, bounceClass: 'message' };
  }
  const reason = error instanceof UnpreparableMail ? error.message : UNKNOWN;
  const unprepared = { what: whatOf(error), cause: causeOf(error) };
  if (attempts + 1 < MAX_UNPREPARED_ATTEMPTS) {
    return { ...none, kind: 'deferred', status: '4.3.0', reason, bounceClass: 'transient', unprepared };
  }
  const given = `Expired after ${attempts + 1} attempts: ${reason}`;
  return { ...none, kind: 'failed', status: '5.3.0', reason: given, bounceClass: 'message', unprepared };
}

/** Returns the outcome for a recipient whose stored address cannot be read. Retrying would not help. */
export function outcomeOfLost(cause: Error): Outcome {
  const error = new UnpreparableMail('the stored data of this recipient', cause);
  const unprepared = { what: error.what, cause: causeOf(error) };
  const about = { bounceClass: 'message', handedOverAtMs: undefined, unprepared } as const;
  return { ...about, kind: 'failed', status: '5.3.0', reason: error.message };
}

/**
 * Creates a function that logs why a message cannot be prepared, with a rate limit for each message or mailing. Does
 * not log held, unwanted, and oversized messages, which are not faults.
 */
export function createFaultLog(parts: {
  readonly clock: Clock;
  readonly log: Log;
}): (key: MailKey, error: unknown) => void {
  const said = new Map<string, number>();
  return ({ accountId, messageId }, error) => {
    if ([MessageHeld, MailTooLarge, MailUnwanted].some((kind) => error instanceof kind)) return;
    const now = parts.clock.now();
    const before = said.get(messageId);
    if (before !== undefined && now >= before && now - before < LOG_INTERVAL_MS) return;
    if (said.size >= MAX_REMEMBERED) said.clear();
    said.set(messageId, now);
    parts.log.error('Message could not be prepared', { accountId, messageId, error });
  };
}

function whatOf(error: unknown): string {
  return error instanceof UnpreparableMail ? error.what : 'this message';
}

function causeOf(error: unknown): string {
  const cause = error instanceof UnpreparableMail ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_CAUSE_CHARACTERS);
}
