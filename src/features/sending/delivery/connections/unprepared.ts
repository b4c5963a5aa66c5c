import { isDamaged, isUnavailable } from '../../../../base/db.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { requireEnvelopeAddress } from '../../../../smtp/envelope.ts';
import type { Claim, MailKey, Outcome } from '../types.ts';

/** Attempts after which a mail that cannot be prepared is given up: those of a transactional mail take eight hours. */
export const MAX_UNPREPARED_ATTEMPTS = 8;
/** The same mail, or mailing, is written into the log once in this time, however many recipients it has. */
const SAID_EVERY_MS = 60_000;
const MAX_REMEMBERED = 1_000;
const MAX_CAUSE_CHARACTERS = 300;
const TOLD = 'the operator of this server was notified';
const UNKNOWN = `This message could not be prepared because of an internal error; ${TOLD}`;

/** Of a recipient who was found to be unwanted when the mail's turn came. */
export const UNWANTED = 'Not sent: the contact unsubscribed, bounced, was deleted, or is no longer confirmed';

/** Thrown when there is nothing to send any more (the message's day was dropped). */
export class MessageGone extends Error {}

/** Thrown when a mail is not to be sent now, or not any more, although nothing is wrong with it. */
export class MailHeld extends Error {}

/** Thrown when whoever a mail is for does not want it any more, or cannot get it: it is not sent, for good. */
export class MailUnwanted extends Error {
  constructor() {
    super(UNWANTED);
  }
}

/** Thrown when a mail is larger than receivers take: what differs from recipient to recipient is known only now. */
export class MailTooLarge extends Error {}

/** Thrown when a mail cannot be made from what is stored; its cause is for the operator, not for who sent it. */
export class UnpreparableMail extends Error {
  /** What cannot be read, the same for all mails with the same fault. */
  readonly what: string;

  /** `what` begins the sentence that the sender reads, as in 'the stored content of this message'. */
  constructor(what: string, cause: unknown) {
    super(`${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be read; ${TOLD}`, { cause });
    this.what = what;
  }
}

/**
 * The error with which a mail is put off, given what was read when it failed: a database that is away is no fault of the
 * mail, and what says already what it is stays so.
 */
export function faultOf(what: string, error: unknown): Error {
  const told = [UnpreparableMail, MailHeld, MailUnwanted, MailTooLarge, MessageGone];
  if (error instanceof Error && told.some((kind) => error instanceof kind)) return error;
  if (error instanceof Error && isUnavailable(error) && !isDamaged(error)) return error;
  return new UnpreparableMail(what, error);
}

/**
 * The mail itself when its addresses can be said. Asked before it is announced behind another: what is wrong with it must
 * not break that one's dialogue.
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

/** What an attempt came to whose mail could not be prepared: tried again, a bounded number of times. Not of a MailHeld. */
export function outcomeOfFailure(error: unknown, { attempts }: Pick<Claim, 'attempts'>): Outcome {
  const none = { handedOverAtMs: undefined } as const;
  if (error instanceof MailUnwanted) return { ...none, kind: 'suppressed', status: '5.7.1', reason: error.message };
  // RFC 3463 section 3.4: message too big for system.
  if (error instanceof MailTooLarge) {
    return { ...none, kind: 'failed', status: '5.3.4', reason: error.message, bounceClass: 'message' };
  }
  if (error instanceof MessageGone) {
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

/** The outcome of a recipient of whom not even the address can be read: there is nobody to be tried again. */
export function outcomeOfLost(cause: Error): Outcome {
  const error = new UnpreparableMail('the stored data of this recipient', cause);
  const unprepared = { what: error.what, cause: causeOf(error) };
  const about = { bounceClass: 'message', handedOverAtMs: undefined, unprepared } as const;
  return { ...about, kind: 'failed', status: '5.3.0', reason: error.message };
}

/** Says in the log what keeps mails from being prepared, each message once a minute. */
export function createFaultLog(parts: {
  readonly clock: Clock;
  readonly log: Log;
}): (key: MailKey, error: unknown) => void {
  const said = new Map<string, number>();
  return ({ accountId, messageId }, error) => {
    if ([MailHeld, MailTooLarge, MailUnwanted].some((kind) => error instanceof kind)) return;
    const now = parts.clock.now();
    const before = said.get(messageId);
    if (before !== undefined && now >= before && now - before < SAID_EVERY_MS) return;
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
