export const MAX_TITLE_CHARACTERS = 191;
/** Maximum number of automations per account, not counting deleted ones. */
export const MAX_AUTOMATIONS = 200;
/** Maximum number of triggers per automation. */
export const MAX_TRIGGERS = 10;
/**
 * Maximum number of days between a date of a contact and the day on which the contact enters, before or after the date.
 */
export const MAX_TRIGGER_DAYS = 365;
/** Maximum number of hours until a contact can enter again. */
export const MAX_REENTRY_HOURS = 87_600;
/** Maximum number of emails per automation. */
export const MAX_EMAILS = 50;
/** Maximum number of steps in an automation, including its emails. */
export const MAX_STEPS = 200;
/** Maximum nesting depth of conditions. */
export const MAX_DEPTH = 5;
/** Maximum number of earlier versions of the steps that are kept per automation. */
export const MAX_VERSIONS = 50;
/** Longest wait, in minutes. */
export const MAX_WAIT_MINUTES = 300_000;
/** Longest delay of an email, in hours. */
export const MAX_DELAY_HOURS = 5_000;
/** Default delay of the first email, and default delay of later emails, in hours. */
export const [FIRST_DELAY_HOURS, DELAY_HOURS] = [0, 24];
/**
 * Maximum position of an email in a request. If the position is higher than the number of emails, the email is placed
 * at the end.
 */
export const MAX_ORDER = 1_000_000;
/** Largest request body for an email, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/**
 * Maximum content size, in bytes, of an automation that is returned from memory. Larger content is streamed email by
 * email.
 */
export const MAX_READ_BYTES = 4 * 1024 * 1024;
/**
 * Maximum number of contacts at a removed step that are moved in the transaction that publishes a draft. If there are
 * more, the automation loop moves them afterwards, so that the automation is not locked for long.
 */
export const MOVED_CONTACTS = 10_000;
