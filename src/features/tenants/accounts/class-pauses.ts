import type { Database, Db, Tx } from '../../../base/db.ts';
import { MAIL_CLASSES, type MailClass, type MailingClass } from '../../../mail/mail-class.ts';
import {
  duePauseNotices,
  insertClassPause,
  liftClassPause,
  pausedClasses,
  pauseClassOnce,
  putOffPauseNotice,
  takePauseNotice,
} from './class-pause-queries.ts';

/** A class of an account's mail to many that is paused: what waits of it goes on when that is lifted. */
export interface ClassPause {
  readonly mailClass: MailingClass;
  readonly since: Date;
  readonly reason: string;
}

/** What `paused_classes` of an account's row holds. */
export type StoredClassPause = {
  readonly class: number;
  readonly paused_at: string;
  readonly reason: string | null;
};

/** The classes in words. */
const IN_WORDS: Readonly<Record<MailingClass, string>> = {
  automation: 'automation emails',
  confirmation: 'confirmation emails',
  campaign: 'campaigns',
};

/** Pauses a class of an account's mail; one that is paused already has another reason then. */
export async function pauseMailClass(
  db: Db,
  accountId: number,
  mailClass: MailingClass,
  reason: string,
): Promise<void> {
  await insertClassPause(db, accountId, numberOf(mailClass), reason);
}

/** As `pauseMailClass`, because of its own outcomes, and has the owners told. False for one that is paused already. */
export async function pauseMailClassAutomatically(
  tx: Tx,
  accountId: number,
  mailClass: MailingClass,
  reason: string,
): Promise<boolean> {
  return (await pauseClassOnce(tx, accountId, numberOf(mailClass), reason)).length > 0;
}

/** Lifts the pause of a class: what waits goes on within seconds, and outcomes until now count no more. False for none. */
export async function resumeMailClass(db: Db, accountId: number, mailClass: MailingClass): Promise<boolean> {
  return (await liftClassPause(db, accountId, numberOf(mailClass))).length > 0;
}

/** A paused class and the address of its account. */
export type ListedClassPause = ClassPause & { readonly email: string };

/** Classes of all accounts that are paused, the latest first; so many at most. */
export async function listClassPauses(db: Db, limit: number): Promise<ListedClassPause[]> {
  const rows = await pausedClasses(db, limit);
  return rows.flatMap((row) => toClassPauses([row]).map((pause) => Object.assign(pause, { email: row.email })));
}

/** A pause that came by itself: of a class of mail to many, or, as `transactional`, of all sending. */
interface PauseToTell {
  readonly accountId: number;
  readonly mailClass: MailClass;
}

/**
 * Gives each pause that came by itself and was not told to `tell`, which is in one transaction with its being told. One that
 * cannot be told is given to `onFailure`, hurts no other, and is tried again after an hour. So many at most.
 */
export async function tellPauses(
  db: Database,
  limit: number,
  tell: (tx: Tx, pause: PauseToTell) => Promise<void>,
  onFailure: (pause: PauseToTell, error: unknown) => void,
): Promise<void> {
  for (const { account_id: accountId, class: number } of await duePauseNotices(db, limit)) {
    // The table takes the numbers of the classes only.
    const pause = { accountId, mailClass: MAIL_CLASSES[number] as MailClass };
    try {
      await db.transaction(async (tx) => {
        if ((await takePauseNotice(tx, accountId, number)).length > 0) await tell(tx, pause);
      });
    } catch (error) {
      onFailure(pause, error);
      await putOffPauseNotice(db, accountId, number);
    }
  }
}

/** A class as a sentence calls it. */
export function classInWords(mailClass: MailingClass): string {
  return IN_WORDS[mailClass];
}

/** What is stored of paused classes, read. */
export function toClassPauses(stored: readonly StoredClassPause[] | null): ClassPause[] {
  return (stored ?? []).map(({ class: number, paused_at: since, reason }) => ({
    // The table takes the numbers of these classes only.
    mailClass: MAIL_CLASSES[number] as MailingClass,
    since: new Date(since),
    reason: reason ?? '',
  }));
}

function numberOf(mailClass: MailingClass): number {
  return MAIL_CLASSES.indexOf(mailClass);
}
