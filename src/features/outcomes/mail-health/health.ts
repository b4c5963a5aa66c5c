import type { Db } from '../../../base/db.ts';
import { MAIL_CLASSES, type MailingClass } from '../../../mail/mail-class.ts';
import { HEALTH_DAYS, ratesOf } from '../transactional-tags/index.ts';
import { healthOfClasses, purgeHours } from './queries.ts';

/**
 * Number of days for which hourly counts are kept. It is longer than the period of any rule, and short enough to need
 * little storage.
 */
const KEPT_DAYS = 90;
const PURGED_AT_ONCE = 5_000;

/** Recent results for one class of an account's bulk email. Pauses are based on these results. Rates are in percent. */
export interface ClassHealth {
  readonly mail_class: MailingClass;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly bounce_rate: number;
  readonly complaint_rate: number;
}

/** Returns the recent results for each class of bulk email. Omits classes without recent outcomes. */
export async function healthByClass(db: Db, accountId: number): Promise<ClassHealth[]> {
  const rows = await healthOfClasses(db, accountId, HEALTH_DAYS);
  return rows.map(({ bounced, class: number, complained, delivered }) => {
    const counted = { delivered, bounced, complained };
    // Safe cast: only the listener writes these rows, and only for bulk email.
    const mailClass = MAIL_CLASSES[number] as MailingClass;
    return Object.assign({ mail_class: mailClass }, counted, ratesOf(counted));
  });
}

/** Deletes counts that are older than 90 days. */
export async function purgeHealth(db: Db): Promise<void> {
  while ((await purgeHours(db, KEPT_DAYS, PURGED_AT_ONCE)).length === PURGED_AT_ONCE);
}
