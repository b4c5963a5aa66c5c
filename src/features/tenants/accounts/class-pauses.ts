import type { Database, Db, Tx } from '../../../base/db.ts';
import type { Figure } from '../../../mail/languages/figures.ts';
import { MAIL_CLASSES, type MailClass, type MailingClass } from '../../../mail/mail-class.ts';
import {
  duePauseNotices,
  insertClassPause,
  liftClassPause,
  pausedClasses,
  pauseClassOnce,
  deferPauseNotice,
  takePauseNotice,
} from './class-pause-queries.ts';

/** The cause of an automatic pause. */
export interface PauseCause {
  readonly reason: string;
  readonly figure: Figure;
}

/** A paused class of an account's bulk email. Waiting email is sent after the pause. */
export interface ClassPause {
  readonly mailClass: MailingClass;
  readonly since: Date;
  readonly reason: string;
}

/** An element of the `paused_classes` column in the `account` table. */
export type StoredClassPause = {
  readonly class: number;
  readonly paused_at: string;
  readonly reason: string | null;
};

/** Names of the classes for use in messages. */
const IN_WORDS: Readonly<Record<MailingClass, string>> = {
  automation: 'automation emails',
  confirmation: 'confirmation emails',
  campaign: 'campaigns',
};

/** Pauses a class of bulk email for an account. If the class is already paused, only the reason changes. */
export async function pauseMailClass(
  db: Db,
  accountId: number,
  mailClass: MailingClass,
  reason: string,
): Promise<void> {
  await insertClassPause(db, accountId, numberOf(mailClass), reason);
}

/**
 * Pauses a class because of too many bounces or complaints, and queues a notice to the owners. Returns false if the
 * class is already paused.
 */
export async function pauseMailClassAutomatically(
  tx: Tx,
  accountId: number,
  mailClass: MailingClass,
  { figure, reason }: PauseCause,
): Promise<boolean> {
  return (await pauseClassOnce(tx, accountId, numberOf(mailClass), reason, JSON.stringify(figure))).length > 0;
}

/**
 * Ends the pause of a class. Delivery of the waiting email resumes within seconds. Earlier bounces and complaints no
 * longer count toward an automatic pause. Returns false if the class is not paused.
 */
export async function resumeMailClass(db: Db, accountId: number, mailClass: MailingClass): Promise<boolean> {
  return (await liftClassPause(db, accountId, numberOf(mailClass))).length > 0;
}

/** A paused class with the email address of its account. */
export type ListedClassPause = ClassPause & { readonly email: string };

/** Lists up to `limit` paused classes of all accounts, latest pause first. */
export async function listClassPauses(db: Db, limit: number): Promise<ListedClassPause[]> {
  const rows = await pausedClasses(db, limit);
  return rows.flatMap((row) => toClassPauses([row]).map((pause) => Object.assign(pause, { email: row.email })));
}

/** An automatic pause of a class of bulk email, or of all sending if the class is `transactional`. */
interface PauseToReport {
  readonly accountId: number;
  readonly mailClass: MailClass;
}

/**
 * Calls `report` for up to `limit` automatic pauses whose owners have not been notified. Deletes the notice in the same
 * transaction. If a call fails, passes the error to `onFailure`, continues with the other notices, and retries the call
 * after one hour.
 */
export async function notifyPauses(
  db: Database,
  limit: number,
  report: (tx: Tx, pause: PauseToReport & { readonly figure: Figure }) => Promise<void>,
  onFailure: (pause: PauseToReport, error: unknown) => void,
): Promise<void> {
  for (const { account_id: accountId, class: number } of await duePauseNotices(db, limit)) {
    // Safe cast: a table constraint allows only the numbers of classes.
    const pause = { accountId, mailClass: MAIL_CLASSES[number] as MailClass };
    try {
      await db.transaction(async (tx) => {
        const [taken] = await takePauseNotice(tx, accountId, number);
        if (taken) await report(tx, { ...pause, ...taken });
      });
    } catch (error) {
      onFailure(pause, error);
      await deferPauseNotice(db, accountId, number);
    }
  }
}

/** Returns the name of a class for use in messages. */
export function classInWords(mailClass: MailingClass): string {
  return IN_WORDS[mailClass];
}

/** Converts the stored paused classes of an account. */
export function toClassPauses(stored: readonly StoredClassPause[] | null): ClassPause[] {
  return (stored ?? []).map(({ class: number, paused_at: since, reason }) => ({
    // Safe cast: a table constraint allows only the numbers of these classes.
    mailClass: MAIL_CLASSES[number] as MailingClass,
    since: new Date(since),
    reason: reason ?? '',
  }));
}

function numberOf(mailClass: MailingClass): number {
  return MAIL_CLASSES.indexOf(mailClass);
}
