/** Why mail is sent, from the most to the least urgent: what comes first overtakes what comes later. */
export type MailClass = 'transactional' | 'automation' | 'confirmation' | 'campaign';

/** The classes by their number in the database (delivery.class). */
export const MAIL_CLASSES: readonly MailClass[] = ['transactional', 'automation', 'confirmation', 'campaign'];

/** Mail to many: everything but what somebody waits for, such as a login code. */
export type MailingClass = Exclude<MailClass, 'transactional'>;

/** See MailingClass. */
export const MAILING_CLASSES: readonly MailingClass[] = ['automation', 'confirmation', 'campaign'];
