import type { Db } from '../../../base/db.ts';
import { MAIL_CLASSES, type MailingClass } from '../../../mail/mail-class.ts';
import { HEALTH_DAYS, ratesOf } from '../transactional-tags/index.ts';
import { healthOfClasses, purgeHours } from './queries.ts';

/** Longer than anything is judged by, and short enough that it costs nothing. */
const KEPT_DAYS = 90;
const PURGED_AT_ONCE = 5_000;

/** What became of a class of an account's mail to many, as far as it decides on a pause; rates in percent. */
export interface ClassHealth {
  readonly mail_class: MailingClass;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly bounce_rate: number;
  readonly complaint_rate: number;
}

/** The classes of which something was sent within the days that decide. */
export async function healthByClass(db: Db, accountId: number): Promise<ClassHealth[]> {
  const rows = await healthOfClasses(db, accountId, HEALTH_DAYS);
  return rows.map(({ bounced, class: number, complained, delivered }) => {
    const counted = { delivered, bounced, complained };
    // Written by the listener alone, which knows mail to many only.
    const mailClass = MAIL_CLASSES[number] as MailingClass;
    return Object.assign({ mail_class: mailClass }, counted, ratesOf(counted));
  });
}

/** Forgets what is older than 90 days. */
export async function purgeHealth(db: Db): Promise<void> {
  while ((await purgeHours(db, KEPT_DAYS, PURGED_AT_ONCE)).length === PURGED_AT_ONCE);
}
