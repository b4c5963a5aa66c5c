import type { Tx } from '../../../base/db.ts';
import { figuresIn, type Figure } from '../../../mail/languages/figures.ts';
import { quoted, writeMail, type UserMail, type WrittenMail } from '../../../mail/languages/emails.ts';
import type { Language } from '../../../mail/languages/catalog.ts';
import type { MailingClass } from '../../../mail/mail-class.ts';

/** Sends a notice in the same transaction as the event that it reports. */
export type SendNotice = (tx: Tx, mail: UserMail) => Promise<void>;

/** Returns the email that informs the operator of a new review. Pure. */
export function reviewNotice(
  language: Language,
  { account, by, message }: { readonly account: string; readonly by: string; readonly message: string },
): WrittenMail {
  return writeMail(language, 'review_asked', { account, by, message: quoted(message) });
}

/** Returns the email that informs the requester of the decision on a review. Pure. */
export function decisionNotice(
  language: Language,
  {
    account,
    isApproved,
    reason,
  }: { readonly account: string; readonly isApproved: boolean; readonly reason: string | undefined },
): WrittenMail {
  return writeMail(language, 'review_decided', {
    account,
    decision: isApproved ? 'approved' : 'declined',
    reason: reason === undefined ? 'none' : quoted(reason),
  });
}

/**
 * Returns the email that informs an account that the operator restricted it, or paused it or a class of its email.
 * Pure.
 */
export function stoppedNotice(
  language: Language,
  {
    account,
    reason,
    what,
  }: { readonly account: string; readonly what: 'pause' | 'restriction' | MailingClass; readonly reason: string },
): WrittenMail {
  return writeMail(language, 'stopped', { account, what, reason: quoted(reason) });
}

/**
 * Returns the email that informs an account that all of its sending, or one class of its email, was paused because of
 * too many bounces or complaints. Pure.
 */
export function pausedNotice(
  language: Language,
  {
    account,
    figure,
    what,
  }: { readonly account: string; readonly what: 'pause' | MailingClass; readonly figure: Figure },
): WrittenMail {
  return writeMail(language, 'paused', { account, what, reason: figuresIn(language, [figure]) });
}
