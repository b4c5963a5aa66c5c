/** Classes of email, most urgent first. */
export type MailClass = 'transactional' | 'automation' | 'confirmation' | 'campaign';

/** The classes, indexed by their number in the database (delivery.class). */
export const MAIL_CLASSES: readonly MailClass[] = ['transactional', 'automation', 'confirmation', 'campaign'];

/** Classes of bulk email. */
export type MailingClass = Exclude<MailClass, 'transactional'>;

export const MAILING_CLASSES: readonly MailingClass[] = ['automation', 'confirmation', 'campaign'];
