/** Classes of email, most urgent first. Email of a more urgent class is sent first. */
export type MailClass = 'transactional' | 'automation' | 'confirmation' | 'campaign';

/** The classes, indexed by their number in the database (delivery.class). */
export const MAIL_CLASSES: readonly MailClass[] = ['transactional', 'automation', 'confirmation', 'campaign'];

/** Bulk email: all email except transactional email such as login codes. */
export type MailingClass = Exclude<MailClass, 'transactional'>;

export const MAILING_CLASSES: readonly MailingClass[] = ['automation', 'confirmation', 'campaign'];
