import type { Db, Tx } from '../../../base/db.ts';
import { MAIL_CLASSES, type MailingClass } from '../../../mail/mail-class.ts';
import { insertClassPause, liftClassPause, pausedClasses, pauseClassOnce } from './class-pause-queries.ts';

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
  automation: 'mails of automations',
  confirmation: 'confirmations',
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

/** Pauses a class of an account's mail because of its own outcomes; false for one that is paused already. */
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
