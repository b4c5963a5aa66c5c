/** Number of days after the latest sign-up within which it can be confirmed. */
export const EXPIRES_DAYS = 7;
/** Minimum number of seconds between two confirmation emails to the same person. */
export const MAIL_GAP_SECONDS = 3_600;
/** Number of days within which a person who signs up receives at most two confirmation emails. */
export const MAILS_DAYS = 7;
/**
 * Number of days within which a contact that was added through the API receives at most two confirmation emails. This
 * period is longer than MAILS_DAYS, because a script may add a person every night against the person's will.
 */
export const MAILS_DAYS_BY_PROGRAM = 30;
/**
 * Number of days that an ended sign-up is kept. Not less than MAILS_DAYS_BY_PROGRAM, because its confirmation emails
 * are counted for that long.
 */
export const KEPT_DAYS = 30;
/** Maximum number of lists that one confirmation adds a contact to. */
export const MAX_LISTS = 100;
/** Maximum number of waiting contacts that one transaction sends the confirmation email to. */
export const ASKED_AT_ONCE = 500;
/** Maximum number of transactions per account and run, so that other accounts are not delayed. */
export const BATCHES_PER_RUN = 20;
export const ACCOUNTS_PER_RUN = 100;
/**
 * Initial retry delay for an email that could not be sent. The delay doubles after each failure, up to
 * `MAX_RETRY_SECONDS`.
 */
export const RETRY_SECONDS = 60;
export const MAX_RETRY_SECONDS = 15 * 60;
/**
 * Milliseconds for which a process caches the confirmation email of an account. It is cached because many people may
 * sign up at once.
 */
export const REMEMBERED_MS = 1_000;
/** Number of days that the double opt-in statistics cover, and number of days after which daily counts are deleted. */
export const FIGURE_DAYS = 30;
export const FIGURES_KEPT_DAYS = 90;
/** Waiting sign-ups are counted only up to this number. */
export const MAX_COUNTED = 100_000;
/** Maximum number of rows that one statement deletes. */
export const PURGE_BATCH = 10_000;
/** Maximum body size of a confirmation request, in bytes. The body is ignored. */
export const MAX_BODY_BYTES = 8 * 1024;
