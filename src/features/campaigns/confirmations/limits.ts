/** For so long after the last sign-up it can be confirmed. */
export const EXPIRES_DAYS = 7;
/** Between two mails to one person. */
export const MAIL_GAP_SECONDS = 3_600;
/** Within so many days somebody who signs up is sent two mails at most. */
export const MAILS_DAYS = 7;
/** The same where a program says that they did: it may say so every night of somebody who does not want to. */
export const MAILS_DAYS_BY_PROGRAM = 30;
/** A sign-up is kept for so long behind its end, so that mails are counted for longer than they are limited. */
export const KEPT_DAYS = 30;
/** Lists that one confirmation adds a contact to. */
export const MAX_LISTS = 100;
/** Contacts that are asked together after they had to wait. */
export const ASKED_AT_ONCE = 500;
/** Pieces of that within one turn of an account, so that others have theirs. */
export const PIECES_PER_RUN = 20;
/** Accounts that one turn looks at. */
export const ACCOUNTS_PER_RUN = 100;
/** Before a mail that cannot be sent is tried again: this, doubled each time, up to the second. */
export const RETRY_SECONDS = 60;
export const MAX_RETRY_SECONDS = 15 * 60;
/** A process takes the mail of an account to stand as it did for so long: many sign up at once. */
export const REMEMBERED_MS = 1_000;
/** Figures are of so many days, and kept for longer. */
export const FIGURE_DAYS = 30;
export const FIGURES_KEPT_DAYS = 90;
/** Sign-ups that wait are counted up to here. */
export const MAX_COUNTED = 100_000;
/** Rows that one run forgets, at a time. */
export const FORGOTTEN_AT_ONCE = 10_000;
/** Bytes of what is posted to confirm: nothing is read of it. */
export const MAX_BODY_BYTES = 8 * 1024;
